import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action, Grants, UserData } from '#kit/contract/rights.ts';
import type { ZodMiniType } from 'zod/mini';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Reach } from '#kit/server/sessions/reach.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { Input } from './write-values.ts';

/** One write to one row, inside its transaction: the row as it was, locked, and the values it is to have. */
export interface RowChange {
  action: 'create' | 'update' | 'status' | 'delete' | 'restore' | 'purge';
  before: AnyRow | null;
  /** All writable values of a create or update; the new status of a status change. */
  values: Readonly<Record<string, unknown>> | null;
}

/** A row on its way in. */
export interface Draft {
  before: AnyRow | null;
  /** What it is to hold; may be filled in. */
  values: Record<string, unknown>;
  /** A message at each field that is wrong: then the row is refused. */
  messages: Record<string, string>;
  /** What is odd, though it is taken. */
  warnings: string[];
}

/** Rules of one catalogue that depend on who writes and on the row. Whatever way a write comes, it passes here. */
export interface RowGuard {
  /**
   * Looks at a create by form or API before its body is read: headers that belong to it. What it gives looks at the values.
   * @throws a refusal
   */
  incoming?(call: Call): Promise<(values: Readonly<Record<string, unknown>>) => void>;
  /** Fills in what a new row lacks, before it is checked. */
  prepare?(db: Queryable, writer: Writer, values: Record<string, unknown>): Promise<void>;
  /**
   * Completes what rows are to hold, new ones and changed ones, and says what is wrong or odd about each: once for all rows of
   * a statement, so that look-ups are made for many at once.
   */
  complete?(db: Queryable, writer: Writer, drafts: readonly Draft[]): Promise<void>;
  /** Refuses what this writer may not do to this row, nor to the row it would become. */
  check?(db: Queryable, writer: Writer, change: RowChange): Promise<void>;
  /** What goes with the write. */
  after?(db: Queryable, writer: Writer, change: RowChange, row: AnyRow): Promise<void>;
  /** Like `after`, once for all rows of a statement, in their order: for what can be done for many at once. */
  afterMany?(db: Queryable, writer: Writer, changes: readonly RowChange[], rows: readonly AnyRow[]): Promise<void>;
  /** What this reader may do with this row, of all that somebody may do with rows of this kind. */
  rights?(reader: Reader, row: AnyRow): readonly Action[];
  /**
   * What `rights` goes by besides the row and the reader's role. Given, lists are remembered for all readers of whom it says
   * the same; left out, they are made anew for each.
   */
  rightsBy?(reader: Reader): string;
  /** Why this person may make no row at all, whatever their role lets them do; undefined: they may. */
  mayNotCreate?(who: Maker): string | undefined;
  /** What a single row answers beside its fields. */
  details?: RowDetails;
}

/** Lets the guard complete rows, and keeps with each what is odd about it. @throws 400 where one of them is wrong. */
export async function completeRows(
  db: Queryable,
  guard: RowGuard | undefined,
  writer: Writer,
  rows: readonly { input: Input; before: AnyRow | null }[],
): Promise<void> {
  if (!guard?.complete) return;
  const drafts = rows.map(({ input, before }): Draft => ({ before, values: input.values, messages: {}, warnings: [] }));
  await guard.complete(db, writer, drafts);
  for (const [at, { messages, warnings }] of drafts.entries()) {
    if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
    (rows[at] as { input: Input }).input.warnings = warnings;
  }
}

/** Who reads, as far as rights go by it. */
export interface Reader extends Reach {
  user: Pick<UserData, 'id' | 'kind' | 'roleLevel'>;
  orgId: string | null;
  grants: Grants;
}

/** Who makes a row: a session, or whoever a write is done for. */
export interface Maker extends Reach {
  orgId: string | null;
}

export interface RowDetails {
  schema: Readonly<Record<string, ZodMiniType>>;
  read(db: Queryable, session: Session, row: AnyRow): Promise<Record<string, unknown>>;
}
/** Guards by the path of their catalogue. */
export type RowGuards = Readonly<Record<string, RowGuard>>;

/** What the reader may do with a row: what their role lets them do, less what the row's guard forbids. */
export function rightsOf(guards: RowGuards, definition: AnyCatalogue, reader: Reader, row: AnyRow): Action[] {
  const granted = reader.grants[definition.path] ?? [];
  const left = guards[definition.path]?.rights?.(reader, row);
  return granted.filter((action) => left === undefined || left.includes(action));
}

/** A row's JSON with the reader's rights in it, for catalogues whose rows carry them. */
export function withRights(guards: RowGuards, definition: AnyCatalogue, reader: Reader, json: string): string {
  if (!definition.guarded) return json;
  const rights = rightsOf(guards, definition, reader, JSON.parse(json) as AnyRow);
  return `${json.slice(0, -1)},"rights":${JSON.stringify(rights)}}`;
}
