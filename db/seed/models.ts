import { modelsByBrand } from './models.data.ts';

export interface ModelSeed {
  /** Name of a brand, see brands.ts. */
  brand: string;
  /** Name of a vehicle type, see vehicle-types.ts. */
  type: string;
  /** Code of a vehicle category, see vehicle-categories.ts. */
  category: string;
  name: string;
  /** Null: not known to us. */
  yearFrom: number | null;
  /** Null: still sold, as far as the market lists of 2025 know. */
  yearTo: number | null;
}

const categoryOfType: Readonly<Record<string, string>> = {
  Motorcycle: 'TWO_WHEELER',
  Scooter: 'TWO_WHEELER_GEARLESS',
  Moped: 'TWO_WHEELER_GEARLESS',
  Quadricycle: 'QUADRICYCLE',
};

/** 600 car and two-wheeler models; brand and name together are unique. */
export const models: readonly ModelSeed[] = Object.entries(modelsByBrand).flatMap(([brand, rows]) =>
  rows.map(
    ([name, type, yearFrom, yearTo, category = categoryOfType[type] ?? 'MOTOR_CAR']): ModelSeed => ({
      brand,
      type,
      category,
      name,
      yearFrom,
      yearTo,
    }),
  ),
);
