import type { Queryable } from '#kit/server/db/database.ts';
import { dayNumber, type LimitRule } from '#telematics/limits/rule.ts';
import { weekDays } from '#kit/contract/formats/schedule.ts';

/** What of a rule decides, as rows and forms have it. */
export interface RuleFacts {
  fromM: number | null;
  toM: number | null;
  direction: LimitRule['direction'] | null;
  speedClass: LimitRule['speedClass'];
  categoryId: string | null;
  limitKmh: number;
  days: readonly string[] | null;
  fromTime: string | null;
  toTime: string | null;
  seasonFrom: string | null;
  seasonTo: string | null;
  priority: number | null;
  effectiveFrom: string;
  effectiveTo: string | null;
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const monthAndDay = (text: string) => Number(text.replace('-', ''));
const dayAt = (day: string) => weekDays.findIndex((one) => one === day);

/** A rule as the resolution of limits takes it. */
export function limitRuleOf(id: string, version: number, facts: RuleFacts): LimitRule {
  const days = facts.days ?? [];
  const { fromM, toM, fromTime, toTime, seasonFrom, seasonTo } = facts;
  return {
    id,
    version,
    segment: fromM === null || toM === null ? null : { fromM, toM },
    direction: facts.direction ?? 'BOTH',
    speedClass: facts.speedClass,
    categoryId: facts.categoryId,
    limitKmh: facts.limitKmh,
    schedule:
      days.length === 0 && fromTime === null
        ? null
        : {
            days: days.map(dayAt),
            from: fromTime === null ? 0 : minutes(fromTime),
            to: toTime === null ? 0 : minutes(toTime),
          },
    season:
      seasonFrom === null || seasonTo === null ? null : { from: monthAndDay(seasonFrom), to: monthAndDay(seasonTo) },
    priority: facts.priority ?? 0,
    fromDay: dayNumber(facts.effectiveFrom),
    toDay: facts.effectiveTo === null ? null : dayNumber(facts.effectiveTo),
  };
}

/** A rule with what people are told of it. */
export interface StoredRule extends RuleFacts {
  id: string;
  roadId: string;
  ruleVersion: number;
  replacesId: string | null;
  reasonCode: string;
  orderNo: string | null;
  /** Of a rule whose road was split, the place that it keeps among the others; `rankM` is null for the whole road. */
  rankM: number | null;
  rankFrom: string | null;
  rankId: string | null;
}

const columns = `id, road_id as "roadId", rule_version as "ruleVersion", replaces_id as "replacesId", reason_code as "reasonCode", order_no as "orderNo",
  from_m as "fromM", to_m as "toM", direction, speed_class as "speedClass", category_id as "categoryId", limit_kmh as "limitKmh", days,
  from_time as "fromTime", to_time as "toTime", season_from as "seasonFrom", season_to as "seasonTo", priority,
  effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo",
  rank_m as "rankM", rank_from::text as "rankFrom", rank_id as "rankId"`;

/** Active rules of roads, all versions. */
export const readRules = (db: Queryable, roadIds: readonly string[]): Promise<StoredRule[]> =>
  db.query<StoredRule>(
    `select ${columns} from road_speed_rule where road_id = any($1::uuid[]) and deleted_at is null and status = 1
     order by effective_from, id`,
    [[...roadIds]],
  );

export const asLimitRule = (rule: StoredRule): LimitRule => ({
  ...limitRuleOf(rule.id, rule.ruleVersion, rule),
  rank:
    rule.rankId === null || rule.rankFrom === null
      ? undefined
      : { lengthM: rule.rankM ?? Number.POSITIVE_INFINITY, fromDay: dayNumber(rule.rankFrom), id: rule.rankId },
});

/**
 * Active rules of a road that count metres along its line or go by its direction, and have not ended before today. Where the road was
 * split, a rule that ends today may reach beyond its end: what counts of it is what lies on the road.
 */
export const measuredRules = (db: Queryable, roadId: string, today: string): Promise<{ toM: number | null }[]> =>
  db.query(
    `select least(s.to_m, r.length_m) as "toM" from road_speed_rule s join road r on r.id = s.road_id
     where s.road_id = $1 and s.deleted_at is null and s.status = 1 and (s.effective_to is null or s.effective_to >= $2)
       and (s.from_m < r.length_m or s.from_m is null and s.direction <> 'BOTH') order by s.to_m desc nulls last`,
    [roadId, today],
  );

/** Compares a rule by its own metres and days, where it had kept the place of a rule on a road that was split. */
export const forgetRank = (db: Queryable, id: string): Promise<void> =>
  db.send(
    'update road_speed_rule set rank_m = null, rank_from = null, rank_id = null where id = $1 and rank_id is not null',
    [id],
  );
