import { type Moving, refundBill } from '#areas/wallet/wallet.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type LockedPolicy, policyModule, postingKey } from './paid.store.ts';
import { refundablePaise } from './payment.rules.ts';

/** A policy as what is paid. */
export const billOf = ({ id, orgId, policyNo }: LockedPolicy) => ({
  about: { module: policyModule, id },
  orgId,
  subject: policyNo,
});

/** Credits a part of the premium to the wallets that paid it. @returns the transaction @throws 409 for more than may come back */
export async function refundPremium(
  db: Queryable,
  scope: Scope,
  policy: LockedPolicy,
  { paise: amount, note }: { paise: number; note: string },
  { by, writer }: Omit<Moving, 'key'>,
): Promise<string> {
  const most = refundablePaise(policy);
  if (most === 0) throw refuse.conflict('Nothing of this premium can be refunded to the wallet');
  if (amount > most) throw refuse.badInput({ amountPaise: 'More than can be refunded' });
  const moved = { key: postingKey(policy), by, writer };
  return (await refundBill(db, scope, { about: billOf(policy).about, paise: amount, note }, moved)).id;
}

/** Who a call moves money as. */
export const personOf = ({ user }: Call['session']) => ({
  id: user.id,
  name: user.name,
  isStaff: user.kind !== 'client',
});

/** Whether a call may credit a refund to a wallet. @throws where money would move without the right, or while acting as somebody else */
export function mustMayRefund({ session }: Call): void {
  if (session.actor) throw refuse.impersonating(session.user.name);
  if (!can(session.grants, 'wallet', 'edit'))
    throw refuse.badInput({
      refundPaise:
        'You cannot refund to the wallet. Leave this empty: the suggested amount is passed on to those who can',
    });
}
