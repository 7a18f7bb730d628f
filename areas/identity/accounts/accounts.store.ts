import { normalForm } from '#kit/contract/normal-form.ts';
import { everything, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';

/** An account as credentials look at it. */
export interface Account {
  id: string;
  org_id: string | null;
  kind: 'staff' | 'client';
  name: string;
  /** At least one of email and mobile is there. */
  email: string | null;
  mobile: string | null;
  password_hash: string | null;
  password_changed_at: string | null;
  role_level: number;
  /** A code is asked for after the password. */
  two_step: boolean;
  /** Account, role and organisation are active. */
  allowed: boolean;
  /** A one-time password that was not used in time. */
  password_over: boolean;
}

/** What the database gives hashes of passwords for, to whoever sends it along; see 0036_sealed_scope.sql. */
export const passwordSeal = (db: Queryable): string => db.seal('password_hash');

/** One spelling for what names an account, so that a mobile number written in another way is not another account. */
export function accountKey(typed: string): string {
  const text = normalForm(typed, 'NFKC').toLowerCase();
  const digits = text.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : text;
}

/** What is read of an account, and where from; $1 is the time, $2 the seal for hashes of passwords. */
const columns = `a.id, a.org_id, a.kind, a.name, a.email, a.mobile, password_hash_of(a.id, $2) as password_hash, a.password_changed_at, r.level as role_level,
    exists (select 1 from two_step t where t.account_id = a.id and t.on_since is not null) as two_step,
    (a.status = 1 and r.status = 1 and r.deleted_at is null and (o.id is null or (o.status = 1 and o.deleted_at is null))) as allowed,
    coalesce(a.password_expires_at <= $1, false) as password_over`;
const tables = 'account a join rights_role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id';

/**
 * The live account that a typed email or mobile number names; see accountKey. Where there is none, another one is read in
 * its place and thrown away, so that looking takes the same time.
 */
export async function findAccount(db: Queryable, key: string, now: Date): Promise<Account | undefined> {
  const [row] = await db.query<Account & { named: boolean }>(
    {
      name: 'account-by-name',
      text: `with named as (select id from account where deleted_at is null and (lower(email) = $3 or mobile = $3) limit 1)
        select exists (select 1 from named) as named, ${columns} from ${tables}
        where a.id = coalesce((select id from named), (select id from account order by id limit 1))`,
    },
    [now.toISOString(), passwordSeal(db), key],
  );
  return row?.named ? row : undefined;
}

/**
 * A live account by id, of those that a scope may see. With `lock` nobody else changes its credentials until the
 * transaction ends.
 */
export async function accountById(
  db: Queryable,
  id: string,
  now: Date,
  lock = false,
  scope: Scope = everything,
): Promise<Account | undefined> {
  const params: Param[] = [now.toISOString(), passwordSeal(db), id];
  const tenantSql = tenantFilterOrUnowned('account', scope, 'a.org_id', params);
  const [row] = await db.query<Account>(
    `select ${columns} from ${tables} where a.deleted_at is null and a.id = $3${tenantSql}${lock ? ' for no key update of a' : ''}`,
    params,
  );
  return row;
}

/** Of which module's records the account is one: rights to it and its history go by this. */
export const moduleOf = (account: Pick<Account, 'kind'>): 'user' | 'app-user' =>
  account.kind === 'staff' ? 'user' : 'app-user';

/** Whose the live account is that has the email or the mobile number, whoever sees it; null: of the platform's staff. */
export async function ownerOfAccount(
  db: Queryable,
  by: { email?: string | null; mobile?: string | null },
): Promise<{ orgId: string | null } | undefined> {
  const [found] = await db.query<{ orgId: string | null }>(
    `select org_id as "orgId" from account where deleted_at is null and (lower(email) = lower($1) or mobile = $2) limit 1`,
    [by.email ?? null, by.mobile ?? null],
  );
  return found;
}
