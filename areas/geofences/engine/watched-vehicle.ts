import { believedSpeed, type Position } from '#areas/gateway/gateway.server.ts';
import { type FenceFix, newVehicle, type VehicleState } from '#telematics/geofences/follow.ts';
import { maxAccuracyCm } from './stored-fixes.store.ts';

/** From when on the positions of a vehicle are not all looked at. */
interface Late {
  from: number;
  /** On a clock that only goes forward, milliseconds: the first and the last that came. */
  since: number;
  at: number;
}

/** What is remembered of a vehicle. */
export interface Watched {
  vehicleId: string;
  orgId: string;
  state: VehicleState;
  /** What stands in the database, as JSON. */
  saved: string;
  late: Late | null;
  /** What comes while its positions are read again. */
  waiting: Position[] | null;
}

export const newWatched = (vehicleId: string, orgId: string): Watched => ({
  vehicleId,
  orgId,
  state: newVehicle(),
  saved: printOf(newVehicle(), null),
  late: null,
  waiting: null,
});

/** What a saved state is told by: not by its last position, which changes all the time and stands in the log. */
export const printOf = ({ fences, teleports }: VehicleState, lateFrom: number | null): string =>
  JSON.stringify([teleports.doubted, [...fences], lateFrom]);

/** Less exact positions, and those that cannot be, drive nothing. */
export const isFit = ({ unfit, accuracyCm }: Position): boolean =>
  unfit === 0 && (accuracyCm === null || accuracyCm <= maxAccuracyCm);

export function fenceFixOf(position: Position, ceilingKmh: number): FenceFix {
  const { accuracyCm, fixAt, hdopC, latE7, lonE7 } = position;
  const speedCkmh = believedSpeed(position, ceilingKmh);
  return {
    time: fixAt,
    lat: latE7 / 1e7,
    lon: lonE7 / 1e7,
    speedKmh: speedCkmh === null ? null : speedCkmh / 100,
    accuracyM: accuracyCm === null ? null : accuracyCm / 100,
    ignition: null,
    hdop: hdopC === null ? null : hdopC / 100,
  };
}

/** The newest position that is looked at already, milliseconds; what is not newer is late. */
export const newestOf = ({ last, teleports }: VehicleState): number =>
  Math.max(last?.time ?? Number.NEGATIVE_INFINITY, teleports.doubted.at(-1)?.time ?? Number.NEGATIVE_INFINITY);

export function markLate(watched: Watched, from: number): void {
  const at = performance.now();
  const { late } = watched;
  watched.late = { from: Math.min(from, late?.from ?? from), since: late?.since ?? at, at };
}
