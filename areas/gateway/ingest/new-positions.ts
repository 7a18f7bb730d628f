import type { BulkWriter } from '#kit/server/db/bulk.ts';
import type { Batch } from './batch.ts';
import { dayOf, type Days } from '../positions/partitions.store.ts';
import type { Position } from '../positions/position.ts';
import { distinctPositions, newestOf } from '../positions/positions.store.ts';

/** Days before the kept ones that may be made for one device, until the product is started anew. */
const maxOldDays = 60;

/** The fixes of a batch. Those for which there is no day are in neither list. */
export interface PartedPositions {
  /** Certainly new: later than any fix of their device. */
  sure: Position[];
  /** May be stored already. */
  unsure: Position[];
}

/** Tells fixes that certainly are new, which are copied, from others, which are merged with what is stored. */
export function createNewPositions({ bulk, days, log }: { bulk: BulkWriter; days: Days; log: (line: string) => void }) {
  /** No stored fix of a device is later, nor one in a batch that has begun: what is later cannot be there yet. */
  const newest = new Map<number, number>();
  /** Days before the kept ones that were made for a device. */
  const asked = new Map<number, Set<number>>();
  /** Batches part their rows one after the other. */
  let parted: Promise<unknown> = Promise.resolve();

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

  const part = async (batch: Batch): Promise<PartedPositions> => {
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

  return {
    /** Parts the fixes of a batch, after those of the batches before. Has the days made that they need. */
    part(batch: Batch): Promise<PartedPositions> {
      const turn = parted.then(() => part(batch));
      parted = turn.catch(() => undefined);
      return turn;
    },
  };
}
