import type { Queryable } from '#kit/server/db/database.ts';

/** What of everybody's rows a member of staff works on, where the role says: only their own. */
export interface Reach {
  /** Organisations whose rows are seen and written; left out: all. */
  orgIds?: readonly string[];
  /** Offices that may be written; left out: all. */
  rtoIds?: readonly string[];
}

/** The reach of account `a` with role `r` as JSON, `{}` without bounds. Clients are bound by their organisation alone. */
export const reachSql = `case when a.kind = 'client' then '{}'::json
  when r.row_scope = 'OWN_CLIENTS' then json_build_object('orgIds',
    (select coalesce(json_agg(c.org_id order by c.org_id), '[]') from user_client c where c.user_id = a.id))
  when r.row_scope = 'OWN_RTO' then json_build_object('rtoIds',
    (select coalesce(json_agg(u.rto_id order by u.rto_id), '[]') from user_rto u where u.user_id = a.id))
  else '{}'::json end`;

/** The reach of an account as it is in this moment: for work that is done later, in its name. Of an account that is gone: nothing. */
export async function reachOf(db: Queryable, accountId: string): Promise<Reach> {
  const [row] = await db.query<{ reach: Reach }>(
    `select ${reachSql} as reach from account a join role r on r.id = a.role_id where a.id = $1`,
    [accountId],
  );
  return row?.reach ?? { orgIds: [], rtoIds: [] };
}
