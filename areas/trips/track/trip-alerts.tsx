import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SpeedingAlert } from '#areas/speeding/alert-answers.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { clockText, durationText, overText } from '#kit/web/ui/units.ts';
import type { TripDetail } from '../trip-answers.contract.ts';
import styles from '../trips.module.css';

/** While the trip goes on more may come; the live socket says so as well. */
const askMs = 15_000;

/** Alerts that were raised while the trip went on, each with the way to its moment, and what the check after the trip made of it. */
export function TripAlerts({ trip }: { trip: TripDetail }) {
  const t = useT();
  const mayLook = useCan()('violation', 'view');
  const { data } = useQuery({
    queryKey: ['speeding-alert', 'of-trip', trip.id, trip.updatedAt],
    queryFn: async ({ signal }) => {
      const query = { tripId: trip.id, take: 50 };
      return (await api.get<Answer<SpeedingAlert[]>>('/speeding-alert', { query, signal, quiet: true })).data;
    },
    enabled: mayLook,
    refetchInterval: trip.state === 'LIVE' ? askMs : false,
  });
  if (!mayLook || !data || data.length === 0) return null;
  return (
    <div className="sec">
      <h2 className="h2" style={{ marginBlockEnd: 6 }}>
        {t('trips.alerts')}
      </h2>
      <ol className={styles['stop-list']}>
        {data.toReversed().map((one) => (
          <li key={one.id}>
            <Link
              to={`/vehicle-trips/${trip.id}`}
              search={{ at: one.peakAt } as never}
              replace
              resetScroll={false}
              className={styles['stop-line']}
            >
              <span className={`dot ${one.state === 'OPEN' ? 'bad' : 'due'}`} aria-hidden="true" />
              <span className="grow">
                <bdi>{overText(one)}</bdi>
                <bdi className={styles.where}>{one.road}</bdi>
                {one.isOffDuty ? (
                  <span className={styles.where}>
                    <OffDuty isMark />
                  </span>
                ) : null}
                <span className={styles.where}>
                  {t(one.state === 'OPEN' ? 'alerts.states.OPEN' : `alerts.outcomes.${one.outcome}`)}
                </span>
              </span>
              <bdi className="t2">
                {clockText(Date.parse(one.fromAt))}, {durationText(one.seconds)}
              </bdi>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
