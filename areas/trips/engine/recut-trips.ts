import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '#kit/server/db/database.ts';
import { type CutterState, feed, newCutter } from '#telematics/pipeline/cutter.ts';
import { trackFixOf } from '#areas/gateway/gateway.server.ts';
import { endOfTime, readLog } from './stored-log.store.ts';
import { type StoredTrip, shownOf, tripsBehind } from './stored-trips.store.ts';
import { type CutterMark, keepMark, openTrip, type SettledTrip, type Track } from './track.ts';
import { moveTrips, putTrips, removeTrips, resettleTrips, type TripRecord } from './trips.store.ts';

/*
 * A late fix changes the trips around it and no others. Cutting begins with what the cutter remembered when the last trip
 * before the fix was settled, and ends where it comes to a trip that was stored the same: behind that all is as it was.
 */

export interface Recut {
  /** What the cutter remembers now; null: what it remembered is right. */
  cutter: CutterState | null;
  /** When its last fix came. */
  heardAt: number;
  marks: CutterMark[];
  /** Stored trips that stay as they are and can go on no more. */
  ended: readonly StoredTrip[];
  /** Stored trips that are in question, and those that are there instead. */
  before: readonly StoredTrip[];
  settled: readonly SettledTrip[];
}

/** Where cutting begins: behind trips that no longer can be cut again, as their log is not kept any more. */
function beginning(track: Track, before: StoredTrip | null, behind: readonly StoredTrip[]) {
  const { from, to } = track.binding;
  const within = ({ start }: StoredTrip) => start >= from && (to === null || start < to);
  const last = behind.findLastIndex((trip) => !trip.logged && within(trip));
  const kept = behind.filter((trip, at) => at <= last && within(trip));
  // What settled it may be what came late.
  const sealed = kept.at(-1);
  const after = sealed ? sealed.end : (before?.settledAt ?? from - 1);
  const remembered = sealed ? null : before?.after;
  const mark = track.marks.at(-1);
  const isBetter = mark && mark.at > after;
  return {
    after: isBetter ? mark.at : after,
    cutter: isBetter ? (JSON.parse(mark.after) as CutterState) : (remembered ?? newCutter()),
    before: behind.filter((trip) => !kept.includes(trip)),
    ended: kept.filter(({ settledAt, end }) => settledAt !== end),
  };
}

/** Cuts a track's log again. What is received later than `receivedTo` is left out: it waits. */
export async function cutAgain(db: Database, track: Track, receivedTo: number): Promise<Recut> {
  const { binding, profile, late } = track;
  const stored = await tripsBehind(db, binding, late?.from ?? 0);
  const { after, cutter, before, ended } = beginning(track, stored.before, stored.behind);
  const settled: SettledTrip[] = [];
  const marks = [...track.marks];
  let heardAt = 0;
  const part = { device: binding.device, after, before: binding.to ?? endOfTime, receivedTo };
  for await (const page of readLog(db, part, profile))
    for (const position of page) {
      const fix = trackFixOf(position, profile.ceilingKmh);
      heardAt = position.receivedAt;
      const { closed } = feed(cutter, fix, profile);
      keepMark(marks, cutter, fix.time);
      if (closed.length === 0) continue;
      for (const trip of closed) settled.push({ trip, settledAt: fix.time, after: JSON.stringify(cutter) });
      if (fix.time <= (late?.to ?? endOfTime)) continue;
      const at = before.findIndex(({ settledAt }) => settledAt === fix.time);
      const same = before[at];
      if (same?.start !== closed.at(-1)?.start.time) continue;
      if (isDeepStrictEqual(same?.after, JSON.parse(JSON.stringify(cutter))))
        return { cutter: null, heardAt, marks, ended, before: before.slice(0, at + 1), settled };
    }
  return { cutter, heardAt, marks, ended, before, settled };
}

/** Which stored trip each one that was cut is: that of its start, or else one that it overlaps. */
function matched(before: readonly StoredTrip[], records: readonly TripRecord[]): Map<TripRecord, StoredTrip> {
  const free = new Map(before.map((trip) => [trip.start, trip]));
  const pairs = new Map<TripRecord, StoredTrip>();
  const pair = (record: TripRecord, trip: StoredTrip | undefined) => {
    if (!trip) return;
    pairs.set(record, trip);
    free.delete(trip.start);
  };
  for (const record of records) pair(record, free.get(record.trip.start.time));
  for (const record of records) {
    if (pairs.has(record)) continue;
    const { start, end } = record.trip;
    pair(
      record,
      [...free.values()].find((trip) => trip.start < end.time && start.time < trip.end),
    );
  }
  return pairs;
}

/** Stores what came out. Trips that came out the same are left alone, and those that changed keep their ids. */
export async function storeRecut(db: Queryable, track: Track, recut: Recut, now: Date): Promise<void> {
  const bindingId = track.binding.id;
  const records = recut.settled.map(
    ({ trip, settledAt, after }): TripRecord => ({ bindingId, state: 'CLOSED', trip, settledAt, after }),
  );
  const open = recut.cutter && openTrip({ cutter: recut.cutter, profile: track.profile });
  if (open)
    records.push({
      bindingId,
      state: recut.cutter?.silent ? 'CLOSED' : 'LIVE',
      trip: open,
      settledAt: null,
      after: null,
    });
  const pairs = matched(recut.before, records);
  const kept = new Set(pairs.values());
  const changed: TripRecord[] = [];
  const moves: { id: string; start: number }[] = [];
  const resettled: { id: string; settledAt: number | null; after: string | null }[] = recut.ended.map(
    ({ id, end }) => ({
      id,
      settledAt: end,
      after: null,
    }),
  );
  for (const record of records) {
    const was = pairs.get(record);
    if (!was) changed.push(record);
    else {
      const { settledAt, after, trip } = record;
      const closed = was.state !== 'LIVE' && record.state !== 'LIVE';
      const same = was.start === trip.start.time && was.shown === shownOf(trip, was.hasReasons);
      if (was.start !== trip.start.time) moves.push({ id: was.id, start: trip.start.time });
      if (same && (closed || was.state === record.state)) {
        if (was.settledAt !== settledAt || !isDeepStrictEqual(was.after, after === null ? null : JSON.parse(after)))
          resettled.push({ id: was.id, settledAt, after });
      } else changed.push(closed ? { ...record, state: 'REOPENED' } : record);
    }
  }
  await removeTrips(
    db,
    recut.before.filter((trip) => !kept.has(trip)).map(({ id }) => id),
  );
  await moveTrips(db, moves);
  await putTrips(db, changed, now);
  await resettleTrips(db, resettled);
}
