import type { KycStatus } from '#areas/documents/documents/subjects.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { appUser, organisation } from '../people.contract.ts';
import { kycStatusOf, type OwnerType } from './kyc-status.rules.ts';

export interface Owners {
  organisations?: readonly string[];
  appUsers?: readonly string[];
  /** Owners who have just been made: what they begin with is no change. */
  areNew?: boolean;
}

interface Owner {
  id: string;
  orgId: string;
  title: string;
  kycStatus: KycStatus;
  isAsked: boolean;
  types: OwnerType[];
}

/** Types that apply to an owner, with the owner's documents of each; over the alias `o`. */
const typesSql = (column: 'owner_org_id' | 'app_user_id', use: 'ORGANISATION' | 'PERSON') => `(
  select coalesce(json_agg(json_build_object('mandatory', t.mandatory, 'documents', (
    select coalesce(json_agg(json_build_object('id', d.id, 'state', d.review_state, 'from', d.valid_from, 'upto', d.valid_upto)), '[]')
    from documents_document d where d.type_id = t.id and d.${column} = o.id and d.status = 1 and d.deleted_at is null))), '[]')
  from documents_type t where t.applies_to = 'OWNER' and t.status = 1 and t.deleted_at is null and coalesce(t.owner_use, '${use}') = '${use}')`;

/**
 * Works out anew what the documents of these owners add up to. Companies are asked for what is required, and people who are
 * not drivers; drivers have documents of their own. A change is written to the history.
 */
export async function updateKycStatus(
  db: Queryable,
  writer: Writer,
  { organisations = [], appUsers = [], areNew = false }: Owners,
): Promise<void> {
  if (organisations.length > 0)
    await write(
      db,
      writer,
      { module: organisation.path, areNew },
      await db.query<Owner>(
        `select o.id, o.id as "orgId", o.name as title, o.kyc_status as "kycStatus", o.kind = 'COMPANY' as "isAsked",
           ${typesSql('owner_org_id', 'ORGANISATION')} as types from organisation o where o.id = any($1::uuid[])`,
        [[...new Set(organisations)]],
      ),
    );
  if (appUsers.length > 0)
    await write(
      db,
      writer,
      { module: appUser.path, areNew },
      await db.query<Owner>(
        `select o.id, o.org_id as "orgId", o.name as title, o.kyc_status as "kycStatus", o.profile_type <> '2' as "isAsked",
           ${typesSql('app_user_id', 'PERSON')} as types from app_user o where o.id = any($1::uuid[])`,
        [[...new Set(appUsers)]],
      ),
    );
}

async function write(
  db: Queryable,
  writer: Writer,
  { module, areNew }: { module: string; areNew: boolean },
  owners: readonly Owner[],
): Promise<void> {
  const day = indiaDay(writer.now);
  const changed = owners.flatMap((owner) => {
    const status = kycStatusOf(owner.types, owner.isAsked, day);
    return status === owner.kycStatus ? [] : [{ ...owner, status }];
  });
  if (changed.length === 0) return;
  const table = module === organisation.path ? 'organisation' : 'app_user';
  const statuses = 'from jsonb_to_recordset($1::jsonb) as n (id uuid, status text) where o.id = n.id';
  await db.query(
    table === 'organisation'
      ? `update organisation o set kyc_status = n.status ${statuses}`
      : `update app_user o set kyc_status = n.status ${statuses}`,
    [JSON.stringify(changed.map(({ id, status }) => ({ id, status })))],
  );
  for (const { orgId } of changed) writer.touched.push([table, orgId]);
  if (areNew) return;
  await recordChanges(
    db,
    writer,
    changed.map(({ id, orgId, title, kycStatus, status }) => ({
      action: 'update' as const,
      module,
      recordId: id,
      recordTitle: title,
      orgId,
      before: { kycStatus },
      after: { kycStatus: status },
      fields: ['kycStatus'],
    })),
  );
}
