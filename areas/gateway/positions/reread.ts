import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import { aheadMs, newClockWatch, noteOffset, onTime } from '../ingest/device-clock.ts';
import type { DeviceRegistry, KnownDevice } from '../ingest/device-registry.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { alarmsOf, type DeviceAlarm } from '../alarms/device-alarm.ts';
import { readerOf, unpacked } from './decode-frames.ts';
import { type Position, positionOf } from './position.ts';

/** Which kept frames are to be read again. Times in milliseconds, by when they were received. */
export interface RereadAsked {
  identifier?: string;
  protocol?: string;
  from?: number;
  to?: number;
  /** Only tells what would come of it. */
  isDry: boolean;
}

export interface Reread {
  devices: number;
  frames: number;
  /** Of them such that no reader has. */
  unread: number;
  fixes: number;
  /** Fixes that were not stored, and are now. */
  added: number;
}

const readMs = 30_000;
const pageRows = 200;

/**
 * Reads kept frames again by the readers of today and stores the fixes that are missing, as if they came late: trips are cut again around
 * them. What is stored stays as it is. A device whose times are those of arrival is left out: when its fixes were taken is not known.
 */
export async function reread(
  { db, registry, ingest }: { db: Database; registry: DeviceRegistry; ingest: Ingest },
  asked: RereadAsked,
): Promise<Reread> {
  const done: Reread = { devices: 0, frames: 0, unread: 0, fixes: 0, added: 0 };
  for (const device of registry.all()) {
    if (asked.identifier !== undefined && device.identifier.toLowerCase() !== asked.identifier.toLowerCase()) continue;
    if (device.clock.kind === 'arrival') continue;
    await rereadDevice(db, ingest, device, asked, done);
  }
  await ingest.flush();
  return done;
}

async function rereadDevice(db: Database, ingest: Ingest, device: KnownDevice, asked: RereadAsked, done: Reread) {
  const readers = new Map<string, ReturnType<typeof readerOf>>();
  const watch = newClockWatch();
  let found = false;
  for await (const { receivedAt, protocol, frames } of keptFrames(db, device.slot, asked)) {
    const reader = readers.get(protocol) ?? readerOf(protocol.toLowerCase(), device);
    readers.set(protocol, reader);
    const positions: Position[] = [];
    const said = new Map<Position, DeviceAlarm[]>();
    // What was said before belongs to the conversation, as a login with its time zone does.
    const isAsked = asked.from === undefined || receivedAt >= asked.from;
    for (const frame of unpacked(frames)) {
      const { readings, unread } = reader(frame, receivedAt);
      if (!isAsked) continue;
      done.frames += 1;
      if (unread !== undefined) done.unread += 1;
      for (const reading of onTime(readings, device.clock, watch, receivedAt)) {
        const position = positionOf(device.slot, reading, receivedAt, aheadMs(watch));
        if (position) {
          positions.push(position);
          said.set(position, alarmsOf(device.slot, reading, position, receivedAt));
        }
        if (position && !reading.archived) noteOffset(watch, position.fixAt, receivedAt);
      }
    }
    found ||= isAsked;
    done.fixes += positions.length;
    const missing = await notStored(db, device.slot, positions);
    done.added += missing.length;
    if (asked.isDry || missing.length === 0) continue;
    const alarms = missing.flatMap((position) => said.get(position) ?? []);
    const of = { device: device.slot, protocol, frame: null, waiting: null, urgent: false };
    ingest.take({ ...of, positions: missing, alarms });
    if (ingest.isFull) await ingest.flush();
  }
  if (found) done.devices += 1;
}

interface KeptBatch {
  receivedAt: number;
  protocol: string;
  frames: Buffer;
}

/** What is kept of a device, the oldest first. Earlier than asked for, too: conversations begin there. */
async function* keptFrames(db: Database, slot: number, asked: RereadAsked): AsyncGenerator<KeptBatch> {
  let after = new Date(0).toISOString();
  for (;;) {
    const rows = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      return db.query<{ at: string; protocol: string; frames: Buffer }>(
        {
          text: `select received_at as at, protocol, frames from raw_frame
            where device = $1 and received_at > $2 and ($3::timestamptz is null or received_at < $3) and ($4::text is null or protocol = $4)
            order by received_at limit ${pageRows}`,
          timeoutMs: readMs,
        },
        [slot, after, asked.to === undefined ? null : new Date(asked.to).toISOString(), asked.protocol ?? null],
      );
    });
    for (const { at, ...rest } of rows) yield { receivedAt: Date.parse(at), ...rest };
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.at;
  }
}

/** Those of which no fix of their moment is there; of several of one moment the first. */
async function notStored(db: Database, slot: number, positions: readonly Position[]): Promise<Position[]> {
  const byTime = new Map<number, Position>();
  for (const one of positions) if (!byTime.has(one.fixAt)) byTime.set(one.fixAt, one);
  if (byTime.size === 0) return [];
  const times = [...byTime.keys()].map((time) => new Date(time).toISOString());
  const there = await transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    return db.query<{ at: string }>(
      {
        text: 'select fix_at as at from position where device = $1 and fix_at = any($2::timestamptz[])',
        timeoutMs: readMs,
      },
      [slot, times],
    );
  });
  for (const { at } of there) byTime.delete(Date.parse(at));
  return [...byTime.values()];
}
