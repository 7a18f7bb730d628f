import { uuidv7 } from 'uuidv7';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Outcome } from '../violations/episodes.store.ts';
import { mostNamed, type NamedChange, namedChange } from './named-changes.ts';
import type { Recalculation } from './recalculation.contract.ts';

/** A change that past trips are judged anew for. */
export interface Change {
  cause: Recalculation['cause'];
  recordId: string;
  title: string;
  vehicleId: string | null;
  categoryId: string | null;
  deviceId: string | null;
  roadIds: readonly string[] | null;
  near: string | null;
  orgId: string | null;
  fromAt: Date;
}

/** More roads than these are not named one by one: then all trips are judged. */
const mostRoads = 5_000;

/** Changes come in heaps, and what matches has read the roads of now by then. */
const beginsAfterMs = 35_000;

/** Notes a change. One that comes while an earlier one of the same kind and person waits for its turn is taken together with it. */
export async function noteChange(db: Queryable, writer: Writer, change: Change): Promise<void> {
  const { cause, recordId, title, vehicleId, categoryId, deviceId, roadIds, near, orgId, fromAt } = change;
  const at = writer.now.toISOString();
  const named = JSON.stringify([namedChange(recordId, title, change)]);
  const [joined] = await db.query(
    `update recalculation set records = records + case when record_id = $3 or named @> jsonb_build_array(jsonb_build_object('id', $3::text)) then 0 else 1 end,
       named = case when jsonb_array_length(named) >= ${mostNamed} or named @> $12::jsonb then named else named || $12::jsonb end, from_at = least(from_at, $7), to_at = $8,
       road_ids = case when $4::uuid[] is null or cardinality(road_ids) > ${mostRoads} then null else array(select distinct unnest(road_ids || $4::uuid[])) end,
       near = bound_box(coalesce(near, $5::box), coalesce($5::box, near)),
       vehicle_id = case when vehicle_id = $6 then vehicle_id end, category_id = case when category_id = $10 then category_id end,
       device_id = case when device_id = $11 then device_id end
     where id = (select id from recalculation where state = 'RUNNING' and total is null and cause = $1 and actor_id is not distinct from $2
       and org_id is not distinct from $9 order by id limit 1 for no key update) returning id`,
    [
      cause,
      writer.actorId,
      recordId,
      roadIds && [...roadIds],
      near,
      vehicleId,
      fromAt.toISOString(),
      at,
      orgId,
      categoryId,
      deviceId,
      named,
    ],
  );
  if (joined) return;
  await db.query(
    `insert into recalculation (id, org_id, cause, record_id, title, vehicle_id, road_ids, near, from_at, to_at, actor_id, actor_name, at, due_at,
       category_id, device_id, named)
     values ($1, $2, $3, $4, $5, $6, $7, $8::box, $9, $10, $11, $12, $10, $13, $14, $15, $16)`,
    [
      uuidv7(),
      orgId,
      cause,
      recordId,
      title,
      vehicleId,
      roadIds && [...roadIds],
      near,
      fromAt.toISOString(),
      at,
      writer.actorId,
      writer.actorName,
      new Date(writer.now.getTime() + beginsAfterMs).toISOString(),
      categoryId,
      deviceId,
      named,
    ],
  );
}

/** A row of recalculation, as its job needs it. */
export interface RecalculationRow {
  id: string;
  orgId: string | null;
  cause: Recalculation['cause'];
  title: string;
  records: number;
  named: NamedChange[];
  vehicleId: string | null;
  categoryId: string | null;
  deviceId: string | null;
  roadIds: string[] | null;
  near: string | null;
  fromAt: string;
  toAt: string;
  state: Recalculation['state'];
  total: number | null;
  done: number;
  lastStartAt: string | null;
  lastTripId: string | null;
  actorName: string;
}

const columns = `id, org_id as "orgId", cause, title, records, named, vehicle_id as "vehicleId", category_id as "categoryId", device_id as "deviceId", road_ids as "roadIds", near::text as near, from_at as "fromAt",
  to_at as "toAt", state, total, done, last_start_at as "lastStartAt", last_trip_id as "lastTripId", actor_name as "actorName"`;

export async function recalculationRow(db: Queryable, id: string): Promise<RecalculationRow | undefined> {
  const [row] = await db.query<RecalculationRow>(
    `select ${columns} from recalculation where id = $1 for no key update`,
    [id],
  );
  return row;
}

/** The one whose turn it is. */
export async function dueRecalculation(db: Queryable, now: Date): Promise<RecalculationRow | undefined> {
  const [row] = await db.query<RecalculationRow>(
    `select ${columns} from recalculation where state = 'RUNNING' and due_at <= $1 order by due_at, id limit 1`,
    [now.toISOString()],
  );
  return row;
}

const mostTries = 8;
/** Tries again later, ever later; after some tries it has failed. */
export const putOffRecalculation = (db: Queryable, id: string, now: Date): Promise<unknown> =>
  db.query(
    `update recalculation set tries = tries + 1, due_at = $2::timestamptz + interval '1 minute' * power(2, tries),
       state = case when tries + 1 >= ${mostTries} then 'FAILED' else state end, finished_at = case when tries + 1 >= ${mostTries} then $2::timestamptz end
     where id = $1`,
    [id, now.toISOString()],
  );

/** Nobody needs to hear of a change that concerned no trip. */
export const countTrips = (db: Queryable, id: string, total: number): Promise<unknown> =>
  total === 0
    ? db.query('delete from recalculation where id = $1', [id])
    : db.query('update recalculation set total = $2 where id = $1', [id, total]);

export const keepStep = (
  db: Queryable,
  id: string,
  last: { id: string; start: number },
  trips: number,
  { added, changed, withdrawn, flagged }: Outcome,
): Promise<unknown> =>
  db.query(
    `update recalculation set done = done + $2, added = added + $3, changed = changed + $4, withdrawn = withdrawn + $5, flagged = flagged + $6,
       last_start_at = $7, last_trip_id = $8 where id = $1`,
    [id, trips, added, changed, withdrawn, flagged, new Date(last.start).toISOString(), last.id],
  );

export const endRecalculation = (
  db: Queryable,
  id: string,
  state: Recalculation['state'],
  now: Date,
): Promise<unknown> =>
  db.query(`update recalculation set state = $2, finished_at = $3 where id = $1`, [id, state, now.toISOString()]);

export async function listRecalculations(
  db: Queryable,
  scope: Scope,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: Recalculation[]; count: number }> {
  const params: Param[] = [];
  const where = `true${tenantFilter('recalculations', scope, 'r.org_id', params)}`;
  const rows = await db.query<Recalculation>(
    `select r.id, r.cause, r.record_id as "recordId", r.title, r.records, r.state, r.from_at as "fromAt", r.total, r.done, r.added, r.changed, r.withdrawn,
       r.flagged, r.actor_name as "actorName", r.at, r.finished_at as "finishedAt"
     from recalculation r where ${where} order by r.at desc, r.id desc limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from recalculation r where ${where}`, params);
  return { rows, count: total?.count ?? 0 };
}

const keptMs = 365 * 86_400_000;

/** Forgets those of the time before; revisions of violations say for themselves what they came of. */
export const sweepRecalculations = (db: Queryable, now: Date): Promise<unknown> =>
  db.query('delete from recalculation where id in (select id from recalculation where at < $1 limit 200)', [
    new Date(now.getTime() - keptMs).toISOString(),
  ]);
