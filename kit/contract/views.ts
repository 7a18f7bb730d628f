/** A list as somebody keeps it. `search` is the search part of its address without a page, like 'state=MH&sort=name'. */
export interface SavedView {
  id: string;
  module: string;
  name: string;
  search: string;
  shared: boolean;
  version: number;
  ownerId: string;
  ownerName: string;
}
/** A column of a list as its reader wants it. */
export interface ColumnSetting {
  name: string;
  shown: boolean;
}
