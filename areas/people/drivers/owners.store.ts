import type { Param, Queryable } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';

export interface Owner {
  id: string;
  name: string;
  email: string;
}

/** Who answers for an organisation and has a mail address: its owners, or everybody of it where none is called one. */
export async function ownersOf(db: Queryable, orgId: string): Promise<Owner[]> {
  const params: Param[] = [];
  const tenantSql = tenantFilter('owners', { orgId }, 'a.org_id', params);
  const people = await db.query<Owner & { profileType: string }>(
    `select a.id, a.name, a.email, a.profile_type as "profileType" from identity_person a
      where a.kind = 'client' and a.email is not null and a.status = 1 and a.deleted_at is null${tenantSql} 
      order by a.profile_type = '1' desc, a.created_at limit 20`,
    params,
  );
  const owners = people.filter(({ profileType }) => profileType === '1');
  return owners.length > 0 ? owners : people.filter(({ profileType }) => profileType !== '2').slice(0, 3);
}
