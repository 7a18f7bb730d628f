import { addDays } from '#kit/contract/days.ts';
import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import type { DutySource, More } from '#kit/server/areas/duties.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { overdueDays } from '../calendar-answers.contract.ts';

export interface Duty {
  key: string;
  kind: string;
  day: string;
  orgId: string;
  org: string;
  vehicleId: string | null;
  what: string;
  /** A number by which it is told apart. */
  detail: string | null;
  subject: string;
  isPlate: boolean;
  plateUse: PlateUse | null;
  state: string | null;
  step: string;
  to: string;
  changedAt: string;
  reminded: readonly string[];
}

/** Whose duties are looked for, and which. */
export interface DutyQuery {
  db: Queryable;
  scope: Scope;
  session: Session;
  now: Date;
  today: string;
  /** First and last day. */
  from: string;
  to: string;
  vehicleId?: string | undefined;
}

/** Those sources that somebody may see; of `kinds` only, where some are named. */
export const sourcesFor = (sources: readonly DutySource[], session: Session, kinds?: readonly string[]): DutySource[] =>
  sources.filter((one) => (kinds?.includes(one.key) ?? true) && one.isFor(session));

/** A source as the part of a statement behind `from`, with what keeps it to the question. */
function partOf(source: DutySource, query: DutyQuery, params: Param[]): string {
  const bind = (value: Param) => `$${params.push(value)}`;
  const today = `${bind(query.today)}::date`;
  const from = `${bind(query.from)}::date`;
  const to = `${bind(query.to)}::date`;
  const now = `${bind(query.now.toISOString())}::timestamptz`;
  const ofVehicle = query.vehicleId === undefined ? '' : ` and d.vehicle_id = ${bind(query.vehicleId)}::uuid`;
  // Each parameter has to be named, whether the source needs it or not.
  return `(${source.sql({ session: query.session, today, from, to, now })}) d
    where d.day between ${from} and ${to} and ${today} is not null and ${now} is not null${ofVehicle}`;
}

export interface DayCount {
  kind: string;
  day: string;
  count: number;
}

/** How many duties there are, by day and kind; days and kinds of which there are none are left out. */
export async function countDuties(sources: readonly DutySource[], query: DutyQuery): Promise<DayCount[]> {
  const found: DayCount[] = [];
  // One after the other, on one connection: each has indexes of its own.
  for (const source of sources) {
    const params: Param[] = [];
    const rows = await query.db.query<{ day: string; count: number }>(
      `select d.day::text as day, count(*) as count from ${partOf(source, query, params)}${tenantFilter('duty-counts', query.scope, 'd.org_id', params)} group by 1`,
      params,
    );
    found.push(...rows.map((row) => ({ kind: source.key, ...row })));
  }
  return found;
}

/** A page of duties, the soonest first. */
export async function listDuties(
  sources: readonly DutySource[],
  query: DutyQuery,
  { skip, take }: { skip: number; take: number },
): Promise<Duty[]> {
  if (sources.length === 0) return [];
  const params: Param[] = [];
  const order = 'day, place, subject, key';
  // No part gives more than the page needs: what is put together stays small.
  const parts = sources.map(
    (source, place) =>
      `(select '${source.key}' as kind, ${place} as place, d.key, d.day, d.org_id, d.vehicle_id, d.what, d.detail, d.subject, d.is_plate, d.state, d.step, d.to, d.changed_at
        from ${partOf(source, query, params)}${tenantFilter('duty-list', query.scope, 'd.org_id', params)} order by ${order} limit ${skip + take})`,
  );
  const rows = await query.db.query<Omit<Duty, 'reminded'>>(
    `select l.key, l.kind, l.day::text as day, l.org_id as "orgId", o.name as org, l.vehicle_id as "vehicleId", l.what, l.detail, l.subject,
       l.is_plate as "isPlate", case when l.is_plate then v.plate_use end as "plateUse", l.state, l.step, l.to, l.changed_at as "changedAt"
     from (select * from (${parts.join(' union all ')}) p order by ${order} limit ${take} offset ${skip}) l
     join people_organisation o on o.id = l.org_id left join vehicles_vehicle v on v.id = l.vehicle_id order by l.day, l.place, l.subject, l.key`,
    params,
  );
  const more = new Map<string, NonNullable<ReturnType<More['get']>>>();
  for (const source of sources) {
    const keys = rows.filter(({ kind }) => kind === source.key).map(({ key }) => key);
    if (source.more && keys.length > 0) for (const [key, one] of await source.more(query.db, keys)) more.set(key, one);
  }
  return rows.map((row) => ({ ...row, reminded: [], ...more.get(row.key) }));
}

/** The days of what is overdue. */
export const overdueSpan = (today: string) => ({ from: addDays(today, -overdueDays), to: addDays(today, -1) });
