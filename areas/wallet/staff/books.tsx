import { IconCircleCheck, IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { BookProof } from '#areas/ledger/proof-answers.contract.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, textOf, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import { LimitDialog } from '../dialogs/threshold.dialog.tsx';
import { refreshWallets, useAdjustmentLimit, useBooks } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

const houseKeys = {
  'house:gateway': 'wallet.house.gateway',
  'house:challan': 'wallet.house.challan',
  'house:premium': 'wallet.house.premium',
  'house:fee': 'wallet.house.fee',
  'house:adjustment': 'wallet.house.adjustment',
} as const;
const shapes = { RUNNING: 'info', WHOLE: 'ok', BROKEN: 'bad', FAILED: 'due' } as const;

/** Whether the books balance: the sums of now, and the proofs of every night. */
export function Books() {
  const t = useT();
  const { data, error, refetch } = useBooks();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" aria-hidden="true" />;
  const [last] = data.proofs;
  const balances = data.sumPaise === 0 && last?.state !== 'BROKEN';
  const Icon = balances ? IconCircleCheck : IconAlertTriangle;
  const prove = () => rowAction(refreshWallets, () => api.post<Done>('/wallet/books/proof'));
  const accounts = [
    { code: 'wallets', balancePaise: data.walletsPaise, entries: null },
    ...data.accounts.map((one) => ({ ...one, entries: one.entries as number | null })),
  ];
  return (
    <>
      <section className={`sheet ${styles.verdict} ${balances ? styles.whole : styles.broken}`} role="status">
        <Icon aria-hidden="true" />
        <div>
          <h2 className="h2">{t(balances ? 'wallet.booksBalance' : 'wallet.booksBroken')}</h2>
          <p className="t2">
            <bdi>
              {t('wallet.booksSum', {
                amount: moneyText(data.sumPaise),
                count: data.wallets,
                shown: formatNumber(data.wallets),
              })}
            </bdi>
          </p>
        </div>
        <button type="button" className="btn d" disabled={last?.state === 'RUNNING'} onClick={() => void prove()}>
          {t('wallet.prove')}
        </button>
      </section>
      <ApprovalLimit />
      <section className={`sheet list ${styles.apart}`} aria-labelledby="wallet-accounts">
        <h2 className={`h2 ${styles.part}`} id="wallet-accounts">
          {t('wallet.accounts')}
        </h2>
        <ListTable
          className={styles.rows}
          label={t('wallet.accounts')}
          rows={accounts}
          keyOf={({ code }) => code}
          totalsLabel={t('wallet.total')}
          columns={[
            {
              key: 'code',
              head: t('wallet.account'),
              render: ({ code }) => (code === 'wallets' ? t('wallet.allWallets') : textOf(houseKeys, code)),
            },
            {
              key: 'entries',
              head: t('wallet.entries'),
              isNumber: true,
              render: ({ entries }) => <bdi>{entries === null ? '–' : formatNumber(entries)}</bdi>,
            },
            {
              key: 'balance',
              head: t('wallet.balance'),
              isNumber: true,
              render: ({ balancePaise }) => <bdi>{moneyText(balancePaise)}</bdi>,
              total: <bdi>{moneyText(data.sumPaise)}</bdi>,
            },
          ]}
        />
      </section>
      <section className="sheet list" aria-labelledby="wallet-proofs">
        <h2 className={`h2 ${styles.part}`} id="wallet-proofs">
          {t('wallet.proofs')}
        </h2>
        {data.proofs.length === 0 ? (
          <p className={`t2 ${styles.part}`}>
            <bdi>{t('wallet.noProofs')}</bdi>
          </p>
        ) : null}
        <ul className={styles.proofs}>
          {data.proofs.map((proof) => (
            <Proof key={proof.id} proof={proof} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** Up to which amount one person corrects a wallet alone. */
function ApprovalLimit() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const alonePaise = useAdjustmentLimit().data?.alonePaise;
  if (alonePaise === undefined || alonePaise === null) return null;
  return (
    <section className={`sheet ${styles.verdict} ${styles.apart}`} aria-labelledby="wallet-limit">
      <IconUsers aria-hidden="true" />
      <div>
        <h2 className="h2" id="wallet-limit">
          {t('wallet.limit')}
        </h2>
        <p className="t2">
          <bdi>{t('wallet.limitIs', { limit: moneyText(alonePaise) })}</bdi>
        </p>
      </div>
      <button type="button" className="btn g" onClick={() => setIsOpen(true)}>
        {t('wallet.limitChange')}
      </button>
      {isOpen ? <LimitDialog alonePaise={alonePaise} onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}

function Proof({ proof }: { proof: BookProof }) {
  const t = useT();
  const { state, startedAt, postings, accounts, root, faults } = proof;
  return (
    <li>
      <span className={`st ${shapes[state]}`}>{t(`wallet.proofStates.${state}`)}</span>
      <span>
        <When at={startedAt} />
        <span className={styles.under}>
          <bdi>{t('wallet.proofOf', { postings: formatNumber(postings), accounts: formatNumber(accounts) })}</bdi>
          {root ? (
            <>
              {' · '}
              <Code>{root.slice(0, 16)}</Code>
            </>
          ) : null}
        </span>
        {faults.map(({ kind, account, seq }) => (
          <span key={`${kind}${account}${seq}`} className={styles.fault}>
            {t(`wallet.faults.${kind}`)} <Code>{[account, seq].filter((one) => one !== null).join(' #')}</Code>
          </span>
        ))}
      </span>
    </li>
  );
}
