import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { exactDurationText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { incident } from '../incident/incident.contract.ts';
import { incidentStates } from '../incident/incident-states.contract.ts';
import styles from './screen.module.css';

/** Which emergency it is, how far it is, and how long that took. */
export function IncidentHead({ row }: Pick<RecordTabProps<typeof incident>, 'row'>) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const state = incidentStates.find(({ value }) => value === row.incidentState);
  return (
    <p className={`row wrap ${styles.head}`}>
      {row.isTest ? <strong className={styles.test}>{t('incidents.test')}</strong> : null}
      <span className={`tag st ${state?.tone ?? 'off'}`}>{state?.label}</span>
      {row.vehicle ? (
        <Plate no={row.vehicle.label} use={row.vehicle.plateUse} to={`/vehicle/${row.vehicleId}`} />
      ) : null}
      <bdi className="mid">{row.incidentNo}</bdi>
      <bdi>
        {t('incidents.raised')} <When at={row.raisedAt} />
      </bdi>
      {row.acknowledgedAfterS === null ? null : (
        <bdi>{t('incidents.acknowledgedAfter', { time: exactDurationText(row.acknowledgedAfterS) })}</bdi>
      )}
      {row.closedAfterS === null ? null : (
        <bdi>{t('incidents.closedAfter', { time: exactDurationText(row.closedAfterS) })}</bdi>
      )}
      {row.repeats > 0 ? <span>{t('incidents.repeated', { count: row.repeats })}</span> : null}
      {row.escalation > 0 ? <span>{t('incidents.escalated', { count: row.escalation })}</span> : null}
      {/* Clients know whose it is. */}
      {row.org && isStaff ? (
        <Link to={`/organisation/${row.orgId}`} className="t2">
          <bdi>{row.org.label}</bdi>
        </Link>
      ) : null}
    </p>
  );
}
