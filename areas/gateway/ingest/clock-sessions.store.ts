import type { Queryable } from '#kit/server/db/database.ts';

/** What came of a device while it was listened to without a longer silence. */
export interface ClockSession {
  deviceId: string;
  /** Of the first and the last position, by the device, milliseconds. */
  fromAt: number;
  toAt: number;
  heardAt: number;
  /** The latest offsets, milliseconds. */
  samples: number[];
  count: number;
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
/** Of what comes live the middle half differs by no more. What was kept and is sent on without saying so gets younger from one to the next. */
const steadyMs = 5_000;
const isSteady = ({ samples }: ClockSession): boolean => {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return at(0.75) - at(0.25) <= steadyMs;
};
const iso = (time: number): string => new Date(time).toISOString();
const int = 2_147_483_647;

/** Writes down what sessions say of clocks; those whose positions did not come live say nothing. */
export async function putClockSessions(db: Queryable, all: readonly ClockSession[]): Promise<void> {
  const sessions = all.filter(isSteady);
  const others = all.filter((one) => !isSteady(one));
  if (others.length > 0)
    await db.query(
      `delete from device_clock_session s using unnest($1::uuid[], $2::timestamptz[]) as r (device_id, from_at)
       where s.device_id = r.device_id and s.from_at = r.from_at`,
      [others.map(({ deviceId }) => deviceId), others.map(({ fromAt }) => iso(fromAt))],
    );
  await db.query(
    `insert into device_clock_session (device_id, from_at, to_at, offset_ms, samples)
     select r.* from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::int[], $5::int[]) as r (device_id, from_at, to_at, offset_ms, samples)
     where exists (select from devices_device d where d.id = r.device_id)
     on conflict (device_id, from_at) do update set to_at = excluded.to_at, offset_ms = excluded.offset_ms, samples = excluded.samples`,
    [
      sessions.map(({ deviceId }) => deviceId),
      sessions.map(({ fromAt }) => iso(fromAt)),
      sessions.map(({ toAt }) => iso(toAt)),
      sessions.map(({ samples }) => Math.max(-int, Math.min(int, medianOf(samples)))),
      sessions.map(({ count }) => count),
    ],
  );
}

/** What is known of a device's clock over a time: the greatest offset of its sessions then, milliseconds. */
interface KnownClock {
  /** Null: nothing came live then. */
  offsetMs: number | null;
  /** False: offsets were not noted yet. */
  isNoted: boolean;
}

/** @param from,to milliseconds, by the device */
export async function clockDuring(db: Queryable, deviceId: string, from: number, to: number): Promise<KnownClock> {
  const [row] = await db.query<{ offsetMs: number | null; isNoted: boolean }>(
    `select (select max(abs(s.offset_ms)) from device_clock_session s where s.device_id = $1 and s.from_at <= $3 and s.to_at >= $2) as "offsetMs",
       $2::timestamptz >= (select at from device_clock_begin) as "isNoted"`,
    [deviceId, iso(from), iso(to)],
  );
  return row ?? { offsetMs: null, isNoted: false };
}

const keptMs = 100 * 86_400_000;

/** Positions of that time are gone as well. */
export const sweepClockSessions = (db: Queryable, now: Date): Promise<unknown> =>
  db.query(
    'delete from device_clock_session where ctid in (select ctid from device_clock_session where to_at < $1 limit 5000)',
    [iso(now.getTime() - keptMs)],
  );
