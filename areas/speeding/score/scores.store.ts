import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { ScoreSubject } from './score.contract.ts';
import { daysOf, last30, ruleOn, type ScoreRule, scoreOf, type ScoreSums } from './score.rules.ts';

/** Whose score of which period. */
export interface Target {
  subject: ScoreSubject;
  id: string;
  orgId: string;
  period: string;
  from: string;
  to: string;
}

/** Columns of the sums, as their names in code, over rows of an alias. */
export const sumColumns = (alias: string, around = (column: string) => column): string =>
  (
    [
      ['distance_m', 'distanceM'],
      ['measured_m', 'measuredM'],
      ['minor', 'minor'],
      ['major', 'major'],
      ['critical', 'critical'],
      ['waiting_minor', 'waitingMinor'],
      ['waiting_major', 'waitingMajor'],
      ['waiting_critical', 'waitingCritical'],
      ['braking', 'braking'],
      ['acceleration', 'acceleration'],
      ['cornering', 'cornering'],
    ] as const
  )
    .map(([column, name]) => `${around(`${alias}.${column}`)} as "${name}"`)
    .join(', ');
const summed = (column: string) => `coalesce(sum(${column}), 0)::float8`;

const ruleColumns = `id, name, effective_from::text as "effectiveFrom", min_km as "minKm", speeding_weight as "speedingWeight",
  minor_points as "minorPoints", major_points as "majorPoints", critical_points as "criticalPoints", braking_weight as "brakingWeight",
  braking_points as "brakingPoints", acceleration_weight as "accelerationWeight", acceleration_points as "accelerationPoints",
  cornering_weight as "corneringWeight", cornering_points as "corneringPoints"`;

/** All rules that are not withdrawn. */
export const readScoreRules = (db: Queryable): Promise<ScoreRule[]> =>
  db.query<ScoreRule>(`select ${ruleColumns} from safety_score_rule where deleted_at is null and status = 1`);

type Worked = Target & ScoreSums & { rows: number };

/** Sums of days for scores. */
async function sumsOf(db: Queryable, targets: readonly Target[]): Promise<Worked[]> {
  const found: Worked[] = [];
  for (const [subject, column] of [
    ['VEHICLE', 'vehicle_id'],
    ['DRIVER', 'driver_id'],
  ] as const) {
    const own = targets.filter((target) => target.subject === subject);
    if (own.length > 0)
      found.push(
        ...(await db.query<Worked>(
          `select k.subject, k.id, k."orgId", k.period, k."from"::text as "from", k."to"::text as "to", s.*
           from json_to_recordset($1::json) as k (subject text, id uuid, "orgId" uuid, period text, "from" date, "to" date)
             cross join lateral (select count(*)::int as rows, ${sumColumns('d', summed)} from safety_day d
               where d.${column} = k.id and d.org_id = k."orgId" and d.day between k."from" and k."to") s`,
          [JSON.stringify(own)],
        )),
      );
  }
  return found;
}

/** What is stored of scores. */
async function scoresOf(db: Queryable, targets: readonly Target[], today: string) {
  const rules = await readScoreRules(db);
  return (await sumsOf(db, targets)).map((worked) => {
    // A month that goes on is scored by the rule of today, which is that of its last day: rules begin with a month.
    const rule = ruleOn(rules, worked.to < today ? worked.to : today);
    const detail = rule && scoreOf(worked, rule);
    return { worked, ruleId: rule?.id, score: detail?.score ?? null, ifConfirmed: detail?.scoreIfConfirmed ?? null };
  });
}

/** Works out scores, and stores them; those of which nothing is known are removed. */
export async function writeScores(db: Queryable, targets: readonly Target[], now: Date): Promise<void> {
  // In one order, so that two who write the same scores wait for each other and never both at once.
  const scores = (await scoresOf(db, targets, indiaDay(now))).toSorted((a, b) =>
    keyOf(a.worked).join() < keyOf(b.worked).join() ? -1 : 1,
  );
  const rows = scores.flatMap(({ worked, ruleId, score, ifConfirmed }) =>
    worked.rows > 0 && ruleId ? [{ ...worked, ruleId, score, ifConfirmed }] : [],
  );
  const gone = scores.flatMap(({ worked, ruleId }) => (worked.rows > 0 && ruleId ? [] : [worked]));
  if (gone.length > 0)
    await db.query(
      `delete from safety_score s using json_to_recordset($1::json) as k (subject text, id uuid, "orgId" uuid, period text)
       where s.subject = k.subject and s.subject_id = k.id and s.org_id = k."orgId" and s.period = k.period`,
      [JSON.stringify(gone)],
    );
  if (rows.length > 0)
    await db.query(
      `insert into safety_score (org_id, subject, subject_id, period, from_day, to_day, rule_id, distance_m, measured_m, minor, major, critical,
         waiting_minor, waiting_major, waiting_critical, braking, acceleration, cornering, score, score_if_confirmed)
       select r."orgId", r.subject, r.id, r.period, r."from", r."to", r."ruleId", r."distanceM", r."measuredM", r.minor, r.major, r.critical,
         r."waitingMinor", r."waitingMajor", r."waitingCritical", r.braking, r.acceleration, r.cornering, r.score, r."ifConfirmed"
       from json_to_recordset($1::json) as r ("orgId" uuid, subject text, id uuid, period text, "from" date, "to" date, "ruleId" uuid,
         "distanceM" bigint, "measuredM" bigint, minor int, major int, critical int, "waitingMinor" int, "waitingMajor" int, "waitingCritical" int,
         braking int, acceleration int, cornering int, score float8, "ifConfirmed" float8)
       on conflict (subject_id, subject, period, org_id) do update set (from_day, to_day, rule_id, distance_m, measured_m, minor, major, critical,
         waiting_minor, waiting_major, waiting_critical, braking, acceleration, cornering, score, score_if_confirmed) =
         (excluded.from_day, excluded.to_day, excluded.rule_id, excluded.distance_m, excluded.measured_m, excluded.minor, excluded.major,
         excluded.critical, excluded.waiting_minor, excluded.waiting_major, excluded.waiting_critical, excluded.braking, excluded.acceleration,
         excluded.cornering, excluded.score, excluded.score_if_confirmed)`,
      [JSON.stringify(rows)],
    );
}

const stepScores = 500;
const targetColumns = `s.subject, s.subject_id as id, s.org_id as "orgId", s.period, s.from_day::text as "from", s.to_day::text as "to"`;

/** Brings scores of the last days up to today, as many as one step takes. @returns their organisations; empty at the end. */
export async function moveWindow(db: Queryable, now: Date): Promise<string[]> {
  const days = daysOf(last30, indiaDay(now));
  const old = await db.query<Target>(
    `select ${targetColumns} from safety_score s where s.period = $1 and s.to_day < $2::date order by s.subject_id limit ${stepScores} for update`,
    [last30, days.to],
  );
  await writeScores(
    db,
    old.map((target) => ({ ...target, ...days })),
    now,
  );
  return [...new Set(old.map(({ orgId }) => orgId))];
}

/** The keys of a stored score, in their order. */
export type ScoreKey = readonly [id: string, subject: string, period: string, orgId: string];
export const firstKey: ScoreKey = [
  '00000000-0000-0000-0000-000000000000',
  '',
  '',
  '00000000-0000-0000-0000-000000000000',
];
const keyOf = ({ id, subject, period, orgId }: Target): ScoreKey => [id, subject, period, orgId];

/** Works out the next stored scores again and puts right those that differ. `after` is the last of the step before; `last` is undefined at the end. */
export async function proveScores(
  db: Queryable,
  now: Date,
  after: ScoreKey,
): Promise<{ count: number; wrong: number; last: ScoreKey | undefined }> {
  const stored = await db.query<Target & { ruleId: string; score: number | null; ifConfirmed: number | null }>(
    `select ${targetColumns}, s.rule_id as "ruleId", s.score, s.score_if_confirmed as "ifConfirmed" from safety_score s
     where (s.subject_id, s.subject, s.period, s.org_id) > ($1::uuid, $2, $3, $4::uuid)
     order by s.subject_id, s.subject, s.period, s.org_id limit ${stepScores} for update`,
    [...after],
  );
  const right = new Map(
    (await scoresOf(db, stored, indiaDay(now))).map((one) => [keyOf(one.worked).join(), one] as const),
  );
  const wrong = stored.filter((row) => {
    const one = right.get(keyOf(row).join());
    return (
      !one ||
      one.ruleId !== row.ruleId ||
      one.score !== row.score ||
      one.ifConfirmed !== row.ifConfirmed ||
      one.worked.rows === 0
    );
  });
  await writeScores(db, wrong, now);
  const end = stored.length === stepScores ? stored.at(-1) : undefined;
  return { count: stored.length, wrong: wrong.length, last: end && keyOf(end) };
}
