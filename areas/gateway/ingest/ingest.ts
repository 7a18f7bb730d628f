import type { Clock } from '#kit/server/clock.ts';
import type { BulkWriter } from '#kit/server/db/bulk.ts';
import { Batch, type Waiting } from './batch.ts';
import type { DeviceAlarm } from '../alarms/device-alarm.ts';
import type { Days } from '../positions/partitions.store.ts';
import type { Position } from '../positions/position.ts';
import { createStore } from './batch.store.ts';
import type { StoredBatch } from './stored-batch.ts';

export interface IngestOptions {
  bulk: BulkWriter;
  days: Days;
  clock: Clock;
  log: (line: string) => void;
  /** The latest that any stored batch carries, milliseconds. */
  lastReceivedAt: number;
  /** Told what of a batch changed the store, after COMMIT and in the order of batches. */
  accept: (batch: StoredBatch) => void;
  /** Told when there is room again after `isFull`. */
  drained: () => void;
  /** Told how long each batch took from its first try to its end, milliseconds. */
  measured?: (ms: number) => void;
  limits?: Partial<IngestLimits>;
}
export interface IngestLimits {
  /** A batch is closed when it has so many fixes, … */
  maxRows: number;
  /** … or is so old and somebody waits for it, … */
  maxWaitMs: number;
  /** … or nobody does. */
  maxIdleMs: number;
  /** What may wait to be stored, before devices are no longer listened to. */
  maxPendingRows: number;
  maxPendingBytes: number;
}
const usual: IngestLimits = {
  maxRows: 5_000,
  maxWaitMs: 50,
  maxIdleMs: 1_000,
  maxPendingRows: 50_000,
  maxPendingBytes: 64 * 1_048_576,
};

/** Stores what devices send, many at a time: tells who waits only after COMMIT. */
export interface Ingest {
  /**
   * Takes what one frame of a device brought; `frame` is kept and must not be changed after. Gives the batch that
   * it is part of. `urgent`: it is stored at once.
   */
  take(from: Arrived): Batch;
  /** Nobody should be listened to until `drained`. */
  readonly isFull: boolean;
  readonly figures: IngestFigures;
  /** Stores what waits, and ends when it is stored. */
  flush(): Promise<void>;
  /** Stores what waits, if that takes no longer than `withinMs`. What is not stored was told to nobody. */
  close(withinMs: number): Promise<void>;
}
export interface Arrived {
  device: number;
  protocol: string;
  /** Null: of what is kept already. */
  frame: Buffer | null;
  positions: readonly Position[];
  alarms: readonly DeviceAlarm[];
  waiting: Waiting | null;
  urgent: boolean;
}

export interface IngestFigures {
  batches: number;
  /** Fixes that changed the store, and that were there already. */
  stored: number;
  repeated: number;
  /** Fixes of days for which there is no room, and such that the database refused. */
  left: number;
  failures: number;
  /** Fixes that wait, and bytes that all that waits takes. */
  pendingRows: number;
  pendingBytes: number;
}

const writers = 2;

const noFigures = (): IngestFigures => ({
  batches: 0,
  stored: 0,
  repeated: 0,
  left: 0,
  failures: 0,
  pendingRows: 0,
  pendingBytes: 0,
});

export function createIngest(options: IngestOptions): Ingest {
  const limits = { ...usual, ...options.limits };
  const figures = noFigures();
  const store = createStore({ ...options, figures });
  const queue: Batch[] = [];
  let open = new Batch();
  let timer: NodeJS.Timeout | undefined;
  let dueIn = Number.POSITIVE_INFINITY;
  let last = options.lastReceivedAt;
  let wasFull = false;
  let writing = 0;
  let closed = false;
  /** Ends when every batch before is taken by those who come after the store. */
  let written = Promise.resolve(true);

  const isFull = () => figures.pendingRows >= limits.maxPendingRows || figures.pendingBytes >= limits.maxPendingBytes;

  const isHalfFull = () =>
    figures.pendingRows > limits.maxPendingRows / 2 || figures.pendingBytes > limits.maxPendingBytes / 2;

  const seal = () => {
    clearTimeout(timer);
    timer = undefined;
    dueIn = Number.POSITIVE_INFINITY;
    if (open.isEmpty) return;
    last = Math.max(options.clock.now().getTime(), last + 1);
    open.close(last);
    queue.push(open);
    open = new Batch();
    pump();
  };
  /** What others make of it is no reason to stop. */
  const notify = (work: () => void) => {
    try {
      work();
    } catch (error) {
      options.log(`tracking: not followed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  /** Gives whether this batch and all before it are stored. */
  const write = async (batch: Batch, before: Promise<boolean>): Promise<boolean> => {
    const began = performance.now();
    const stored = await store(batch, before);
    if (stored === null) return false;
    const { positions: changed, alarms } = stored;
    options.measured?.(performance.now() - began);
    figures.batches += 1;
    figures.stored += changed.length;
    figures.left += batch.left;
    figures.repeated += Math.max(0, batch.positions.length - changed.length - batch.left);
    // An acknowledgement stands for all that its device sent before, which may be in a batch that takes longer.
    if (!(await before)) return false;
    batch.isStored = true;
    for (const one of batch.waiting) notify(() => one.stored());
    if (changed.length > 0 || alarms.length > 0)
      notify(() => options.accept({ receivedAt: batch.receivedAt, positions: changed, alarms }));
    return true;
  };
  const pump = () => {
    while (writing < writers && queue.length > 0) {
      const batch = queue.shift() as Batch;
      const [rows, bytes] = [batch.positions.length, batch.bytes];
      writing += 1;
      written = write(batch, written).finally(() => {
        writing -= 1;
        figures.pendingRows -= rows;
        figures.pendingBytes -= bytes;
        pump();
        if (!wasFull || isHalfFull()) return;
        wasFull = false;
        options.drained();
      });
    }
  };
  const due = (inMs: number) => {
    if (inMs >= dueIn) return;
    clearTimeout(timer);
    dueIn = inMs;
    timer = setTimeout(seal, inMs);
  };
  const isIdle = () => writing === 0 && queue.length === 0;
  const flush = async () => {
    seal();
    while (!isIdle()) await written;
  };

  return {
    figures,
    get isFull() {
      return isFull();
    },
    take({ device, protocol, frame, positions, alarms, waiting, urgent }) {
      if (frame && !open.fits(device, protocol)) seal();
      const batch = open;
      const before = batch.bytes;
      if (frame) batch.addFrame(device, protocol, frame);
      for (const position of positions) batch.positions.push(position);
      for (const alarm of alarms) batch.alarms.push(alarm);
      if (waiting) batch.waiting.add(waiting);
      figures.pendingRows += positions.length;
      figures.pendingBytes += batch.bytes - before;
      if (isFull()) wasFull = true;
      if (closed) return batch;
      if (urgent || batch.positions.length >= limits.maxRows || batch.bytes >= limits.maxPendingBytes / 8) seal();
      else due(waiting || positions.length > 0 || alarms.length > 0 ? limits.maxWaitMs : limits.maxIdleMs);
      return batch;
    },
    flush,
    async close(withinMs) {
      const done = flush();
      closed = true;
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
      store.stop();
      await done.catch(() => undefined);
    },
  };
}
