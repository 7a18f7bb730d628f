import type { Queryable } from '#kit/server/db/database.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { readerOf, unpacked } from './decode-frames.ts';
import { engineMeasureNames } from './engine-data.contract.ts';
import type { Reported } from './engine-data.rules.ts';

/** A device for a time, milliseconds: from `from` to before `to`. `since`: what was sent before is not the reader's to see. */
export interface DeviceTime {
  slot: number;
  from: number;
  to: number;
  since: string | null;
}

/** Of a device that reports every four seconds, a day. */
const mostFixes = 20_000;
/** Fixes before the time that are looked through for the last value of what the time itself has none of. */
const earlierFixes = 300;
const mostBatches = 1_000;

const told = [...engineMeasureNames, 'dtcs'];
const iso = (time: number) => new Date(time).toISOString();

interface Row {
  fixMs: number;
  attributes: Record<string, unknown>;
}
const asReported = (rows: readonly Row[]): Reported[] =>
  rows.map(({ fixMs, attributes }) => ({ at: fixMs, attributes }));
const fixes = `select round(extract(epoch from fix_at) * 1000)::bigint as "fixMs", attributes from position
  where device = $1 and ($4::timestamptz is null or (fix_at >= $4 and received_at >= $4))`;

/** What a device reported of the vehicle with its fixes, and in messages without one. In no order. */
export async function reportedIn(db: Queryable, { slot, from, to, since }: DeviceTime): Promise<Reported[]> {
  const rows = await db.query<Row>(
    `${fixes} and fix_at >= $2 and fix_at < $3 and attributes ?| $5 order by fix_at desc limit ${mostFixes}`,
    [slot, iso(from), iso(to), since, told],
  );
  return [...asReported(rows), ...(await reportedWithoutFix(db, { slot, from, to, since }))];
}

/** What it reported last before the time; `from` is the moment before which nothing counts. */
export async function reportedBefore(db: Queryable, { slot, from, to, since }: DeviceTime): Promise<Reported[]> {
  const rows = await db.query<Row>(
    `select * from (${fixes} and fix_at >= $2 and fix_at < $3 order by fix_at desc limit ${earlierFixes}) f
     where f.attributes ?| $5`,
    [slot, iso(from), iso(to), since, told],
  );
  return asReported(rows);
}

/** Messages without a fix are kept as they came, and read here. */
async function reportedWithoutFix(db: Queryable, { slot, from, to, since }: DeviceTime): Promise<Reported[]> {
  const rows = await db.query<{ receivedAt: string; protocol: string; frames: Buffer }>(
    `select received_at as "receivedAt", protocol, frames from raw_frame
     where device = $1 and received_at >= $2 and received_at < $3 and ($4::timestamptz is null or received_at >= $4)
     order by received_at desc limit ${mostBatches}`,
    [slot, iso(from), iso(to), since],
  );
  const breathe = createBreath();
  const reported: Reported[] = [];
  for (const { receivedAt, protocol, frames } of rows) {
    await breathe();
    const now = Date.parse(receivedAt);
    const read = readerOf(protocol.toLowerCase(), { checksum: 'lenient', model: '' });
    for (const frame of unpacked(frames))
      for (const { fix, deviceTime, attributes } of read(frame, now).readings)
        if (fix === null && told.some((name) => name in attributes)) {
          const at = deviceTime !== null && deviceTime >= from && deviceTime < to ? deviceTime : now;
          reported.push({ at, attributes });
        }
  }
  return reported;
}
