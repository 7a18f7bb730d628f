import type { Queryable } from '#kit/server/db/database.ts';

/** What was heard of a device since it was last written down. */
export interface DeviceActivity {
  readonly deviceId: string;
  protocol: string;
  address: string;
  isConnected: boolean;
  isProven: boolean;
  /** Milliseconds, by the server's clock. */
  seenAt: number;
  /** Of its latest fix that drives something. */
  fixAt: number | null;
  frames: number;
  badFrames: number;
  badChecksums: number;
  /** Messages of kinds that no reader has, by the kind. */
  unread: Record<string, number>;
  unfit: number;
  clockOffsetS: number | null;
  batteryV: number | null;
  batteryPercent: number | null;
  powerV: number | null;
  charging: boolean | null;
  alarm: string | null;
  alarmAt: number | null;
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const columnsOf = (rows: readonly DeviceActivity[]) => [
  rows.map((row) => row.deviceId),
  rows.map((row) => iso(row.seenAt)),
  rows.map((row) => iso(row.fixAt)),
  rows.map((row) => row.protocol),
  rows.map((row) => row.address),
  rows.map((row) => String(row.isConnected)),
  rows.map((row) => String(row.isProven)),
  rows.map((row) => row.frames),
  rows.map((row) => row.badFrames),
  rows.map((row) => row.badChecksums),
  rows.map((row) => row.unfit),
  rows.map((row) => row.clockOffsetS),
  rows.map((row) => row.batteryV),
  rows.map((row) => row.batteryPercent),
  rows.map((row) => row.powerV),
  rows.map((row) => (row.charging === null ? null : String(row.charging))),
  rows.map((row) => row.alarm),
  rows.map((row) => iso(row.alarmAt)),
  rows.map((row) => JSON.stringify(row.unread)),
];

const writeSql = `insert into device_live as l (device_id, last_seen_at, last_fix_at, protocol, address, connected, proven, frames,
    bad_frames, bad_checksums, unfit_fixes, clock_offset_s, battery_v, battery_percent, power_v, charging, last_alarm, last_alarm_at, unread_kinds, unread_frames)
  select a.*, (select coalesce(sum(value::bigint), 0) from jsonb_each_text(a.unread)) from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::boolean[], $7::boolean[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::real[], $13::real[], $14::real[], $15::real[], $16::boolean[],
      $17::text[], $18::timestamptz[], $19::jsonb[])
      as a (device_id, last_seen_at, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, unread)
    where exists (select 1 from device d where d.id = a.device_id and (d.owned_since is null or d.owned_since <= a.last_seen_at))
  on conflict (device_id) do update set last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at),
    last_fix_at = greatest(l.last_fix_at, excluded.last_fix_at), protocol = excluded.protocol, address = excluded.address,
    connected = excluded.connected, proven = excluded.proven, frames = l.frames + excluded.frames,
    bad_frames = l.bad_frames + excluded.bad_frames, bad_checksums = l.bad_checksums + excluded.bad_checksums,
    unread_frames = l.unread_frames + excluded.unread_frames, unread_kinds = case when excluded.unread_frames = 0 then l.unread_kinds
      else (select coalesce(jsonb_object_agg(k.key, k.frames), '{}') from (select u.key, sum(u.value::bigint) as frames
        from (select * from jsonb_each_text(l.unread_kinds) union all select * from jsonb_each_text(excluded.unread_kinds)) u
        group by u.key order by 2 desc, 1 limit 20) k) end,
    unfit_fixes = l.unfit_fixes + excluded.unfit_fixes, clock_offset_s = coalesce(excluded.clock_offset_s, l.clock_offset_s),
    battery_v = coalesce(excluded.battery_v, l.battery_v), battery_percent = coalesce(excluded.battery_percent, l.battery_percent),
    power_v = coalesce(excluded.power_v, l.power_v), charging = coalesce(excluded.charging, l.charging),
    last_alarm = coalesce(excluded.last_alarm, l.last_alarm), last_alarm_at = coalesce(excluded.last_alarm_at, l.last_alarm_at)`;

/** Adds what was heard of devices to what is known of them; of devices that are gone nothing is kept, nor of what a former owner's was heard of. */
export async function writeDeviceActivity(db: Queryable, rows: readonly DeviceActivity[]): Promise<void> {
  await db.query(writeSql, columnsOf(rows));
}

/** After a start of the gateway nobody is connected. */
export async function markAllDisconnected(db: Queryable): Promise<void> {
  await db.query('update device_live set connected = false where connected');
}

/** When each device that sent positions did so last, by its identifier. */
export async function lastPositionTimes(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ identifier: string; at: string }>(
    'select d.identifier, l.last_fix_at as at from device_live l join device d on d.id = l.device_id where l.last_fix_at is not null',
  );
  return new Map(rows.map(({ identifier, at }) => [identifier, Date.parse(at)]));
}
