import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { moneyText } from '#kit/contract/formats/money.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Code, PageTitle } from '#kit/web/ui/parts.tsx';
import { Trail } from '../home/trail.tsx';
import { settlementOf } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

const shapes = { MATCHED: 'ok', WRONG_AMOUNT: 'bad', UNKNOWN: 'bad', NOT_CREDITED: 'bad', REPEATED: 'due' } as const;

/** One settlement file, line by line: what does not agree comes first. */
export function SettlementPage({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery(settlementOf(id));
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const counts = data && {
    matched: formatNumber(data.matched),
    lines: formatNumber(data.lines),
    amount: moneyText(data.paise),
  };
  return (
    <>
      <Trail name={data?.fileName ?? '…'} />
      <PageTitle
        title={data?.fileName ?? t('wallet.reconciliation')}
        sub={counts ? <bdi>{t('wallet.matchedOf', counts)}</bdi> : ' '}
      />
      {data && data.missing > 0 ? (
        <p className="alert due" role="status">
          <bdi>{t('wallet.missing', { count: data.missing })}</bdi>
        </p>
      ) : null}
      <section className="sheet list" aria-label={t('wallet.lines')} aria-busy={!data}>
        <ListTable
          className={styles.rows}
          label={t('wallet.lines')}
          rows={data?.found}
          keyOf={({ line }) => String(line)}
          columns={[
            { key: 'line', head: t('wallet.line'), isNumber: true, render: ({ line }) => <bdi>{line}</bdi> },
            {
              key: 'state',
              head: t('wallet.status'),
              render: ({ state }) => (
                <span className={`st ${shapes[state]}`}>{t(`wallet.settlementStates.${state}`)}</span>
              ),
            },
            { key: 'payment', head: t('wallet.payment'), render: ({ paymentId }) => <Code>{paymentId}</Code> },
            {
              key: 'paise',
              head: t('wallet.amount'),
              isNumber: true,
              render: ({ paise }) => <bdi>{moneyText(paise)}</bdi>,
            },
            {
              key: 'credited',
              head: t('wallet.credited'),
              isNumber: true,
              render: ({ creditedPaise }) => <bdi>{creditedPaise === null ? '–' : moneyText(creditedPaise)}</bdi>,
            },
            {
              key: 'ref',
              head: t('wallet.ref'),
              render: ({ transactionId, ref }) =>
                transactionId && ref ? (
                  <Link to={`/wallet/transaction/${transactionId}`}>
                    <Code>{ref}</Code>
                  </Link>
                ) : (
                  <span className="t3">–</span>
                ),
            },
          ]}
        />
      </section>
    </>
  );
}
