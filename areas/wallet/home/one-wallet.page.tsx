import { useQuery } from '@tanstack/react-query';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { walletOf } from '../wallet.queries.ts';
import { Balance, WalletActs } from './balance.tsx';
import { WalletStatement } from './statement.tsx';
import { TabRow } from './tab-row.tsx';
import { Trail } from './trail.tsx';
import { Pending, Transactions } from './transactions.tsx';

/** One wallet: its balance, transactions, holds and statement. */
export function WalletPage({ id }: { id: string }) {
  const t = useT();
  const { data: wallet, error, refetch } = useQuery(walletOf(id));
  if (error && !wallet) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <Trail name={wallet ? (wallet.appUser ?? wallet.org) : '…'} />
      <PageTitle
        title={wallet ? (wallet.appUser ?? wallet.org) : t('wallet.one')}
        sub={wallet?.appUser ? wallet.org : t('wallet.one')}
      >
        {wallet ? <WalletActs wallet={wallet} /> : null}
      </PageTitle>
      {wallet ? <Balance wallet={wallet} /> : <span className="sk" aria-hidden="true" />}
      <WalletParts walletId={id} />
    </>
  );
}

/** What is known of a wallet, in tabs; the tab is kept under the specification’s key. */
export function WalletParts({ walletId }: { walletId: string }) {
  const t = useT();
  const [kept, setKept] = useKept('transactionPageTab');
  const tabs = [
    { key: '1', label: t('wallet.transactions') },
    { key: '2', label: t('wallet.holds') },
    { key: '3', label: t('wallet.statement') },
  ];
  const tab = tabs.some(({ key }) => key === kept) ? kept : '1';
  return (
    <>
      <TabRow label={t('wallet.one')} tabs={tabs} tab={tab} onTab={setKept} />
      <div id="wallet-panel" role="tabpanel" aria-labelledby={`wallet-tab-${tab}`}>
        {tab === '1' ? <Transactions walletId={walletId} /> : null}
        {tab === '2' ? <Pending of="hold" walletId={walletId} /> : null}
        {tab === '3' ? <WalletStatement walletId={walletId} /> : null}
      </div>
    </>
  );
}
