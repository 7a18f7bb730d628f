import type { ToldMove } from '#areas/livemap/livemap.server.ts';
import type { CurrentPlace } from '#areas/trips/trips.server.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { LinkPosition } from '../link-answers.contract.ts';

/** Where a vehicle was heard to be. */
export interface HeardPlace {
  /** Milliseconds, UTC. */
  fixAt: number;
  lat: number;
  lon: number;
  course: number | null;
  kmh: number | null;
  moving: boolean;
  /** Its vehicle was off duty: it is not shown. */
  isOffDuty?: boolean;
}

/** As processes tell it: a byte that is not known is 255, and a course is of 255 parts. */
const notKnown = 255;

export const heardPlaceOf = (told: NonNullable<ToldMove['place']>, moving: boolean): HeardPlace => ({
  fixAt: told.fixAt,
  lat: told.latE7 / 1e7,
  lon: told.lonE7 / 1e7,
  course: told.course === notKnown ? null : Math.round((told.course * 360) / notKnown),
  kmh: told.speedKmh === notKnown ? null : told.speedKmh,
  moving,
});

export const storedPlaceOf = (stored: CurrentPlace): HeardPlace => ({
  fixAt: stored.fixAt,
  lat: stored.latE7 / 1e7,
  lon: stored.lonE7 / 1e7,
  course: stored.courseDdeg === null ? null : Math.round(stored.courseDdeg / 10),
  kmh: stored.speedCkmh === null ? null : Math.round(stored.speedCkmh / 100),
  moving: stored.moving,
});

/** Whether it says more than what is known: a later moment, or another word on whether it moves. */
export const isNewer = (one: HeardPlace, known: HeardPlace | undefined): boolean =>
  !known || one.fixAt > known.fixAt || (one.fixAt === known.fixAt && one.moving !== known.moving);

/** A place as the holder of a link is told it. */
export const linkPositionOf = (
  { fixAt, lat, lon, course, kmh, moving }: HeardPlace,
  { showSpeed }: { showSpeed: boolean },
  places: Geocoder,
): LinkPosition => ({
  at: new Date(fixAt).toISOString(),
  lat,
  lon,
  course,
  moving,
  kmh: showSpeed ? kmh : null,
  place: places.nameOf(lat, lon) ?? null,
});
