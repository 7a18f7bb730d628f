import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import { type CurrentRecord, currentOf, putCurrent } from './current-positions.store.ts';
import { openTrip, type SettledTrip, type Track } from './track.ts';
import { putMark, putStates, stateRow } from './track-state.store.ts';
import { putTrips, takeBackTrips, type TripRecord, updateTrips, writeMs } from './trips.store.ts';

/** What is to be saved of a track, taken at one moment: it goes on changing while this is written. */
export interface Snapshot {
  track: Track;
  settled: SettledTrip[];
  newest: Track['newest'];
  unsavedFrom: number | null;
  state: ReturnType<typeof stateRow>;
  current: CurrentRecord;
  /** Rows that are there, and those that are not. */
  known: TripRecord[];
  added: TripRecord[];
  /** Starts of stored trips that turned out to be none. */
  gone: readonly number[];
  openStart: number | null;
}

/** Takes what is to be saved out of the track; see `putBack`. `savedTo`: all that was received up to then is in it. */
export function takeSnapshot(track: Track, savedTo: number): Snapshot {
  const bindingId = track.binding.id;
  const records = track.settled.map(
    ({ trip, settledAt, after }): TripRecord => ({ bindingId, state: 'CLOSED', trip, settledAt, after }),
  );
  const open = openTrip(track);
  if (open)
    records.push({
      bindingId,
      state: track.cutter.silent ? 'CLOSED' : 'LIVE',
      trip: open,
      settledAt: null,
      after: null,
    });
  const isStored = ({ trip }: TripRecord) => trip.start.time === track.storedStart;
  const starts = new Set(records.map(({ trip }) => trip.start.time));
  const snapshot: Snapshot = {
    track,
    settled: track.settled,
    newest: track.newest,
    unsavedFrom: track.unsavedFrom,
    state: stateRow(track, savedTo),
    current: currentOf(track),
    known: records.filter(isStored),
    added: records.filter((record) => !isStored(record)),
    gone: [...track.doubtedStarts, track.storedStart ?? []].flat().filter((start) => !starts.has(start)),
    openStart: open?.start.time ?? null,
  };
  track.settled = [];
  track.newest = null;
  track.unsavedFrom = null;
  return snapshot;
}

/** What could not be saved is to be saved another time. */
export function putBack({ track, settled, newest, unsavedFrom, openStart }: Snapshot): void {
  if (openStart !== null) track.doubtedStarts.push(openStart);
  track.settled = [...settled, ...track.settled];
  track.newest ??= newest;
  track.unsavedFrom = unsavedFrom ?? track.unsavedFrom;
}

/** Saves in one transaction, with the mark up to which everything is saved. */
export async function saveSnapshots(
  db: Database,
  snapshots: readonly Snapshot[],
  { mark, now }: { mark: number | null; now: Date },
): Promise<void> {
  await transact(db, everything, async (db) => {
    await allowMs(db, writeMs);
    await takeBackTrips(
      db,
      snapshots.flatMap(({ track, gone }) => gone.map((start) => ({ bindingId: track.binding.id, start }))),
    );
    await updateTrips(
      db,
      snapshots.flatMap(({ known }) => known),
      now,
    );
    await putTrips(
      db,
      snapshots.flatMap(({ added }) => added),
      now,
    );
    await putCurrent(
      db,
      snapshots.map(({ current }) => current),
    );
    await putStates(
      db,
      snapshots.map(({ state }) => state),
    );
    if (mark !== null) await putMark(db, mark);
  });
  for (const { track, openStart } of snapshots) {
    track.storedStart = openStart;
    track.doubtedStarts = [];
  }
}
