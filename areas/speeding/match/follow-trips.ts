import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { type Follower, positionsOf, putOffTrip, tripIsDone, waitingTrips } from '#areas/trips/trips.server.ts';
import { recalculate } from '../recalculate/recalculate.ts';
import { refreshScores } from '../score/days.store.ts';
import { putHarshEvents } from '../score/harsh-events.store.ts';
import { putEpisodes, withdrawTripless } from '../violations/episodes.store.ts';
import { judge } from '#telematics/speeding/judge.ts';
import { readGrounds } from './judge-trip.ts';
import { matchFixOf, roadsOf } from './speed-fixes.ts';
import { shareMatcher, type SharedMatcher } from './shared-matcher.ts';
import { putMatch } from './trip-match.store.ts';

export interface SpeedingOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
}

const atOnce = 20;
/** A trip that could not be matched is tried again after this times its tries, a day at most. */
const putOffMs = 60_000;
const mostPutOffMs = 86_400_000;

type Waiting = Awaited<ReturnType<typeof waitingTrips>>[number];

/**
 * Matches trips to roads when they have ended, and finds speeding on them. What comes of a trip and that it is done are one transaction: after a stop at
 * any moment it is done again, and nothing is doubled.
 */
export function createSpeedingFollower(
  options: SpeedingOptions,
  shared: SharedMatcher = shareMatcher(options),
): Follower {
  const { db, clock, log, versions } = options;

  async function follow(trip: Waiting): Promise<void> {
    const matcher = shared.get();
    // Before the first road is drawn there is nothing to be done, and logs need not be read for it.
    if ((await matcher.roads()) === 0) {
      await transact(db, everything, async (db) => {
        if (await tripIsDone(db, trip, clock.now())) await putHarshEvents(db, trip);
      });
      return;
    }
    const positions = await positionsOf(db, trip);
    const placed = await matcher.match(positions.map(matchFixOf));
    const grounds = await readGrounds(db, trip, roadsOf(placed));
    const found = judge(trip, positions, placed, grounds);
    const touched = [
      ['violation', trip.orgId],
      ['trip_match', trip.orgId],
    ] as const;
    await transact(db, everything, async (db) => {
      if (!(await tripIsDone(db, trip, clock.now()))) return;
      await putMatch(db, trip, placed, positions, clock.now());
      await putEpisodes(db, trip, found, clock.now());
      await putHarshEvents(db, trip);
      await markAll(versions, db, touched);
    });
    bumpAll(versions, touched);
  }

  /** @returns whether there was anything to do. */
  async function round(): Promise<boolean> {
    const trips = await waitingTrips(db, clock.now(), atOnce);
    // Trips that ended just now come first.
    if (trips.length === 0) return afterwards();
    for (const trip of trips)
      try {
        await follow(trip);
      } catch (error) {
        const wait = Math.min(mostPutOffMs, putOffMs * 2 ** Math.min(12, trip.tries));
        await putOffTrip(db, trip.id, new Date(clock.now().getTime() + wait));
        log(`trip ${trip.id} was not matched to roads: ${error instanceof Error ? error.message : String(error)}`);
      }
    // In turns with the trips of a busy fleet, so that scores never wait for an idle moment.
    await updateScores();
    return true;
  }

  /** What has time: violations of trips that are there no more, and past trips that are judged anew. */
  async function afterwards(): Promise<boolean> {
    const { gone, touched } = await transact(db, everything, async (db) => {
      const gone = await withdrawTripless(db, clock.now());
      const touched = [...new Set(gone.map(({ orgId }) => orgId))].map((orgId) => ['violation', orgId] as const);
      if (gone.length > 0) await markAll(versions, db, touched);
      return { gone, touched };
    });
    bumpAll(versions, touched);
    if (await updateScores()) return true;
    return (await recalculate({ db, clock, versions, log }, shared.get())) || gone.length > 0;
  }

  /** Scores of days that have changed. @returns whether there were any. */
  async function updateScores(): Promise<boolean> {
    const touched = await transact(db, everything, async (db) => {
      const orgs = await refreshScores(db, clock.now());
      if (!orgs) return undefined;
      const touched = [...orgs].flatMap((orgId): [string, string][] => [
        ['safety_score', orgId],
        ['violation', orgId],
      ]);
      await markAll(versions, db, touched);
      return touched;
    });
    if (touched) bumpAll(versions, touched);
    return touched !== undefined;
  }

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (): Promise<boolean> => {
    const next = last.then(round);
    last = next.catch(() => undefined);
    return next;
  };
  const rounds = recurring('speeding', inTurn, log);
  return {
    restore: () => Promise.resolve(),
    accept: () => undefined,
    start: (everyMs) => rounds.start(everyMs),
    async stop() {
      await rounds.stop();
      await last;
      await shared.stop();
    },
    async catchUp() {
      while (await inTurn());
    },
  };
}
