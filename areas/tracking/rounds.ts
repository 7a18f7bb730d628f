import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { putBack, saveSnapshots, takeSnapshot } from './checkpoint.ts';
import { type EndedTrip, packTrips } from './packing.ts';
import { cutTrack } from './cut-track.ts';
import { bindingsWithLog } from './stored-log.ts';
import { closeIfSilent, type Track } from './track.ts';
import type { TrackMemory } from './track-memory.ts';
import type { TripRecord } from './trip-store.ts';

export interface RoundOptions {
  db: Database;
  clock: Clock;
  memory: TrackMemory;
  /** Told whose trips and places changed, after they were saved. */
  touched: (orgIds: ReadonlySet<string>) => void;
  /** Trips whose tracks were not packed before a stop. */
  ended: readonly EndedTrip[];
}

/** So many tracks are saved in every round; of more, all within so many rounds. */
const savedAtLeast = 2_000;
const savedWithin = 5;
/** Late fixes come in heaps: cutting waits until none came for a while, but not for ever. */
const lateQuietMs = 2_000;
const lateLongestMs = 30_000;
/** What a round may spend on each of cutting and packing. */
const spendMs = 1_000;
const packedAtOnce = 50;

/** The rounds that save what is in memory. Never two at a time. `all`: without waiting for anything, until nothing is left. */
export function createRounds({ db, clock, memory, touched, ended }: RoundOptions): (all: boolean) => Promise<void> {
  // A trip that ended more than once is packed once, as it is now.
  const toPack = new Map<string, EndedTrip>();
  const packLater = (trip: EndedTrip) => void toPack.set(`${trip.bindingId} ${trip.start}`, trip);
  ended.forEach(packLater);
  let savedMark = -1;

  const tell = (changed: readonly Track[]) => {
    if (changed.length > 0) touched(new Set(changed.map(({ binding }) => binding.orgId)));
  };
  const pack = (track: Track, records: readonly TripRecord[]) => {
    const { binding, rule } = track;
    for (const { state, trip } of records)
      if (state !== 'LIVE')
        packLater({
          bindingId: binding.id,
          device: binding.device,
          start: trip.start.time,
          end: trip.end.time,
          rule,
        });
  };

  /** Looks whether there is anything in the log of bindings that are new. */
  async function readNew(): Promise<void> {
    const { unread } = memory;
    if (unread.length === 0) return;
    const logged = await bindingsWithLog(
      db,
      unread.map(({ binding }) => binding),
    );
    for (const track of unread) memory.read(track, logged.has(track.binding.id));
  }

  function pickUnsaved(): Track[] {
    const most = Math.max(savedAtLeast, Math.ceil(memory.unsaved.size / savedWithin));
    const picked: Track[] = [];
    for (const track of memory.unsaved) {
      if (track.waiting) continue;
      picked.push(track);
      if (picked.length === most) break;
    }
    return picked;
  }

  /** What is saved is taken before the first wait, so that nothing comes between it and what the caller does next. */
  async function save(also: readonly Track[]): Promise<void> {
    const picked = new Set([...pickUnsaved(), ...also]);
    for (const track of picked) memory.saved(track);
    let mark = memory.receivedTo;
    for (const { unsavedFrom } of memory.unsaved) if (unsavedFrom !== null) mark = Math.min(mark, unsavedFrom - 1);
    const snapshots = [...picked].map((track) => takeSnapshot(track, memory.receivedTo));
    if (snapshots.length === 0 && mark === savedMark) return;
    try {
      await saveSnapshots(db, snapshots, { mark, now: clock.now() });
    } catch (error) {
      for (const snapshot of snapshots) {
        putBack(snapshot);
        memory.touch(snapshot.track, snapshot.unsavedFrom ?? Number.MAX_SAFE_INTEGER);
      }
      throw error;
    }
    savedMark = mark;
    for (const { track, known, added } of snapshots) pack(track, [...known, ...added]);
    tell(snapshots.map(({ track }) => track));
  }

  const isDue = ({ late, waiting }: Track, at: number) =>
    late && !waiting && (at - late.at >= lateQuietMs || at - late.since >= lateLongestMs);

  async function packSome(all: boolean): Promise<void> {
    const until = performance.now() + spendMs;
    while (toPack.size > 0) {
      if (!all && performance.now() > until) return;
      const some = [...toPack].slice(0, packedAtOnce);
      await packTrips(
        db,
        some.map(([, trip]) => trip),
      );
      for (const [key] of some) toPack.delete(key);
    }
  }

  return async (all) => {
    await readNew();
    const now = clock.now().getTime();
    for (const track of memory.all())
      if (!track.waiting && closeIfSilent(track, now)) memory.touch(track, Number.MAX_SAFE_INTEGER);
    const at = performance.now();
    const again = [...memory.late].filter((track) => (all ? !track.waiting : isDue(track, at)));
    const { receivedTo } = memory;
    const saving = save(again);
    for (const track of again) memory.hold(track);
    try {
      await saving;
      const until = performance.now() + spendMs;
      for (const track of again) {
        if (!all && performance.now() > until) break;
        const { changed, recalled } = await cutTrack(db, track, { receivedTo, now: clock.now() });
        memory.wasCut(track);
        if (recalled) memory.recall(track);
        pack(track, changed);
        memory.release(track);
      }
      tell(again);
    } finally {
      for (const track of again) if (track.waiting) memory.release(track);
    }
    await packSome(all);
  };
}
