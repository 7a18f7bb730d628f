import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Clock } from '#kit/server/clock.ts';
import { openBulk } from '#kit/server/db/bulk.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { Versions } from '#kit/server/versions.ts';
import {
  createClockSessions,
  createDays,
  createDeviceRegistry,
  createLiveFigures,
  createOnlyOne,
  type DeviceRegistry,
  type GatewayFigures,
  type Ingest,
  measureTracking,
  newFigures,
  reread,
  type Reread,
  type RereadAsked,
} from '#areas/gateway/gateway.server.ts';
import { createUnregisteredDevices } from '#areas/devices/devices.server.ts';
import { createTracker, type Tracker } from './engine/tracker.ts';
import type { FollowerOf } from './follower.ts';
import type { Moves } from './moves.ts';
import {
  type Listening,
  type ListeningParts,
  startListening,
  type TrackingSettings,
  updateStates,
} from './listening.ts';

export interface TrackingOptions {
  database: ConnectionConfig;
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  sealed: SealedTexts;
  register: Registry;
  settings: TrackingSettings;
  /** What else follows the positions. */
  followers?: readonly FollowerOf[];
  moves: Moves;
}
/** Listens to devices, keeps what they send and follows it. */
export interface Tracking {
  /** Whether this process is the one that listens. */
  readonly isListening: boolean;
  /** Where each protocol is listened to; nothing while another process does. */
  readonly ports: Readonly<Record<string, number>>;
  readonly registry: DeviceRegistry;
  readonly figures: GatewayFigures;
  readonly ingest: Ingest | undefined;
  readonly tracker: Tracker;
  /**
   * Begins. When another process listens, it takes over once that ends.
   * @throws Error of one line when a port is taken, see `busyPort`.
   */
  start(): Promise<void>;
  /** Ends when everything that arrived is stored and followed, and the list of devices is that of now. */
  catchUp(): Promise<void>;
  /** Reads kept frames again, see areas/gateway/positions/reread.ts; null while another process listens. */
  reread(asked: RereadAsked): Promise<Reread | null>;
  close(): Promise<void>;
}

const againMs = 5_000;

export function createTracking(options: TrackingOptions): Tracking {
  const { db, clock, log, settings, versions, sealed } = options;
  const registry = createDeviceRegistry(db);
  const figures = newFigures();
  const onlyOne = createOnlyOne(options.database, log);
  const bulk = openBulk(options.database, { connections: 3, log });
  const over = new AbortController();
  let running: Listening | undefined;
  let watching: Promise<void> | undefined;
  const measured = measureTracking(options.register, figures, () => running?.ingest.figures);
  const parts: ListeningParts = {
    db,
    bulk,
    clock,
    log,
    versions,
    sealed,
    settings,
    registry,
    days: createDays(db, settings.kept, log),
    live: createLiveFigures(db),
    clocks: createClockSessions(db, registry),
    unregistered: createUnregisteredDevices(db),
    figures,
    tracker: createTracker({ db, clock, log, registry, moves: options.moves }),
    followers: (options.followers ?? []).map((followerOf) => followerOf(registry)),
    measured,
  };
  const { tracker, live, clocks, unregistered } = parts;
  registry.onChange(() => running?.listeners.lookAgain());

  const begin = async () => {
    running = await startListening(parts);
  };
  const end = async () => {
    const ending = running;
    running = undefined;
    await ending?.end();
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    over.abort();
    await watching;
    await end();
    await onlyOne.release();
    await bulk.close();
  };

  /** Takes over from another process, and gives way to one. */
  const watch = async () => {
    while (!over.signal.aborted) {
      if (running) await onlyOne.lost(over.signal);
      if (over.signal.aborted) return;
      if (running) log('tracking: another process listens to devices now');
      await end();
      await onlyOne.wait(over.signal);
      if (over.signal.aborted) return;
      await begin().catch((error: Error) => log(`tracking: not begun: ${error.message}`));
      if (!running) await sleep(againMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };

  return {
    registry,
    figures,
    tracker,
    get isListening() {
      return running !== undefined;
    },
    get ports() {
      return running?.listeners.ports ?? {};
    },
    get ingest() {
      return running?.ingest;
    },
    async start() {
      if (await onlyOne.take()) await begin();
      watching = watch();
    },
    async catchUp() {
      await registry.refresh();
      await running?.ingest.flush();
      await clocks.write();
      await tracker.catchUp();
      for (const follower of parts.followers) await follower.catchUp();
      await live.write();
      await unregistered.write();
      await updateStates(parts);
    },
    async reread(asked) {
      if (!running) return null;
      await registry.refresh();
      const done = await reread({ db, registry, ingest: running.ingest }, asked);
      await tracker.catchUp();
      return done;
    },
    close: () => (closing ??= close()),
  };
}
