import { isGrantedSql, isHeldSql, reachesSql } from '#areas/rights/rights.server.ts';
import type { Language } from '#kit/contract/words/languages.ts';
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

/** Somebody who is told of something in the product; not everybody has an address to write to. */
export interface Addressee {
  id: string;
  name: string;
  email: string | null;
  orgId: string | null;
  kind: 'staff' | 'client';
  language: Language;
}

/** Whom something is told: these accounts, or who may do something. `orgId` is whose matter it is, null for none's. */
export type Addressed = { orgId: string | null; sees: string | null } & (
  | { accounts: readonly string[] }
  | { module: string; action: string; staff?: string }
);

/**
 * People in use who are to be told of something: of clients those of its organisation, of staff those who may work for it, and nobody whose
 * role does not let them view the module `sees`. To be called over everybody's rows.
 */
export function addresseesOf(db: Queryable, to: Addressed): Promise<Addressee[]> {
  const isNamed = 'accounts' in to;
  const held = (module: string, action: string) =>
    `(case a.kind when 'staff' then ${isGrantedSql('r', module, action)} else ${isHeldSql('r', module, action)} end)`;
  const chosen = isNamed
    ? 'a.id = any($3::uuid[])'
    : `(case a.kind when 'staff' then $5::text is not null and ${isGrantedSql('r', '$3', '$5')}
         else a.org_id = $1 and ${isHeldSql('r', '$3', '$4')} end)`;
  return db.query<Addressee>(
    `select a.id, a.name, a.email, a.org_id as "orgId", a.kind, coalesce(a.language, 'en') as language from account a join rights_role r on r.id = a.role_id
     where ${chosen} and a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null
       and ($1::uuid is null or case a.kind when 'staff' then ${reachesSql('$1')} else a.org_id = $1 end)
       and ($2::text is null or ${held('$2', "'view'")}) order by a.id`,
    [to.orgId, to.sees, ...(isNamed ? [[...to.accounts]] : [to.module, to.action, to.staff ?? null])],
  );
}
