import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { type Follower, readSince } from '#areas/trips/trips.server.ts';
import { createFenceBook } from './fence-book.store.ts';
import { putMark, readStates } from './fence-states.store.ts';
import type { Notifying } from './notify.ts';
import { createSaves } from './saves.ts';
import { openWatch, type Watch } from './watch.ts';

export interface FenceFollowerOptions extends Omit<Notifying, 'book'> {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  registry: Pick<DeviceRegistry, 'bySlot'>;
}

/** Late positions come in heaps: they are waited for until none came for a while, but not for ever. */
const lateQuietMs = 2_000;
const lateLongestMs = 30_000;
const putOffMs = 10_000;

/**
 * Follows stored positions past the geofences. Events, states of vehicles and the mark up to where the log was read are saved in one
 * transaction: after a stop at any moment the rest is read again, and nothing is doubled or lost.
 */
export function createFenceFollower(options: FenceFollowerOptions): Follower {
  const { db, clock, log, registry } = options;
  const book = createFenceBook(db, options.versions);
  let watch: Watch | undefined;
  let [receivedTo, savedTo] = [0, 0];

  const { saveUnsaved, revisit } = createSaves({ ...options, book });
  const save = async (watch: Watch) => {
    const mark = receivedTo;
    await saveUnsaved(watch, mark, mark !== savedTo);
    savedTo = mark;
  };

  async function revisitAll(watch: Watch, all: boolean): Promise<void> {
    const at = performance.now();
    const due = [...watch.vehicles.values()].filter(
      ({ late }) => late && (all || at - late.at >= lateQuietMs || at - late.since >= lateLongestMs),
    );
    if (due.length === 0) return;
    for (const watched of due) watched.waiting = [];
    const mark = receivedTo;
    try {
      // What happened to them until now has to stand in the database first.
      await save(watch);
      for (const watched of due)
        try {
          await revisit(watched, mark);
        } catch (error) {
          if (watched.late) watched.late.since = watched.late.at = performance.now() + putOffMs;
          if (all) throw error;
          const why = error instanceof Error ? error.message : String(error);
          log(`geofences of vehicle ${watched.vehicleId} put off: ${why}`);
        }
    } finally {
      for (const watched of due) watch.release(watched);
    }
  }

  // Rounds never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  function round(all: boolean): Promise<void> {
    const next = last.then(async () => {
      if (!watch) return;
      await book.look();
      await save(watch);
      await revisitAll(watch, all);
    });
    last = next.catch(() => undefined);
    return next;
  }
  const rounds = recurring('geofences', () => round(false), log);
  const isDone = (): boolean =>
    watch === undefined || (watch.isSaved() && ![...watch.vehicles.values()].some(({ late }) => late));

  return {
    async restore(lastReceivedAt) {
      await book.look();
      const { mark, rows } = await readStates(db);
      // The first time there is nothing to catch up with: geofences begin with what comes from now on.
      receivedTo = savedTo = mark ?? lastReceivedAt;
      const opened = await openWatch({ db, clock, book, registry }, rows, receivedTo);
      if (mark === null) await transact(db, everything, (db) => putMark(db, receivedTo));
      else
        for await (const positions of readSince(db, mark)) {
          for (const position of positions) opened.take(position);
          receivedTo = positions.at(-1)?.receivedAt ?? receivedTo;
        }
      watch = opened;
    },
    accept({ receivedAt, positions }) {
      receivedTo = receivedAt;
      for (const position of positions) watch?.take(position);
    },
    start: (everyMs) => rounds.start(everyMs),
    async stop() {
      await rounds.stop();
      // So that the next start has little to read again.
      await round(false).catch(() => undefined);
    },
    async catchUp() {
      do await round(true);
      while (!isDone());
    },
  };
}
