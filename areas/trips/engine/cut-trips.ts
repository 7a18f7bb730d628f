import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import { currentOf, putCurrent, takeBackCurrent } from './current-positions.store.ts';
import { type EndedTrip, unpackedSince } from './packed-tracks.store.ts';
import { cutAgain, type Recut, storeRecut } from './recut-trips.ts';
import { endOfTime, readFix } from './stored-log.store.ts';
import { closeIfSilent, openTrip, type Track } from './track.ts';
import { putStates, stateRow } from './track-state.store.ts';
import { writeMs } from './trips.store.ts';

export interface CutTrack {
  /** Trips whose tracks are to be packed. */
  ended: readonly EndedTrip[];
  /** Where the vehicle is was taken back. */
  recalled: boolean;
}

/** Where the first trip begins that may have changed. */
const firstOf = ({ before, settled }: Recut, after: Track): number => {
  const starts = [before[0]?.start, settled[0]?.trip.start.time, openTrip(after)?.start.time];
  return Math.min(...starts.map((start) => start ?? endOfTime));
};

/**
 * Cuts the log of a track again and stores what that changes. All that was received up to `receivedTo` is saved of the track,
 * and what comes meanwhile waits.
 */
export async function cutTrack(
  db: Database,
  track: Track,
  { receivedTo, now }: { receivedTo: number; now: Date },
): Promise<CutTrack> {
  const { binding } = track;
  const recut = await cutAgain(db, track, receivedTo);
  const after: Track = { ...track, late: null, newest: null };
  if (recut.cutter) {
    after.cutter = recut.cutter;
    after.heardAt = Math.max(track.heardAt, recut.heardAt);
    closeIfSilent(after, now.getTime());
    const { last } = recut.cutter.teleports;
    after.newest = last && (await readFix(db, binding.device, last.time));
  }
  const result = await transact(db, everything, async (db) => {
    await allowMs(db, writeMs);
    const recalled = await takeBackCurrent(db, binding);
    await storeRecut(db, after, recut, now);
    await putCurrent(db, [currentOf(after)]);
    await putStates(db, [stateRow(after, receivedTo)]);
    return { ended: await unpackedSince(db, binding.id, firstOf(recut, after)), recalled };
  });
  track.marks = recut.marks;
  if (recut.cutter) {
    track.cutter = after.cutter;
    track.heardAt = after.heardAt;
    track.storedStart = openTrip(after)?.start.time ?? null;
  }
  return result;
}
