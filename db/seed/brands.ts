import { brandNamesByCountry } from './brands.data.ts';

export interface BrandSeed {
  name: string;
  /** ISO 3166-1 alpha-2 code of the country the brand is at home in; empty where we are not sure. */
  country: string;
  website?: never;
}

/** Makers of the seeded models, by name. */
export const brands: readonly BrandSeed[] = Object.entries(brandNamesByCountry)
  .flatMap(([country, names]) => names.map((name): BrandSeed => ({ name, country })))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));
