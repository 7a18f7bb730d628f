import type { ProductParts } from '#kit/server/area.ts';
import { allowMs, type Database, type Queryable } from '#kit/server/db/database.ts';
import type { Task } from '#kit/server/jobs.ts';
import { endedTrips, type LogOf, positionsOf, type WaitingTrip } from '#areas/trips/trips.server.ts';
import type { RoadMatcher } from '#areas/roads/roads.server.ts';
import { compareEpisodes, type Difference } from '#telematics/speeding/compare.ts';
import { createIdleMatcher } from '../match/idle-matcher.ts';
import { judge } from '#telematics/speeding/judge.ts';
import { longestOn, readGrounds, type TripJudged } from '../match/judge-trip.ts';
import { countPastTrips, nextPastTrips, type PastTrips, readMs } from '../match/past-trips.store.ts';
import { matchFixOf, roadsOf } from '../match/speed-fixes.ts';
import { nameOf } from '../violations/episodes.store.ts';
import { mostTrialTrips } from './rule-trial.contract.ts';
import { type Tried, triedGrounds } from './tried.ts';
import { countTrips, type FoundDifference, keepStep } from './trial-steps.store.ts';
import { endTrial, trialRow, type TrialRow } from './trials.store.ts';

export const trialJob = 'try a rule on past trips';

/** A step ends after so many trips, or so many milliseconds: whoever cancels waits for no longer. */
const stepTrips = 40;
const stepMs = 1_200;
const againMs = 1_000;

const pastTripsOf = ({ orgId, change, fromAt, toAt }: TrialRow): PastTrips => ({
  orgId,
  roadIds: change.kind === 'RULE' ? [change.roadId] : null,
  fromAt,
  toAt,
});

type Trip = WaitingTrip & LogOf;

interface Looked {
  before: number;
  after: number;
  hasPositions: boolean;
  differences: FoundDifference[];
}

/** Judges a trip twice, as limits are and as they would be. Writes nothing. */
async function look(db: Database, matcher: RoadMatcher, trip: Trip, tried: Tried): Promise<Looked> {
  const positions = await positionsOf(db, trip);
  if (positions.length === 0) return { before: 0, after: 0, hasPositions: false, differences: [] };
  const placed = await matcher.match(positions.map(matchFixOf));
  const grounds = await readGrounds(db, trip, roadsOf(placed));
  const was = judge(trip, positions, placed, grounds);
  const becomes = judge(trip, positions, placed, triedGrounds(grounds, tried, trip.start));
  return {
    before: was.episodes.length,
    after: becomes.episodes.length,
    hasPositions: true,
    differences: compareEpisodes(was.episodes, becomes.episodes).map((one) => differenceOf(trip, one, was)),
  };
}

function differenceOf(trip: Trip, { change, before, after }: Difference, { roads }: TripJudged): FoundDifference {
  const shown = after ?? before;
  const roadId = shown ? longestOn(shown) : '';
  const said = (one: Difference['before']) =>
    one && {
      limitKmh: one.limit.limitKmh,
      source: one.limit.source,
      tier: one.evidence ? 'EVIDENCE' : 'REVIEW',
      severity: one.severity,
    };
  return {
    orgId: trip.orgId,
    vehicleId: trip.vehicleId,
    tripId: trip.id,
    change,
    fromAt: new Date(shown?.fromAt ?? 0).toISOString(),
    toAt: new Date(shown?.toAt ?? 0).toISOString(),
    roadId,
    road: nameOf(roads.get(roadId)),
    peakKmh: Math.round((shown?.peakKmh ?? 0) * 100) / 100,
    was: said(before),
    becomes: said(after),
  };
}

/**
 * The next step of a trial, in the transaction of its job, and the job for the one after it. A process that is killed loses the step, and the next
 * start does it again.
 */
export function trialTask({ db: database, jobs, kit, clock, log }: ProductParts): Task {
  const idle = createIdleMatcher({ db: database, versions: kit.versions, clock, log });
  const goOn = (db: Queryable, id: string, runAt?: Date) =>
    jobs.add(db, { name: trialJob, tenant: trialJob, payload: { trialId: id }, ...(runAt ? { runAt } : {}) });
  return async (db, { trialId }, now) => {
    const trial = await trialRow(db, String(trialId));
    if (trial?.state !== 'RUNNING') return;
    await allowMs(db, readMs);
    if (trial.total === null) {
      const count = await countPastTrips(db, pastTripsOf(trial), mostTrialTrips);
      await countTrips(db, trial.id, Math.min(count, mostTrialTrips), count > mostTrialTrips);
      return goOn(db, trial.id);
    }
    const last = trial.lastTripId === null ? undefined : { startAt: trial.lastStartAt ?? '', id: trial.lastTripId };
    const most = Math.min(stepTrips, trial.total - trial.done);
    const ids = most > 0 ? await nextPastTrips(db, pastTripsOf(trial), last, most) : [];
    const matcher = ids.length > 0 ? await idle.ready() : undefined;
    if (ids.length > 0 && !matcher) return goOn(db, trial.id, new Date(now.getTime() + againMs));
    const trips = await endedTrips(db, ids);
    // Cut anew in this moment: the next page leaves them out.
    if (ids.length > 0 && trips.length === 0) return goOn(db, trial.id, new Date(now.getTime() + againMs));
    const looked: Looked[] = [];
    let at: Trip | undefined;
    const until = performance.now() + stepMs;
    for (const trip of trips) {
      if (at && performance.now() > until) break;
      looked.push(await look(database, matcher as RoadMatcher, trip, trial.change));
      at = trip;
    }
    // Cancelled meanwhile, or the same step was done by another process.
    const locked = await trialRow(db, trial.id, true);
    if (locked?.state !== 'RUNNING' || locked.done !== trial.done) return;
    if (at) await keepStep(db, trial.id, at, looked);
    if (!at || trial.done + looked.length >= trial.total) await endTrial(db, trial.id, 'DONE', now);
    else await goOn(db, trial.id);
  };
}

/** Ends a trial whose step failed again and again. */
export const trialGivenUp: Task = async (db, { trialId }, now) => {
  await endTrial(db, String(trialId), 'FAILED', now);
};

const keptMs = 90 * 86_400_000;

/** Forgets trials of the time before. */
export const sweepTrials = (db: Queryable, now: Date): Promise<unknown> =>
  db.query(`delete from rule_trial where id in (select id from rule_trial where at < $1 limit 50)`, [
    new Date(now.getTime() - keptMs).toISOString(),
  ]);
