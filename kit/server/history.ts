import { uuidv7 } from 'uuidv7';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { noRecord, sessionModule } from '#kit/contract/history.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { maskState, maskText } from './history-mask.ts';

/** Who writes and from where; the same for every row a request changes. */
export interface Writer {
  /** The person, also when they act as somebody else; null is the product itself. */
  actorId: string | null;
  actorName: string;
  orgId: string | null;
  /** The account that the person acts as. */
  onBehalfOfId?: string;
  onBehalfOfName?: string;
  source: HistoryRow['source'];
  ip: string | null;
  requestId: string | null;
  now: Date;
  /** When the history is written, where what it tells is dated before: in data that is made up. Default: `now`. */
  toldAt?: Date;
  /** Tables written to, with the organisation of the rows: what remembers their rows has to be told. */
  touched: [table: string, orgId: string | null][];
  /** Done as soon as the write of a call is committed: wakes a job that somebody waits for. */
  afterwards?: (() => void)[];
}
export interface Change {
  action: HistoryRow['action'];
  module: string;
  recordId: string;
  recordTitle: string;
  /** Organisation of the row that changed; null for everybody's rows. */
  orgId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /**
   * API names that a read of the module shows; anything else is left out of `before` and `after`. Give it wherever such a
   * list is at hand. Left out, only what sounds like a secret is dropped.
   */
  fields?: readonly string[];
}

/** Something that somebody did without writing to a record. */
export interface Act {
  action: HistoryRow['action'];
  /** Default: that of sessions. */
  module?: string;
  /** What it was done to, where that has an id. */
  recordId?: string;
  recordTitle: string;
  /** Organisation that may know of it. Default: the writer's. */
  orgId?: string | null;
  /** What else is worth telling: a reason, a number of rows. */
  after?: Record<string, unknown>;
  fields?: readonly string[];
}

/** What a writer needs to know of a request. */
export interface Asked {
  ip: string;
  id: string;
  headers: Record<string, unknown>;
}

export const sourceOf = (request: Pick<Asked, 'headers'>): HistoryRow['source'] =>
  request.headers['x-client'] === 'web' ? 'screen' : 'api';

type Hear = (db: Queryable, writer: Writer, changes: readonly Change[]) => Promise<void>;
const hearing = new Set<Hear>();

/** A handler, for an area's manifest, of rows that are added to the history: in the transaction of what they tell of. */
export const onHistory = (hear: Hear): { event: { name: string }; connect: () => void } => ({
  event: { name: 'history written' },
  connect: () => void hearing.add(hear),
});

/** Who writes, of a session: the person behind it, and on whose behalf when they act as somebody else. */
export const writerOf = (session: Session, request: Asked, now: Date, source?: HistoryRow['source']): Writer => {
  const { user, actor } = session;
  return {
    actorId: actor?.id ?? user.id,
    actorName: actor?.name ?? user.name,
    ...(actor ? { onBehalfOfId: user.id, onBehalfOfName: user.name } : {}),
    orgId: session.orgId,
    source: source ?? sourceOf(request),
    ip: request.ip,
    requestId: request.id,
    now,
    touched: [],
  };
};

/** The product itself, for what no person asked for. `request` is what set it off, where there was one. */
export const productWriter = (now: Date, request?: Asked): Writer => ({
  actorId: null,
  actorName: 'Roadkeeper',
  orgId: null,
  source: 'job',
  ip: request?.ip ?? null,
  requestId: request?.id ?? null,
  now,
  touched: [],
});

/** Adds a history row. Call it in the transaction of the write that it tells of. */
export const recordChange = (db: Queryable, writer: Writer, change: Change): Promise<void> =>
  recordChanges(db, writer, [change]);

/** Adds the row of an act that is no write to a record. Where something was written with it, call it in that transaction. */
export const recordAct = (db: Queryable, writer: Writer, act: Act): Promise<void> =>
  recordChanges(db, writer, [
    {
      ...act,
      module: act.module ?? sessionModule,
      recordId: act.recordId ?? noRecord,
      orgId: act.orgId === undefined ? writer.orgId : act.orgId,
      before: null,
      after: act.after ?? null,
    },
  ]);

/** Adds many history rows with one statement; see recordChange. */
export async function recordChanges(db: Queryable, writer: Writer, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    id: uuidv7(),
    org_id: change.orgId,
    action: change.action,
    module: change.module,
    record_id: change.recordId,
    record_title: maskText(change.recordTitle),
    before: maskState(change.before, change.fields),
    after: maskState(change.after, change.fields),
  }));
  await db.send(
    {
      name: 'history-add-many',
      apart: true,
      text: `insert into history (id, org_id, at, actor_id, actor_name, on_behalf_of_id, on_behalf_of_name, action, source,
          module, record_id, record_title, before, after, ip, request_id)
        select r.id, r.org_id, $2, $3, $4, $5, $6, r.action, $7, r.module, r.record_id, r.record_title,
          nullif(r.before, 'null'::jsonb), nullif(r.after, 'null'::jsonb), $8, $9
        from jsonb_to_recordset($1::jsonb) as r (id uuid, org_id uuid, action text, module text, record_id uuid, record_title text,
          before jsonb, after jsonb)`,
    },
    [
      JSON.stringify(rows),
      (writer.toldAt ?? writer.now).toISOString(),
      writer.actorId,
      writer.actorName,
      writer.onBehalfOfId ?? null,
      writer.onBehalfOfName ?? null,
      writer.source,
      writer.ip,
      writer.requestId,
    ],
  );
  for (const hear of hearing) await hear(db, writer, changes);
}

/** The parts of two versions of a row that differ, under their API names. */
export function difference(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  names: readonly string[],
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const changed = names.filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
  if (changed.length === 0) return undefined;
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, row[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
