import { placeNameText } from '#kit/contract/places.ts';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import type { TripStop } from '../trip-answers.contract.ts';
import { degrees } from '../list/trip-rows.store.ts';

const shifted = (value: number | null, by: number) => (value === null ? null : value / by);

/** A track as GeoJSON (RFC 7946): one line with the time and speed of each of its points, and a point for each stop. */
export function trackFeatures(tripId: string, track: readonly TrackPoint[], stops: readonly TripStop[]): object {
  const coordinates = track.map(({ latE7, lonE7 }) => [degrees(lonE7), degrees(latE7)]);
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        // A line has two points or more.
        geometry: coordinates.length > 1 ? { type: 'LineString', coordinates } : null,
        properties: {
          tripId,
          coordTimes: track.map(({ fixAt }) => new Date(fixAt).toISOString()),
          speedsKmh: track.map(({ speedCkmh }) => shifted(speedCkmh, 100)),
          coursesDeg: track.map(({ courseDdeg }) => shifted(courseDdeg, 10)),
          accuraciesM: track.map(({ accuracyCm }) => shifted(accuracyCm, 100)),
        },
      },
      ...stops.map(({ kind, from, to, lat, lon, place }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { kind, from, to, ...(place ? { place: placeNameText(place) } : {}) },
      })),
    ],
  };
}
