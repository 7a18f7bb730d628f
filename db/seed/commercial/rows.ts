/** A build of a model on the road. */
export type RoadRow = readonly [
  model: string,
  type: string,
  fuel: string,
  engineCc?: number | null,
  motorKw?: number | null,
  gvwKg?: number | null,
  seats?: number | null,
  norm?: string | null,
  yearFrom?: number | null,
  yearTo?: number | null,
  body?: string | null,
  category?: string | null,
];

export type FarmRow = readonly [
  model: string,
  horsepower?: number | null,
  engineCc?: number | null,
  body?: string | null,
  fuel?: string | null,
];
