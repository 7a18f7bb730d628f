import { uuidv7 } from 'uuidv7';
import { openAccount } from '#areas/ledger/ledger.server.ts';
import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Wallet } from '../wallet-answers.contract.ts';

/** Of wallets `w` with their account `a`: less can be spent than their owner wants there. One that was never used is not low but new. */
export const isLowSql = 'a.entries > 0 and a.balance_paise - a.held_paise < w.low_paise';

const columns = `w.id, w.org_id as "orgId", o.name as org, w.owner_id as "appUserId", u.name as "appUser", a.balance_paise as "balancePaise",
  a.held_paise as "heldPaise", a.balance_paise - a.held_paise as "availablePaise", w.low_paise as "lowPaise", ${isLowSql} as "isLow", a.entries, w.created_at as "createdAt", a.last_at as "lastAt"`;
/** Wallets `w` with what they hold. */
export const walletsSql = `wallet w join ledger_account a on a.id = w.id join people_organisation o on o.id = w.org_id
  left join people_app_user u on u.id = w.owner_id`;

/** Wallets by a condition over `w`, `o`, `u` and `a`. */
export const readWallets = (db: Queryable, where: string, params: readonly Param[]): Promise<Wallet[]> =>
  db.query<Wallet>(`select ${columns} from ${walletsSql} where ${where}`, params);

/** A wallet that the scope sees. @throws 404 */
export async function mustFindWallet(db: Queryable, scope: Scope, id: string): Promise<Wallet> {
  const params: Param[] = [id];
  const [row] = await readWallets(db, `w.id = $1${tenantFilter('wallet', scope, 'w.org_id', params)}`, params);
  if (!row) throw refuse.notFound('Wallet not found');
  return row;
}

/** Whose a new wallet is to be. */
export interface NewWallet {
  orgId: string;
  appUserId: string | null;
}

/** Opens a wallet, or finds the one that is there. @throws 404 for whom the scope does not see */
export async function openWallet(
  db: Queryable,
  scope: Scope,
  { orgId, appUserId }: NewWallet,
  writer: Writer,
): Promise<string> {
  const params: Param[] = [orgId];
  const [org] = await db.query<{ name: string }>(
    `select o.name from people_organisation o where o.id = $1 and o.deleted_at is null and o.status = 1${tenantFilter('wallet-of', scope, 'o.id', params)}`,
    params,
  );
  if (!org) throw refuse.notFound('Organisation not found');
  const owner = appUserId === null ? undefined : await ownerOf(db, orgId, appUserId);
  const code = appUserId === null ? `wallet:${orgId}` : `wallet:user:${appUserId}`;
  const id = await openAccount(db, { id: uuidv7(), orgId, code, kind: 'WALLET', floorPaise: 0 }, writer.now);
  const made = await db.query(
    'insert into wallet (id, org_id, owner_id, created_at) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [id, orgId, appUserId, writer.now.toISOString()],
  );
  if (made.length === 0) return id;
  writer.touched.push(['wallet', orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'wallet',
    recordId: id,
    recordTitle: owner ?? org.name,
    orgId,
    before: null,
    after: { org: org.name, owner: owner ?? null },
    fields: ['org', 'owner'],
  });
  return id;
}

/** An app user of an organisation that was found within the scope. */
async function ownerOf(db: Queryable, orgId: string, appUserId: string): Promise<string> {
  const [user] = await db.query<{ name: string }>(
    'select u.name from people_app_user u where u.id = $1 and u.org_id = $2 and u.deleted_at is null and u.status = 1',
    [appUserId, orgId],
  );
  if (!user) throw refuse.notFound('App user not found');
  return user.name;
}
