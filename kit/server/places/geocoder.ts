import type { PlaceName } from '#kit/contract/places.ts';

/**
 * Names positions. It answers at once, for lists name many: one that asks another service keeps answers of its own, and gives
 * undefined until it has one.
 */
export interface Geocoder {
  /**
   * @param lat @param lon degrees, WGS 84.
   * @returns undefined where no place is known.
   */
  nameOf(lat: number, lon: number): PlaceName | undefined;
}
