import { IconWallet } from '@tabler/icons-react';
import { ref } from '#kit/contract/fields.ts';
import { useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { reasons } from '../wallet-answers.contract.ts';
import { transactionNames, useTransactions } from '../wallet.queries.ts';
import { TransactionRows } from './transaction-rows.tsx';

const organisation = ref('organisation', { label: 'Organisation' });
const statuses = [0, 1, 2, 3, 4] as const;

/** Transactions, the latest first, narrowed by what stands in the address. */
export function Transactions({ walletId }: { walletId?: string }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const address = useListAddress(transactionNames);
  const { ask, field, filters, isFiltered, rows } = address;
  const found = useTransactions({ ...filters, ...(walletId ? { walletId } : {}), ...rows });
  const isNamed = walletId === undefined;
  return (
    <>
      <FilterBar filters={filters} onClear={address.clear}>
        <SearchField label={t('wallet.search')} {...field('q')} />
        <SelectField
          label={t('wallet.status')}
          options={statuses.map((value) => ({ value: String(value), label: t(`wallet.states.${value}`) }))}
          {...field('status')}
        />
        <SelectField
          label={t('wallet.type')}
          options={([1, 2] as const).map((value) => ({ value: String(value), label: t(`wallet.types.${value}`) }))}
          {...field('transactionType')}
        />
        <SelectField
          label={t('wallet.reason')}
          options={reasons.map((value) => ({ value, label: t(`wallet.reasons.${value}`) }))}
          {...field('reason')}
        />
        {isNamed && isStaff && can('organisation', 'view') ? (
          <RefFilter field={organisation} value={filters.orgId} onChange={(orgId) => ask({ orgId })} />
        ) : null}
        <DayField label={t('records.from')} {...field('from')} />
        <DayField label={t('records.to')} {...field('to')} />
      </FilterBar>
      <ListSheet
        label={t('wallet.transactions')}
        found={found}
        address={address}
        className="list"
        empty={{
          icon: <IconWallet aria-hidden="true" />,
          title: t(isFiltered ? 'catalogue.noMatch' : 'wallet.noTransactions'),
          text: t(isFiltered ? 'wallet.noMatchText' : 'wallet.noTransactionsText'),
        }}
      >
        {(list) => <TransactionRows rows={list} isNamed={isNamed} />}
      </ListSheet>
    </>
  );
}

/** Money that is held, or adjustments that wait for approval. */
export function Pending({ of, walletId }: { of: 'hold' | 'approval'; walletId?: string }) {
  const t = useT();
  const address = useListAddress([]);
  const narrowed = of === 'hold' ? { hold: 1, status: 0 } : { approval: 1 };
  const found = useTransactions({ ...narrowed, ...(walletId ? { walletId } : {}), ...address.rows });
  return (
    <ListSheet
      label={t(of === 'hold' ? 'wallet.holds' : 'wallet.approvals')}
      found={found}
      address={address}
      className="list"
      empty={{
        icon: <IconWallet aria-hidden="true" />,
        title: t(of === 'hold' ? 'wallet.noHolds' : 'wallet.noApprovals'),
        text: t(of === 'hold' ? 'wallet.noHoldsText' : 'wallet.noApprovalsText'),
      }}
    >
      {(list) => <TransactionRows rows={list} isNamed={walletId === undefined} />}
    </ListSheet>
  );
}
