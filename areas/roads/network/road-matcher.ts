import { Worker } from 'node:worker_threads';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { MatchFix } from '#telematics/matching/lattice.ts';
import { type NetworkLines, readNetworkLines } from './network-lines.store.ts';
import type { Answered, Asked, PlacedTrip } from './worker-messages.ts';

/** A trip on the roads as they are known now, with the roads' ids behind the numbers of lines. */
export interface TripOnRoads extends PlacedTrip {
  roadIds: readonly string[];
  covered: Uint8Array;
}

/** Matches trips to roads, in a thread of its own. The network is read when it is first asked for, and again after roads have changed. */
export interface RoadMatcher {
  /** `fixes` in the order of time. @throws a refusal when the thread ended or is busy for long. */
  match(fixes: readonly MatchFix[]): Promise<TripOnRoads>;
  /** How many roads there are to match to. */
  roads(): Promise<number>;
  /** What of the network is in memory: bytes, and sections between junctions. */
  readonly figures: Readonly<{ bytes: number; sections: number; roads: number }>;
  stop(): Promise<void>;
}

const tables = ['road', 'road_line'];
/** Roads change in heaps, as when a network is imported: it is read again no sooner than this after the last time. */
const againMs = 30_000;
const longestMs = 60_000;

export function createRoadMatcher(parts: {
  db: Database;
  versions: Versions;
  clock: Clock;
  log: (line: string) => void;
}): RoadMatcher {
  const { db, versions, log } = parts;
  let worker: Worker | undefined;
  let lines: Pick<NetworkLines, 'roadIds' | 'covered'> = { roadIds: [], covered: new Uint8Array() };
  let state: string | undefined;
  let [readAt, number] = [Number.NEGATIVE_INFINITY, 0];
  const figures = { bytes: 0, sections: 0, roads: 0 };
  const waiting = new Map<number, { placed: (trip: PlacedTrip) => void; failed: (error: Error) => void }>();
  let ready: (() => void) | undefined;

  const failAll = (why: string): void => {
    for (const { failed } of waiting.values()) failed(new Error(why));
    waiting.clear();
  };
  const started = (): Worker => {
    if (worker) return worker;
    const own = new Worker(new URL('./match-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 2_048 },
    });
    worker = own;
    own.unref();
    own.on('message', (answer: Answered) => {
      if (answer.kind === 'ready') {
        Object.assign(figures, { bytes: answer.bytes, sections: answer.sections });
        ready?.();
        return;
      }
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (answer.kind === 'placed') asked?.placed(answer.trip);
      else asked?.failed(new Error(answer.message));
    });
    const gone = (why: string): void => {
      if (worker !== own) return;
      worker = undefined;
      state = undefined;
      readAt = Number.NEGATIVE_INFINITY;
      ready?.();
      failAll(`matching ended: ${why}`);
      log(`matching to roads ended: ${why}`);
    };
    own.on('error', (error) => gone(error.message));
    own.on('exit', (code) => gone(`exit code ${code}`));
    return own;
  };

  /** Hands the network to the worker when it is not the one of now. */
  const look = async (): Promise<void> => {
    const now = await versions.now(tables, null);
    if (worker && (now === state || performance.now() - readAt < againMs)) return;
    const read = await readNetworkLines(db);
    const own = started();
    const taken = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const { roadIds, covered, ...packed } = read;
    own.postMessage({ kind: 'network', lines: packed } satisfies Asked, [packed.points.buffer as ArrayBuffer]);
    await taken;
    ready = undefined;
    if (worker !== own) throw refuse.unavailable();
    [lines, state, readAt] = [{ roadIds, covered }, now, performance.now()];
    figures.roads = roadIds.length;
  };

  // One at a time: the network must not change between a question and its answer.
  let last: Promise<unknown> = Promise.resolve();
  return {
    figures,
    roads() {
      const next = last.then(look).then(() => figures.roads);
      last = next.catch(() => undefined);
      return next;
    },
    match(fixes) {
      const next = last.then(async () => {
        await look();
        const own = started();
        number += 1;
        const mine = number;
        const { promise, resolve, reject } = Promise.withResolvers<PlacedTrip>();
        const late = setTimeout(() => reject(refuse.unavailable()), longestMs);
        late.unref();
        waiting.set(mine, { placed: resolve, failed: reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        own.postMessage({ kind: 'match', number: mine, fixes } satisfies Asked);
        const placed = await promise.finally(() => {
          clearTimeout(late);
          waiting.delete(mine);
        });
        return { ...placed, ...lines };
      });
      last = next.catch(() => undefined);
      return next;
    },
    async stop() {
      const own = worker;
      worker = undefined;
      failAll('the product stops');
      await own?.terminate();
    },
  };
}
