import { uuidv7 } from 'uuidv7';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import type { RoadMatcher } from '#areas/roads/roads.server.ts';
import { type Follower, readSince } from '#areas/trips/trips.server.ts';
import { type AlertChange, alertRules, endUnheard, feedAlert, feedSlow } from '#telematics/speeding/live-alert.ts';
import { nameOf } from '../violations/episodes.store.ts';
import { createAlertSaves } from './alert-saves.ts';
import { readKnownAlerts } from './alerts.store.ts';
import { createLiveFacts } from './live-facts.store.ts';
import { createLiveVehicles, freshMs, type LiveVehicle, type WaitingFix } from './live-vehicles.ts';
import { createPlacing } from './place-fixes.ts';

export interface LiveTierOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  registry: Pick<DeviceRegistry, 'bySlot'>;
  live: Pick<Hub, 'publish'>;
  relay: Relay;
  matcher: () => RoadMatcher;
}

/** The matcher answers one or two fixes late: what is older than this when it is known is no news any more. */
const newsMs = 90_000;
/** Nothing that says anything for so long, as in a tunnel: nobody knows whether it goes on. */
const unseenMs = 180_000;
/** What was received just before a stop is read again, so that the matcher knows where vehicles are. */
const warmMs = 90_000;
const recentMs = 600_000;

/**
 * Finds speeding while it happens. A fix that was stored waits for the next round, which places all of them on the roads in the matcher's own thread; the way
 * of a fix into the store is never longer for it. What is remembered follows from the stored fixes and alerts: after a stop nothing is raised twice.
 */
export function createLiveTier(options: LiveTierOptions): Follower {
  const { db, clock, log } = options;
  const facts = createLiveFacts(db, options.versions);
  const vehicles = createLiveVehicles(options.registry);
  const placing = createPlacing(options.matcher, facts);
  const saves = createAlertSaves(options);

  /** Takes what a fix changed. */
  function note(vehicle: LiveVehicle, { ended, told }: AlertChange, now: number): void {
    const { alert } = vehicle;
    if (ended && alert) {
      alert.ended = ended.cause;
      alert.run = ended.run;
      vehicle.alert = null;
      saves.note(alert, now);
    }
    if (!told) return;
    if (!vehicle.alert) {
      // What is long ago when it is known is left to the judgement after the trip.
      if (now - told.overAt > newsMs) return;
      const { vehicleId, orgId } = vehicle;
      vehicle.alert = { id: uuidv7(), vehicleId, orgId, road: '', run: told, ended: null };
    }
    const own = vehicle.alert;
    own.run = told;
    own.road = nameOf(facts.road(told.peak.roadId));
    saves.note(own, now);
  }

  /** Places fixes on the roads and judges them, of each vehicle in the order of time. */
  async function judge(waiting: readonly WaitingFix[]): Promise<void> {
    const placed = await placing(waiting);
    const now = clock.now().getTime();
    waiting.forEach(({ vehicle, time, fix }, at) => {
      const alertFix = placed[at];
      if (!fix) note(vehicle, feedSlow(vehicle.state, time), now);
      else if (alertFix) note(vehicle, feedAlert(vehicle.state, alertFix), now);
    });
  }

  function endUnseen(): void {
    const now = clock.now().getTime();
    for (const vehicle of vehicles.all()) {
      const { run } = vehicle.state;
      if (!run) continue;
      const isSilent = now - Math.max(vehicle.newestAt, run.seenAt) > alertRules.silentS * 1000;
      if (isSilent || now - run.seenAt > unseenMs) note(vehicle, endUnheard(vehicle.state), now);
    }
    vehicles.forgetOld(now);
  }

  async function round(): Promise<void> {
    const now = clock.now().getTime();
    const waiting = vehicles.takeWaiting().filter(({ receivedAt }) => now - receivedAt <= freshMs);
    if (waiting.length > 0) {
      await facts.look();
      await judge(waiting);
    }
    endUnseen();
    await saves.save();
  }

  // Rounds never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (): Promise<void> => {
    const next = last.then(round);
    last = next.catch(() => undefined);
    return next;
  };
  const rounds = recurring('live speeding', inTurn, log);

  return {
    async restore() {
      vehicles.clear();
      saves.clear();
      const now = clock.now().getTime();
      const known = await transact(db, everything, (db) => readKnownAlerts(db, new Date(now - recentMs)));
      for (const { seenAt, isOpen, ...alert } of known) {
        const vehicle = vehicles.get(alert.vehicleId, alert.orgId);
        vehicle.state = { seenAt, run: isOpen ? alert.run : null };
        vehicle.heardAt = now;
        vehicle.alert = isOpen ? alert : null;
        if (isOpen) saves.known(alert, now);
      }
      for await (const positions of readSince(db, now - warmMs))
        for (const position of positions) vehicles.take(position);
    },
    accept({ positions }) {
      for (const position of positions) vehicles.take(position);
    },
    start: (everyMs) => rounds.start(everyMs),
    async stop() {
      await rounds.stop();
      await last;
      await saves.save().catch(() => undefined);
    },
    async catchUp() {
      do await inTurn();
      while (vehicles.isWaiting() || saves.isLeft());
    },
  };
}
