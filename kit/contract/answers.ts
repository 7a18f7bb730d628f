import type { HistoryAction, HistorySource } from './history.ts';

/** Shapes of what the API answers, shared by server, screens and tests. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  /** One message per field, by API name. */
  fields?: Record<string, string>;
  requestId: string;
  /** 409 on delete: how many live rows of each kind refer to the row. */
  references?: Reference[];
  /** 412: the row as it is now. */
  current?: unknown;
  /** 409: the record that has what must be one's own, where the caller may see it. */
  existing?: { path: string; id: string; title: string };
}
export const errorCodes = {
  bad_input: 400,
  unauthorised: 401,
  forbidden: 403,
  /** Allowed, after the person has given their password or a code once more: see POST /session/prove. */
  prove_first: 403,
  /** Not for somebody else: the session acts as another person. */
  impersonating: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  wrong_type: 415,
  key_reused: 422,
  too_many: 429,
  fault: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorCodes;

export interface Reference {
  /** Catalogue path of the referring rows. */
  path: string;
  /** API name of the field that refers; also the list filter that shows these rows. */
  field: string;
  label: string;
  count: number;
}
export interface ListAnswer<Row> {
  message: string;
  data: Row[];
  /** Exact number of rows that match, whatever the page. */
  count: number;
  /** Of a search: more match than were counted. */
  more?: true;
  /** Keyset cursor of the next page, absent on the last. */
  next?: string;
}
export interface Answer<Data> {
  message: string;
  data: Data;
  /** Of a write: what is odd about it, though it was taken. */
  warnings?: string[];
}
export interface OptionRow {
  id: string;
  name: string;
  label: string;
  value: string;
}
export interface BulkReport {
  done: number;
  failed: { id: string; label: string; message: string }[];
}
/** A row of a record's history. `before` and `after` hold only what changed. */
export interface HistoryRow {
  id: string;
  at: string;
  actorId: string | null;
  /** The person who did it, … */
  actorName: string;
  /** … and the account they acted as, when that was another's. */
  onBehalfOfId: string | null;
  onBehalfOfName: string | null;
  action: HistoryAction;
  source: HistorySource;
  module: string;
  recordId: string;
  recordTitle: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
}
