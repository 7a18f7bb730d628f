import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { device } from '#areas/devices/registry/device.contract.ts';
import type { CurrentPatch } from '#areas/trips/trip-answers.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { shownFields } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { type PlaceOnMap, PlacesMap } from '#kit/web/map/place/places-map.tsx';
import { useCan } from '#kit/web/rights.ts';
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

/** States of one tone are told apart: each further one is nearer to the ground. */
const colourOf = (tone: string, nth: number): string =>
  nth === 0 ? `var(--${tone})` : `color-mix(in srgb, var(--${tone}) ${Math.max(25, 100 - nth * 50)}%, var(--surface))`;

/** How many vehicles are on a trip, and how many devices are in each state; each number opens its list. */
export function FleetNow({ fleet: { devices, tripsInProgress } }: { fleet: Fleet }) {
  const t = useT();
  const can = useCan();
  const tones: string[] = [];
  const rings = (devices ?? []).flatMap(({ state, count }) => {
    if (count === 0) return [];
    const { label: name = state, tone = 'off' } = choiceOf(state) ?? {};
    const nth = tones.filter((one) => one === tone).length;
    tones.push(tone);
    return [{ name, value: count, to: listOf(state), colour: colourOf(tone, nth) }];
  });
  const { places, isComing } = usePlaces(rings.length > 0);
  return (
    <section className="sheet sec" aria-labelledby="fleet-now">
      <div className="row">
        <h2 className="h2 grow" id="fleet-now">
          {t('dashboard.fleet')}
        </h2>
        {can('live-map', 'view') ? (
          <Link to="/live-map" className="sm">
            {t('dashboard.onMap')}
          </Link>
        ) : null}
      </div>
      {places && places.length > 0 ? (
        <PlacesMap label={t('dashboard.mapOf', { count: places.length })} places={places} />
      ) : isComing ? (
        // As high as what comes, so that nothing below it moves.
        <div className={styles.ring} aria-hidden="true" />
      ) : rings.length > 0 ? (
        <div className={styles.ring}>
          <Suspense fallback={null}>
            <Ring parts={rings} says={t('dashboard.devices')} />
          </Suspense>
        </div>
      ) : null}
      <ul className={styles.states}>
        {rings.map(({ name, value, to, colour }) => (
          <li key={to}>
            <Link to={to}>
              <i className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
              {name}
            </Link>
            <bdi>{formatNumber(value)}</bdi>
          </li>
        ))}
        {tripsInProgress === null ? null : (
          <li className={styles.apart}>
            <Link to="/vehicle-trips?state=LIVE">{t('dashboard.onTrip')}</Link>
            <bdi>{formatNumber(tripsInProgress)}</bdi>
          </li>
        )}
      </ul>
    </section>
  );
}

/** What a vehicle did longer ago than this, in seconds, it may do no more. */
const freshS = 15 * 60;
/** A picture of more vehicles than this tells nothing: the live map groups them. */
const mostOnMap = 500;

/** Where the vehicles are, for those who may see it; no places while they are not known, or where they are too many for a picture. */
function usePlaces(hasDevices: boolean): { places: PlaceOnMap[] | undefined; isComing: boolean } {
  const isAsked = useCan()('vehicle-trips', 'view') && hasDevices;
  const { data, error } = useQuery({
    queryKey: ['dashboard', 'places'],
    queryFn: async ({ signal }) =>
      await api.get<Answer<CurrentPatch[]> & { count: number }>('/current-patch', {
        query: { take: mostOnMap, fields: 'lat,lon,moving,ageS' },
        signal,
        quiet: true,
      }),
    enabled: isAsked,
    refetchInterval: 60_000,
    retry: 1,
  });
  const places = useMemo(
    () =>
      data && data.count <= mostOnMap
        ? data.data.map(({ lat, lon, moving, ageS }) => ({ lat, lon, isMoving: moving && ageS < freshS }))
        : undefined,
    [data],
  );
  return { places, isComing: isAsked && !data && !error };
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
