import { BinaryRows } from '#kit/server/db/binary-rows.ts';
import type { Bulk } from '#kit/server/db/bulk.ts';
import { dayOf, partitionOf } from './partitions.store.ts';
import { flag, type Position } from './position.ts';

/** What one device sent in one batch, byte for byte. */
export interface RawFrames {
  device: number;
  protocol: string;
  /** Each of at most 65,535 bytes. */
  frames: Buffer[];
}

const positionColumns =
  '(fix_at, received_at, device, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg, altitude_m, satellites, hdop_c, flags, unfit, attributes)';

/**
 * Locks what holds the days as COPY into it would: days are copied to by themselves, and without this a day could be on its way
 * out meanwhile, and nobody who looks for writers would find one.
 */
export async function holdDays(bulk: Bulk): Promise<void> {
  await bulk.query({ text: 'lock table only position, only raw_frame in row exclusive mode' }, []);
}

/** Adds fixes that cannot be there yet. After `holdDays`. */
export async function copyPositions(bulk: Bulk, positions: readonly Position[]): Promise<void> {
  const days = new Map<number, Position[]>();
  for (const one of positions) {
    const day = dayOf(one.fixAt);
    const of = days.get(day);
    if (of) of.push(one);
    else days.set(day, [one]);
  }
  for (const [day, some] of days) await bulk.copy(`${partitionOf('position', day)} ${positionColumns}`, rowsOf(some));
}

function rowsOf(positions: readonly Position[]): BinaryRows {
  const rows = new BinaryRows(positions.length * 160 + 64);
  for (const one of positions) {
    rows.row(14);
    rows.time(one.fixAt);
    rows.time(one.receivedAt);
    rows.int4(one.device);
    rows.int4(one.latE7);
    rows.int4(one.lonE7);
    rows.int4(one.speedCkmh);
    rows.int4(one.accuracyCm);
    rows.int2(one.courseDdeg);
    rows.int2(one.altitudeM);
    rows.int2(one.satellites);
    rows.int2(one.hdopC);
    rows.int2(one.flags);
    rows.int2(one.unfit);
    rows.json(one.attributes);
  }
  return rows;
}

/** After `holdDays`. */
export async function copyFrames(bulk: Bulk, receivedAt: number, all: ReadonlyMap<number, RawFrames>): Promise<void> {
  if (all.size === 0) return;
  const rows = new BinaryRows();
  for (const { device, protocol, frames } of all.values()) {
    rows.row(5);
    rows.time(receivedAt);
    rows.int4(device);
    rows.text(protocol);
    rows.int2(frames.length);
    rows.pieces(frames);
  }
  const part = partitionOf('raw_frame', dayOf(receivedAt));
  await bulk.copy(`${part} (received_at, device, protocol, count, frames)`, rows);
}

/** Adds what is not there. For a batch of which it is not known whether it was stored. */
export async function addFrames(bulk: Bulk, receivedAt: number, all: Iterable<RawFrames>): Promise<void> {
  const rows = [...all];
  await bulk.query(
    {
      text: `insert into raw_frame (received_at, device, protocol, count, frames)
        select ${timeOf('$1')}, a.device, a.protocol, a.count, a.frames
        from unnest($2::int[], $3::text[], $4::smallint[], $5::bytea[]) as a (device, protocol, count, frames)
        on conflict (device, received_at) do nothing`,
    },
    [
      receivedAt,
      rows.map(({ device }) => device),
      rows.map(({ protocol }) => protocol),
      rows.map(({ frames }) => frames.length),
      rows.map(
        ({ frames }) => `\\x${Buffer.concat(frames.flatMap((frame) => [lengthOf(frame), frame])).toString('hex')}`,
      ),
    ],
  );
}

function lengthOf(frame: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(frame.length);
  return length;
}

const timeOf = (ms: string) => `timestamptz 'epoch' + ${ms}::bigint * interval '1 millisecond'`;

const none = 2_147_483_647;

/**
 * Of two fixes of one device and moment the one to keep comes first, whichever came first: one that drives something, then as
 * `compareFixes` has it, then one that was sent at once.
 */
export function comparePositions(a: Position, b: Position): number {
  return (
    Math.sign(a.unfit) - Math.sign(b.unfit) ||
    (a.accuracyCm ?? none) - (b.accuracyCm ?? none) ||
    Number(a.speedCkmh === null) - Number(b.speedCkmh === null) ||
    a.latE7 - b.latE7 ||
    a.lonE7 - b.lonE7 ||
    (a.speedCkmh ?? 0) - (b.speedCkmh ?? 0) ||
    (a.flags & flag.archived) - (b.flags & flag.archived) ||
    b.flags - a.flags
  );
}

/** The same order in the database; keep the two alike. */
const rank = (row: string) =>
  `(${row}.unfit <> 0, coalesce(${row}.accuracy_cm, ${none}), ${row}.speed_ckmh is null, ${row}.lat_e7, ${row}.lon_e7,
    coalesce(${row}.speed_ckmh, 0), ${row}.flags & ${flag.archived}, -${row}.flags)`;

const mergeText = (when: string) =>
  `insert into position as p (fix_at, received_at, device, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg,
      altitude_m, satellites, hdop_c, flags, unfit, attributes)
    select ${timeOf('a.fix_ms')}, ${timeOf('$1')}, a.device, a.lat_e7, a.lon_e7, a.speed_ckmh, a.accuracy_cm, a.course_ddeg,
      a.altitude_m, a.satellites, a.hdop_c, a.flags, a.unfit, a.attributes::jsonb
    from unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::smallint[], $9::smallint[],
      $10::smallint[], $11::smallint[], $12::smallint[], $13::smallint[], $14::text[])
      as a (fix_ms, device, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg, altitude_m, satellites, hdop_c, flags,
        unfit, attributes)
    on conflict (device, fix_at) do update set received_at = excluded.received_at, lat_e7 = excluded.lat_e7,
      lon_e7 = excluded.lon_e7, speed_ckmh = excluded.speed_ckmh, accuracy_cm = excluded.accuracy_cm,
      course_ddeg = excluded.course_ddeg, altitude_m = excluded.altitude_m, satellites = excluded.satellites,
      hdop_c = excluded.hdop_c, flags = excluded.flags, unfit = excluded.unfit, attributes = excluded.attributes
    where ${when}
    returning device, round(extract(epoch from fix_at) * 1000)::bigint as fix_ms`;
const better = `${rank('excluded')} < ${rank('p')}`;
const mergeSql = { name: 'merge-positions', text: mergeText(better) };
/** What is there of the very same batch was stored by a try of which nobody heard: it changed the store all the same. */
const mergeAgainSql = {
  name: 'merge-positions-again',
  text: mergeText(`${better} or p.received_at = excluded.received_at`),
};

/**
 * Stores fixes of which some may be there: one that is better than what is there takes its place. Gives those that changed
 * the store. `positions`: at most one of a device and moment, in the order of both, so that nobody waits in a ring. `isAgain`:
 * the batch may have been stored before.
 */
export async function mergePositions(
  bulk: Bulk,
  receivedAt: number,
  positions: readonly Position[],
  isAgain = false,
): Promise<readonly Position[]> {
  const column = (name: keyof Position) => positions.map((one) => one[name]);
  const changed = await bulk.query<{ device: number; fix_ms: number }>(isAgain ? mergeAgainSql : mergeSql, [
    receivedAt,
    column('fixAt'),
    column('device'),
    column('latE7'),
    column('lonE7'),
    column('speedCkmh'),
    column('accuracyCm'),
    column('courseDdeg'),
    column('altitudeM'),
    column('satellites'),
    column('hdopC'),
    column('flags'),
    column('unfit'),
    column('attributes'),
  ]);
  if (changed.length === positions.length) return positions;
  const keys = new Set(changed.map(({ device, fix_ms }) => `${device} ${fix_ms}`));
  return positions.filter(({ device, fixAt }) => keys.has(`${device} ${fixAt}`));
}

/** Of each device and moment the one to keep, in the order of both. */
export function distinctPositions(positions: readonly Position[]): Position[] {
  const sorted = positions.toSorted((a, b) => a.device - b.device || a.fixAt - b.fixAt || comparePositions(a, b));
  return sorted.filter((one, at) => {
    const before = sorted[at - 1];
    return before?.device !== one.device || before.fixAt !== one.fixAt;
  });
}

/** The latest stored fix of each of these devices, in milliseconds; nothing of those without one. */
export async function newestOf(bulk: Bulk, devices: readonly number[]): Promise<{ device: number; fix_ms: number }[]> {
  return bulk.query(
    {
      text: `select d.device, round(extract(epoch from l.fix_at) * 1000)::bigint as fix_ms
        from unnest($1::int[]) as d (device)
        cross join lateral (select p.fix_at from position p where p.device = d.device order by p.fix_at desc limit 1) l`,
    },
    [devices],
  );
}
