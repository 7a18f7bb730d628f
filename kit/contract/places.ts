import * as z from 'zod/mini';

/** Where something lies from a town. */
export const compassPoints = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** A position in words: the nearest town, its district and state ('' where not known), how many metres away it is, and on which side of the town. */
export const placeName = z.strictObject({
  town: z.string(),
  district: z.string(),
  state: z.string(),
  distanceM: z.int(),
  side: z.enum(compassPoints),
});
export type PlaceName = z.infer<typeof placeName>;

/** Nearer than this to the middle of a town is in it. */
export const inTownM = 3_000;

/** 'Hinjawadi, Pune', or '12 km NE of Hinjawadi, Pune': for files, and where no translation is at hand. */
export function placeNameText({ town, district, distanceM, side }: PlaceName): string {
  const named = district === '' || district === town ? town : `${town}, ${district}`;
  return distanceM < inTownM ? named : `${Math.round(distanceM / 1_000)} km ${side} of ${named}`;
}
