import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { happened } from '#kit/server/events.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { inIndia } from '#kit/server/india-time.ts';
import {
  type Reason,
  transactionStatuses,
  transactionTypes,
  type WalletTransaction,
} from '../wallet-answers.contract.ts';
import { refOf } from '../wallet.rules.ts';
import { tellWhenLow } from './low.store.ts';

/** Of transactions `x`: what was given back of each, without what was reversed itself. */
const refundedSql = `coalesce((select sum(r.paise) from wallet_transaction r where r.of_id = x.id and r.status = 1), 0)`;
/** The record that a transaction `x` pays, or gives back the payment of. */
const aboutSql = `case when x.about_id is not null then jsonb_build_object('module', x.about_module, 'id', x.about_id) end`;
const columnsFor = (
  isClient: boolean,
) => `x.id, x.ref, x.wallet_id as "walletId", x.org_id as "orgId", o.name as org, u.name as "appUser",
  x.transaction_type as "transactionType", x.status, x.paise as "amountPaise", x.captured_paise as "capturedPaise",
  ${refundedSql} as "refundedPaise", x.reason, x.subject, x.note, x.of_id as "ofId", ${aboutSql} as about, x.is_hold as "isHold", x.hold_until as "holdUntil",
  x.needs_approval as "needsApproval", x.why, x.balance_paise as "balancePaise", ${isClient ? 'case when not x.by_staff then x.made_by_name end' : 'x.made_by_name'} as "madeBy",
  ${isClient ? 'null' : 'x.decided_by_name'} as "decidedBy", x.created_at as "createdAt", x.settled_at as "settledAt"`;
/** Transactions `x` with whose wallet `w` they are of. */
export const transactionsSql = `wallet_transaction x join wallet w on w.id = x.wallet_id join people_organisation o on o.id = x.org_id
  left join people_app_user u on u.id = w.owner_id`;

/** Transactions by a condition over `x`, `w`, `o` and `u`. @param isClient they are shown to a client, who is not told who of the staff was at work */
export const readTransactions = (
  db: Queryable,
  where: string,
  params: readonly Param[],
  isClient: boolean,
): Promise<WalletTransaction[]> =>
  db.query<WalletTransaction>(`select ${columnsFor(isClient)} from ${transactionsSql} where ${where}`, params);

/** A transaction as the rules of money need it. */
export interface StoredTransaction {
  id: string;
  ref: string;
  orgId: string;
  walletId: string;
  type: 1 | 2;
  status: number;
  paise: number;
  capturedPaise: number | null;
  reason: Reason;
  isHold: boolean;
  needsApproval: boolean;
  ofId: string | null;
  note: string | null;
  about: WalletTransaction['about'];
  madeBy: string | null;
}

/** A transaction that the scope sees, locked. @throws 404 */
export async function lockTransaction(db: Queryable, scope: Scope, id: string): Promise<StoredTransaction> {
  const params: Param[] = [id];
  const [row] = await db.query<StoredTransaction>(
    `select x.id, x.ref, x.org_id as "orgId", x.wallet_id as "walletId", x.transaction_type as type, x.status, x.paise,
       x.captured_paise as "capturedPaise", x.reason, x.is_hold as "isHold", x.needs_approval as "needsApproval", x.of_id as "ofId", x.note,
       ${aboutSql} as about, x.made_by as "madeBy"
     from wallet_transaction x where x.id = $1${tenantFilter('wallet-transaction', scope, 'x.org_id', params)} for update`,
    params,
  );
  if (!row) throw refuse.notFound('Transaction not found');
  return row;
}

/** Who begins a transaction. */
export interface Person {
  id: string;
  name: string;
  isStaff: boolean;
}

/** Whoever moves money: somebody, or the product itself, whose id is null. */
export type Mover = Omit<Person, 'id'> & { id: string | null };

export interface NewTransaction {
  id: string;
  walletId: string;
  orgId: string;
  type: 1 | 2;
  paise: number;
  reason: Reason;
  subject?: string | null;
  note?: string | null;
  ofId?: string | null;
  about?: WalletTransaction['about'];
  holdUntil?: Date;
  needsApproval?: boolean;
  orderId?: string;
  /** The money has moved: what there is then. Left out: it is pending. */
  balancePaise?: number | null;
  madeBy: Mover;
}

/** Adds a transaction with its line in the history. @throws 409 when its id was used before */
export async function addTransaction(db: Queryable, given: NewTransaction, writer: Writer): Promise<void> {
  const { id, walletId, orgId, type, paise, reason, madeBy, balancePaise, holdUntil } = given;
  const isDone = balancePaise !== undefined;
  const now = writer.now.toISOString();
  const made = await db.query(
    `insert into wallet_transaction (id, ref, org_id, wallet_id, transaction_type, status, paise, reason, subject, note, of_id, is_hold, hold_until,
       needs_approval, order_id, balance_paise, made_by, made_by_name, by_staff, created_at, settled_at, about_module, about_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
     on conflict (id) do nothing returning id`,
    [
      id,
      refOf(id),
      orgId,
      walletId,
      type,
      isDone ? transactionStatuses.success : transactionStatuses.pending,
      paise,
      reason,
      given.subject ?? null,
      given.note ?? null,
      given.ofId ?? null,
      holdUntil !== undefined,
      holdUntil?.toISOString() ?? null,
      given.needsApproval ?? false,
      given.orderId ?? null,
      balancePaise ?? null,
      madeBy.id,
      madeBy.name,
      madeBy.isStaff,
      now,
      isDone ? now : null,
      given.about?.module ?? null,
      given.about?.id ?? null,
    ],
  );
  if (made.length === 0) throw refuse.conflict('This Idempotency-Key was used for an earlier transaction');
  writer.touched.push(['wallet_transaction', orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'wallet',
    recordId: id,
    recordTitle: refOf(id),
    orgId,
    before: null,
    after: { reason, amountPaise: paise, transactionType: type, status: isDone ? 1 : 0, note: given.note ?? null },
    fields: ['reason', 'amountPaise', 'transactionType', 'status', 'note'],
  });
  if (isDone) await tellPayment(db, writer, { id, orgId, walletId, type, paise, reason });
  // Holds take from what can be spent as payments do.
  if (type === transactionTypes.debit && (isDone || holdUntil)) await tellWhenLow(db, writer, { id, walletId, paise });
}

interface Payment {
  id: string;
  orgId: string;
  walletId: string;
  /** 1 credit, 2 debit. */
  type: number;
  paise: number;
  reason: string;
}
/** Tells other programs that money has moved. */
const tellPayment = (db: Queryable, writer: Writer, { id, orgId, walletId, type, paise, reason }: Payment) =>
  happened.raise(db, writer, [
    {
      event: 'payment.completed',
      key: id,
      at: writer.now,
      orgId,
      record: { module: 'wallet-transaction', id, title: refOf(id) },
      facts: { walletId, transactionType: type, amountPaise: paise, reason },
    },
  ]);

export interface Outcome {
  status: number;
  balancePaise?: number | null;
  capturedPaise?: number;
  why?: string;
  paymentId?: string;
  decidedBy?: { id: string; name: string };
}

/** Says how a transaction went on. */
export async function settleTransaction(
  db: Queryable,
  one: Pick<StoredTransaction, 'id' | 'ref' | 'orgId' | 'status'>,
  outcome: Outcome,
  writer: Writer,
): Promise<void> {
  const { status, balancePaise, capturedPaise, why, paymentId, decidedBy } = outcome;
  const [settled] = await db.query<Omit<Payment, 'id' | 'orgId'>>(
    `update wallet_transaction set status = $2::int, balance_paise = coalesce($3, balance_paise), captured_paise = coalesce($4, captured_paise),
       why = $5, payment_id = coalesce($6, payment_id), decided_by = coalesce($7, decided_by), decided_by_name = coalesce($8, decided_by_name),
       settled_at = case when $2::int = 3 then settled_at else $9 end where id = $1
     returning wallet_id as "walletId", transaction_type as type, coalesce(captured_paise, paise) as paise, reason`,
    [
      one.id,
      status,
      balancePaise ?? null,
      capturedPaise ?? null,
      why ?? null,
      paymentId ?? null,
      decidedBy?.id ?? null,
      decidedBy?.name ?? null,
      writer.now.toISOString(),
    ],
  );
  writer.touched.push(['wallet_transaction', one.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: 'wallet',
    recordId: one.id,
    recordTitle: one.ref,
    orgId: one.orgId,
    before: { status: one.status },
    after: { status, ...(why ? { why } : {}), ...(capturedPaise === undefined ? {} : { capturedPaise }) },
    fields: ['status', 'why', 'capturedPaise'],
  });
  if (!settled || status !== transactionStatuses.success || one.status === status) return;
  await tellPayment(db, writer, { ...settled, id: one.id, orgId: one.orgId });
  // What a hold takes could not be spent before either.
  if (settled.type === transactionTypes.debit && capturedPaise === undefined)
    await tellWhenLow(db, writer, { ...settled, id: one.id });
}

/** Holds that the ledger has ended because their time is over. */
export async function voidExpired(db: Queryable, writer: Writer): Promise<void> {
  const rows = await db.query<{ id: string; ref: string; orgId: string; status: number; until: string }>(
    `select x.id, x.ref, x.org_id as "orgId", x.status, x.hold_until as until from wallet_transaction x
     where x.is_hold and x.status = 0 and x.hold_until <= $1 order by x.hold_until limit 500 for update skip locked`,
    [writer.now.toISOString()],
  );
  for (const { until, ...one } of rows)
    await settleTransaction(db, one, { status: transactionStatuses.void, why: `Expired on ${inIndia(until)}` }, writer);
}
