import type { Param, Queryable } from '#kit/server/db/database.ts';

/** How many mails of some templates were queued since a time about matters of an organisation; with a record, those about it alone. */
export async function mailsSince(
  db: Queryable,
  of: { orgId: string; about?: { module: string; id: string }; templates: readonly string[] },
  since: Date,
): Promise<number> {
  const params: Param[] = [of.orgId, since.toISOString(), [...of.templates]];
  const about = of.about
    ? ` and record_module = $${params.push(of.about.module)} and record_id = $${params.push(of.about.id)}`
    : '';
  const [sent] = await db.query<{ count: number }>(
    `select count(*) from mail where org_id = $1 and created_at > $2 and template = any($3::text[])${about}`,
    params,
  );
  return sent?.count ?? 0;
}
