import { flag } from '#areas/gateway/gateway.server.ts';
import type { CurrentPlace, CurrentRecord } from '#areas/trips/trips.server.ts';
import { bit, notKnown, type PlaceRecord } from './live-frames.contract.ts';
import type { ToldMove } from './moves-relay.ts';

/** A byte for a speed in hundredths of km/h. */
const speedByte = (ckmh: number | null): number =>
  ckmh === null ? notKnown : Math.min(notKnown - 1, Math.max(0, Math.round(ckmh / 100)));
/** A byte for a course in tenths of a degree. */
const courseByte = (ddeg: number | null): number =>
  ddeg === null ? notKnown : Math.round((((ddeg % 3_600) + 3_600) % 3_600) / (3_600 / notKnown)) % notKnown;

/** What a stored place says on the map. */
export function recordOfPlace(place: CurrentPlace): PlaceRecord {
  const { slot, latE7, lonE7, fixAt, ignition } = place;
  return {
    slot,
    latE7,
    lonE7,
    fixAt,
    speedKmh: speedByte(place.speedCkmh),
    course: courseByte(place.courseDdeg),
    bits:
      (place.moving ? bit.moving : 0) |
      (ignition === null ? 0 : bit.ignitionKnown) |
      (ignition ? bit.ignitionOn : 0) |
      (place.isOnTrip ? bit.onTrip : 0),
    limitKmh: 0,
  };
}

/** What the tracker says of a vehicle, as it is told. */
export function moveOf({ vehicleId, position, moving, tripStart }: CurrentRecord): ToldMove {
  const isOnTrip = tripStart !== null;
  if (!position) return { vehicleId, place: null, isMoving: moving, isOnTrip };
  const { latE7, lonE7, fixAt, flags } = position;
  return {
    vehicleId,
    isMoving: moving,
    isOnTrip,
    place: {
      latE7,
      lonE7,
      fixAt,
      speedKmh: speedByte(position.speedCkmh),
      course: courseByte(position.courseDdeg),
      bits:
        (moving ? bit.moving : 0) |
        ((flags & flag.ignitionKnown) === 0 ? 0 : bit.ignitionKnown) |
        ((flags & flag.ignitionOn) === 0 ? 0 : bit.ignitionOn) |
        ((flags & flag.alarm) === 0 ? 0 : bit.alarm) |
        (isOnTrip ? bit.onTrip : 0),
      limitKmh: 0,
    },
  };
}
