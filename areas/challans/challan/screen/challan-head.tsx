import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { challan } from '../challan.contract.ts';
import { daysTo, useDaysLeft } from './deadlines.web.ts';
import { inRupees, sourceLabel, statusOf } from './state-words.web.ts';
import styles from './challan.module.css';

const next = {
  ANSWER: 'challan.next.ANSWER',
  NOTIFY: 'challan.next.NOTIFY',
  PAY_OR_CONTEST: 'challan.next.PAY_OR_CONTEST',
  DECIDE: 'challan.next.DECIDE',
  PAY: 'challan.next.PAY',
} as const;

/** Who asks for it, how far it is, how much, and the next date; below that in a sentence what it is and what it is not. */
export function ChallanHead({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const daysLeft = useDaysLeft();
  const { label, tone } = statusOf(row, isStaff);
  const isOwn = row.source === 'INTERNAL';
  return (
    <div className={styles.head}>
      <p className="row wrap">
        <span className={isOwn ? styles.ofCompany : styles.ofAuthority}>{sourceLabel(row.source)}</span>
        <span className={`tag st ${tone}`}>{label}</span>
        {row.vehicle ? (
          <Plate no={row.vehicle.label} use={row.vehicle.plateUse} to={`/vehicle/${row.vehicleId}`} />
        ) : row.plate ? (
          <Plate no={row.plate} />
        ) : null}
        <bdi className="mid">{row.amountPaise === null ? t('challan.warning') : inRupees(row.amountPaise)}</bdi>
        {row.due && row.dueOn ? (
          <span className={daysTo(row.dueOn) < 0 ? `st bad` : undefined}>
            <bdi>
              {t(next[row.due])} <When at={row.dueOn} /> ({daysLeft(row.dueOn)})
            </bdi>
          </span>
        ) : null}
        {/* Clients know whose it is. */}
        {row.org && isStaff ? (
          <Link to={`/organisation/${row.orgId}`} className="t2">
            <bdi>{row.org.label}</bdi>
          </Link>
        ) : null}
      </p>
      <p className="t2 sm">
        <bdi>
          {isOwn
            ? t('challan.isOwn')
            : row.authority
              ? t('challan.isOf', { authority: row.authority })
              : t('challan.isGovernment')}
        </bdi>
      </p>
    </div>
  );
}
