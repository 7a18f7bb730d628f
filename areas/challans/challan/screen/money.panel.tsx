import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { challan } from '../challan.contract.ts';
import { openPaise } from '../challan-status.rules.ts';
import styles from './challan.module.css';
import { inRupees } from './state-words.web.ts';

/** What is asked, paid, held, deposited and refunded. */
export function ChallanMoney({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const isHeld = row.challanStatus === 'CONTESTED' && row.paidPaise > 0;
  const open = openPaise(row);
  return (
    <section className="sheet sec" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('challan.money.title')}
      </h2>
      <dl className={`facts ${styles.money}`}>
        <dt>{t('challan.money.amount')}</dt>
        <dd>
          <bdi>{row.amountPaise === null ? t('challan.warning') : inRupees(row.amountPaise)}</bdi>
        </dd>
        {isHeld ? (
          <>
            <dt>{t('challan.money.held')}</dt>
            <dd>
              <bdi>{inRupees(row.paidPaise)}</bdi>
            </dd>
          </>
        ) : row.challanStatus === 'COURT' ? null : (
          <>
            <dt>{t('challan.money.paid')}</dt>
            <dd>
              <bdi>{inRupees(row.paidPaise)}</bdi>
            </dd>
          </>
        )}
        {row.depositPaise === null ? null : (
          <>
            <dt>{t('challan.money.deposit')}</dt>
            <dd>
              <bdi>{inRupees(row.depositPaise)}</bdi>
            </dd>
          </>
        )}
        {row.refundedPaise > 0 ? (
          <>
            <dt>{t('challan.money.refunded')}</dt>
            <dd>
              <bdi>{inRupees(row.refundedPaise)}</bdi>
            </dd>
          </>
        ) : null}
        {open > 0 ? (
          <>
            <dt>{t('challan.money.open')}</dt>
            <dd className="mid">
              <bdi>{inRupees(open)}</bdi>
            </dd>
          </>
        ) : null}
        {row.payment === 'NONE' ? null : (
          <>
            <dt>{t('challan.money.how')}</dt>
            <dd>
              {row.payment === 'WALLET' ? (
                can('wallet', 'view') ? (
                  <Link to="/wallet">{t('challan.money.wallet')}</Link>
                ) : (
                  t('challan.money.wallet')
                )
              ) : (
                t('challan.money.outside')
              )}
            </dd>
          </>
        )}
        {row.paidOn === null ? null : (
          <>
            <dt>{t('challan.money.paidOn')}</dt>
            <dd>
              <When at={row.paidOn} />
            </dd>
          </>
        )}
        {row.receiptNo ? (
          <>
            <dt>{t('challan.money.receiptNo')}</dt>
            <dd>
              <bdi dir="ltr">{row.receiptNo}</bdi>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
