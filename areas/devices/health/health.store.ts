import { type DeviceProblem, deviceProblems } from './health.contract.ts';
import { statesFromSql } from './device-states.store.ts';

/** From here on a count is no accident: so many, and such a part of all frames. */
const someTimes = 5;
/** Fixes that moved with the ignition off: fewer are one being towed, or started by hand. */
const someOffPoints = 20;

/** What each problem means, of a row of `healthFrom`. Thresholds are those of the board's help. */
const problemTerms: Readonly<Record<DeviceProblem, string>> = {
  SILENT: `d.state = 'OFFLINE'`,
  LONG_SILENT: `d.state = 'LONG_OFFLINE'`,
  NEVER_HEARD: `d.state = 'ASSIGNED'`,
  LOW_BATTERY: `${isCarried()} and l.charging is not true
    and (l.battery_percent <= 20 or (l.battery_percent is null and l.battery_v > 0.5 and l.battery_v < 3.6))`,
  JUMPS: `${isCarried()} and j.jumps >= ${someTimes} and j.jumps * 200 >= j.points`,
  CLOCK: `${isCarried()} and abs(l.clock_offset_s) > 60 and d.clock_rule is distinct from 'ARRIVAL'`,
  IGNITION: `${isCarried()} and j.off_points >= ${someOffPoints} and j.off_points * 4 >= j.points`,
  UNREAD: `${isCarried()} and l.unread_frames >= ${someTimes}`,
  REFUSED_FRAMES: `${isCarried()} and l.bad_frames + l.bad_checksums >= ${someTimes} and (l.bad_frames + l.bad_checksums) * 50 >= l.frames`,
};

/** What lies in stock or was given up has no problems. */
function isCarried(): string {
  return `d.state not in ('IN_STOCK', 'RETIRED')`;
}

export const anyProblem = `(${Object.values(problemTerms).join(' or ')})`;
export const hasProblem = (problem: DeviceProblem): string => `(${problemTerms[problem]})`;
const problemsSql = `array_remove(array[${deviceProblems.map((one) => `case when ${problemTerms[one]} then '${one}' end`).join(', ')}]::text[], null)`;

/** Fixes that were nowhere near, in trips of the last day; not those of a former owner. */
const jumpsSql = (now: string) =>
  `select t.device_id, sum(t.dropped + t.jump_legs)::int as jumps, sum(t.points)::int as points,
     sum(t.off_points)::int as off_points
   from trips_quality t join device td on td.id = t.device_id and (td.owned_since is null or t.start_at >= td.owned_since)
   where t.start_at > ${now} - interval '1 day' group by t.device_id`;

/** Live devices, with what is heard of them. */
export const healthFrom = (now: string) =>
  `${statesFromSql(now)} left join (${jumpsSql(now)}) j on j.device_id = d.id join people_organisation o on o.id = d.org_id left join vehicles_vehicle v on v.id = b.vehicle_id
   where d.deleted_at is null`;

const named = (id: string, label: string) => `json_build_object('id', ${id}, 'label', ${label})`;

/** The columns of a DeviceHealthRow. */
export const rowSql = `d.id, d.identifier, d.state, ${named('o.id', 'o.name')} as org, ${named('c.id', 'c.name')} as category,
  case when v.id is not null then json_build_object('id', v.id, 'label', v.registration_no, 'plateUse', v.plate_use) end as vehicle, ${problemsSql} as problems,
  coalesce(l.last_seen_at, d.last_seen_at) as "lastSeenAt", l.last_fix_at as "lastFixAt", l.protocol, coalesce(l.connected, false) as connected,
  coalesce(l.proven, false) as proven, coalesce(l.frames, 0) as frames, coalesce(l.bad_frames, 0) as "badFrames",
  coalesce(l.bad_checksums, 0) as "badChecksums", coalesce(l.unread_frames, 0) as "unreadFrames", coalesce(l.unfit_fixes, 0) as "unfitFixes", coalesce(j.jumps, 0) as jumps,
  l.clock_offset_s as "clockOffsetS", l.battery_v as "batteryV", l.battery_percent as "batteryPercent", l.power_v as "powerV", l.charging`;
