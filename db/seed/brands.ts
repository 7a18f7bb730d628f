import { brandNamesByCountry } from './brands.data.ts';
import { commercialBrandNames } from './commercial/brands.data.ts';

export interface BrandSeed {
  name: string;
  /** ISO 3166-1 alpha-2 code of the country the brand is at home in; empty where we are not sure. */
  country: string;
  website?: never;
}

const listed = (names: Readonly<Record<string, readonly string[]>>): readonly BrandSeed[] =>
  Object.entries(names)
    .flatMap(([country, listed]) => listed.map((name): BrandSeed => ({ name, country })))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Makers of the seeded cars and two-wheelers, by name. */
export const brands = listed(brandNamesByCountry);
/** Makers of commercial vehicles, farm tractors and construction machines alone. */
export const commercialBrands = listed(commercialBrandNames);
