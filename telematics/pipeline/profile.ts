/** How trips are cut. Vehicle types may have their own. */
export type TripProfile = {
  /** Fixes less exact than this drive nothing. */
  readonly maxAccuracyM: number;
  /** A speed that a device states and that such a vehicle does not reach is no speed. */
  readonly ceilingKmh: number;
  /** A leg faster than this was not driven. */
  readonly maxLegMs: number;
  /** Silence that always ends a trip. */
  readonly cutGapS: number;
  /** Silence that ends a trip when the vehicle is found where it was left; else it is a gap within the trip. Null: there is none. */
  readonly pauseGapS: number | null;
  /** How far apart the ends of such a silence are for the vehicle to have gone on. */
  readonly pauseApartM: number;
  /** Start by movement and end by standing; null: every fix belongs to a trip. */
  readonly standstill: StandstillRules | null;
  readonly minPoints: number;
  readonly minDistanceM: number;
  readonly minDurationS: number;
};

export type StandstillRules = {
  readonly startKmh: number;
  readonly startApartM: number;
  readonly stopKmh: number;
  readonly stopRadiusM: number;
  readonly stopS: number;
  readonly ignitionOffS: number;
  /** Shorter stands are part of driving, as at a crossing. */
  readonly idleS: number;
};

export const usualProfile: TripProfile = {
  maxAccuracyM: 100,
  ceilingKmh: 250,
  maxLegMs: 55,
  cutGapS: 3_600,
  pauseGapS: 900,
  pauseApartM: 200,
  standstill: {
    startKmh: 5,
    startApartM: 100,
    stopKmh: 3,
    stopRadiusM: 50,
    stopS: 180,
    ignitionOffS: 60,
    idleS: 30,
  },
  minPoints: 2,
  minDistanceM: 300,
  minDurationS: 120,
};

/** Cuts at silence only, as the references of recorded drives are made. */
export const gapProfile: TripProfile = {
  ...usualProfile,
  cutGapS: 300,
  pauseGapS: null,
  standstill: null,
  minPoints: 60,
  minDistanceM: 1_000,
  minDurationS: 0,
};
