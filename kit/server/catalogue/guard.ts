import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';

/** One write to one row, inside its transaction: the row as it was, locked, and the values it is to have. */
export interface RowChange {
  action: 'create' | 'update' | 'status' | 'delete' | 'restore' | 'purge';
  before: AnyRow | null;
  /** All writable values of a create or update; the new status of a status change. */
  values: Readonly<Record<string, unknown>> | null;
}

/** Rules of one catalogue that depend on who writes and on the row. Whatever way a write comes, it passes here. */
export interface RowGuard {
  /** Looks at a create by form or API before its body is read: headers that belong to it. @throws a refusal */
  incoming?(call: Call): Promise<void>;
  /** Fills in what a new row lacks, before it is checked. */
  prepare?(db: Queryable, writer: Writer, values: Record<string, unknown>): Promise<void>;
  /** Refuses what this writer may not do to this row, nor to the row it would become. */
  check?(db: Queryable, writer: Writer, change: RowChange): Promise<void>;
  /** What goes with the write. */
  after?(db: Queryable, writer: Writer, change: RowChange, row: AnyRow): Promise<void>;
  /** What this reader may do with this row, of all that somebody may do with rows of this kind. */
  rights?(session: Session, row: AnyRow): readonly Action[];
}
/** Guards by the path of their catalogue. */
export type RowGuards = Readonly<Record<string, RowGuard>>;

/** What the reader may do with a row: what their role lets them do, less what the row's guard forbids. */
export function rightsOf(guards: RowGuards, definition: AnyCatalogue, session: Session, row: AnyRow): Action[] {
  const granted = session.grants[definition.path] ?? [];
  const left = guards[definition.path]?.rights?.(session, row);
  return granted.filter((action) => left === undefined || left.includes(action));
}

/** A row's JSON with the reader's rights in it, for catalogues whose rows carry them. */
export function withRights(guards: RowGuards, definition: AnyCatalogue, session: Session, json: string): string {
  if (!definition.guarded) return json;
  const rights = rightsOf(guards, definition, session, JSON.parse(json) as AnyRow);
  return `${json.slice(0, -1)},"rights":${JSON.stringify(rights)}}`;
}
