import { applies, type Asked, indiaDayOf, type InForce, isInForce, type LimitRule, type SpeedClass } from './rule.ts';

/** Kinds of road that the law knows. */
export type StatutoryKind = 'EXPRESSWAY' | 'DIVIDED_4L' | 'MUNICIPAL' | 'OTHER';

/** A row of the notification, or of a State that has a lower one. */
export interface StatutoryLimit extends InForce {
  readonly id: string;
  readonly version: number;
  readonly kind: StatutoryKind;
  readonly speedClass: SpeedClass;
  /** Null for all of India. */
  readonly state: string | null;
  /** Null where the class may not ply. */
  readonly limitKmh: number | null;
}

/** What the type of a road says of limits. */
export interface TypeLimits {
  readonly version: number;
  readonly kind: StatutoryKind;
  readonly limits: Readonly<Record<SpeedClass, number | null>>;
}

/** What of a road decides over limits besides its rules. */
export interface LimitRoad {
  readonly lengthM: number;
  readonly state: string;
  readonly osmMaxKmh: number | null;
  /** As it is now, and what it was up to days that have passed: the earliest first. */
  readonly type: TypeLimits & {
    readonly id: string;
    readonly former?: readonly (TypeLimits & { readonly toDay: number })[];
  };
  /** In the order of `sortRules`. */
  readonly rules: readonly LimitRule[];
}

export type LimitSource = 'RULE' | 'STATE' | 'ROAD_TYPE' | 'STATUTORY' | 'OSM_ADVISORY' | 'GEOFENCE' | 'NONE';

/** The limit, and where its number comes from. Without one there is no violation. */
export interface ResolvedLimit {
  readonly limitKmh: number | null;
  readonly source: LimitSource;
  /** The version of the rule, road type, statutory row or geofence that the number is of. */
  readonly ruleId: string | null;
  readonly version: number | null;
  /** A higher number would have applied, had this one not been below it. */
  readonly capped: boolean;
}

/** A limit from elsewhere that may lower what a road has, and never raise it. */
export interface Cap {
  readonly id: string;
  readonly version: number;
  readonly limitKmh: number;
}

/** What the type of a road said on a day. */
export const typeOn = ({ type }: Pick<LimitRoad, 'type'>, day: number): TypeLimits =>
  type.former?.find(({ toDay }) => day <= toDay) ?? type;

const none: ResolvedLimit = { limitKmh: null, source: 'NONE', ruleId: null, version: null, capped: false };

/**
 * The one limit for a place on a road, a direction, a class and a time: the most specific rule of the road, else the figure of its
 * type, else that of the law, else what OpenStreetMap says, for information. The law and the road's State lower it, never raise it.
 */
export function resolveLimit(road: LimitRoad, law: readonly StatutoryLimit[], asked: Asked): ResolvedLimit {
  const { national, state } = statutoryRows(road, law, asked);
  return lowered(lowered(uncapped(road, national, asked), national, 'STATUTORY'), state, 'STATE');
}

/** The same with what geofences allow: the lowest of them, the smallest id among equals. */
export function withCaps(limit: ResolvedLimit, caps: readonly Cap[]): ResolvedLimit {
  const [lowest] = caps.toSorted((a, b) => a.limitKmh - b.limitKmh || (a.id < b.id ? -1 : 1));
  return lowered(limit, lowest, 'GEOFENCE');
}

/** What the law itself allows at most, of all India and of the road's State; null where it has no figure. */
export function lawfulKmh(road: LimitRoad, law: readonly StatutoryLimit[], asked: Asked): number | null {
  const { national, state } = statutoryRows(road, law, asked);
  const figures = [national, state].flatMap((row) => (row && row.limitKmh !== null ? [row.limitKmh] : []));
  return figures.length > 0 ? Math.min(...figures) : null;
}

function uncapped(road: LimitRoad, national: StatutoryLimit | undefined, asked: Asked): ResolvedLimit {
  const rule = road.rules.find((one) => applies(one, asked, road.lengthM));
  if (rule) return { limitKmh: rule.limitKmh, source: 'RULE', ruleId: rule.id, version: rule.version, capped: false };
  const { version, limits } = typeOn(road, indiaDayOf(asked.at));
  const ofType = limits[asked.speedClass];
  if (ofType !== null) return { limitKmh: ofType, source: 'ROAD_TYPE', ruleId: road.type.id, version, capped: false };
  if (national)
    return national.limitKmh === null
      ? none
      : {
          limitKmh: national.limitKmh,
          source: 'STATUTORY',
          ruleId: national.id,
          version: national.version,
          capped: false,
        };
  if (road.osmMaxKmh === null) return none;
  return { ...none, limitKmh: road.osmMaxKmh, source: 'OSM_ADVISORY' };
}

function lowered(
  limit: ResolvedLimit,
  by: { id: string; version: number; limitKmh: number | null } | undefined,
  source: 'STATUTORY' | 'STATE' | 'GEOFENCE',
): ResolvedLimit {
  if (!by || by.limitKmh === null || limit.limitKmh === null || by.limitKmh >= limit.limitKmh) return limit;
  return { limitKmh: by.limitKmh, source, ruleId: by.id, version: by.version, capped: true };
}

const statutoryRows = (road: LimitRoad, law: readonly StatutoryLimit[], { speedClass, at }: Asked) =>
  lawOn(road, law, speedClass, indiaDayOf(at));

/** The row of all India and that of the road's State, as they are in force on a day: the latest, the smallest id among equals. */
export function lawOn(
  road: Pick<LimitRoad, 'type' | 'state'>,
  law: readonly StatutoryLimit[],
  speedClass: SpeedClass,
  day: number,
): { national: StatutoryLimit | undefined; state: StatutoryLimit | undefined } {
  const { kind } = typeOn(road, day);
  const newest = (state: string | null) => {
    let found: StatutoryLimit | undefined;
    for (const row of law) {
      if (row.kind !== kind || row.speedClass !== speedClass || row.state !== state) continue;
      if (!isInForce(row, day)) continue;
      if (!found || row.fromDay > found.fromDay || (row.fromDay === found.fromDay && row.id < found.id)) found = row;
    }
    return found;
  };
  return { national: newest(null), state: newest(road.state) };
}
