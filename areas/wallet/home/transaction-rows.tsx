import { Link } from '@tanstack/react-router';
import { moneyText } from '#kit/contract/formats/money.ts';
import { useT } from '#kit/web/i18n.ts';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { signedText } from '../money-text.web.ts';
import type { WalletTransaction } from '../wallet-answers.contract.ts';
import styles from '../wallet.module.css';

const shapes = { 0: 'due', 1: 'ok', 2: 'bad', 3: 'off', 4: 'off' } as const;

/** What a transaction moved, or is to move, with its sign. */
export const movedPaise = (one: WalletTransaction): number =>
  (one.capturedPaise ?? one.amountPaise) * (one.transactionType === 1 ? 1 : -1);

export function StatusWord({ one }: { one: Pick<WalletTransaction, 'status' | 'isHold' | 'needsApproval'> }) {
  const t = useT();
  const { status, isHold, needsApproval } = one;
  const word =
    status === 0 && needsApproval
      ? t('wallet.states.toApprove')
      : status === 0 && isHold
        ? t('wallet.states.held')
        : t(`wallet.states.${status}`);
  return <span className={`st ${shapes[status]}`}>{word}</span>;
}

/** The amount; struck out where nothing moved. */
export function Amount({ one }: { one: WalletTransaction }) {
  const isOut = one.status === 2 || one.status === 4;
  const tone = isOut ? styles.void : one.transactionType === 1 ? styles.in : styles.out;
  return <bdi className={`${styles.amount} ${tone}`}>{signedText(movedPaise(one))}</bdi>;
}

function What({ one, isNamed }: { one: WalletTransaction; isNamed: boolean }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  // Clients know their own organisation.
  const who = isNamed ? (one.appUser ?? (isStaff ? one.org : null)) : null;
  return (
    <>
      <Link to={`/wallet/transaction/${one.id}`} className="ttl">
        {t(`wallet.reasons.${one.reason}`)}
      </Link>
      <span className={styles.under}>
        <bdi>{one.subject ?? one.note ?? ''}</bdi>
        {who ? (
          <>
            {(one.subject ?? one.note) ? ' · ' : ''}
            <bdi>{who}</bdi>
          </>
        ) : null}
      </span>
    </>
  );
}

interface Props {
  rows: readonly WalletTransaction[] | undefined;
  /** Whose wallet it was is said: the list is of several. */
  isNamed: boolean;
}

/** Transactions in a table, or as cards on a telephone. */
export function TransactionRows(props: Props) {
  return useMedia(smallScreen) ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ rows, isNamed }: Props) {
  const t = useT();
  const columns: Column<WalletTransaction>[] = [
    { key: 'what', head: t('wallet.reason'), render: (one) => <What one={one} isNamed={isNamed} /> },
    { key: 'status', head: t('wallet.status'), render: (one) => <StatusWord one={one} /> },
    { key: 'ref', head: t('wallet.ref'), render: ({ ref }) => <Code>{ref}</Code> },
    { key: 'at', head: t('wallet.time'), className: 't2', render: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'amount', head: t('wallet.amount'), isNumber: true, render: (one) => <Amount one={one} /> },
    {
      key: 'balance',
      head: t('wallet.balanceAfter'),
      isNumber: true,
      render: ({ balancePaise }) =>
        balancePaise === null ? <span className="t3">–</span> : <bdi>{moneyText(balancePaise)}</bdi>,
    },
  ];
  return <ListTable className={styles.rows} rows={rows} keyOf={({ id }) => id} columns={columns} />;
}

function Cards({ rows, isNamed }: Props) {
  return (
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((one) => (
        <li key={one.id}>
          <span className={styles['card-what']}>
            <What one={one} isNamed={isNamed} />
            <span className="t3 sm">
              <When at={one.createdAt} />
            </span>
          </span>
          <span className={styles['card-end']}>
            <Amount one={one} />
            <StatusWord one={one} />
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
