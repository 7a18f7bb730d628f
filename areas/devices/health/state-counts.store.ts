import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { boardStates } from './health.contract.ts';

/** How many active devices are in each state; the same numbers as on the page of device health. */
export async function deviceStateCounts(
  db: Queryable,
  scope: Scope,
): Promise<{ state: (typeof boardStates)[number]; count: number }[]> {
  const params: Param[] = [];
  const rows = await db.query<{ state: string; count: number }>(
    `select d.state, count(*) from device d
     where d.deleted_at is null and d.status = 1${tenantFilter('device-state-counts', scope, 'd.org_id', params)} group by d.state`,
    params,
  );
  return boardStates.map((state) => ({ state, count: rows.find((row) => row.state === state)?.count ?? 0 }));
}
