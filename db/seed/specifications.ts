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

/** Builds of the seeded models, named by fuel and size: "Petrol 1197 cc", "Electric 1.2 kW". */
export const specifications: readonly SpecificationSeed[] = Object.entries(buildsByBrand).flatMap(([brand, rows]) =>
  rows.map(([model, fuelType, engineCc, motorKw, seats, bodyType, from, to]) => ({
    brand,
    model,
    name: [
      fuelNames[fuelType] ?? fuelType,
      engineCc === null ? (motorKw === null ? '' : `${motorKw} kW`) : `${engineCc} cc`,
    ]
      .join(' ')
      .trim(),
    fuelType,
    bodyType,
    engineCc,
    motorKw,
    seats,
    priceFrom: from === null ? null : from * 1_000,
    priceTo: to === null ? null : to * 1_000,
  })),
);
