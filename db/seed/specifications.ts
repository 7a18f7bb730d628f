import { buildsByBrand } from './builds.data.ts';

export interface SpecificationSeed {
  brand: string;
  model: string;
  name: string;
  fuelType: string;
  bodyType: string | null;
  engineCc: number | null;
  motorKw: number | null;
  seats: number | null;
  gvwKg: number | null;
  emissionNorm: string | null;
  /** Rupees, rounded to thousands. */
  priceFrom: number | null;
  priceTo: number | null;
}
const fuelNames: Readonly<Record<string, string>> = {
  PETROL: 'Petrol',
  DIESEL: 'Diesel',
  CNG: 'CNG',
  LPG: 'LPG',
  ELECTRIC: 'Electric',
  HYBRID: 'Hybrid',
  FLEX_FUEL: 'Flex-fuel',
  PETROL_CNG: 'Petrol and CNG',
};

/** What a build is called: "Petrol 1197 cc", "Electric 1.2 kW". */
export const buildName = (fuelType: string, engineCc: number | null, motorKw: number | null): string =>
  [fuelNames[fuelType] ?? fuelType, engineCc === null ? (motorKw === null ? '' : `${motorKw} kW`) : `${engineCc} cc`]
    .join(' ')
    .trim();

/** Builds of the seeded cars and two-wheelers, named by fuel and size. */
export const specifications: readonly SpecificationSeed[] = Object.entries(buildsByBrand).flatMap(([brand, rows]) =>
  rows.map(([model, fuelType, engineCc, motorKw, seats, bodyType, from, to]) => ({
    brand,
    model,
    name: buildName(fuelType, engineCc, motorKw),
    fuelType,
    bodyType,
    engineCc,
    motorKw,
    seats,
    gvwKg: null,
    emissionNorm: null,
    priceFrom: from === null ? null : from * 1_000,
    priceTo: to === null ? null : to * 1_000,
  })),
);
