import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { clockDuring, type Position } from '#areas/gateway/gateway.server.ts';
import {
  type Configuration,
  type KnownRoad,
  readConfigurations,
  readLaw,
  readLimitRoads,
  type TripOnRoads,
} from '#areas/roads/roads.server.ts';
import { speedCapsFor } from '#areas/geofences/geofences.server.ts';
import type { WaitingTrip } from '#areas/trips/trips.server.ts';
import { chooseConfiguration } from '#telematics/limits/configuration.ts';
import type { StatutoryLimit } from '#telematics/limits/resolve.ts';
import { dayNumber, indiaDayOf, type SpeedClass } from '#telematics/limits/rule.ts';
import { type Episode, findEpisodes } from '#telematics/speeding/episodes.ts';
import { mostClockOffsetMs } from '#telematics/speeding/evidence.ts';
import type { SpeedFix, SpeedRules, Witness } from '#telematics/speeding/speed-fix.ts';
import { rulesOf, speedFixesOf } from './speed-fixes.ts';

/** What is known of limits where a trip went: all that it is judged by. */
export interface Grounds {
  roads: ReadonlyMap<string, KnownRoad>;
  law: readonly StatutoryLimit[];
  configurations: readonly Configuration[];
  /** The road whose state decides over the configuration. */
  firstRoadId: string | undefined;
  /** Undefined: no limit is known for the vehicle. */
  speedClass: SpeedClass | undefined;
  capsAt: Awaited<ReturnType<typeof speedCapsFor>>;
  witness: Witness;
}

/** What was found on a trip, with all that it was found by. */
export interface Judged {
  episodes: readonly Episode[];
  fixes: readonly SpeedFix[];
  rules: SpeedRules;
  configuration: Configuration | undefined;
  roads: ReadonlyMap<string, KnownRoad>;
  speedClass: string;
  /** Checks that could not be made, since what they need was not noted then. */
  notChecked: readonly 'CLOCK'[];
}

const classes: readonly SpeedClass[] = ['M1', 'M2_M3', 'N', 'MOTORCYCLE', 'QUADRICYCLE', 'THREE_WHEELER'];
/** A vehicle without a category has no class, and without one no limit is known. */
export const asSpeedClass = (text: string | null | undefined): SpeedClass | undefined =>
  classes.find((one) => one === text);

/** What is known of limits for a trip's roads: one read of each. */
export async function readGrounds(
  db: Database,
  trip: Pick<WaitingTrip, 'categoryId' | 'orgId' | 'vehicleId' | 'deviceId' | 'start' | 'end'>,
  roadIds: readonly string[],
): Promise<Grounds> {
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

/** Finds speeding on a trip. The same positions, places and grounds give the same. */
export function judge(
  trip: Pick<WaitingTrip, 'orgId' | 'categoryId' | 'start'>,
  positions: readonly Position[],
  placed: TripOnRoads,
  { roads, law, configurations, firstRoadId, speedClass, capsAt, witness }: Grounds,
): Judged {
  const { orgId, categoryId, start } = trip;
  const state = roads.get(firstRoadId ?? '')?.state ?? null;
  const configuration = chooseConfiguration(configurations, { orgId, categoryId, state, at: start });
  const rules = rulesOf(configuration);
  const fixes = speedClass ? speedFixesOf(positions, placed, { roads, law, speedClass, categoryId, capsAt }) : [];
  return {
    episodes: findEpisodes(fixes, rules, witness),
    fixes,
    rules,
    configuration,
    roads,
    speedClass: speedClass ?? '',
    notChecked: witness.clock === 'NOT_ASKED' ? ['CLOCK'] : [],
  };
}

/** The road that most of an episode was driven on. */
export const longestOn = ({ segments }: Episode): string =>
  segments.toSorted((a, b) => Math.abs(b.toM - b.fromM) - Math.abs(a.toM - a.fromM))[0]?.roadId ?? '';
