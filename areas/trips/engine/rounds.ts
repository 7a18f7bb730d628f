import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { type EndedTrip, packTrips } from './packed-tracks.store.ts';
import { cutTrack } from './cut-trips.ts';
import { createSaver } from './save-tracks.ts';
import { bindingsWithLog } from './stored-log.store.ts';
import { closeIfSilent, type Track } from './track.ts';
import type { TrackMemory } from './track-memory.ts';
import type { TripRecord } from './trips.store.ts';

export interface RoundOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  memory: TrackMemory;
  /** Told whose trips and places changed, after they were saved. */
  touched: (orgIds: ReadonlySet<string>) => void;
  /** Trips whose tracks were not packed before a stop. */
  ended: readonly EndedTrip[];
}

/** Late fixes come in heaps: cutting waits until none came for a while, but not for ever. */
const lateQuietMs = 2_000;
const lateLongestMs = 30_000;
/** Before what could not be cut is tried again. */
const putOffMs = 10_000;
/** What a round may spend on cutting, and on packing, which can wait until there is less to do. */
const cutMs = 1_000;
const packMs = 250;
const readAtOnce = 2_000;
const cutAtMost = 200;
const packedAtOnce = 20;

/** The rounds that save what is in memory. Never two at a time. `all`: without waiting for anything, until nothing is left. */
export function createRounds(options: RoundOptions): (all: boolean) => Promise<void> {
  const { db, clock, log, memory, touched } = options;
  const save = createSaver(options);
  // A trip that ended more than once is packed once, as it is now.
  const toPack = new Map<string, EndedTrip>();
  const packLater = (trip: EndedTrip) => void toPack.set(`${trip.bindingId} ${trip.start}`, trip);
  options.ended.forEach(packLater);

  const notify = (changed: readonly Track[]) => {
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
          ceilingKmh: binding.ceilingKmh,
        });
  };

  /** Looks whether there is anything in the log of bindings that are new. */
  async function readNew(): Promise<void> {
    for (let some = memory.unread; some.length > 0; some = memory.unread) {
      some = some.slice(0, readAtOnce);
      const logged = await bindingsWithLog(
        db,
        some.map(({ binding }) => binding),
      );
      for (const track of some) memory.read(track, logged.has(track.binding.id));
    }
  }

  const isDue = ({ late, waiting }: Track, at: number) =>
    late && !waiting && (at - late.at >= lateQuietMs || at - late.since >= lateLongestMs);

  async function packSome(all: boolean): Promise<void> {
    const until = performance.now() + packMs;
    while (toPack.size > 0) {
      if (!all && performance.now() > until) return;
      const some = [...toPack].slice(0, packedAtOnce);
      // Put off, should it fail: behind the others.
      for (const [key] of some) toPack.delete(key);
      try {
        await packTrips(
          db,
          some.map(([, trip]) => trip),
        );
      } catch (error) {
        for (const [key, trip] of some) if (!toPack.has(key)) toPack.set(key, trip);
        throw error;
      }
    }
  }

  /** Cuts logs again of which all is saved that was received up to a moment. What cannot be cut is put off. */
  async function cutAll(tracks: readonly Track[], receivedTo: number, all: boolean): Promise<void> {
    const until = performance.now() + cutMs;
    for (const track of tracks) {
      if (!all && performance.now() > until) return;
      try {
        const { ended, recalled } = await cutTrack(db, track, { receivedTo, now: clock.now() });
        memory.wasCut(track);
        if (recalled) memory.recall(track);
        ended.forEach(packLater);
      } catch (error) {
        if (track.late) track.late.since = track.late.at = performance.now() + putOffMs;
        if (all || (error instanceof Refusal && error.code === 'unavailable')) throw error;
        log(
          `trips of binding ${track.binding.id} were not cut again: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      memory.release(track);
    }
  }

  return async (all) => {
    await readNew();
    const now = clock.now().getTime();
    for (const track of memory.all())
      if (!track.waiting && closeIfSilent(track, now)) memory.touch(track, Number.MAX_SAFE_INTEGER);
    const at = performance.now();
    const again = [...memory.late].filter((track) => (all ? !track.waiting : isDue(track, at))).slice(0, cutAtMost);
    const { receivedTo } = memory;
    const saving = save(again);
    for (const track of again) memory.hold(track);
    try {
      const saved = await saving;
      for (const { track, known, added } of saved) pack(track, [...known, ...added]);
      await cutAll(again, receivedTo, all);
      notify([...again, ...saved.map(({ track }) => track)]);
    } finally {
      for (const track of again) if (track.waiting) memory.release(track);
    }
    await packSome(all);
  };
}
