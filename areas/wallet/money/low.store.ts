import { moneyText } from '#kit/contract/formats/money.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { walletLow } from '../wallet.topics.ts';
import type { Wallet } from '../wallet-answers.contract.ts';
import { isLowSql, readWallets } from './wallets.store.ts';

/** Something that took from what can be spent. */
interface Taken {
  id: string;
  walletId: string;
  paise: number;
}

/** Tells clients who see the wallet, and staff who may top it up, when this is what took it below the amount to warn at; below it already, they know. */
export async function tellWhenLow(db: Queryable, writer: Writer, { id, walletId, paise }: Taken): Promise<void> {
  const wasEnough = 'a.balance_paise - a.held_paise + $2 >= w.low_paise';
  const [low] = await readWallets(db, `w.id = $1 and ${isLowSql} and ${wasEnough}`, [walletId, paise]);
  if (low) await tellLow(db, writer, low, id);
}

/** @param because what made it low, told once: the id of a transaction or of a choice. */
export const tellLow = (db: Queryable, writer: Writer, low: Wallet, because: string): Promise<void> =>
  publish(db, writer.now, {
    topic: walletLow,
    orgId: low.orgId,
    to: { module: 'wallet', action: 'view', staff: 'create' },
    params: { name: low.appUser ?? low.org, amount: moneyText(low.availablePaise) },
    link: `/wallet/${low.id}`,
    onceKey: `wallet-low:${because}`,
  });
