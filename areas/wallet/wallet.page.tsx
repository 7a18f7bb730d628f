import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { usePartsBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { WalletHome } from './home/wallet-home.page.tsx';

const WalletPage = lazyPage(async () => (await import('./home/one-wallet.page.tsx')).WalletPage);
const TransactionPage = lazyPage(async () => (await import('./transaction/transaction.page.tsx')).TransactionPage);
const SettlementPage = lazyPage(async () => (await import('./staff/settlement.page.tsx')).SettlementPage);

/** All pages of wallets: the transactions, one wallet, one transaction, one settlement file. */
export function WalletSpace() {
  const can = useCan();
  const allowed = can('wallet', 'view');
  const [part, id, ...more] = usePartsBelow('/wallet');
  useTurnAway(allowed);
  if (!allowed) return null;
  if (part === undefined) return <WalletHome />;
  const page = pageOf(part, id, can('wallet', 'approve'));
  if (more.length > 0 || !page) return <NotFound />;
  return <Suspense fallback={<span className="sk" aria-hidden="true" />}>{page}</Suspense>;
}

function pageOf(part: string, id: string | undefined, mayApprove: boolean) {
  if (id === undefined) return isId(part) ? <WalletPage id={part} /> : undefined;
  if (!isId(id)) return undefined;
  if (part === 'transaction') return <TransactionPage id={id} />;
  return part === 'settlement' && mayApprove ? <SettlementPage id={id} /> : undefined;
}
