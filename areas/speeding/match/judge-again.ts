import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';
import { capFencesFor } from '#areas/geofences/geofences.server.ts';
import type { RoadMatcher, TripOnRoads } from '#areas/roads/roads.server.ts';
import { endedTrips, type LogOf, positionsOf, type WaitingTrip } from '#areas/trips/trips.server.ts';
import type { CapFence } from '#telematics/limits/fence-caps.ts';
import { judge } from '#telematics/speeding/judge.ts';
import { readGrounds, type TripGrounds, type TripJudged } from './judge-trip.ts';
import { matchFixOf, roadsOf } from './speed-fixes.ts';

/** A trip judged by what is known now, with all that it was judged by. */
export interface JudgedAgain {
  trip: WaitingTrip & LogOf;
  positions: readonly Position[];
  placed: TripOnRoads;
  grounds: TripGrounds;
  /** Geofences with a speed limit that are for the vehicle. */
  fences: readonly CapFence[];
  judged: TripJudged;
}

/** Judges one trip again and stores nothing; undefined where it is gone, goes on, or its positions are no longer kept. */
export async function judgeAgain(db: Database, matcher: RoadMatcher, tripId: string): Promise<JudgedAgain | undefined> {
  const [trip] = await transact(db, everything, (db) => endedTrips(db, [tripId]));
  const positions = trip ? await positionsOf(db, trip) : [];
  if (!trip || positions.length === 0) return undefined;
  const placed = await matcher.match(positions.map(matchFixOf));
  const grounds = await readGrounds(db, trip, roadsOf(placed));
  const fences = await transact(db, everything, (db) => capFencesFor(db, trip));
  return { trip, positions, placed, grounds, fences, judged: judge(trip, positions, placed, grounds) };
}
