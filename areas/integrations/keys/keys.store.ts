import { uuidv7 } from 'uuidv7';
import type { Grants } from '#kit/contract/rights.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hintOf, newApiKey } from '#kit/server/sessions/api-keys.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { type ApiKey, type KeyKind, keyLimits } from './key-answers.contract.ts';

/** SQL: the state of key `k` at a time. */
export const stateSql = (now: string): string =>
  `case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= ${now} then 'EXPIRED' else 'ACTIVE' end`;

/**
 * SQL condition: keys `k` that somebody sees of those within their scope. Their own, those of their organisation, and staff all of the organisations that they work for;
 * never those of a colleague.
 */
export function oneSees(session: Session, params: Param[]): string {
  const own = `k.account_id = $${params.push(session.user.id)}`;
  const alsoOf = session.user.kind === 'staff' ? 'k.org_id is not null' : `k.kind = 'ORGANISATION'`;
  return `(${own} or ${alsoOf})`;
}

/** Keys by a condition over `k`. @param now the parameter that holds the time */
export const readKeys = (db: Queryable, now: string, where: string, params: readonly Param[]): Promise<ApiKey[]> =>
  db.query<ApiKey>(
    `select k.id, k.name, k.kind, ${stateSql(now)} as state,
       k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${now} + make_interval(days => ${keyLimits.warnDays}) as "endsSoon",
       k.hint, k.scopes, k.made_by_name as "madeBy", k.org_id as "orgId",
       o.name as org, k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
       k.last_used_from as "lastUsedFrom", k.revoked_at as "revokedAt", k.revoked_by_name as "revokedBy"
     from api_key k left join people_organisation o on o.id = k.org_id where ${where}`,
    params,
  );

export interface NewKey {
  name: string;
  kind: KeyKind;
  orgId: string | null;
  scopes: Grants;
  days: number;
}

const fields = ['kind', 'scopes', 'expiresAt', 'endsWith'];
const scopeLines = (scopes: Grants) =>
  Object.entries(scopes).map(([module, actions]) => `${module}: ${actions.join(', ')}`);

/** Makes a key. @returns its id and the key itself, of which only the hash is kept. @throws 409 where there are too many */
export async function createKey(
  db: Queryable,
  writer: Writer,
  by: { id: string; name: string },
  { name, kind, orgId, scopes, days }: NewKey,
): Promise<{ id: string; key: string }> {
  // Those that are made at once take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [orgId ?? by.id]);
  const now = writer.now.toISOString();
  const [active] = await db.query<{ count: number }>(
    `select count(*) from api_key k where revoked_at is null and expires_at > $1
       and (k.org_id = $2 or $2::uuid is null and k.account_id = $3)`,
    [now, orgId, by.id],
  );
  if ((active?.count ?? 0) >= keyLimits.active)
    throw refuse.conflict(`There are ${keyLimits.active} active API keys. Revoke those that are no longer needed`);
  const id = uuidv7();
  const key = newApiKey();
  const expiresAt = new Date(writer.now.getTime() + days * 86_400_000).toISOString();
  await db.query(
    `insert into api_key (id, org_id, kind, name, account_id, made_by, made_by_name, token_hash, hint, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      orgId,
      kind,
      name,
      kind === 'PERSONAL' ? by.id : null,
      by.id,
      by.name,
      hashToken(key),
      hintOf(key),
      JSON.stringify(scopes),
      now,
      expiresAt,
    ],
  );
  writer.touched.push(['api_key', orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'api-key',
    recordId: id,
    recordTitle: name,
    orgId,
    before: null,
    after: {
      kind: kind === 'PERSONAL' ? 'Personal' : 'Organisation',
      scopes: scopeLines(scopes),
      expiresAt,
      endsWith: hintOf(key),
    },
    fields,
  });
  return { id, key };
}

/** Revokes a key for good; who presses twice finds it revoked. @throws 404 for one that is not seen, 409 for one that has expired */
export async function revokeKey(
  db: Queryable,
  session: Session,
  scope: Scope,
  writer: Writer,
  id: string,
): Promise<void> {
  const params: Param[] = [id, writer.now.toISOString()];
  const [key] = await db.query<Pick<ApiKey, 'name' | 'state' | 'orgId' | 'hint'>>(
    `select k.name, ${stateSql('$2::timestamptz')} as state, k.org_id as "orgId", k.hint from api_key k
     where k.id = $1 and ${oneSees(session, params)}${tenantFilterOrUnowned('api-key-revoke', scope, 'k.org_id', params)}
     for update of k`,
    params,
  );
  if (!key) throw refuse.notFound('API key not found');
  if (key.state === 'EXPIRED') throw refuse.conflict('This API key has already expired');
  if (key.state === 'REVOKED') return;
  await db.query('update api_key set revoked_at = $2, revoked_by_name = $3 where id = $1', [
    id,
    writer.now.toISOString(),
    writer.actorName,
  ]);
  writer.touched.push(['api_key', key.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: 'api-key',
    recordId: id,
    recordTitle: key.name,
    orgId: key.orgId,
    before: null,
    after: { revoked: true, endsWith: key.hint },
    fields: ['revoked', 'endsWith'],
  });
}
