import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { isActing } from '#kit/web/session.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { ActProps } from '#kit/web/ui/acts.tsx';
import { rowAction } from '#kit/web/ui/use-action.ts';
import { draftFrom, refreshChallans, useChallansOf, useViolation } from './challan.queries.ts';
import { inRupees, statusOf } from './state-words.web.ts';
import styles from './challan.module.css';

/** On the page of a violation: the company notices for it, and the way to draft one. */
export function ChallansOfViolation({ id }: ActProps) {
  const t = useT();
  const titleId = useId();
  const can = useCan();
  const navigate = useNavigate();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { data: violation } = useViolation(id);
  const { data: challans } = useChallansOf(id);
  const [isBusy, setBusy] = useState(false);
  if (!violation || !challans) return null;
  const isOpen = challans.some(({ challanStatus }) => challanStatus !== 'CANCELLED' && challanStatus !== 'LAPSED');
  const isProven = violation.state === 'CONFIRMED' && violation.tier === 'EVIDENCE';
  const mayDraft = isStaff && can('challan', 'approve') && !isActing() && !isOpen;
  // A client is shown what there is, and nothing of what there might be.
  if (challans.length === 0 && !(mayDraft && violation.state === 'CONFIRMED')) return null;
  const draft = async () => {
    setBusy(true);
    const made = await rowAction(refreshChallans, () => draftFrom(id));
    setBusy(false);
    if (made) await navigate({ to: `/challan/${made.data.id}` });
  };
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 className="h2" id={titleId}>
        {t('challan.fromViolation.title')}
      </h2>
      {challans.length > 0 ? (
        <ul className={styles.others}>
          {challans.map((one) => {
            const { label, tone } = statusOf(one, isStaff);
            return (
              <li key={one.id}>
                <Link to={`/challan/${one.id}`}>
                  <bdi dir="ltr">{one.challanNo}</bdi>
                </Link>
                <span className={`st ${tone}`}>{label}</span>
                {one.amountPaise === null ? null : <bdi className="t2 sm">{inRupees(one.amountPaise)}</bdi>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {mayDraft && isProven ? (
        <button type="button" className="btn d sm" disabled={isBusy} onClick={() => void draft()}>
          {t('challan.fromViolation.draft')}
        </button>
      ) : null}
      {mayDraft && !isProven && challans.length === 0 ? (
        <p className="t2 sm">
          <bdi>{t('challan.fromViolation.unproven')}</bdi>
        </p>
      ) : null}
    </section>
  );
}
