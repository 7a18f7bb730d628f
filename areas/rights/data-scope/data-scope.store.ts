import type { Queryable } from '#kit/server/db/database.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';

/** The data scope of account `a` with role `r` as JSON, `{}` without bounds. Clients are bound by their organisation alone. */
export const dataScopeSql = `case when a.kind = 'client' then '{}'::json
  when r.row_scope = 'OWN_CLIENTS' then json_build_object('orgIds',
    (select coalesce(json_agg(c.org_id order by c.org_id), '[]') from user_client c where c.user_id = a.id))
  when r.row_scope = 'OWN_RTO' then json_build_object('rtoIds',
    (select coalesce(json_agg(u.rto_id order by u.rto_id), '[]') from user_rto u where u.user_id = a.id))
  else '{}'::json end`;

/** SQL condition on account `a` with role `r`: their data scope has the organisation. @param org its id in SQL */
export const reachesSql = (org: string): string =>
  `coalesce((${dataScopeSql})::jsonb -> 'orgIds' @> to_jsonb(${org}::text), true)`;

/** The data scope of an account as it is in this moment; see CatalogueKit.dataScopeOf. */
export async function dataScopeOf(db: Queryable, accountId: string): Promise<DataScope> {
  const [row] = await db.query<{ reach: DataScope }>(
    `select ${dataScopeSql} as reach from identity_person a join role r on r.id = a.role_id where a.id = $1`,
    [accountId],
  );
  return row?.reach ?? { orgIds: [], rtoIds: [] };
}

/** Takes offices from a user, and gives them: $1 is the user, $2 the ids. */
export const rtoRows = {
  remove: 'delete from user_rto where user_id = $1 and rto_id = any($2::uuid[])',
  add: 'insert into user_rto (user_id, rto_id) select $1, given.id from unnest($2::uuid[]) as given (id) on conflict do nothing',
};
/** Likewise for clients. */
export const clientRows = {
  remove: 'delete from user_client where user_id = $1 and org_id = any($2::uuid[])',
  add: 'insert into user_client (user_id, org_id) select $1, given.id from unnest($2::uuid[]) as given (id) on conflict do nothing',
};
