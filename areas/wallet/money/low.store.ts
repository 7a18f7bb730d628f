import { moneyText } from '#kit/contract/formats/money.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { walletLow } from '../wallet.topics.ts';

/** Of wallets `w` with their account `a`: less can be spent than their owner wants there. One that was never used is not low but new. */
export const isLowSql = 'a.entries > 0 and a.balance_paise - a.held_paise < w.low_paise';

/** Something that took from what can be spent. */
interface Taken {
  id: string;
  walletId: string;
  orgId: string;
  paise: number;
}

/** Tells clients who see the wallet, and staff who may top it up, when this is what took it below the amount to warn at; below it already, they know. */
export async function tellWhenLow(db: Queryable, writer: Writer, { id, walletId, orgId, paise }: Taken): Promise<void> {
  const [low] = await db.query<{ name: string; availablePaise: number }>(
    `select coalesce(u.name, o.name) as name, a.balance_paise - a.held_paise as "availablePaise"
     from wallet w join ledger_account a on a.id = w.id join people_organisation o on o.id = w.org_id left join people_app_user u on u.id = w.owner_id
     where w.id = $1 and ${isLowSql} and a.balance_paise - a.held_paise + $2 >= w.low_paise`,
    [walletId, paise],
  );
  if (!low) return;
  await publish(db, writer.now, {
    topic: walletLow,
    orgId,
    to: { module: 'wallet', action: 'view', staff: 'create' },
    params: { name: low.name, amount: moneyText(low.availablePaise) },
    link: `/wallet/${walletId}`,
    onceKey: `wallet-low:${id}`,
  });
}
