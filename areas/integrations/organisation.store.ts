import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';

/** The organisation that staff make a key or a webhook for. @throws 400 for one that the scope does not see */
export async function mustSeeOrganisation(db: Queryable, scope: Scope, orgId: string): Promise<void> {
  const params: Param[] = [orgId];
  const [found] = await db.query(
    `select from people_organisation o where o.id = $1 and o.deleted_at is null and o.status = 1${tenantFilter('api-key-organisation', scope, 'o.id', params)}`,
    params,
  );
  if (!found) throw refuse.badInput({ orgId: 'Organisation not found' });
}
