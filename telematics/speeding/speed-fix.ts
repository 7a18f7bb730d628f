/** The limit that held for one class of vehicle at one place, one way, at one time; who found it says where it comes from. */
export interface AppliedLimit {
  readonly limitKmh: number;
  readonly source: string;
  /** The rule or row that gave it, and its version; null where the source has no rows. */
  readonly ruleId: string | null;
  readonly version: number | null;
  /** Whether a violation may rest on it: a gazetted limit or a verified rule, not a hint of a map. */
  readonly isProof: boolean;
}

/** Where a fix was on the roads. */
export interface OnRoad {
  /** The piece of the matched route; metres of different pieces say nothing of each other. */
  readonly piece: number;
  readonly alongM: number;
  readonly roadId: string;
  /** Metres from the beginning of the road, and whether it is driven as it is drawn. */
  readonly offsetM: number;
  readonly forward: boolean;
  readonly confidence: number;
  /** In a tunnel or under a bridge, where receivers guess. */
  readonly covered: boolean;
}

/** A fix with what is known of the road and the limit under it. Fixes are judged in the order of time. */
export interface SpeedFix {
  /** Milliseconds, UTC, by the device. */
  readonly time: number;
  /** 1e-7 degrees. */
  readonly latE7: number;
  readonly lonE7: number;
  /** By the device itself (from the shift of the signals' frequency, not from distance and time). */
  readonly speedKmh: number | null;
  readonly accuracyM: number | null;
  readonly satellites: number | null;
  readonly hdop: number | null;
  readonly road: OnRoad | null;
  /** The place on that road, for maps; it decides nothing. */
  readonly matched?: { readonly latE7: number; readonly lonE7: number } | null;
  readonly limit: AppliedLimit | null;
  /** The highest limit of all roads that it may have been on; null: no other road is near. */
  readonly highestNearbyKmh: number | null;
}

/** What of a trip's device and vehicle decides whether anything of it can be evidence. */
export interface Witness {
  /** The certificate of the device was in force; true where it has none, as nobody claims then that it measures for the law. */
  readonly isCalibrated: boolean;
  /** An ambulance on duty, for one, may be faster than others. */
  readonly isExempt: boolean;
  /** How far the device's clock was from the server's while it drove; `NOT_ASKED` where it was not noted then. */
  readonly clock: 'RIGHT' | 'UNSURE' | 'NOT_ASKED';
}

/** How speeding is judged: the speed configuration in force. */
export interface SpeedRules {
  readonly statutoryTolerancePct: number;
  readonly companyBufferKmh: number;
  readonly minDurationS: number;
  readonly minPoints: number;
  readonly maxAccuracyM: number;
  readonly maxPlausibleKmh: number;
  readonly gapS: number;
  readonly minorFromKmh: number;
  readonly majorFromKmh: number;
  readonly criticalFromKmh: number;
}

export type Severity = 'NONE' | 'MINOR' | 'MAJOR' | 'CRITICAL';

/** Above this speed an episode is speeding for the company: the law's tolerance and the own buffer, the greater of the two. */
export const thresholdKmh = (limitKmh: number, rules: SpeedRules): number =>
  limitKmh + Math.max((limitKmh * rules.statutoryTolerancePct) / 100, rules.companyBufferKmh);

/** Above this speed the law takes notice. */
export const statutoryKmh = (limitKmh: number, rules: Pick<SpeedRules, 'statutoryTolerancePct'>): number =>
  limitKmh * (1 + rules.statutoryTolerancePct / 100);

/** How bad some km/h over the limit are. */
export function severityOf(overKmh: number, rules: SpeedRules): Severity {
  if (overKmh >= rules.criticalFromKmh) return 'CRITICAL';
  if (overKmh >= rules.majorFromKmh) return 'MAJOR';
  return overKmh >= rules.minorFromKmh ? 'MINOR' : 'NONE';
}
