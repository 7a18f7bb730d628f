import { addDays, indiaDay } from '#kit/contract/days.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { ScoreOne, ScorePoint, ScoreProof, ScoreRow, ScoreSubject } from './score.contract.ts';
import { addSums, daysOf, last30, mondayOf, monthsTo, noSums, ruleOn, scoreOf, type ScoreSums } from './score.rules.ts';
import { readScoreRules, sumColumns } from './scores.store.ts';

const orders: Readonly<Record<string, string>> = {
  score: 's.score asc nulls last',
  '-score': 's.score desc nulls last',
  '-km': 's.distance_m desc',
  '-waiting': 's.waiting_minor + s.waiting_major + s.waiting_critical desc',
  title: "lower(coalesce(v.registration_no, p.name, '')) asc",
};

/** Scores of one period and of vehicles or drivers; `where` are conditions over s, v and p with `params`. */
export interface ScoresAsked {
  subject: ScoreSubject;
  period: string;
  where: readonly string[];
  params: readonly Param[];
  sort: string;
  skip: number;
  take: number;
}

type Stored = ScoreSums & Pick<ScoreRow, 'id' | 'orgId' | 'period' | 'from' | 'to' | 'score' | 'scoreIfConfirmed'>;

const from = `from safety_score s left join vehicles_vehicle v on s.subject = 'VEHICLE' and v.id = s.subject_id
  left join people_driver p on s.subject = 'DRIVER' and p.id = s.subject_id`;

/** A page of scores, and how many there are. */
export async function listScores(
  db: Queryable,
  scope: Scope,
  asked: ScoresAsked,
): Promise<{ rows: ScoreRow[]; count: number }> {
  const params: Param[] = [...asked.params];
  const bind = (param: Param) => `$${params.push(param)}`;
  const own = [
    `s.subject = ${bind(asked.subject)} and s.period = ${bind(asked.period)}`,
    ...asked.where,
    `true${tenantFilter('safety-scores', scope, 's.org_id', params)}`,
  ].join(' and ');
  const rows = await db.query<Stored>(
    `select s.subject_id as id, s.org_id as "orgId", s.period, s.from_day::text as "from", s.to_day::text as "to", s.score,
       s.score_if_confirmed as "scoreIfConfirmed", ${sumColumns('s', (column) => `${column}::float8`)}
     ${from} where ${own} order by ${orders[asked.sort] ?? orders['score']}, s.subject_id, s.org_id limit ${asked.take} offset ${asked.skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*)::int as count ${from} where ${own}`, params);
  return { rows: await named(db, scope, asked.subject, rows), count: total?.count ?? 0 };
}

/** Names are looked up beyond the scope: a vehicle may belong to somebody else by now, and what it did then does not. */
async function named(db: Queryable, scope: Scope, subject: ScoreSubject, rows: readonly Stored[]): Promise<ScoreRow[]> {
  const found =
    rows.length === 0
      ? []
      : await overall(db, scope, () =>
          db.query<{ id: string; name: string }>(
            `select id, registration_no as name from vehicles_vehicle where id = any($1::uuid[])
             union all select id, name from people_driver where id = any($1::uuid[])
             union all select id, name from people_organisation where id = any($2::uuid[])`,
            [rows.map(({ id }) => id), rows.map(({ orgId }) => orgId)],
          ),
        );
  const names = new Map(found.map(({ id, name }) => [id, name]));
  const km = (metres: number) => Math.round(metres / 100) / 10;
  return rows.map((row) => ({
    id: row.id,
    subject,
    title: names.get(row.id) ?? '',
    orgId: row.orgId,
    org: names.get(row.orgId) ?? '',
    period: row.period,
    from: row.from,
    to: row.to,
    km: km(row.distanceM),
    measuredKm: km(row.measuredM),
    score: row.score,
    scoreIfConfirmed: row.scoreIfConfirmed,
    minor: row.minor,
    major: row.major,
    critical: row.critical,
    waiting: row.waitingMinor + row.waitingMajor + row.waitingCritical,
    braking: row.braking,
    acceleration: row.acceleration,
    cornering: row.cornering,
  }));
}

const trend = { months: 12, weeks: 12 };

/** The score of a vehicle or driver of the scope, with its trend; undefined where there is no such one. */
export async function readScore(
  db: Queryable,
  scope: Scope,
  asked: { subject: ScoreSubject; id: string; period: string },
  now: Date,
): Promise<ScoreOne | undefined> {
  const { subject, id, period } = asked;
  const params: Param[] = [id];
  const [found] = await db.query<{ orgId: string; title: string }>(
    subject === 'VEHICLE'
      ? `select s.org_id as "orgId", s.registration_no as title from vehicles_vehicle s
         where s.id = $1 and s.deleted_at is null${tenantFilter('safety-score-vehicle', scope, 's.org_id', params)}`
      : `select s.org_id as "orgId", s.name as title from people_driver s
         where s.id = $1 and s.deleted_at is null${tenantFilter('safety-score-driver', scope, 's.org_id', params)}`,
    params,
  );
  if (!found) return undefined;
  const today = indiaDay(now);
  const rules = await readScoreRules(db);
  const stored = await db.query<Stored>(
    `select s.subject_id as id, s.org_id as "orgId", s.period, s.from_day::text as "from", s.to_day::text as "to", s.score,
       s.score_if_confirmed as "scoreIfConfirmed", ${sumColumns('s', (column) => `${column}::float8`)}
     from safety_score s where s.subject = $1 and s.subject_id = $2 and s.org_id = $3`,
    [subject, id, found.orgId],
  );
  const byPeriod = new Map(stored.map((row) => [row.period, row]));
  const one = byPeriod.get(period);
  const days = one ?? daysOf(period, today);
  const rule = ruleOn(rules, days.to < today ? days.to : today);
  if (!rule) return undefined;
  const months = monthsTo(today, trend.months).map((month): ScorePoint => {
    const row = byPeriod.get(month);
    const { from, to } = daysOf(month, today);
    return { key: month, from, to, km: Math.round((row?.distanceM ?? 0) / 100) / 10, score: row?.score ?? null };
  });
  return {
    id,
    title: found.title,
    period,
    from: days.from,
    to: days.to,
    rule: { id: rule.id, name: rule.name, effectiveFrom: rule.effectiveFrom },
    ...scoreOf(one ?? noSums, rule),
    months,
    weeks: await readWeeks(db, { subject, id, orgId: found.orgId }, today, rules),
  };
}

async function readWeeks(
  db: Queryable,
  of: { subject: ScoreSubject; id: string; orgId: string },
  today: string,
  rules: Awaited<ReturnType<typeof readScoreRules>>,
): Promise<ScorePoint[]> {
  const first = addDays(mondayOf(today), -7 * (trend.weeks - 1));
  const rows = await db.query<ScoreSums & { day: string }>(
    `select d.day::text as day, ${sumColumns('d', (column) => `${column}::float8`)} from safety_day d
     where d.${of.subject === 'VEHICLE' ? 'vehicle_id' : 'driver_id'} = $1 and d.org_id = $2 and d.day between $3::date and $4::date`,
    [of.id, of.orgId, first, today],
  );
  return Array.from({ length: trend.weeks }, (_, at): ScorePoint => {
    const from = addDays(first, 7 * at);
    const to = addDays(from, 6);
    const sums = rows.filter(({ day }) => day >= from && day <= to).reduce<ScoreSums>(addSums, noSums);
    const rule = ruleOn(rules, to < today ? to : today);
    const detail = rule && scoreOf(sums, rule);
    return { key: from, from, to, km: detail?.km ?? 0, score: detail?.score ?? null };
  });
}

/** What the last night has found; null before the first. */
export async function lastProof(db: Queryable): Promise<ScoreProof | null> {
  const [row] = await db.query<ScoreProof>(
    'select day::text as day, days, scores, wrong, at from safety_proof order by day desc limit 1',
  );
  return row ?? null;
}

/** The period that the list shows. */
export const isPeriod = (text: string): boolean => text === last30 || /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
