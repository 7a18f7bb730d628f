import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publishOffline } from '../devices.topics.ts';

/** Where neither the device nor its category says how often it reports. */
const usualIntervalS = 60;
/** A tunnel or a lift is no silence, however often a device reports. */
const leastSilenceS = 300;
const longSilenceS = 86_400;
/** Lists show when a device was heard of last to the minute: writing it more often would only cost. */
const seenEveryS = 60;

/** Seconds of a device's usual interval; needs `d` device and `c` its category. */
export const intervalSql = `coalesce(d.interval_s, c.interval_s, ${usualIntervalS})`;

/** A device with the binding that holds at a moment, what is heard of it, and its category: `d`, `b`, `l`, `c`. */
export const statesFromSql = (now: string) =>
  `device d left join device_binding b on b.device_id = d.id and b.from_at <= ${now} and (b.to_at is null or b.to_at > ${now})
     left join device_live l on l.device_id = d.id left join device_category c on c.id = d.category_id`;

/** The state of such a device. What people say of it goes before what is heard of it. */
export const stateSql = (now: string) =>
  `case when d.situation in ('RETIRED', 'FAULTY') then d.situation
     when b.id is null then 'IN_STOCK'
     when l.last_seen_at is null or l.last_seen_at < b.from_at then 'ASSIGNED'
     when ${now} - l.last_seen_at > make_interval(secs => greatest(${longSilenceS}, 3 * ${intervalSql})) then 'LONG_OFFLINE'
     when ${now} - l.last_seen_at > make_interval(secs => greatest(${leastSilenceS}, 3 * ${intervalSql})) then 'OFFLINE'
     else 'ACTIVE' end`;

/** Devices of one call: after a stop all of them turn at once, and who writes to one of them meanwhile waits. */
const atOnce = 1_000;

/**
 * Brings state, vehicle and the time of the last message of live devices in line with what is heard of them, a thousand at
 * most; whoever is being written to waits for the next round. Nobody wrote to a record: its version stays, and its history does not tell of it. Gives what was touched, and whether
 * more may be left.
 */
export async function updateAllDeviceStates(
  db: Queryable,
  now: Date,
): Promise<{ touched: Writer['touched']; isMore: boolean }> {
  const at = '$1::timestamptz';
  const rows = await db.query<{ orgId: string; devices: number; lost: { id: string; identifier: string }[] }>(
    `with turned as (
       select d.id, d.state as was, ${stateSql(at)} as state, b.vehicle_id, greatest(d.last_seen_at, l.last_seen_at) as seen
       from ${statesFromSql(at)} where d.deleted_at is null and (d.state <> ${stateSql(at)} or d.vehicle_id is distinct from b.vehicle_id
         or (d.last_seen_at is null and l.last_seen_at is not null)
         or l.last_seen_at - d.last_seen_at >= make_interval(secs => ${seenEveryS})) limit ${atOnce}
       for no key update of d skip locked),
     settled as (
       update device t set state = n.state, vehicle_id = n.vehicle_id, last_seen_at = n.seen from turned n where t.id = n.id
       returning t.org_id, t.id, t.identifier, t.state = 'LONG_OFFLINE' and n.was <> 'LONG_OFFLINE' as lost)
     select org_id as "orgId", count(*)::int as devices,
       coalesce(jsonb_agg(jsonb_build_object('id', id, 'identifier', identifier) order by identifier) filter (where lost), '[]') as lost
     from settled group by org_id`,
    [now.toISOString()],
  );
  for (const { orgId, lost } of rows) await publishOffline(db, now, orgId, lost);
  return {
    touched: rows.map(({ orgId }) => ['device', orgId]),
    isMore: rows.reduce((sum, { devices }) => sum + devices, 0) === atOnce,
  };
}
