import { IconWallet } from '@tabler/icons-react';
import { api } from '#kit/web/api.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { refreshWallets, useWallets } from '../wallet.queries.ts';
import { Balance, WalletActs } from './balance.tsx';
import { Transactions } from './transactions.tsx';

/** The wallet of an app user, on their page. */
export function UserWallet({ row }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch } = useWallets({ appUserId: row.id });
  const wallet = data?.data[0];
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" aria-hidden="true" />;
  const body = { appUserId: row.id, orgId: (row as { orgId?: string }).orgId };
  const open = () => rowAction(refreshWallets, () => api.post<Done>('/wallet', { body }));
  if (!wallet)
    return (
      <section className="sheet">
        <Empty icon={<IconWallet aria-hidden="true" />} title={t('wallet.none')} text={t('wallet.noneText')}>
          {can('wallet', 'create') ? (
            <button type="button" className="btn p" onClick={() => void open()}>
              {t('wallet.open')}
            </button>
          ) : null}
        </Empty>
      </section>
    );
  return (
    <>
      <Balance wallet={wallet} />
      <div className="row wrap">
        <WalletActs wallet={wallet} />
      </div>
      <Transactions walletId={wallet.id} />
    </>
  );
}
