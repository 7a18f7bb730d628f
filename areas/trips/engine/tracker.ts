import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { DeviceRegistry, StoredBatch } from '#areas/gateway/gateway.server.ts';
import type { Moves } from '../moves.ts';
import { currentOf } from './current-positions.store.ts';
import { unpackedTrips } from './packed-tracks.store.ts';
import { createRounds } from './rounds.ts';
import { readSince, storingEnds } from './stored-log.store.ts';
import { newTrack, type Track } from './track.ts';
import { createMemory } from './track-memory.ts';
import { readSaved, restoreTrack } from './track-state.store.ts';

/** Makes trips and places of vehicles out of what was stored: positions are the log, the rest follows from it. */
export interface Tracker {
  /** Takes up where a stop left off; first of all, when the book has been read. */
  restore(): Promise<{ lastReceivedAt: number }>;
  /** Takes a batch that was stored, after all that were received before it. */
  accept(batch: StoredBatch): void;
  /** One round: saves what is new, closes the trips of silent devices, cuts again what late fixes changed. */
  checkpoint(): Promise<void>;
  /** Rounds until nothing is left to do, late fixes of this moment included. */
  catchUp(): Promise<void>;
  /** A round every so often, with a pause at least as long as the round took. */
  start(everyMs: number): void;
  stop(): Promise<void>;
}

export interface TrackerOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  registry: Pick<DeviceRegistry, 'all' | 'onChange'>;
  /** Told whose trips and places changed, after they were saved. */
  touched?: (orgIds: ReadonlySet<string>) => void;
  moves?: Moves;
}

export function createTracker(options: TrackerOptions): Tracker {
  const { db, clock, log, registry, touched = () => undefined, moves } = options;
  let memory = createMemory(registry, new Map(), 0);
  let round = createRounds({ db, clock, log, memory, touched, ended: [] });
  let registryChanged = true;
  registry.onChange(() => (registryChanged = true));

  /** What still waits for its log is told when that was read. */
  function tellMoved(): void {
    if (memory.moved.size === 0) return;
    if (moves?.isHeard)
      moves.tell(
        Array.from(memory.moved)
          .filter(({ waiting }) => !waiting)
          .map(currentOf),
      );
    memory.forgetMoved();
  }

  // Rounds never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(all: boolean): Promise<void> {
    const next = last.then(() => {
      if (registryChanged) memory.follow();
      registryChanged = false;
      return round(all).finally(tellMoved);
    });
    last = next.catch(() => undefined);
    return next;
  }

  let stopping: AbortController | undefined;
  async function rounds(everyMs: number, { signal }: AbortController): Promise<void> {
    let failing = false;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        await inTurn(false);
        failing = false;
      } catch (error) {
        if (!failing) log(`trips put off: ${error instanceof Error ? error.message : String(error)}`);
        failing = true;
      }
      const pause = Math.max(everyMs, performance.now() - began);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  let running: Promise<void> = Promise.resolve();

  return {
    async restore() {
      await storingEnds(db, sleep);
      const saved = await readSaved(db);
      const known = new Map<string, Track>();
      for (const device of registry.all())
        for (const binding of device.bindings) {
          const state = saved.states.get(binding.id);
          if (!state) continue;
          const track = newTrack(binding, device);
          restoreTrack(track, state);
          track.storedStart = saved.open.get(binding.id) ?? null;
          known.set(binding.id, track);
        }
      memory = createMemory(registry, known, saved.mark);
      memory.follow();
      registryChanged = false;
      for await (const positions of readSince(db, saved.mark)) {
        memory.take(positions);
        memory.receivedTo = positions.at(-1)?.receivedAt ?? memory.receivedTo;
      }
      round = createRounds({ db, clock, log, memory, touched, ended: await unpackedTrips(db) });
      return { lastReceivedAt: memory.receivedTo };
    },
    accept({ receivedAt, positions }) {
      memory.receivedTo = receivedAt;
      memory.take(positions);
      tellMoved();
    },
    checkpoint: () => inTurn(false),
    async catchUp() {
      do await inTurn(true);
      while (registryChanged || memory.unsaved.size > 0 || memory.late.size > 0 || memory.unread.length > 0);
    },
    start(everyMs) {
      if (stopping) return;
      stopping = new AbortController();
      running = rounds(everyMs, stopping);
    },
    async stop() {
      stopping?.abort();
      stopping = undefined;
      await running;
      await last;
    },
  };
}
