import { IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { moneyText } from '#kit/contract/formats/money.ts';
import { useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import type { Wallet } from '../wallet-answers.contract.ts';
import { useWallets } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

/** Whose wallets there are, and what is in them. */
export function Wallets() {
  const t = useT();
  const address = useListAddress(['q', 'low']);
  const isSmall = useMedia(smallScreen);
  const found = useWallets({ ...address.filters, ...address.rows });
  const rest: Column<Wallet>[] = [
    {
      key: 'held',
      head: t('wallet.held'),
      isNumber: true,
      render: ({ heldPaise }) => <bdi>{moneyText(heldPaise)}</bdi>,
    },
    {
      key: 'last',
      head: t('wallet.lastMoved'),
      className: 't2',
      render: ({ lastAt }) => (lastAt ? <Ago at={lastAt} /> : <span className="t3">–</span>),
    },
  ];
  return (
    <>
      <FilterBar filters={address.filters} onClear={address.clear}>
        <SearchField label={t('wallet.searchWallets')} {...address.field('q')} />
        <SelectField
          label={t('wallet.low.filter')}
          options={[
            { value: 'true', label: t('wallet.low.is') },
            { value: 'false', label: t('wallet.low.isNot') },
          ]}
          {...address.field('low')}
        />
      </FilterBar>
      <ListSheet
        label={t('wallet.wallets')}
        found={found}
        address={address}
        className="list"
        empty={{
          icon: <IconWallet aria-hidden="true" />,
          title: t(address.isFiltered ? 'catalogue.noMatch' : 'wallet.none'),
          text: t('wallet.noneText'),
        }}
      >
        {(rows) => (
          <ListTable
            className={styles.rows}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { key: 'of', head: t('wallet.of'), render: (one) => <Named wallet={one} showsHeld={isSmall} /> },
              {
                key: 'available',
                head: t('wallet.available'),
                isNumber: true,
                render: ({ availablePaise, isLow }) => (
                  <>
                    {isLow ? <span className="tag st bad">{t('wallet.low.is')}</span> : null}{' '}
                    <bdi className="mid">{moneyText(availablePaise)}</bdi>
                  </>
                ),
              },
              // A telephone has room for what can be spent.
              ...(isSmall ? [] : rest),
            ]}
          />
        )}
      </ListSheet>
    </>
  );
}

function Named({ wallet, showsHeld }: { wallet: Wallet; showsHeld: boolean }) {
  const t = useT();
  return (
    <>
      <Link to={`/wallet/${wallet.id}`} className="ttl">
        <bdi>{wallet.appUser ?? wallet.org}</bdi>
      </Link>
      {wallet.appUser ? (
        <span className={styles.under}>
          <bdi>{wallet.org}</bdi>
        </span>
      ) : null}
      {showsHeld && wallet.heldPaise > 0 ? (
        <span className={styles.under}>
          <bdi>{t('wallet.heldOf', { amount: moneyText(wallet.heldPaise) })}</bdi>
        </span>
      ) : null}
    </>
  );
}
