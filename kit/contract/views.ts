/** A list as somebody keeps it. `search` is the search part of its address without a page, like 'state=MH&sort=name&size=50'. */
export interface SavedView {
  id: string;
  module: string;
  name: string;
  search: string;
  shared: boolean;
  /** Null: the usual columns. */
  columns: ColumnSetting[] | null;
  version: number;
  updatedAt: string;
  ownerId: string;
  ownerName: string;
}
/** A column of a list as its reader wants it. */
export interface ColumnSetting {
  name: string;
  shown: boolean;
  /** Pixels; left out, the column is as wide as it needs. */
  width?: number | undefined;
  /** Stays in sight beside the record's name while the rest is scrolled. */
  pinned?: boolean | undefined;
}
/** A reader's columns: of the list itself, and by id of the views whose columns they changed for themselves. */
export interface ColumnSettings {
  list: ColumnSetting[];
  views: Record<string, ColumnSetting[]>;
}

/** Pixels a column may be wide. */
export const columnWidths = { min: 64, max: 640 };
