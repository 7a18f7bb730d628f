/** A deleted record, as the trash over everything lists it. */
export interface TrashRow {
  id: string;
  module: string;
  moduleName: string;
  title: string;
  deletedAt: string;
  deletedBy: string | null;
}
/** A record that a search over everything found. */
export interface FoundRow {
  id: string;
  module: string;
  moduleName: string;
  title: string;
}
