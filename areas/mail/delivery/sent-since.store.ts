import type { Param, Queryable } from '#kit/server/db/database.ts';

/** How many mails of some templates were queued since a time about matters of an organisation; with an account, those to it alone. */
export async function mailsSince(
  db: Queryable,
  of: { orgId: string; accountId?: string; templates: readonly string[] },
  since: Date,
): Promise<number> {
  const params: Param[] = [of.orgId, since.toISOString(), [...of.templates]];
  const to = of.accountId === undefined ? '' : ` and to_account_id = $${params.push(of.accountId)}`;
  const [sent] = await db.query<{ count: number }>(
    `select count(*) from mail where org_id = $1 and created_at > $2 and template = any($3::text[])${to}`,
    params,
  );
  return sent?.count ?? 0;
}
