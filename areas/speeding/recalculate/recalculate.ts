import type { Clock } from '#kit/server/clock.ts';
import { allowMs, type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';
import type { GroundsChanged, RoadMatcher, TripOnRoads } from '#areas/roads/roads.server.ts';
import { endedTrips, type LogOf, positionsOf, tripIsDone, type WaitingTrip } from '#areas/trips/trips.server.ts';
import { judge } from '#telematics/speeding/judge.ts';
import { readGrounds, type TripJudged } from '../match/judge-trip.ts';
import { countPastTrips, nextPastTrips, type PastTrips, readMs } from '../match/past-trips.store.ts';
import { matchFixOf, roadsOf } from '../match/speed-fixes.ts';
import { putMatch } from '../match/trip-match.store.ts';
import { type Because, type Outcome, putEpisodes } from '../violations/episodes.store.ts';
import { titleOf } from './named-changes.ts';
import { recalculatedDays } from './recalculation.contract.ts';
import {
  countTrips,
  dueRecalculation,
  endRecalculation,
  keepStep,
  noteChange,
  putOffRecalculation,
  recalculationRow,
  type RecalculationRow,
} from './recalculations.store.ts';

/** Trips of one recalculation; of more, the latest. */
const mostTrips = 20_000;
/** Trips of one step, which other trips wait for. */
const stepTrips = 10;
const dayMs = 86_400_000;

/** Of the trips of the last days those since a first day, where there is one. */
export const sinceOf = (now: Date, fromDay: string | null): Date =>
  new Date(
    Math.max(now.getTime() - recalculatedDays * dayMs, fromDay === null ? 0 : Date.parse(`${fromDay}T00:00:00+05:30`)),
  );

/** Notes, in the transaction of the change, that past trips are to be judged anew. */
export const noteGroundsChanged = (db: Queryable, writer: Writer, told: GroundsChanged): Promise<void> =>
  noteChange(db, writer, {
    ...told,
    vehicleId: null,
    categoryId: null,
    deviceId: null,
    fromAt: sinceOf(writer.now, told.fromDay),
  });

/** A vehicle of another category has other limits. */
export async function noteVehiclesWritten(
  db: Queryable,
  writer: Writer,
  { changes, rows }: { changes: readonly RowChange<typeof vehicle>[]; rows: readonly RowOf<typeof vehicle>[] },
): Promise<void> {
  for (const [at, change] of changes.entries()) {
    const row = rows[at];
    if (change.action !== 'update' || !row || change.before.categoryId === change.values.categoryId) continue;
    await noteChange(db, writer, {
      cause: 'VEHICLE',
      recordId: row.id,
      title: row.title,
      vehicleId: row.id,
      roadIds: null,
      near: null,
      categoryId: null,
      deviceId: null,
      orgId: row.orgId,
      fromAt: sinceOf(writer.now, null),
    });
  }
}

interface Anew {
  trip: WaitingTrip & LogOf;
  positions: readonly Position[];
  placed: TripOnRoads;
  judged: TripJudged;
}

interface Parts {
  db: Database;
  clock: Clock;
  versions: Versions;
  log: (line: string) => void;
}

/**
 * The next step of judging past trips anew; false where nothing is to be done. What came of trips and how far it is are one transaction: a step that
 * is lost with its process is done again, and nothing is doubled.
 */
export async function recalculate(parts: Parts, matcher: RoadMatcher): Promise<boolean> {
  const { db, clock, log } = parts;
  const row = await transact(db, everything, (db) => dueRecalculation(db, clock.now()));
  if (!row) return false;
  try {
    if (row.total === null) await count(parts, row.id);
    else await step(parts, matcher, row);
  } catch (error) {
    await transact(db, everything, (db) => putOffRecalculation(db, row.id, clock.now()));
    log(`recalculation ${row.id} was put off: ${error instanceof Error ? error.message : String(error)}`);
  }
  return true;
}

/** Why something on a trip is judged anew: of changes that are taken together, those that concern it. */
function becauseOf(
  { cause, title, records, named, actorName }: RecalculationRow,
  trip: WaitingTrip,
  placed: TripOnRoads,
): Because {
  const { vehicleId, deviceId, categoryId } = trip;
  const own = [vehicleId, deviceId, ...(categoryId === null ? [] : [categoryId])];
  const along = new Set(roadsOf(placed));
  return {
    cause,
    titleFor: (roadIds) =>
      named.length === 0 ? title : titleOf(named, records, [new Set([...roadIds, ...own]), along]),
    byName: actorName,
  };
}

const pastTripsOf = ({
  orgId,
  vehicleId,
  categoryId,
  deviceId,
  roadIds,
  near,
  fromAt,
  toAt,
}: RecalculationRow): PastTrips => ({
  orgId,
  vehicleId,
  categoryId,
  deviceId,
  roadIds,
  near,
  fromAt,
  toAt,
});

const count = ({ db }: Parts, id: string): Promise<void> =>
  transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    // Under the lock no other change joins.
    const locked = await recalculationRow(db, id);
    if (!locked) return;
    await countTrips(db, id, Math.min(mostTrips, await countPastTrips(db, pastTripsOf(locked), mostTrips)));
  });

async function step(parts: Parts, matcher: RoadMatcher, row: RecalculationRow): Promise<void> {
  const { db, clock, versions } = parts;
  const last = row.lastTripId === null ? undefined : { startAt: row.lastStartAt ?? '', id: row.lastTripId };
  const most = Math.min(stepTrips, (row.total ?? 0) - row.done);
  const trips = await transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    return most > 0 ? endedTrips(db, await nextPastTrips(db, pastTripsOf(row), last, most)) : [];
  });
  const anew: Anew[] = [];
  for (const trip of trips) {
    const positions = await positionsOf(db, trip);
    // What is no longer kept stays as it was judged.
    if (positions.length === 0) continue;
    const placed = await matcher.match(positions.map(matchFixOf));
    const judged = judge(trip, positions, placed, await readGrounds(db, trip, roadsOf(placed)));
    anew.push({ trip, positions, placed, judged });
  }
  const touched = [...new Set(anew.map(({ trip }) => trip.orgId))].flatMap((orgId): [string, string][] => [
    ['violation', orgId],
    ['trip_match', orgId],
  ]);
  await transact(db, everything, async (db) => {
    const now = clock.now();
    const locked = await recalculationRow(db, row.id);
    if (locked?.state !== 'RUNNING' || locked.done !== row.done) return;
    const sum: Outcome = { added: 0, changed: 0, withdrawn: 0, flagged: 0 };
    for (const { trip, positions, placed, judged } of anew) {
      if (!(await tripIsDone(db, trip, now))) continue;
      await putMatch(db, trip, placed, positions, now);
      const outcome = await putEpisodes(db, trip, judged, now, becauseOf(row, trip, placed));
      for (const name of ['added', 'changed', 'withdrawn', 'flagged'] as const) sum[name] += outcome[name];
    }
    const at = trips.at(-1);
    if (at) await keepStep(db, row.id, at, trips.length, sum);
    if (!at || row.done + trips.length >= (row.total ?? 0)) await endRecalculation(db, row.id, 'DONE', now);
    await markAll(versions, db, touched);
  });
  bumpAll(versions, touched);
}
