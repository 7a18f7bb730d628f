import type { BillMoved } from '#areas/wallet/wallet.server.ts';
import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { CancellationAnswer } from './payment.contract.ts';
import type { PaidPolicy } from './payment.rules.ts';

export const policyModule = 'app-user-policy';

export interface LockedPolicy extends PaidPolicy {
  id: string;
  orgId: string;
  policyNo: string;
  versionNo: number;
  state: string;
  nextEnd: string | null;
  /** How often money was moved for it. */
  postings: number;
}
const columns = `p.id, p.org_id as "orgId", p.policy_no as "policyNo", p.issued, p.status, p.state, p.next_end as "nextEnd", p.cancelled_on as "cancelledOn", p.total_paise as "totalPaise",
  p.payment, p.paid_paise as "paidPaise", p.version_no as "versionNo", p.postings`;

/** A policy that the scope sees, locked until the transaction ends. @throws 404 */
export async function lockPolicy(db: Queryable, scope: Scope, id: string): Promise<LockedPolicy> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('policy-lock', scope, 'p.org_id', params);
  const [row] = await db.query<LockedPolicy>(
    `select ${columns} from app_user_policy p where p.id = $1 and p.deleted_at is null${tenantSql} for no key update of p`,
    params,
  );
  if (!row) throw refuse.notFound('Insurance policy not found');
  return row;
}

/** The key of the next movement of money for a policy: its version and how often money moved for it before. */
export const postingKey = ({ versionNo, postings }: LockedPolicy): string => `${versionNo}:${postings}`;

/** What a cancellation suggested to give back; null where it was credited, or nothing was to come back. */
export async function readSuggested(db: Queryable, id: string, isForClient: boolean): Promise<Suggested | null> {
  const [row] = await db.query<Suggested>(
    `select refund_due_paise as "refundPaise", refund_days as "unusedDays",
       ${isForClient ? 'case when not refund_by_staff then refund_by end' : 'refund_by'} as by
     from app_user_policy where id = $1 and refund_due_paise is not null`,
    [id],
  );
  return row ?? null;
}
type Suggested = NonNullable<CancellationAnswer['suggested']>;

/** Notes what was paid, or how. Whoever credits something has decided on what was suggested. */
export async function notePayment(
  db: Queryable,
  writer: Writer,
  before: LockedPolicy,
  after: { payment: string; paidPaise: number },
): Promise<void> {
  const moved = after.paidPaise === before.paidPaise ? 0 : 1;
  await db.query(
    `update app_user_policy set payment = $2, paid_paise = $3, postings = postings + $4,
       refund_due_paise = case when $3 >= paid_paise then refund_due_paise end, version = version + 1, updated_at = $5, updated_by = $6
     where id = $1`,
    [before.id, after.payment, after.paidPaise, moved, writer.now.toISOString(), writer.actorId],
  );
  writer.touched.push(['app_user_policy', before.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: policyModule,
    recordId: before.id,
    recordTitle: before.policyNo,
    orgId: before.orgId,
    before: { payment: before.payment, paidPaise: before.paidPaise },
    after,
    fields: ['payment', 'paidPaise'],
  });
}

/** Follows what comes back to the wallet, whoever gave it back: here, or on the page of the transaction. */
export async function followRefunds(db: Queryable, writer: Writer, { about, paise }: BillMoved): Promise<void> {
  if (about.module !== policyModule) return;
  // Whoever holds it may wait for the same transaction: nobody waits for them here.
  const [row] = await db.query<LockedPolicy>(
    `select ${columns} from app_user_policy p where p.id = $1 for no key update of p skip locked`,
    [about.id],
  );
  if (!row) throw refuse.conflict('This policy is being changed. Try again');
  const paidPaise = row.paidPaise + paise;
  const payment = paidPaise > 0 ? 'WALLET' : row.cancelledOn === null ? 'NONE' : row.payment;
  await notePayment(db, writer, row, { payment, paidPaise });
}
