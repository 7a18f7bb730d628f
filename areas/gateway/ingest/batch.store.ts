import { setTimeout as sleep } from 'node:timers/promises';
import type { Bulk, BulkWriter } from '#kit/server/db/bulk.ts';
import { isAway } from '#kit/server/db/failures.ts';
import type { Batch } from './batch.ts';
import { addAlarms, distinctAlarms } from '../alarms/device-alarms.store.ts';
import type { DeviceAlarm } from '../alarms/device-alarm.ts';
import type { Days } from '../positions/partitions.store.ts';
import type { Position } from '../positions/position.ts';
import {
  addFrames,
  copyFrames,
  copyPositions,
  distinctPositions,
  holdDays,
  mergePositions,
} from '../positions/positions.store.ts';
import { createNewPositions } from './new-positions.ts';
import { writeOrLeaveOut } from './refused-rows.ts';

interface StoreOptions {
  bulk: BulkWriter;
  days: Days;
  log: (line: string) => void;
  figures: { failures: number };
}

/** How often a batch is refused by a database that is there, before its rows are tried in halves. */
const maxRefused = 3;
const pauseMs = { first: 50, last: 2_000 };

/** What of a batch changed the store. */
export interface Changed {
  positions: readonly Position[];
  alarms: readonly DeviceAlarm[];
}

/**
 * Stores a batch, however often it takes. Gives what changed the store, or null when it was stopped. `before` ends
 * when the batches before are stored. Calls may overlap, in the order of batches.
 */
export interface Store {
  (batch: Batch, before: Promise<unknown>): Promise<Changed | null>;
  stop(): void;
}

export function createStore({ bulk, days, log, figures }: StoreOptions): Store {
  const newPositions = createNewPositions({ bulk, days, log });
  const stopping = new AbortController();
  let isLogged = false;

  /** Those of `sure` stay unless a better one of the same moment came in the same batch. */
  const merged = (sure: readonly Position[], changed: readonly Position[]): readonly Position[] => {
    if (changed.length === 0) return sure;
    const keys = new Set(changed.map(({ device, fixAt }) => `${device} ${fixAt}`));
    return [...sure.filter(({ device, fixAt }) => !keys.has(`${device} ${fixAt}`)), ...changed];
  };

  const first = async (batch: Batch, before: Promise<unknown>): Promise<Changed> => {
    const { sure, unsure } = await newPositions.part(batch);
    // What may be there already may be on its way in a batch before, which must never wait for rows of this one.
    if (unsure.length > 0 || batch.alarms.length > 0) await before;
    return bulk.transact(async (bulk) => {
      await holdDays(bulk);
      if (sure.length > 0) await copyPositions(bulk, sure);
      await copyFrames(bulk, batch.receivedAt, batch.frames);
      const alarms = await addAlarms(bulk, batch.receivedAt, distinctAlarms(batch.alarms));
      if (unsure.length === 0) return { positions: sure, alarms };
      return { positions: merged(sure, await mergePositions(bulk, batch.receivedAt, unsure)), alarms };
    });
  };

  /** For a batch of which nobody knows whether it was stored. */
  const again = async (batch: Batch, inHalves: boolean): Promise<Changed> => {
    await days.load();
    const { sure, unsure } = await newPositions.part(batch);
    const rows = distinctPositions([...sure, ...unsure]);
    const merge = (positions: readonly Position[]) => async (bulk: Bulk) =>
      positions.length === 0 ? [] : mergePositions(bulk, batch.receivedAt, positions, true);
    const said = distinctAlarms(batch.alarms);
    if (!inHalves)
      return bulk.transact(async (bulk) => {
        await addFrames(bulk, batch.receivedAt, batch.frames.values());
        const alarms = await addAlarms(bulk, batch.receivedAt, said, true);
        return { positions: await merge(rows)(bulk), alarms };
      });
    const leftOut = (error: unknown) => {
      batch.left += 1;
      log(`tracking: a row was refused and left out: ${error instanceof Error ? error.message : String(error)}`);
    };
    await writeOrLeaveOut(
      [...batch.frames.values()],
      (frames) => bulk.transact((bulk) => addFrames(bulk, batch.receivedAt, frames)),
      leftOut,
    );
    const changed: Position[] = [];
    await writeOrLeaveOut(
      rows,
      async (some) => {
        changed.push(...(await bulk.transact(merge(some))));
      },
      leftOut,
    );
    const alarms: DeviceAlarm[] = [];
    await writeOrLeaveOut(
      said,
      async (some) => {
        alarms.push(...(await bulk.transact((bulk) => addAlarms(bulk, batch.receivedAt, some, true))));
      },
      leftOut,
    );
    return { positions: changed, alarms };
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
        if (!isLogged) log(`tracking: not stored yet: ${error instanceof Error ? error.message : String(error)}`);
        isLogged = true;
        const pause = Math.min(pauseMs.first * 2 ** attempt, pauseMs.last);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return null;
      }
    }
  };
  return Object.assign(
    async (batch: Batch, before: Promise<unknown>) => {
      const changed = await store(batch, before);
      if (changed !== null) isLogged = false;
      return changed;
    },
    { stop: () => stopping.abort() },
  );
}
