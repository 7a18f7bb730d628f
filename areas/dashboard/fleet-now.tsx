import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { device } from '#areas/devices/registry/device.contract.ts';
import { shownFields } from '#kit/contract/catalogue.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { FromTo, OffDuty } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { distanceText, durationText } from '#kit/web/ui/units.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { Dashboard } from './dashboard-answers.contract.ts';
import styles from './dashboard.module.css';

type Fleet = NonNullable<Dashboard['fleet']>;

const { state: stateField } = shownFields(device);
const choices = stateField?.kind === 'choice' ? stateField.choices : [];
const listOf = (state: string) => `/device-health?state=${state}`;
/** What draws it is large, and comes behind the page. */
const Ring = lazyPage(async () => (await import('./charts/ring.tsx')).Ring);
const choiceOf = (state: string) => choices.find(({ value }) => value === state);

/** How many vehicles are on a trip, and how many devices are in each state; each number opens its list. */
export function FleetNow({ fleet: { devices, tripsInProgress } }: { fleet: Fleet }) {
  const t = useT();
  const rings = (devices ?? []).flatMap(({ state, count }) => {
    const choice = choiceOf(state);
    const [name, tone] = [choice?.label ?? state, choice?.tone ?? 'off'];
    return count > 0 ? [{ name, tone, value: count, to: listOf(state) }] : [];
  });
  return (
    <section className="sheet sec" aria-labelledby="fleet-now">
      <h2 className="h2" id="fleet-now">
        {t('dashboard.fleet')}
      </h2>
      {rings.length > 1 ? (
        <div className={styles.ring}>
          <Suspense fallback={null}>
            <Ring parts={rings} />
          </Suspense>
        </div>
      ) : null}
      <ul className={styles.states}>
        {tripsInProgress === null ? null : (
          <li>
            <Link to="/vehicle-trips?state=LIVE">{t('dashboard.onTrip')}</Link>
            <bdi>{formatNumber(tripsInProgress)}</bdi>
          </li>
        )}
        {devices
          ?.filter(({ count }) => count > 0)
          .map(({ state, count }) => (
            <li key={state}>
              <Link to={listOf(state)} className={`st ${choiceOf(state)?.tone ?? 'off'}`}>
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
            <Plate no={trip.vehicle} use={trip.plateUse} to={`/vehicle-trips/${trip.id}`} />
            <span className="sm cut">
              <bdi>
                {t('dashboard.tripFacts', {
                  distance: distanceText(trip.distanceM),
                  duration: durationText(trip.durationS),
                })}
              </bdi>
            </span>
            <span className={`sm cut ${styles.way}`}>
              {trip.endLat === null ? <OffDuty /> : <FromTo from={trip.startPlace} to={trip.endPlace} />}
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
