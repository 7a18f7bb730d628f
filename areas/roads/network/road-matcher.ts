import { Worker } from 'node:worker_threads';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { MatchFix } from '#telematics/matching/lattice.ts';
import { type NetworkLines, readNetworkLines } from './network-lines.store.ts';
import { type Answered, type Asked, type LiveFix, packLiveFixes, type PlacedTrip } from './worker-messages.ts';

/** A trip on the roads as they are known now, with the roads' ids behind the numbers of lines. */
export interface TripOnRoads extends PlacedTrip {
  roadIds: readonly string[];
  covered: Uint8Array;
}

/** Where vehicles under way were a moment ago, to be read by `readLivePlace`: one for each fix that was given. */
export interface LivePlaces {
  places: Float64Array;
  roadIds: readonly string[];
  covered: Uint8Array;
}

/** Matches trips to roads, in a thread of its own. The network is read when it is first asked for, and again after roads have changed. */
export interface RoadMatcher {
  /** `fixes` in the order of time. @throws a refusal when the thread ended or is busy for long. */
  match(fixes: readonly MatchFix[]): Promise<TripOnRoads>;
  /** Takes the next fixes of vehicles under way, of each in the order of time; nothing where there is no road. @throws as `match` does. */
  follow(fixes: readonly LiveFix[]): Promise<LivePlaces>;
  /** How many roads there are to match to. */
  roads(): Promise<number>;
  /** What of the network is in memory: bytes, and sections between junctions. */
  readonly figures: Readonly<{ bytes: number; sections: number; roads: number }>;
  stop(): Promise<void>;
}

/** What the worker makes of a question. */
type Said = Extract<Answered, { kind: 'placed' | 'followed' }>;

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
  const waiting = new Map<number, { done: (answer: Said) => void; failed: (error: Error) => void }>();
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
      if (answer.kind === 'failed') asked?.failed(new Error(answer.message));
      else asked?.done(answer);
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

  /** Asks the worker; whoever asks has looked at the network before. */
  const ask = async (askedOf: (number: number) => Exclude<Asked, { kind: 'network' }>, moved: ArrayBuffer[] = []) => {
    const own = started();
    number += 1;
    const mine = number;
    const { promise, resolve, reject } = Promise.withResolvers<Said>();
    const late = setTimeout(() => reject(refuse.unavailable()), longestMs);
    late.unref();
    waiting.set(mine, { done: resolve, failed: reject });
    own.postMessage(askedOf(mine), moved);
    return promise.finally(() => {
      clearTimeout(late);
      waiting.delete(mine);
    });
  };

  // One at a time: the network must not change between a question and its answer.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(look).then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    figures,
    roads: () => inTurn(async () => figures.roads),
    match: (fixes) =>
      inTurn(async () => {
        const said = await ask((number) => ({ kind: 'match', number, fixes }));
        if (said.kind !== 'placed') throw new Error('The worker answered another question');
        return { ...said.trip, ...lines };
      }),
    follow: (fixes) =>
      inTurn(async () => {
        if (figures.roads === 0) return { places: new Float64Array(), ...lines };
        const packed = packLiveFixes(fixes);
        const said = await ask(
          (number) => ({ kind: 'follow', number, fixes: packed, count: fixes.length }),
          [packed.buffer as ArrayBuffer],
        );
        if (said.kind !== 'followed') throw new Error('The worker answered another question');
        return { places: said.places, ...lines };
      }),
    async stop() {
      const own = worker;
      worker = undefined;
      failAll('the product stops');
      await own?.terminate();
    },
  };
}
