import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { textOf, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Acts as OtherActs } from '#kit/web/ui/acts.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import { ReturnDialog, type ReturnAct } from '../dialogs/return.dialog.tsx';
import { Amount, StatusWord, TransactionRows } from '../home/transaction-rows.tsx';
import { Trail } from '../home/trail.tsx';
import { signedText } from '../money-text.web.ts';
import type { BookPosting, TransactionOne } from '../wallet-answers.contract.ts';
import { refreshWallets, transactionOf } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

const accountKeys = {
  wallet: 'wallet.one',
  'house:gateway': 'wallet.house.gateway',
  'house:challan': 'wallet.house.challan',
  'house:premium': 'wallet.house.premium',
  'house:fee': 'wallet.house.fee',
  'house:adjustment': 'wallet.house.adjustment',
} as const;

/** One transaction: what it was, both sides in the books, and what became of it. */
export function TransactionPage({ id }: { id: string }) {
  const t = useT();
  const { data: one, error, refetch } = useQuery(transactionOf(id));
  if (error && !one) return <Failure error={error} retry={() => void refetch()} />;
  if (!one) return <span className="sk" aria-hidden="true" />;
  return (
    <>
      <Trail wallet={{ id: one.walletId, name: one.appUser ?? one.org }} name={one.ref} />
      <PageTitle title={`${t(`wallet.reasons.${one.reason}`)} · ${one.ref}`} sub={<bdi>{one.appUser ?? one.org}</bdi>}>
        <OtherActs on="wallet" id={one.id} title={one.ref} />
        <Acts one={one} />
      </PageTitle>
      {one.status === 0 && one.needsApproval && !one.can.decide ? (
        <p className="alert info">{t('wallet.toOther')}</p>
      ) : null}
      <div className={styles.one}>
        <section className={`sheet ${styles.facts}`} aria-label={t('wallet.about')}>
          <p className={styles.big}>
            <Amount one={one} /> <StatusWord one={one} />
          </p>
          <Facts one={one} />
        </section>
        <section className={`sheet ${styles.facts}`} aria-labelledby="wallet-postings">
          <h2 className="h2" id="wallet-postings">
            {t('wallet.postings')}
          </h2>
          {one.postings.length === 0 ? (
            <p className="t2">{t('wallet.noPostings')}</p>
          ) : (
            <ul className={styles.postings}>
              {one.postings.map((posting) => (
                <Posting key={posting.account} posting={posting} />
              ))}
            </ul>
          )}
        </section>
      </div>
      {one.returns.length > 0 ? (
        <section className="sheet list" aria-labelledby="wallet-returns">
          <h2 className={`h2 ${styles.part}`} id="wallet-returns">
            {t('wallet.returns')}
          </h2>
          <TransactionRows rows={one.returns} isNamed={false} />
        </section>
      ) : null}
    </>
  );
}

function Facts({ one }: { one: TransactionOne }) {
  const t = useT();
  const can = useCan();
  const facts: [string, ReactNode][] = [
    [t('wallet.time'), <When key="at" at={one.createdAt} />],
    [
      t('wallet.subject'),
      one.about && one.subject && can(one.about.module, 'view') ? (
        <Link key="about" to={`/${one.about.module}/${one.about.id}`}>
          {one.subject}
        </Link>
      ) : (
        one.subject
      ),
    ],
    [t('wallet.note'), one.note],
    [t('wallet.balanceAfter'), one.balancePaise === null ? null : moneyText(one.balancePaise)],
    [t('wallet.heldAmount'), one.isHold ? moneyText(one.amountPaise) : null],
    [t('wallet.heldUntil'), one.holdUntil ? <When key="until" at={one.holdUntil} /> : null],
    [t('wallet.refunded'), one.refundedPaise > 0 ? moneyText(one.refundedPaise) : null],
    [
      t('wallet.givesBack'),
      one.of ? (
        <Link key="of" to={`/wallet/transaction/${one.of.id}`}>
          {one.of.ref}
        </Link>
      ) : null,
    ],
    [t('wallet.madeBy'), one.madeBy],
    [t(one.status === 4 ? 'wallet.declinedBy' : 'wallet.approvedBy'), one.decidedBy],
    [t('wallet.why'), one.why],
    [t('wallet.settled'), one.settledAt ? <When key="settled" at={one.settledAt} /> : null],
  ];
  return (
    <dl className={styles.list}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** One side of the transfer, with its place in the chain of its account. */
function Posting({ posting }: { posting: BookPosting }) {
  const t = useT();
  const { account, paise, balancePaise, seq, hash } = posting;
  return (
    <li>
      <span className={styles.side}>
        <b className="mid">{textOf(accountKeys, account)}</b>
        <bdi className={`${styles.amount} ${paise > 0 ? styles.in : styles.out}`}>{signedText(paise)}</bdi>
      </span>
      {balancePaise === null ? null : (
        <span className="t2 sm">
          {t('wallet.balanceAfter')} <bdi>{moneyText(balancePaise)}</bdi>
        </span>
      )}
      {seq === null ? null : (
        <span className={`t2 sm ${styles.chain}`}>
          {t('wallet.chainEntry', { seq })}{' '}
          <bdi dir="ltr" className={styles.hash}>
            {hash}
          </bdi>
        </span>
      )}
    </li>
  );
}

function Acts({ one }: { one: TransactionOne }) {
  const t = useT();
  const [act, setAct] = useState<ReturnAct>();
  const { can } = one;
  const sure = async (what: 'void' | 'approve') => {
    const isSure = await question({
      title: t(`wallet.acts.${what}.title`),
      text: t(`wallet.acts.${what}.text`),
      yes: t(`wallet.acts.${what}.do`),
    });
    if (!isSure) return;
    await rowAction(refreshWallets, () => api.post<Done>(`/wallet-transaction/${one.id}/${what}`, { once: true }));
  };
  const button = (what: ReturnAct, className = 'btn d') => (
    <button type="button" className={className} onClick={() => setAct(what)}>
      {t(`wallet.acts.${what}.do`)}
    </button>
  );
  return (
    <>
      {can.reverse ? button('reverse') : null}
      {can.refund ? button('refund') : null}
      {can.void ? (
        <button type="button" className="btn d" onClick={() => void sure('void')}>
          {t('wallet.acts.void.do')}
        </button>
      ) : null}
      {can.capture ? button('capture', 'btn p') : null}
      {can.decide ? (
        <>
          {button('decline')}
          <button type="button" className="btn p" onClick={() => void sure('approve')}>
            {t('wallet.acts.approve.do')}
          </button>
        </>
      ) : null}
      {act ? <ReturnDialog one={one} act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
