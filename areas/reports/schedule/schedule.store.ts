import { dataScopeSql, grantsSql } from '#areas/rights/rights.server.ts';
import type { Grants } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import type { ReportName } from '../report/report-answers.contract.ts';
import type { Frequency } from './schedule.rules.ts';

export type ScheduleProblem = 'OWNER_INACTIVE' | 'NO_PERMISSION' | 'NO_RECIPIENTS' | 'BOUNCED';

/** A schedule as it runs. */
export interface Schedule {
  id: string;
  name: string;
  orgId: string;
  report: ReportName;
  vehicleGroupId: string | null;
  frequency: Frequency;
  weekday: string | null;
  atTime: string;
  format: 'CSV' | 'XLSX';
  recipients: string[] | null;
  ownerId: string | null;
  nextRunAt: string;
}

const columns = `id, name, org_id as "orgId", report, vehicle_group_id as "vehicleGroupId", frequency, weekday, at_time as "atTime", format,
  recipients, owner_id as "ownerId", next_run_at as "nextRunAt"`;

/** A schedule that is due, locked: whoever else would run it waits, and then finds it done. */
export async function lockDue(db: Queryable, id: string, now: Date): Promise<Schedule | undefined> {
  const [found] = await db.query<Schedule>(
    `select ${columns} from report_schedule where id = $1 and status = 1 and deleted_at is null and next_run_at <= $2 for update`,
    [id, now.toISOString()],
  );
  return found;
}

/** Schedules that should have run. */
export const overdue = (db: Queryable, before: Date): Promise<{ id: string; nextRunAt: string }[]> =>
  db.query(
    `select id, next_run_at as "nextRunAt" from report_schedule where status = 1 and deleted_at is null and next_run_at <= $1 order by next_run_at limit 1000`,
    [before.toISOString()],
  );

/** Who owns schedules from now on, and when each is due next. What stopped it is over. */
export async function setOwner(
  db: Queryable,
  ownerId: string | null,
  ownerName: string,
  due: readonly { id: string; at: Date }[],
): Promise<void> {
  await db.query(
    `update report_schedule s set owner_id = $1, owner_name = $2, problem = null, next_run_at = r.at
     from unnest($3::uuid[], $4::timestamptz[]) as r (id, at) where s.id = r.id`,
    [ownerId, ownerName, due.map(({ id }) => id), due.map(({ at }) => at.toISOString())],
  );
}

export const setRun = (db: Queryable, id: string, now: Date, next: Date) =>
  db.query('update report_schedule set last_run_at = $2, next_run_at = $3 where id = $1', [
    id,
    now.toISOString(),
    next.toISOString(),
  ]);

/** Switches it off, with the reason. */
export const setStopped = (db: Queryable, id: string, problem: ScheduleProblem, now: Date) =>
  db.query(
    'update report_schedule set status = 0, problem = $2, next_run_at = null, version = version + 1, updated_at = $3, updated_by = null where id = $1',
    [id, problem, now.toISOString()],
  );

export interface Owner extends DataScope {
  id: string;
  kind: 'staff' | 'client';
  name: string;
  email: string | null;
  orgId: string | null;
  grants: Grants;
}

/** Somebody as they are in this moment; undefined: they may not sign in. */
export async function readOwner(db: Queryable, id: string | null): Promise<Owner | undefined> {
  const [row] = await db.query<Omit<Owner, 'orgIds' | 'rtoIds'> & { reach: DataScope }>(
    `select a.id, a.kind, a.name, a.email, a.org_id as "orgId", ${dataScopeSql} as reach, coalesce(${grantsSql('r')}, '{}') as grants
     from identity_person a join rights_role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id
     where a.id = $1 and a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null
       and (o.id is null or (o.status = 1 and o.deleted_at is null))`,
    [id],
  );
  if (!row) return undefined;
  const { reach, ...owner } = row;
  return { ...owner, ...reach };
}
