import { isGrantedSql, isHeldSql, reachesSql } from '#areas/rights/rights.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';

export interface Recipient {
  id: string;
  name: string;
  email: string;
  orgId: string;
}

/**
 * People of organisations whose role has a permission, with an address to write to. `orgIds` come from rows that the caller has
 * read; where one is another organisation than the caller's, call it inside `overall`.
 */
export const recipientsOf = (
  db: Queryable,
  orgIds: readonly string[],
  module: string,
  action: string,
): Promise<Recipient[]> =>
  db.query<Recipient>(
    `select a.id, a.name, a.email, a.org_id as "orgId" from account a join rights_role r on r.id = a.role_id
     where a.org_id = any($1::uuid[]) and a.kind = 'client' and a.status = 1 and a.deleted_at is null and a.email is not null
       and r.status = 1 and r.deleted_at is null and ${isHeldSql('r', '$2', '$3')} order by a.id`,
    [[...new Set(orgIds)], module, action],
  );

/**
 * Staff who may work for an organisation and whose role has a permission, with an address to write to. To be called over everybody's
 * rows.
 */
export const staffRecipientsOf = (
  db: Queryable,
  orgId: string,
  module: string,
  action: string,
): Promise<Omit<Recipient, 'orgId'>[]> =>
  db.query<Omit<Recipient, 'orgId'>>(
    `select a.id, a.name, a.email from account a join rights_role r on r.id = a.role_id
     where a.kind = 'staff' and a.status = 1 and a.deleted_at is null and a.email is not null and r.status = 1 and r.deleted_at is null
       and ${isGrantedSql('r', '$2', '$3')} and ${reachesSql('$1')} order by a.id`,
    [orgId, module, action],
  );
