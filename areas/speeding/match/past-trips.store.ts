import type { Param, Queryable } from '#kit/server/db/database.ts';

/** Statements of these reads may take so long: after `allowMs` in their transaction. */
export const readMs = 10_000;

/** Which past trips are looked at: of an organisation, or of all; those that limits of a road were asked of, or all. */
export interface PastTrips {
  orgId: string | null;
  roadIds: readonly string[] | null;
  /** Or those within a box, as PostgreSQL reads it. */
  near?: string | null;
  vehicleId?: string | null;
  /** Of vehicles that are of this category now. */
  categoryId?: string | null;
  deviceId?: string | null;
  fromAt: string;
  toAt: string;
}

/** A line draws fixes to it from so far, degrees: some 150 m. */
const reach = 0.0015;

/** A box with what lies so near that its lines could draw fixes to them. */
function grown(box: string): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box.replaceAll(/[()]/g, '').split(',').map(Number);
  const [west, south] = [Math.min(x1, x2) - reach, Math.min(y1, y2) - reach];
  return `(${west},${south}),(${Math.max(x1, x2) + reach},${Math.max(y1, y2) + reach})`;
}

function whereOf(asked: PastTrips, params: Param[]): string {
  const { orgId, roadIds, near, vehicleId, categoryId, deviceId, fromAt, toAt } = asked;
  const terms = [
    `t.state <> 'LIVE'`,
    `t.start_at >= $${params.push(fromAt)}::timestamptz`,
    `t.start_at < $${params.push(toAt)}::timestamptz`,
  ];
  if (orgId !== null) terms.push(`t.org_id = $${params.push(orgId)}::uuid`);
  // Of trips that were never matched, or before their roads were noted, any road may be one.
  const places: string[] = [];
  if (roadIds) places.push(`m.road_ids is null or m.road_ids && $${params.push([...roadIds])}::uuid[]`);
  if (near) places.push(`m.box is null or m.box && $${params.push(grown(near))}::box`);
  if (places.length > 0) terms.push(`(${places.join(' or ')})`);
  if (vehicleId) terms.push(`t.vehicle_id = $${params.push(vehicleId)}::uuid`);
  if (deviceId)
    terms.push(
      `t.vehicle_id in (select b.vehicle_id from devices_installation b where b.device_id = $${params.push(deviceId)}::uuid)`,
    );
  if (categoryId)
    terms.push(
      `t.vehicle_id in (select v.id from vehicles_vehicle v where v.category_id = $${params.push(categoryId)}::uuid)`,
    );
  return terms.join(' and ');
}

const fromSql = 'trips_trip t left join trip_match m on m.trip_id = t.id';

/** How many there are, counted up to one more than `most`. */
export async function countPastTrips(db: Queryable, asked: PastTrips, most: number): Promise<number> {
  const params: Param[] = [];
  const [row] = await db.query<{ count: number }>(
    {
      text: `select count(*) from (select 1 from ${fromSql} where ${whereOf(asked, params)} limit ${most + 1}) x`,
      timeoutMs: readMs,
    },
    params,
  );
  return row?.count ?? 0;
}

/** The next of them behind one, the latest first. */
export async function nextPastTrips(
  db: Queryable,
  asked: PastTrips,
  last: { startAt: string; id: string } | undefined,
  most: number,
): Promise<string[]> {
  const params: Param[] = [];
  const where = whereOf(asked, params);
  const behind = last
    ? ` and (t.start_at, t.id) < ($${params.push(last.startAt)}::timestamptz, $${params.push(last.id)}::uuid)`
    : '';
  const rows = await db.query<{ id: string }>(
    {
      text: `select t.id from ${fromSql} where ${where}${behind} order by t.start_at desc, t.id desc limit ${most}`,
      timeoutMs: readMs,
    },
    params,
  );
  return rows.map(({ id }) => id);
}
