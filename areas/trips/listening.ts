import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { BulkWriter } from '#kit/server/db/bulk.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import type { TrustedProxies } from '#kit/server/http/trusted-proxies.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { updateAllDeviceStates, type createUnregisteredDevices } from '#areas/devices/devices.server.ts';
import {
  createIngest,
  type ClockSessions,
  createWrongPasswords,
  gatewayTrust,
  type createDays,
  type createLiveFigures,
  type DeviceRegistry,
  type GatewayFigures,
  type GatewayLimits,
  type Ingest,
  type IngestLimits,
  type KeptDays,
  type Listeners,
  openListeners,
  type Ports,
  usualLimits,
} from '#areas/gateway/gateway.server.ts';
import type { Tracker } from './engine/tracker.ts';
import type { Follower } from './follower.ts';

export interface TrackingSettings {
  ports: Ports;
  host: string;
  busyPort: 'another' | 'fail';
  kept: KeptDays;
  /** Proxies in front of the doors for HTTP, whose X-Forwarded-For is believed. */
  trustedProxies?: TrustedProxies;
  limits?: Partial<GatewayLimits>;
  ingest?: Partial<IngestLimits>;
}

/** What lives as long as the product does, whether this process listens or another. */
export interface ListeningParts {
  db: Database;
  bulk: BulkWriter;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  sealed: SealedTexts;
  settings: TrackingSettings;
  registry: DeviceRegistry;
  days: ReturnType<typeof createDays>;
  live: ReturnType<typeof createLiveFigures>;
  clocks: ClockSessions;
  unregistered: ReturnType<typeof createUnregisteredDevices>;
  figures: GatewayFigures;
  tracker: Tracker;
  followers: readonly Follower[];
  /** Told how long each batch took to be stored, milliseconds. */
  measured: (ms: number) => void;
}

/** While this process is the one that listens to devices. */
export interface Listening {
  readonly ingest: Ingest;
  readonly listeners: Listeners;
  /** Stores what devices have sent, as far as it takes no longer than a stop waits, and ends. */
  end(): Promise<void>;
}

const registryTables = ['device', 'device_binding', 'device_category'];
const every = {
  registry: 1_000,
  tracker: 1_000,
  states: 10_000,
  figures: 1_000,
  clocks: 10_000,
  reap: 2_000,
  days: 3_600_000,
};
/** How long a stop waits for what devices have sent. */
const closeMs = 5_000;
/** How often strangers make us look whether they were registered just now. */
const learnMs = 250;

/** Brings the states of all devices up to now, as many at a time as one transaction takes. */
export async function updateStates({ db, clock, versions }: ListeningParts): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const { touched, isMore } = await transact(db, everything, async (db) => {
      const updated = await updateAllDeviceStates(db, clock.now());
      await markAll(versions, db, updated.touched);
      return updated;
    });
    bumpAll(versions, touched);
    isLeft = isMore;
  }
}

/** Looks at the list of devices again where a table that it is made of has changed. */
function createRefresh({ registry, versions }: ListeningParts): () => Promise<void> {
  let state: string | undefined;
  return async () => {
    const now = await versions.now(registryTables, null);
    if (now === state) return;
    await registry.look();
    state = now;
  };
}

/** Looks whether a device that nobody knows was registered just now; null when it was looked lately. */
function createLearn({ registry }: ListeningParts): () => Promise<void> | null {
  let learntAt = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | null = null;
  return () => {
    if (performance.now() - learntAt < learnMs) return learning;
    learntAt = performance.now();
    learning = registry
      .look()
      .catch(() => undefined)
      .finally(() => (learning = null));
    return learning;
  };
}

/** Listens to devices, stores what they send and follows it, until `end`. */
export async function startListening(parts: ListeningParts): Promise<Listening> {
  const { clock, clocks, days, figures, followers, live, log, registry, settings, tracker, unregistered } = parts;
  await days.load();
  await days.round(clock.now().getTime());
  await registry.refresh();
  await live.begin();
  const { lastReceivedAt } = await tracker.restore();
  for (const follower of followers) await follower.restore(lastReceivedAt);
  let listeners: Listeners | undefined;
  const ingest = createIngest({
    bulk: parts.bulk,
    days,
    clock,
    log,
    lastReceivedAt,
    accept(batch) {
      tracker.accept(batch);
      clocks.take(batch.positions);
      for (const follower of followers) follower.accept(batch);
    },
    drained: () => listeners?.resume(),
    measured: parts.measured,
    ...(settings.ingest ? { limits: settings.ingest } : {}),
  });
  const hub = {
    registry,
    learn: createLearn(parts),
    ingest,
    live,
    unknown: unregistered,
    figures,
    clock,
    log,
    wrongPasswords: createWrongPasswords(),
    trusts: gatewayTrust(settings.trustedProxies ?? 0),
    limits: { ...usualLimits, ...settings.limits },
    hashOf: (secret: string) => parts.sealed.hash({ table: 'device', column: 'secret' }, secret),
  };
  const opened = await openListeners(hub, { ...settings, log });
  const rounds = startRounds(parts, opened);
  tracker.start(every.tracker);
  for (const follower of followers) follower.start(every.tracker);
  listeners = opened;
  return {
    ingest,
    listeners: opened,
    async end() {
      listeners = undefined;
      opened.shut();
      await ingest.close(closeMs);
      await opened.close();
      await Promise.all(rounds.map((round) => round.stop()));
      await tracker.stop();
      for (const follower of followers) await follower.stop();
      // So that the next start has little to read again.
      await Promise.allSettled([tracker.checkpoint(), live.write(), clocks.write(), unregistered.write()]);
    },
  };
}

/** Starts what has to be done every now and then while this process listens. */
function startRounds(parts: ListeningParts, listeners: Listeners) {
  const { clock, clocks, days, live, log, unregistered } = parts;
  const rounds = [
    [recurring('devices', createRefresh(parts), log), every.registry],
    [recurring('states of devices', () => updateStates(parts), log), every.states],
    [recurring('figures of devices', () => live.write(), log), every.figures],
    [recurring('clocks of devices', () => clocks.write(), log), every.clocks],
    [recurring('unknown devices', () => unregistered.write(), log), every.figures],
    [recurring('days of positions', () => days.round(clock.now().getTime()), log), every.days],
    [recurring('silent devices', async () => listeners.reap(performance.now()), log), every.reap],
  ] as const;
  for (const [round, everyMs] of rounds) round.start(everyMs);
  return rounds.map(([round]) => round);
}
