import { Link } from '@tanstack/react-router';
import { alarmKinds } from '#areas/alarms/alarm/alarm-kinds.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { When } from '#kit/web/ui/when.tsx';
import styles from '../livemap.module.css';
import { useLastAlarms } from './console.queries.ts';

/** The last alarms of a vehicle, with the way to each and to all of them; nothing where there are none. */
export function LastAlarms({ vehicleId }: { vehicleId: string }) {
  const t = useT();
  const { data: alarms } = useLastAlarms(vehicleId);
  if (!alarms || alarms.length === 0) return null;
  return (
    <section className={styles.alarms} aria-label={t('livemap.lastAlarms')}>
      <p className="row sm">
        <span className="grow t2">{t('livemap.lastAlarms')}</span>
        <Link to="/alarm" search={{ vehicleId } as never}>
          {t('livemap.allAlarms')}
        </Link>
      </p>
      <ul>
        {alarms.map(({ id, kind, what, alarmState, lastAt }) => (
          <li key={id} className="row sm">
            <span className={`dot ${alarmState === 'NEW' ? 'bad' : 'off'}`} aria-hidden="true" />
            <Link to={`/alarm/${id}`} className="grow">
              <bdi>{alarmKinds.find(({ value }) => value === kind)?.label ?? what}</bdi>
            </Link>
            <span className="t2">
              <When at={lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
