import { setTimeout as sleep } from 'node:timers/promises';
import type { Bulk, BulkWriter } from '#kit/server/db/bulk.ts';
import { isAway } from '#kit/server/db/failures.ts';
import type { Batch } from './batch.ts';
import { dayOf, type Days } from './days.ts';
import type { Position } from './position.ts';
import { addFrames, copyFrames, copyPositions, distinctPositions, mergePositions, newestOf } from './position-rows.ts';

interface StoreOptions {
  bulk: BulkWriter;
  days: Days;
  log: (line: string) => void;
  figures: { failures: number };
}

/** How often a batch is refused by a database that is there, before its rows are tried in halves. */
const maxRefused = 3;
/** Days before the kept ones that may be made for one device, until the product is started anew. */
const maxOldDays = 60;
/** What only the rows can be blamed for: values that a column does not take. Anything else may yet pass, so it is tried again. */
const isOfTheRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
const pauseMs = { first: 50, last: 2_000 };

/**
 * Stores a batch, however often it takes. Gives the fixes that changed the store, or null when it was stopped. `before` ends
 * when the batches before are stored. Calls may overlap, in the order of batches.
 */
export interface Store {
  (batch: Batch, before: Promise<unknown>): Promise<readonly Position[] | null>;
  stop(): void;
}

export function createStore({ bulk, days, log, figures }: StoreOptions): Store {
  /** No stored fix of a device is later, nor one in a batch that has begun: what is later cannot be there yet. */
  const newest = new Map<number, number>();
  /** Days before the kept ones that were made for a device. */
  const asked = new Map<number, Set<number>>();
  const stopping = new AbortController();
  /** Batches part their rows one after the other. */
  let parted: Promise<unknown> = Promise.resolve();
  let isTold = false;

  /** Each device has some old days made and no more: one that invents days does not use up the room of the others. */
  const mayAsk = (device: number, day: number, now: number): boolean => {
    if (days.isUsual('position', day, now)) return true;
    const own = asked.get(device) ?? new Set();
    if (own.size >= maxOldDays && !own.has(day)) return false;
    asked.set(device, own.add(day));
    return true;
  };

  const learnNewest = async (positions: readonly Position[]) => {
    const unknown = new Set<number>();
    for (const { device } of positions) if (!newest.has(device)) unknown.add(device);
    if (unknown.size === 0) return;
    const found = await bulk.transact((bulk) => newestOf(bulk, [...unknown]));
    for (const device of unknown) newest.set(device, Number.NEGATIVE_INFINITY);
    for (const { device, fix_ms } of found) newest.set(device, fix_ms);
  };

  /** Fixes that certainly are new, and those of which it is not known. Fixes for which there is no day are in neither. */
  const part = async (batch: Batch): Promise<{ sure: Position[]; unsure: Position[] }> => {
    const now = batch.receivedAt;
    await days.make('raw_frame', [dayOf(now)], now);
    const missing = new Set<number>();
    for (const { device, fixAt } of batch.positions) {
      const day = dayOf(fixAt);
      if (!days.has('position', day) && mayAsk(device, day, now)) missing.add(day);
    }
    await days.make('position', missing, now);
    batch.left = 0;
    await learnNewest(batch.positions);
    const sure: Position[] = [];
    const unsure: Position[] = [];
    for (const position of batch.positions) {
      const { device, fixAt } = position;
      if (!days.has('position', dayOf(fixAt))) {
        if (batch.left === 0)
          log(`tracking: fixes of days long gone are left out, of the device with slot ${device} first`);
        batch.left += 1;
      } else if (fixAt > (newest.get(device) as number)) {
        newest.set(device, fixAt);
        sure.push(position);
      } else unsure.push(position);
    }
    return { sure, unsure: distinctPositions(unsure) };
  };

  /** Those of `sure` stay unless a better one of the same moment came in the same batch. */
  const merged = (sure: readonly Position[], changed: readonly Position[]): readonly Position[] => {
    if (changed.length === 0) return sure;
    const keys = new Set(changed.map(({ device, fixAt }) => `${device} ${fixAt}`));
    return [...sure.filter(({ device, fixAt }) => !keys.has(`${device} ${fixAt}`)), ...changed];
  };

  const first = async (batch: Batch, before: Promise<unknown>): Promise<readonly Position[]> => {
    const turn = parted.then(() => part(batch));
    parted = turn.catch(() => undefined);
    const { sure, unsure } = await turn;
    // What may be there already may be on its way in a batch before, which must never wait for rows of this one.
    if (unsure.length > 0) await before;
    return bulk.transact(async (bulk) => {
      if (sure.length > 0) await copyPositions(bulk, sure);
      await copyFrames(bulk, batch.receivedAt, batch.frames);
      if (unsure.length === 0) return sure;
      return merged(sure, await mergePositions(bulk, batch.receivedAt, unsure));
    });
  };

  /** For a batch of which nobody knows whether it was stored. */
  const again = async (batch: Batch, inHalves: boolean): Promise<readonly Position[]> => {
    await days.load();
    const turn = parted.then(() => part(batch));
    parted = turn.catch(() => undefined);
    const { sure, unsure } = await turn;
    const rows = distinctPositions([...sure, ...unsure]);
    const merge = (positions: readonly Position[]) => async (bulk: Bulk) =>
      positions.length === 0 ? [] : mergePositions(bulk, batch.receivedAt, positions, true);
    if (!inHalves)
      return bulk.transact(async (bulk) => {
        await addFrames(bulk, batch.receivedAt, batch.frames.values());
        return merge(rows)(bulk);
      });
    await refusedRows(batch, [...batch.frames.values()], (frames) =>
      bulk.transact((bulk) => addFrames(bulk, batch.receivedAt, frames)),
    );
    const changed: Position[] = [];
    await refusedRows(batch, rows, async (some) => {
      changed.push(...(await bulk.transact(merge(some))));
    });
    return changed;
  };

  /** Finds the rows that the database does not take, and goes on without them. */
  const refusedRows = async <T>(
    batch: Batch,
    rows: readonly T[],
    write: (rows: readonly T[]) => Promise<void>,
  ): Promise<void> => {
    try {
      if (rows.length > 0) await write(rows);
    } catch (error) {
      if (!isOfTheRow(error)) throw error;
      if (rows.length === 1) {
        batch.left += 1;
        log(`tracking: a row was refused and left out: ${error instanceof Error ? error.message : String(error)}`);
        return;
      }
      const middle = Math.ceil(rows.length / 2);
      await refusedRows(batch, rows.slice(0, middle), write);
      await refusedRows(batch, rows.slice(middle), write);
    }
  };

  const store = async (batch: Batch, before: Promise<unknown>) => {
    let refused = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (attempt === 0) return await first(batch, before);
        // Its rows may be locked by a batch before that has not come to its end.
        await before;
        return await again(batch, refused >= maxRefused);
      } catch (error) {
        if (stopping.signal.aborted) return null;
        figures.failures += 1;
        if (!isAway(error)) refused += 1;
        if (!isTold) log(`tracking: not stored yet: ${error instanceof Error ? error.message : String(error)}`);
        isTold = true;
        const pause = Math.min(pauseMs.first * 2 ** attempt, pauseMs.last);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return null;
      }
    }
  };
  return Object.assign(
    async (batch: Batch, before: Promise<unknown>) => {
      const changed = await store(batch, before);
      if (changed !== null) isTold = false;
      return changed;
    },
    { stop: () => stopping.abort() },
  );
}
