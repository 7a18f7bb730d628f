import { move } from '#areas/ledger/ledger.server.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { followCredit } from '../settlement/settlement.store.ts';
import { type StoredTransaction, settleTransaction } from '../money/transactions.store.ts';
import { transactionStatuses as statuses } from '../wallet-answers.contract.ts';
import { walletCredited } from '../wallet.topics.ts';
import { house } from '../wallet.rules.ts';
import type { GatewayNotice } from './gateway-port.ts';

type Waiting = Pick<StoredTransaction, 'id' | 'ref' | 'orgId' | 'walletId' | 'status' | 'paise'>;

/**
 * What came of a message: money is credited once, whatever is told how often and in which order. A payment that failed may
 * have been tried again, and one that came late is still money: only one that was credited already changes nothing.
 */
export async function takeNotice(
  db: Queryable,
  eventId: string,
  { event, kind, orderIds, paymentId, paise, currency, why }: GatewayNotice,
  writer: Writer,
): Promise<string> {
  const [first] = await db.query(`select from wallet_gateway_event where id = $1`, [eventId]);
  if (first) return 'REPEATED';
  // Messages about one order take turns.
  const [one] = await db.query<Waiting>(
    `select x.id, x.ref, x.org_id as "orgId", x.wallet_id as "walletId", x.status, x.paise from wallet_transaction x
     where x.order_id = any($1::text[]) for update`,
    [[...orderIds]],
  );
  const outcome = await outcomeOf();
  const kept = await db.query(
    `insert into wallet_gateway_event (id, event, order_id, payment_id, outcome, received_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing returning id`,
    [eventId, event, orderIds[0] ?? null, paymentId, outcome, writer.now.toISOString()],
  );
  return kept.length > 0 ? outcome : 'REPEATED';

  async function outcomeOf(): Promise<string> {
    if (kind === 'OTHER') return 'IGNORED';
    if (!one) return 'UNKNOWN_ORDER';
    if (one.status === statuses.success || one.status === statuses.reversed) return 'ALREADY_CREDITED';
    if (kind === 'FAILED') {
      if (one.status !== statuses.pending) return 'ALREADY_FAILED';
      await settleTransaction(
        db,
        one,
        { status: statuses.failed, why: why?.slice(0, 300) ?? 'The payment did not go through' },
        writer,
      );
      return 'FAILED';
    }
    // Whatever was paid instead has to be looked into by a person: it stands in the settlement file.
    if (paise !== one.paise || currency !== 'INR' || paymentId === null) return 'WRONG_AMOUNT';
    const { toBalance } = await move(
      db,
      { id: one.id, from: house.GATEWAY, to: one.walletId, paise, reason: 'TOPUP', note: paymentId },
      { madeBy: null, now: writer.now },
    );
    await settleTransaction(db, one, { status: statuses.success, balancePaise: toBalance, paymentId }, writer);
    await followCredit(db, paymentId, writer);
    await publish(db, writer.now, {
      topic: walletCredited,
      orgId: one.orgId,
      to: { module: 'wallet', action: 'view' },
      params: { amount: moneyText(paise), ref: one.ref },
      link: `/wallet/transaction/${one.id}`,
      onceKey: `wallet-credited:${one.id}`,
    });
    return 'CREDITED';
  }
}
