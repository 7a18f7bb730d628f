import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action, Grants, UserData } from '#kit/contract/rights.ts';
import type { MessagesOf, RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { ZodMiniType } from 'zod/mini';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { Input, Told } from './write/write-values.ts';

/**
 * One write to one row, inside its transaction: the row as it was, locked, and the values it is to have. All writable values of
 * a create or update; the new status of a status change. `D` is the definition; left out, it is a row of any catalogue.
 */
export type RowChange<D extends AnyCatalogue = AnyCatalogue> =
  | { action: 'create'; before: null; values: Readonly<ValuesOf<D>>; beside?: Beside | undefined }
  | { action: 'update'; before: RowOf<D>; values: Readonly<ValuesOf<D>>; beside?: Beside | undefined }
  | { action: 'status'; before: RowOf<D>; values: { readonly status: 0 | 1 } }
  | { action: 'delete' | 'restore' | 'purge'; before: RowOf<D>; values: null };

/** A change of what a row holds. */
export type RowUpdate<D extends AnyCatalogue = AnyCatalogue> = Extract<RowChange<D>, { action: 'update' }>;

export interface Successor<D extends AnyCatalogue = AnyCatalogue> {
  /** What the row becomes of which a new one is made. */
  ended: Partial<ValuesOf<D>>;
  /** Called when the new row is there. */
  made: (db: Queryable, id: string) => Promise<void>;
}

/** What comes besides the fields, by the names in `beside` of the definition. */
type Beside = Record<string, unknown>;

/** A row on its way in. */
export interface Draft<D extends AnyCatalogue = AnyCatalogue> {
  before: RowOf<D> | null;
  /** What it is to hold; may be filled in. */
  values: ValuesOf<D>;
  /** A message at each field that is wrong: then the row is refused. */
  messages: MessagesOf<D>;
  /** What is odd, though it is taken. */
  warnings: string[];
  /** What came besides the fields, as it came; taken away where it is what there is already. */
  beside?: Beside | undefined;
  /** What the history says of it. */
  told?: Told;
}

/** A record that is switched off or deleted: whatever it takes part in ends. */
export const isTakenOut = ({ action, values }: RowChange): boolean =>
  action === 'delete' || (action === 'status' && values.status === 0);

/** Looks at the values of a create. A method's type: a rule for less than all fields of a catalogue fits that catalogue. */
type IncomingCheck<D extends AnyCatalogue> = { check(values: Readonly<ValuesOf<D>>): void }['check'];

/**
 * Rules of one catalogue that depend on who writes and on the row. Whatever way a write comes, it passes here.
 * `RowPolicy<typeof vehicle>` knows the fields of its rows.
 */
export interface RowPolicy<D extends AnyCatalogue = AnyCatalogue> {
  /**
   * Looks at a create by form or API before its body is read: headers that belong to it. What it gives looks at the values.
   * @throws a refusal
   */
  incoming?(call: Call): Promise<IncomingCheck<D>>;
  /** Fills in what a new row lacks, before it is checked. */
  prepare?(db: Queryable, writer: Writer, values: ValuesOf<D>): Promise<void>;
  /**
   * Completes what rows are to hold, new ones and changed ones, and says what is wrong or odd about each: once for all rows of
   * a statement, so that look-ups are made for many at once.
   */
  complete?(db: Queryable, writer: Writer, drafts: readonly Draft<D>[]): Promise<void>;
  /**
   * Of a row that must stay as it was: what ends it, and then the change makes a new row instead, of the same values. Undefined where
   * the row itself is to change.
   */
  successor?(db: Queryable, writer: Writer, change: RowUpdate<D>): Promise<Successor<D> | undefined>;
  /** Refuses what this writer may not do to this row, nor to the row it would become. */
  check?(db: Queryable, writer: Writer, change: RowChange<D>): Promise<void>;
  /** What goes with the write. */
  after?(db: Queryable, writer: Writer, change: RowChange<D>, row: RowOf<D>): Promise<void>;
  /** Like `after`, once for all rows of a statement, in their order: for what can be done for many at once. */
  afterMany?(db: Queryable, writer: Writer, changes: readonly RowChange<D>[], rows: readonly RowOf<D>[]): Promise<void>;
  /** What this reader may do with this row, of all that somebody may do with rows of this kind. */
  rights?(reader: Reader, row: RowOf<D>): readonly Action[];
  /**
   * What `rights` goes by besides the row and the reader's role. Given, lists are remembered for all readers of whom it says
   * the same; left out, they are made anew for each.
   */
  rightsBy?(reader: Reader): string;
  /** Why this person may make no row at all, whatever their role lets them do; undefined: they may. */
  mayNotCreate?(who: Maker): string | undefined;
  /** What a single row answers beside its fields. */
  details?: RowDetails<D>;
}

/** Lets the guard complete rows, and keeps with each what is odd about it. @throws 400 where one of them is wrong. */
export async function completeRows(
  db: Queryable,
  guard: RowPolicy | undefined,
  writer: Writer,
  rows: readonly { input: Input; before: AnyRow | null }[],
): Promise<void> {
  if (!guard?.complete) return;
  const drafts = rows.map(
    ({ input, before }): Draft => ({
      before,
      values: input.values,
      messages: {},
      warnings: [],
      beside: input.beside,
    }),
  );
  await guard.complete(db, writer, drafts);
  for (const [at, { messages, warnings, beside, told }] of drafts.entries()) {
    if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
    const { input } = rows[at] as { input: Input };
    input.warnings = warnings;
    if (beside === undefined) delete input.beside;
    else Object.assign(input, { beside, told });
  }
}

/** Who reads, as far as rights go by it. */
export interface Reader extends DataScope {
  user: Pick<UserData, 'id' | 'kind' | 'roleLevel'>;
  orgId: string | null;
  grants: Grants;
}

/** Who makes a row: a session, or whoever a write is done for. */
export interface Maker extends DataScope {
  orgId: string | null;
}

export interface RowDetails<D extends AnyCatalogue = AnyCatalogue> {
  schema: Readonly<Record<string, ZodMiniType>>;
  read(db: Queryable, session: Session, row: RowOf<D>): Promise<Record<string, unknown>>;
}
/** Guards by the path of their catalogue. */
export type RowPolicies = Readonly<Record<string, RowPolicy>>;

/** What the reader may do with a row: what their role lets them do, less what the row's guard forbids. */
export function rightsOf(policies: RowPolicies, definition: AnyCatalogue, reader: Reader, row: AnyRow): Action[] {
  const granted = reader.grants[definition.path] ?? [];
  const left = policies[definition.path]?.rights?.(reader, row);
  return granted.filter((action) => left === undefined || left.includes(action));
}

/** A row's JSON with the reader's rights in it, for catalogues whose rows carry them. */
export function withRights(policies: RowPolicies, definition: AnyCatalogue, reader: Reader, json: string): string {
  if (!definition.guarded) return json;
  const rights = rightsOf(policies, definition, reader, JSON.parse(json) as AnyRow);
  return `${json.slice(0, -1)},"rights":${JSON.stringify(rights)}}`;
}
