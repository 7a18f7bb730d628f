import { flag } from '#areas/gateway/gateway.server.ts';
import type { CurrentPlace, CurrentRecord } from '#areas/trips/trips.server.ts';
import { bitsOf, courseByte, type PlaceRecord, speedByte } from './live-frames.contract.ts';
import type { ToldMove } from './moves-relay.ts';

/** What a stored place says on the map. */
export const recordOfPlace = (place: CurrentPlace): PlaceRecord => ({
  slot: place.slot,
  latE7: place.latE7,
  lonE7: place.lonE7,
  fixAt: place.fixAt,
  speedKmh: speedByte(place.speedCkmh),
  course: courseByte(place.courseDdeg),
  bits: bitsOf({
    isMoving: place.moving,
    ignition: place.ignition,
    hasAlarm: place.hasAlarm,
    isOnTrip: place.isOnTrip,
  }),
  limitKmh: 0,
});

/** What the tracker says of a vehicle, as it is told. */
export function moveOf({ vehicleId, position, moving, tripStart }: CurrentRecord): ToldMove {
  const isOnTrip = tripStart !== null;
  if (!position) return { vehicleId, place: null, isMoving: moving, isOnTrip };
  const { latE7, lonE7, fixAt, flags, speedCkmh, courseDdeg } = position;
  const ignition = (flags & flag.ignitionKnown) === 0 ? null : (flags & flag.ignitionOn) !== 0;
  return {
    vehicleId,
    isMoving: moving,
    isOnTrip,
    place: {
      latE7,
      lonE7,
      fixAt,
      speedKmh: speedByte(speedCkmh),
      course: courseByte(courseDdeg),
      bits: bitsOf({ isMoving: moving, ignition, hasAlarm: (flags & flag.alarm) !== 0, isOnTrip }),
      limitKmh: 0,
    },
  };
}
