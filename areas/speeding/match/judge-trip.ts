import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { clockDuring } from '#areas/gateway/gateway.server.ts';
import {
  type Configuration,
  type KnownRoad,
  readConfigurations,
  readLaw,
  readLimitRoads,
} from '#areas/roads/roads.server.ts';
import { speedCapsFor } from '#areas/geofences/geofences.server.ts';
import type { WaitingTrip } from '#areas/trips/trips.server.ts';
import { dayNumber, indiaDayOf, type SpeedClass } from '#telematics/limits/rule.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import { mostClockOffsetMs } from '#telematics/speeding/evidence.ts';
import type { Grounds, Judged } from '#telematics/speeding/judge.ts';

/** All that a trip is judged by here. */
export type TripGrounds = Grounds<KnownRoad, Configuration>;
/** What was found on a trip of the store. */
export type TripJudged = Judged<KnownRoad, Configuration>;

const classes: readonly SpeedClass[] = ['M1', 'M2_M3', 'N', 'MOTORCYCLE', 'QUADRICYCLE', 'THREE_WHEELER'];
/** A vehicle without a category has no class, and without one no limit is known. */
export const asSpeedClass = (text: string | null | undefined): SpeedClass | undefined =>
  classes.find((one) => one === text);

/** What is known of limits for a trip's roads: one read of each. */
export async function readGrounds(
  db: Database,
  trip: Pick<WaitingTrip, 'categoryId' | 'orgId' | 'vehicleId' | 'deviceId' | 'start' | 'end'>,
  roadIds: readonly string[],
): Promise<TripGrounds> {
  return transact(db, everything, async (db) => {
    const [roads, law, configurations, [category], [device], clock, capsAt] = await Promise.all([
      readLimitRoads(db, roadIds),
      readLaw(db),
      readConfigurations(db),
      db.query<{ speedClass: string; isEmergency: boolean | null }>(
        'select speed_class as "speedClass", is_emergency as "isEmergency" from vehicles_category where id = $1',
        [trip.categoryId],
      ),
      db.query<{ no: string | null; upto: string | null }>(
        'select enforcement_no as no, enforcement_upto::text as upto from devices_device where id = $1',
        [trip.deviceId],
      ),
      clockDuring(db, trip.deviceId, trip.start, trip.end),
      speedCapsFor(db, trip),
    ]);
    return {
      roads,
      law,
      configurations,
      firstRoadId: roadIds[0],
      speedClass: asSpeedClass(category?.speedClass),
      capsAt,
      witness: {
        // Valid to the end of its last day in India.
        isCalibrated: !device?.no || device.upto === null || indiaDayOf(trip.start) <= dayNumber(device.upto),
        isExempt: category?.isEmergency === true,
        clock: !clock.isNoted
          ? 'NOT_ASKED'
          : clock.offsetMs !== null && clock.offsetMs < mostClockOffsetMs
            ? 'RIGHT'
            : 'UNSURE',
      },
    };
  });
}

/** The road that most of an episode was driven on. */
export const longestOn = ({ segments }: Episode): string =>
  segments.toSorted((a, b) => Math.abs(b.toM - b.fromM) - Math.abs(a.toM - a.fromM))[0]?.roadId ?? '';
