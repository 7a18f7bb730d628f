import { IconWallet } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazyPage } from '#kit/web/lazy.ts';
import { Suspense } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { refreshWallets, useWallets } from '../wallet.queries.ts';
import { Balance, WalletActs } from './balance.tsx';
import { TabRow } from './tab-row.tsx';
import { Pending, Transactions } from './transactions.tsx';
import { Wallets } from './wallets.tsx';

const Reconciliation = lazyPage(async () => (await import('../staff/reconciliation.tsx')).Reconciliation);
const Books = lazyPage(async () => (await import('../staff/books.tsx')).Books);

/** The transaction page: what moved, what is held, whose wallets there are; for staff approvals, reconciliation and the books. */
export function WalletHome() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const [user] = useKept('userData');
  // The specification’s key: the tab is the same when the page is opened again.
  const [kept, setKept] = useKept('transactionPageTab');
  const isClient = user?.kind === 'client';
  const own = useWallets({ take: 1, ...(user?.orgId ? { orgId: user.orgId } : {}) }, isClient);
  const wallet = own.data?.data.find(({ appUserId }) => appUserId === null);
  const mayApprove = can('wallet', 'approve');
  const tabs = [
    { key: '1', label: t('wallet.transactions') },
    { key: '2', label: t('wallet.holds') },
    { key: '3', label: t('wallet.wallets') },
    ...(mayApprove
      ? [
          { key: '4', label: t('wallet.approvals') },
          { key: '5', label: t('wallet.reconciliation') },
          { key: '6', label: t('wallet.books') },
        ]
      : []),
  ];
  // The dashboard opens the list that its number counts.
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string };
  const wanted = asked === 'approvals' ? '4' : asked === 'wallets' ? '3' : kept;
  const tab = tabs.some(({ key }) => key === wanted) ? wanted : '1';
  const choose = (key: string) => {
    setKept(key);
    if (asked !== undefined) void navigate({ to: '/wallet' });
  };
  const open = () => rowAction(refreshWallets, () => api.post<Done>('/wallet', { body: {} }));
  return (
    <>
      <PageTitle
        title={t(isClient ? 'wallet.one' : 'wallet.wallets')}
        sub={<bdi>{t(isClient ? 'wallet.ownSub' : 'wallet.sub')}</bdi>}
      >
        {isClient && wallet ? <WalletActs wallet={wallet} /> : null}
      </PageTitle>
      {isClient && wallet ? <Balance wallet={wallet} /> : null}
      {isClient && own.data && !wallet ? (
        <section className="sheet">
          <Empty icon={<IconWallet aria-hidden="true" />} title={t('wallet.none')} text={t('wallet.noneText')}>
            {can('wallet', 'create') ? (
              <button type="button" className="btn p" onClick={() => void open()}>
                {t('wallet.open')}
              </button>
            ) : null}
          </Empty>
        </section>
      ) : null}
      <TabRow label={t('wallet.wallets')} tabs={tabs} tab={tab} onTab={choose} />
      <div id="wallet-panel" role="tabpanel" aria-labelledby={`wallet-tab-${tab}`}>
        <Suspense fallback={<span className="sk" aria-hidden="true" />}>
          {tab === '1' ? <Transactions /> : null}
          {tab === '2' ? <Pending of="hold" /> : null}
          {tab === '3' ? <Wallets /> : null}
          {tab === '4' ? <Pending of="approval" /> : null}
          {tab === '5' ? <Reconciliation /> : null}
          {tab === '6' ? <Books /> : null}
        </Suspense>
      </div>
    </>
  );
}
