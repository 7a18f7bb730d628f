import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { DeskReport, DeskReportRow } from './desk-report.contract.ts';

type Figures = Omit<DeskReportRow, 'id' | 'name'>;
interface Grouped extends Figures {
  /** Which of the four it is grouped by: 15 none, 7 month, 11 category, 13 team, 14 person. */
  kind: number;
  month: string | null;
  categoryId: string | null;
  teamId: string | null;
  assigneeId: string | null;
}

const day = `(t.created_at at time zone 'Asia/Kolkata')::date`;
const figures = `count(*)::int as tickets, count(*) filter (where t.request_status not in ('4', '5'))::int as open,
  count(*) filter (where t.first_in_time)::int as "firstInTime", count(*) filter (where not t.first_in_time)::int as "firstLate",
  count(*) filter (where not t.first_in_time and t.first_replied_at is null)::int as unanswered, count(t.merged_into_id)::int as merged,
  round(percentile_cont(0.5) within group (order by t.first_min))::int as "firstMedianMin",
  count(*) filter (where t.solution_in_time)::int as "solutionInTime", count(*) filter (where not t.solution_in_time)::int as "solutionLate",
  round(percentile_cont(0.5) within group (order by t.solution_min))::int as "solutionMedianMin",
  count(*) filter (where t.reopened_count > 0)::int as reopened, count(t.satisfaction)::int as rated,
  round(avg(t.satisfaction), 1)::float8 as satisfaction`;

/** Tickets that were asked on days from `from` to `to` in India, which may be the same. Inactive and deleted ones are left out. */
export async function readDeskReport(db: Queryable, scope: Scope, from: string, to: string): Promise<DeskReport> {
  const params: Param[] = [from, to];
  const where = `t.created_at >= $1::date::timestamp at time zone 'Asia/Kolkata'
    and t.created_at < ($2::date + 1)::timestamp at time zone 'Asia/Kolkata' and t.status = 1 and t.deleted_at is null${tenantFilter('desk-report', scope, 't.org_id', params)}`;
  const rows = await db.query<Grouped>(
    `select grouping(month, category_id, team_id, assignee_id) as kind, month::text, category_id as "categoryId", team_id as "teamId",
       assignee_id as "assigneeId", ${figures}
     from (select t.*, date_trunc('month', ${day})::date as month from help_desk t where ${where}) t
     group by grouping sets ((), (month), (category_id), (team_id), (assignee_id)) order by month, count(*) desc`,
    params,
  );
  const ratings = await db.query<{ score: number; tickets: number }>(
    `select t.satisfaction as score, count(*)::int as tickets from help_desk t where t.satisfaction is not null and ${where} group by 1 order by 1`,
    params,
  );
  const names = await namesOf(db, rows);
  const of = (kind: number, idOf: (row: Grouped) => string | null): DeskReportRow[] =>
    rows.filter((row) => row.kind === kind).map((row) => shown(row, idOf(row), names));
  const [all] = of(15, () => null);
  if (!all) throw new Error('There is always a row of all');
  return {
    from,
    to,
    all,
    months: of(7, ({ month }) => month),
    categories: of(11, ({ categoryId }) => categoryId),
    teams: of(13, ({ teamId }) => teamId),
    people: of(14, ({ assigneeId }) => assigneeId),
    ratings: [1, 2, 3, 4, 5].map((score) => ratings.find((one) => one.score === score) ?? { score, tickets: 0 }),
  };
}

function shown(row: Grouped, id: string | null, names: ReadonlyMap<string, string>): DeskReportRow {
  const { kind: _kind, month: _month, categoryId: _category, teamId: _team, assigneeId: _assignee, ...rest } = row;
  return { id, name: names.get(id ?? '') ?? null, ...rest };
}

async function namesOf(db: Queryable, rows: readonly Grouped[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ categoryId, teamId, assigneeId }) =>
    [categoryId ?? [], teamId ?? [], assigneeId ?? []].flat(),
  );
  const found = await db.query<{ id: string; name: string }>(
    `select id, name from help_category where id = any($1::uuid[]) union all select id, name from help_team where id = any($1::uuid[])
     union all select id, name from identity_person where id = any($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
