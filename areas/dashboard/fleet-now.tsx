import { Link } from '@tanstack/react-router';
import { device } from '#areas/devices/registry/device.contract.ts';
import { shownFields } from '#kit/contract/catalogue.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { FromTo } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { distanceText, durationText } from '#kit/web/ui/units.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { Dashboard } from './dashboard-answers.contract.ts';
import styles from './dashboard.module.css';

type Fleet = NonNullable<Dashboard['fleet']>;

const { state: stateField } = shownFields(device);
const choices = stateField?.kind === 'choice' ? stateField.choices : [];
const choiceOf = (state: string) => choices.find(({ value }) => value === state);

/** How many vehicles are on a trip, and how many devices are in each state; each number opens its list. */
export function FleetNow({ fleet: { devices, tripsInProgress } }: { fleet: Fleet }) {
  const t = useT();
  return (
    <section className="sheet sec" aria-labelledby="fleet-now">
      <h2 className="h2" id="fleet-now">
        {t('dashboard.fleet')}
      </h2>
      <ul className={styles.states}>
        {tripsInProgress === null ? null : (
          <li>
            <Link to="/vehicle-trips?state=LIVE" className="st ok">
              {t('dashboard.onTrip')}
            </Link>
            <bdi>{formatNumber(tripsInProgress)}</bdi>
          </li>
        )}
        {devices
          ?.filter(({ count }) => count > 0)
          .map(({ state, count }) => (
            <li key={state}>
              <Link to={`/device-health?state=${state}`} className={`st ${choiceOf(state)?.tone ?? 'off'}`}>
                {choiceOf(state)?.label ?? state}
              </Link>
              <bdi>{formatNumber(count)}</bdi>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The trips that began last. */
export function LatestTrips({ trips }: { trips: Fleet['latestTrips'] }) {
  const t = useT();
  if (trips.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="latest-trips">
      <div className="row">
        <h2 className="h2 grow" id="latest-trips">
          {t('dashboard.latestTrips')}
        </h2>
        <Link to="/vehicle-trips" className="sm">
          {t('dashboard.allTrips')}
        </Link>
      </div>
      <ul className={styles.trips}>
        {trips.map((trip) => (
          <li key={trip.id}>
            <Plate no={trip.vehicle} to={`/vehicle-trips/${trip.id}`} />
            <span className="sm cut">
              <bdi>
                {t('dashboard.tripFacts', {
                  distance: distanceText(trip.distanceM),
                  duration: durationText(trip.durationS),
                })}
              </bdi>
            </span>
            <span className={`sm cut ${styles.way}`}>
              <FromTo from={trip.startPlace} to={trip.endPlace} />
            </span>
            <span className="sm t3 cut">
              {trip.driver ? (
                <>
                  <bdi>{trip.driver}</bdi>
                  {' · '}
                </>
              ) : null}
              <Ago at={trip.startAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
