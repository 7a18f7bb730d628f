import { everything, type Queryable, scopeParams, scopeStatement } from './database.ts';

/**
 * Looks over everybody's rows in the middle of a transaction whose scope the caller does not know, and leaves it as it was. Whatever is found
 * is not told: see `overall`, for callers who know it.
 */
export async function aside<T>(db: Queryable, work: () => Promise<T>): Promise<T> {
  const [before] = await db.query<{ scope: string; org: string; orgs: string; seal: string }>(
    `select current_setting('app.scope', true) as scope, coalesce(current_setting('app.org', true), '') as org,
       coalesce(current_setting('app.orgs', true), '') as orgs, coalesce(current_setting('app.seal', true), '') as seal`,
  );
  if (!before || before.scope === 'staff') return work();
  await db.send(scopeStatement, scopeParams(everything, db.seal));
  const result = await work();
  await db.send(scopeStatement, [before.scope ?? '', before.org, before.orgs, before.seal]);
  return result;
}
