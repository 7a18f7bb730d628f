import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { textOf, useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { DayField } from '#kit/web/ui/filter-fields.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { When } from '#kit/web/ui/when.tsx';
import { signedText } from '../money-text.web.ts';
import { reasons, type StatementLine } from '../wallet-answers.contract.ts';
import { exportStatement, useStatement } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

const size = 50;
const reasonKeys = Object.fromEntries(reasons.map((one) => [one, `wallet.reasons.${one}` as const]));

/** What the books say of a wallet, line by line, between two balances. */
export function WalletStatement({ walletId }: { walletId: string }) {
  const t = useT();
  const can = useCan();
  const address = useListAddress(['from', 'to']);
  /** The last line of each page before this one. */
  const [behind, setBehind] = useState<readonly number[]>([]);
  const before = behind.at(-1);
  const period = address.filters as Record<string, string>;
  const { data, error, refetch, isPlaceholderData } = useStatement(walletId, {
    ...period,
    take: size,
    ...(before === undefined ? {} : { before }),
  });
  const isSmall = useMedia(smallScreen);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const lines = data?.lines;
  const last = lines?.at(-1)?.seq;
  const day = (name: 'from' | 'to') => ({
    value: address.filters[name] ?? '',
    onChange: (value: string) => {
      setBehind([]);
      address.ask({ [name]: value || undefined });
    },
  });
  return (
    <>
      <FilterBar filters={address.filters} onClear={address.clear}>
        <DayField label={t('records.from')} {...day('from')} />
        <DayField label={t('records.to')} {...day('to')} />
        {can('wallet', 'export')
          ? (['csv', 'pdf'] as const).map((format) => (
              <button
                key={format}
                type="button"
                className="btn g"
                onClick={() => void exportStatement(walletId, format, period)}
              >
                <IconDownload className="i s" aria-hidden="true" />
                {t(format === 'csv' ? 'records.exportCsv' : 'records.exportPdf')}
              </button>
            ))
          : null}
      </FilterBar>
      <section className="sheet list" aria-label={t('wallet.statement')} aria-busy={!lines || isPlaceholderData}>
        <p className={`t2 ${styles.ends}`}>
          <bdi>{t('wallet.opening', { amount: data ? moneyText(data.openingPaise) : '…' })}</bdi>
          {' · '}
          <bdi>{t('wallet.closing', { amount: data ? moneyText(data.closingPaise) : '…' })}</bdi>
        </p>
        {isSmall ? <Cards lines={lines} /> : <Table lines={lines} />}
      </section>
      <div className={`row ${styles.pages}`}>
        <button
          type="button"
          className="btn d"
          disabled={behind.length === 0}
          onClick={() => setBehind(behind.slice(0, -1))}
        >
          {t('wallet.newer')}
        </button>
        <button
          type="button"
          className="btn d"
          disabled={(lines?.length ?? 0) < size || last === undefined}
          onClick={() => setBehind([...behind, last as number])}
        >
          {t('wallet.older')}
        </button>
      </div>
    </>
  );
}

interface Lines {
  lines: readonly StatementLine[] | undefined;
}

function Table({ lines }: Lines) {
  const t = useT();
  return (
    <ListTable
      className={styles.rows}
      label={t('wallet.statement')}
      rows={lines}
      keyOf={({ seq }) => String(seq)}
      columns={[
        { key: 'seq', head: t('wallet.entry'), isNumber: true, render: ({ seq }) => <bdi>{seq}</bdi> },
        { key: 'at', head: t('wallet.time'), className: 't2', render: ({ at }) => <When at={at} /> },
        { key: 'what', head: t('wallet.reason'), render: (line) => <Line line={line} /> },
        {
          key: 'paise',
          head: t('wallet.amount'),
          isNumber: true,
          render: ({ paise }) => <Paise paise={paise} />,
        },
        {
          key: 'balance',
          head: t('wallet.balanceAfter'),
          isNumber: true,
          render: ({ balancePaise }) => <bdi>{moneyText(balancePaise)}</bdi>,
        },
      ]}
    />
  );
}

/** On a telephone: what it was and when, and on the other side the money. */
function Cards({ lines }: Lines) {
  const t = useT();
  return (
    <ul className={`cards ${styles.cards}`}>
      {lines?.map((line) => (
        <li key={line.seq}>
          <span className={styles['card-what']}>
            <Line line={line} />
            <span className="t3 sm">
              <When at={line.at} />
            </span>
          </span>
          <span className={styles['card-end']}>
            <Paise paise={line.paise} />
            <bdi className="t2 sm">{t('wallet.balanceIs', { amount: moneyText(line.balancePaise) })}</bdi>
          </span>
        </li>
      )) ??
        [0, 1, 2, 3].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}

const Paise = ({ paise }: { paise: number }) => (
  <bdi className={`${styles.amount} ${paise > 0 ? styles.in : styles.out}`}>{signedText(paise)}</bdi>
);

function Line({ line }: { line: StatementLine }) {
  const name = textOf(reasonKeys, line.reason);
  return (
    <>
      {line.transactionId ? <Link to={`/wallet/transaction/${line.transactionId}`}>{name}</Link> : name}
      <span className={styles.under}>
        <bdi>{[line.subject ?? line.note, line.ref].filter(Boolean).join(' · ')}</bdi>
      </span>
    </>
  );
}
