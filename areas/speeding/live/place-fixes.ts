import { type LivePlaceRecord, readLivePlace, type RoadMatcher } from '#areas/roads/roads.server.ts';
import type { AlertFix } from '#telematics/speeding/live-alert.ts';
import type { LiveFacts } from './live-facts.store.ts';
import type { LiveVehicle, WaitingFix } from './live-vehicles.ts';

/** A road that is less sure than this may be the one beside it, with another limit. */
const leastConfidence = 0.7;

/** Places the fixes of a round on the roads, all at once, with the limit under each; null where nothing can be said of one. */
export function createPlacing(matcher: () => Pick<RoadMatcher, 'follow'>, facts: LiveFacts) {
  function alertFixOf(vehicle: LiveVehicle, place: LivePlaceRecord, roadId: string): AlertFix | null {
    const { time, lat, lon, speedKmh, offsetM, forward, confidence } = place;
    if (Number.isNaN(speedKmh) || confidence < leastConfidence) return null;
    const { vehicleId, orgId } = vehicle;
    const limit = facts.limitAt({ vehicleId, orgId, roadId, offsetM, forward, lat, lon, at: time });
    if (!limit || limit.limitKmh === null) return null;
    const { limitKmh, source, ruleId, version } = limit;
    const [latE7, lonE7] = [Math.round(lat * 1e7), Math.round(lon * 1e7)];
    return { time, latE7, lonE7, speedKmh, roadId, limit: { limitKmh, source, ruleId, version } };
  }

  return async (waiting: readonly WaitingFix[]): Promise<(AlertFix | null)[]> => {
    const fast = waiting.flatMap(({ vehicle, fix }, at) => (fix ? [{ at, vehicle: vehicle.number, fix }] : []));
    const placed = waiting.map((): AlertFix | null => null);
    if (fast.length === 0) return placed;
    const { places, roadIds, covered } = await matcher().follow(fast);
    const said = fast.flatMap(({ at }, number) => {
      const [place, vehicle] = [readLivePlace(places, number), waiting[at]?.vehicle];
      // In a tunnel receivers guess.
      const roadId = place && covered[place.line] !== 1 ? roadIds[place.line] : undefined;
      return place && vehicle && roadId !== undefined ? [{ at, place, vehicle, roadId }] : [];
    });
    await facts.know(new Set(said.map(({ roadId }) => roadId)), new Set(said.map(({ vehicle }) => vehicle.vehicleId)));
    for (const { at, place, vehicle, roadId } of said) placed[at] = alertFixOf(vehicle, place, roadId);
    return placed;
  };
}
