import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import { currentOf, putCurrent, takeBackCurrent } from './current-store.ts';
import { dropLiveTracks } from './packing.ts';
import { cutAgain, storeRecut } from './recut.ts';
import { readFix } from './stored-log.ts';
import { closeIfSilent, openTrip, type Track } from './track.ts';
import { putStates, stateRow } from './track-state.ts';
import { type TripRecord, writeMs } from './trip-store.ts';

export interface CutTrack {
  changed: readonly TripRecord[];
  /** Where the vehicle is was taken back. */
  recalled: boolean;
}

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
    const changed = await storeRecut(db, after, recut, now);
    await dropLiveTracks(db, [binding.id]);
    await putCurrent(db, [currentOf(after)]);
    await putStates(db, [stateRow(after, receivedTo)]);
    return { changed, recalled };
  });
  track.marks = recut.marks;
  if (recut.cutter) {
    track.cutter = after.cutter;
    track.heardAt = after.heardAt;
    track.storedStart = openTrip(after)?.start.time ?? null;
  }
  return result;
}
