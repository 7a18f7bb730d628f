import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';
import type { RolePeople } from '../permissions.contract.ts';

/** How many people have each role, of those that the scope sees. Staff see all staff. */
export async function peopleByRole(db: Queryable, scope: Scope): Promise<Map<string, number>> {
  const params: Param[] = [];
  const tenantSql = tenantFilterOrUnowned('role-people', scope, 'a.org_id', params);
  const rows = await db.query<RolePeople>(
    `select a.role_id as "roleId", count(*) as people from identity_person a
     where a.deleted_at is null${tenantSql} group by a.role_id order by a.role_id`,
    params,
  );
  return new Map(rows.map(({ roleId, people }) => [roleId, people]));
}
