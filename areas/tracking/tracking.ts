import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Clock } from '#kit/server/clock.ts';
import { openBulk } from '#kit/server/db/bulk.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { createDays, type KeptDays } from './days.ts';
import { createDeviceBook, type DeviceBook } from './device-book.ts';
import { settleDeviceStates } from './device-states.ts';
import { createBackOff } from './gateway/back-off.ts';
import { type Doors, openDoors, type Ports } from './gateway/doors.ts';
import { type GatewayFigures, measureTracking, newFigures } from './gateway/figures.ts';
import { type GatewayLimits, usualLimits } from './gateway/limits.ts';
import { createIngest, type Ingest, type IngestLimits } from './ingest.ts';
import { createLiveFigures } from './live-figures.ts';
import { createOnlyOne } from './only-one.ts';
import { createTracker, type Tracker } from './tracker.ts';
import { createUnknownDevices } from './unknown-devices.ts';

export interface TrackingOptions {
  database: ConnectionConfig;
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  sealed: SealedTexts;
  register: Registry;
  settings: TrackingSettings;
}
export interface TrackingSettings {
  ports: Ports;
  host: string;
  busyPort: 'warn' | 'fail';
  kept: KeptDays;
  limits?: Partial<GatewayLimits>;
  ingest?: Partial<IngestLimits>;
}

/** Listens to devices, keeps what they send and follows it. */
export interface Tracking {
  /** Where each protocol is listened to; nothing while another process does. */
  readonly ports: Readonly<Record<string, number>>;
  readonly book: DeviceBook;
  readonly figures: GatewayFigures;
  readonly ingest: Ingest | undefined;
  readonly tracker: Tracker;
  /**
   * Begins. When another process listens, it takes over once that ends.
   * @throws Error of one line when a port is taken, see `busyPort`.
   */
  start(): Promise<void>;
  /** Ends when everything that arrived is stored and followed, and the list of devices is that of now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const bookTables = ['device', 'device_binding', 'device_category'];
const every = { book: 1_000, tracker: 1_000, states: 10_000, figures: 1_000, reap: 2_000, days: 3_600_000 };
/** How long a stop waits for what devices have sent. */
const closeMs = 5_000;
const againMs = 5_000;
/** How often strangers make us look whether they were registered just now. */
const learnMs = 250;

export function createTracking(options: TrackingOptions): Tracking {
  const { db, clock, log, settings, versions } = options;
  const book = createDeviceBook(db);
  const days = createDays(db, settings.kept, log);
  const live = createLiveFigures(db);
  const unknown = createUnknownDevices(db);
  const figures = newFigures();
  const onlyOne = createOnlyOne(options.database, log);
  const bulk = openBulk(options.database, { connections: 3, log });
  const over = new AbortController();
  let running: { ingest: Ingest; doors: Doors; end: () => Promise<void> } | undefined;
  let watching: Promise<void> | undefined;
  const measured = measureTracking(options.register, figures, () => running?.ingest.figures);

  const tracker = createTracker({ db, clock, log, book });

  let state: string | undefined;
  const refresh = async () => {
    const now = await versions.now(bookTables, null);
    if (now === state) return;
    await book.look();
    state = now;
  };
  const settleStates = async () => {
    for (let isLeft = true; isLeft; ) {
      const { touched, isMore } = await transact(db, everything, async (db) => {
        const settled = await settleDeviceStates(db, clock.now());
        await markAll(versions, db, settled.touched);
        return settled;
      });
      bumpAll(versions, touched);
      isLeft = isMore;
    }
  };
  book.onChange(() => running?.doors.lookAgain());

  let learntAt = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | null = null;

  const begin = async () => {
    await days.load();
    await days.round(clock.now().getTime());
    await book.refresh();
    await live.begin();
    const { lastReceivedAt } = await tracker.restore();
    const ingest: Ingest = createIngest({
      bulk,
      days,
      clock,
      log,
      lastReceivedAt,
      took: (batch) => tracker.took(batch),
      drained: () => running?.doors.resume(),
      measured,
      ...(settings.ingest ? { limits: settings.ingest } : {}),
    });
    const hub = {
      book,
      learn: () => {
        if (performance.now() - learntAt < learnMs) return learning;
        learntAt = performance.now();
        learning = book
          .look()
          .catch(() => undefined)
          .finally(() => (learning = null));
        return learning;
      },
      ingest,
      live,
      unknown,
      figures,
      clock,
      log,
      backOff: createBackOff(),
      limits: { ...usualLimits, ...settings.limits },
      hashOf: (secret: string) => options.sealed.hash({ table: 'device', column: 'secret' }, secret),
    };
    const doors = await openDoors(hub, { ...settings, log });
    const rounds = [
      [recurring('devices', refresh, log), every.book],
      [recurring('states of devices', settleStates, log), every.states],
      [recurring('figures of devices', () => live.write(), log), every.figures],
      [recurring('unknown devices', () => unknown.write(), log), every.figures],
      [recurring('days of positions', () => days.round(clock.now().getTime()), log), every.days],
      [recurring('silent devices', async () => doors.reap(performance.now()), log), every.reap],
    ] as const;
    for (const [round, everyMs] of rounds) round.start(everyMs);
    tracker.start(every.tracker);
    running = {
      ingest,
      doors,
      async end() {
        running = undefined;
        doors.shut();
        await ingest.close(closeMs);
        await doors.close();
        await Promise.all(rounds.map(([round]) => round.stop()));
        await tracker.stop();
        // So that the next start has little to read again.
        await Promise.allSettled([tracker.checkpoint(), live.write(), unknown.write()]);
      },
    };
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    over.abort();
    await watching;
    await running?.end();
    await onlyOne.release();
    await bulk.close();
  };

  /** Takes over from another process, and gives way to one. */
  const watch = async () => {
    while (!over.signal.aborted) {
      if (running) await onlyOne.lost(over.signal);
      if (over.signal.aborted) return;
      if (running) log('tracking: another process listens to devices now');
      await running?.end();
      await onlyOne.wait(over.signal);
      if (over.signal.aborted) return;
      await begin().catch((error: Error) => log(`tracking: not begun: ${error.message}`));
      if (!running) await sleep(againMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };

  return {
    book,
    figures,
    tracker,
    get ports() {
      return running?.doors.ports ?? {};
    },
    get ingest() {
      return running?.ingest;
    },
    async start() {
      if (await onlyOne.take()) await begin();
      watching = watch();
    },
    async settle() {
      await book.refresh();
      await running?.ingest.flush();
      await tracker.settle();
      await live.write();
      await unknown.write();
      await settleStates();
    },
    close: () => (closing ??= close()),
  };
}
