/** What of everybody's rows a member of staff works on, where the role says: only their own. */
export interface DataScope {
  /** Organisations whose rows are seen and written; left out: all. */
  orgIds?: readonly string[];
  /** Offices that may be written; left out: all. */
  rtoIds?: readonly string[];
}
