import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { DeviceBook } from './device-book.ts';
import { unpackedTrips } from './packing.ts';
import type { Position } from './position.ts';
import { createRounds } from './rounds.ts';
import { readSince, storingEnds } from './stored-log.ts';
import { newTrack, type Track } from './track.ts';
import { createMemory } from './track-memory.ts';
import { readSaved, restoreTrack } from './track-state.ts';

/** Positions that were stored, as one batch: all of them carry its moment, and no others do. */
export interface TakenBatch {
  receivedAt: number;
  positions: readonly Position[];
}

/** Makes trips and places of vehicles out of what was stored: positions are the log, the rest follows from it. */
export interface Tracker {
  /** Takes up where a stop left off; first of all, when the book has been read. */
  restore(): Promise<{ lastReceivedAt: number }>;
  /** Takes a batch that was stored, after all that were received before it. */
  took(batch: TakenBatch): void;
  /** One round: saves what is new, closes the trips of silent devices, cuts again what late fixes changed. */
  checkpoint(): Promise<void>;
  /** Rounds until nothing is left to do, late fixes of this moment included. */
  settle(): Promise<void>;
  /** A round every so often, with a pause at least as long as the round took. */
  start(everyMs: number): void;
  stop(): Promise<void>;
}

export interface TrackerOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  book: Pick<DeviceBook, 'all' | 'onChange'>;
  /** Told whose trips and places changed, after they were saved. */
  touched?: (orgIds: ReadonlySet<string>) => void;
}

export function createTracker({ db, clock, log, book, touched = () => undefined }: TrackerOptions): Tracker {
  let memory = createMemory(book, new Map(), 0);
  let round = createRounds({ db, clock, log, memory, touched, ended: [] });
  let bookChanged = true;
  book.onChange(() => (bookChanged = true));

  // Rounds never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(all: boolean): Promise<void> {
    const next = last.then(() => {
      if (bookChanged) memory.follow();
      bookChanged = false;
      return round(all);
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
      for (const device of book.all())
        for (const binding of device.bindings) {
          const state = saved.states.get(binding.id);
          if (!state) continue;
          const track = newTrack(binding, device);
          restoreTrack(track, state);
          track.storedStart = saved.open.get(binding.id) ?? null;
          known.set(binding.id, track);
        }
      memory = createMemory(book, known, saved.mark);
      memory.follow();
      bookChanged = false;
      for await (const positions of readSince(db, saved.mark)) {
        memory.take(positions);
        memory.receivedTo = positions.at(-1)?.receivedAt ?? memory.receivedTo;
      }
      round = createRounds({ db, clock, log, memory, touched, ended: await unpackedTrips(db) });
      return { lastReceivedAt: memory.receivedTo };
    },
    took({ receivedAt, positions }) {
      memory.receivedTo = receivedAt;
      memory.take(positions);
    },
    checkpoint: () => inTurn(false),
    async settle() {
      do await inTurn(true);
      while (bookChanged || memory.unsaved.size > 0 || memory.late.size > 0 || memory.unread.length > 0);
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
