import { IconCurrentLocation, IconPhone, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { driver as drivers } from '#areas/people/drivers/driver.contract.ts';
import type { SpeedingAlert } from '#areas/speeding/alert-answers.contract.ts';
import { Acts } from '#kit/web/ui/acts.tsx';
import { useRow } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { OffDuty, Place } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { distanceText, exactClockText, overText } from '#kit/web/ui/units.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import styles from '../livemap.module.css';
import { usePlaces, useRoadUnder, useTripsToday } from './console.queries.ts';
import type { FleetStore } from './fleet-store.web.ts';
import { LastAlarms } from './last-alarms.tsx';
import { replayOf } from './replay-of.web.ts';
import { statusOf } from './rows.web.ts';
import { Age, Compliance, toneOf } from './status.tsx';

interface Props {
  vehicle: LiveVehicle;
  store: FleetStore;
  alert: SpeedingAlert | undefined;
  mayAsk: boolean;
  isFollowed: boolean;
  onFollow: (is: boolean) => void;
  onClose: () => void;
}

/** The vehicle that was chosen: how fast, who drives, where, and what to do next. */
export function VehicleCard({ vehicle, store, alert, mayAsk, isFollowed, onFollow, onClose }: Props) {
  const t = useT();
  const can = useCan();
  const reading = store.read(vehicle.slot);
  const status = statusOf(store, vehicle.slot);
  const { data: places } = usePlaces([vehicle.vehicleId], mayAsk);
  const patch = places?.get(vehicle.vehicleId);
  const { data: today } = useTripsToday(vehicle.vehicleId, mayAsk);
  const isPlaced = reading !== undefined && status !== 'OFF_DUTY';
  const road = useRoadUnder(vehicle, () => store.read(vehicle.slot), isPlaced && can('road', 'view'));
  return (
    <aside className={styles.card} aria-label={t('livemap.vehicle')}>
      <div className="row">
        <span className="grow">
          <Plate no={vehicle.vehicle} to={`/vehicle/${vehicle.vehicleId}`} use={vehicle.plateUse} />
        </span>
        {reading?.hasAlarm ? <span className="st bad sm">{t('livemap.alarm')}</span> : null}
        {status === 'OFF_DUTY' ? (
          <OffDuty />
        ) : (
          <span className={`st ${toneOf(status)} sm`}>{t(`livemap.motions.${status}`)}</span>
        )}
        <button type="button" className="btn g ic sm" aria-label={t('livemap.close')} onClick={onClose}>
          <IconX className="i s" aria-hidden="true" />
        </button>
      </div>
      {reading?.isOffDuty ? <OffDuty isMark /> : null}
      {status === 'MOVING' && reading?.speedKmh !== undefined ? (
        <p className={styles.speed}>
          <bdi>
            {formatNumber(Math.round(reading.speedKmh))} <span className="sm t2">{t('livemap.kmh')}</span>
          </bdi>
          {isPlaced && road && road.limitKmh !== null ? (
            <span className={styles.limit}>
              <span className="sr">{t('livemap.limit')} </span>
              {formatNumber(road.limitKmh)}
            </span>
          ) : null}
        </p>
      ) : null}
      {alert ? <SpeedingNow alert={alert} /> : null}
      <dl className="facts">
        <dt>{t('livemap.driver')}</dt>
        <dd>
          <bdi>{vehicle.driver ?? t('livemap.noDriver')}</bdi>
        </dd>
        {patch && status !== 'OFF_DUTY' ? (
          <>
            <dt>{t('livemap.place')}</dt>
            <dd>
              <Place place={patch.place} lat={patch.lat} lon={patch.lon} />
            </dd>
          </>
        ) : null}
        {isPlaced && road ? (
          <>
            <dt>{t('livemap.road')}</dt>
            <dd>
              <bdi>{[road.name, road.ref].filter(Boolean).join(', ')}</bdi>
            </dd>
          </>
        ) : null}
        {today ? (
          <>
            <dt>{t('livemap.today')}</dt>
            <dd>
              <Link to={patch?.tripId ? `/vehicle-trips/${patch.tripId}` : `/vehicle/${vehicle.vehicleId}?tab=trips`}>
                <Today {...today} />
              </Link>
            </dd>
          </>
        ) : null}
        {reading ? (
          <>
            <dt>{t('livemap.lastFix')}</dt>
            <dd>
              {reading.ageS < 3_600 ? (
                <bdi>{exactClockText(reading.fixAt)}</bdi>
              ) : (
                <Age store={store} slot={vehicle.slot} />
              )}
            </dd>
          </>
        ) : null}
        <dt>{t('livemap.mayRun')}</dt>
        <dd>
          <Compliance colour={vehicle.verdict} />
        </dd>
      </dl>
      <div className={`row ${styles.acts}`}>
        <button
          type="button"
          className="btn p grow"
          aria-pressed={isFollowed}
          disabled={!reading}
          onClick={() => onFollow(!isFollowed)}
        >
          <IconCurrentLocation className="i s" aria-hidden="true" />
          {t(isFollowed ? 'livemap.following' : 'livemap.follow')}
        </button>
        {today && today.count > 0 ? (
          <Link to="/replay" search={replayOf([vehicle.vehicleId]) as never} className="btn d grow">
            {t('livemap.replay')}
          </Link>
        ) : (
          <Link to={`/vehicle/${vehicle.vehicleId}`} className="btn d grow">
            {t('livemap.openVehicle')}
          </Link>
        )}
        {vehicle.driverId && can('drivers', 'view') ? <CallDriver driverId={vehicle.driverId} /> : null}
        <Acts on="live-map" id={vehicle.vehicleId} title={vehicle.vehicle} look="icon" />
      </div>
      {can('alarm', 'view') ? <LastAlarms vehicleId={vehicle.vehicleId} /> : null}
    </aside>
  );
}

/** How often and how far it drove today. */
function Today({ count, rows }: { count: number; rows: readonly { distanceM: number }[] }) {
  const t = useT();
  const trips = t('trips.count', { count, number: formatNumber(count) });
  const distance = distanceText(rows.reduce((sum, { distanceM }) => sum + distanceM, 0));
  return <bdi>{t('livemap.todayText', { trips, distance })}</bdi>;
}

/** Calls who drives it. */
function CallDriver({ driverId }: { driverId: string }) {
  const t = useT();
  const { data: driver } = useRow(drivers, driverId);
  return driver?.mobile ? (
    <a className="btn d ic" href={`tel:${driver.mobile}`} aria-label={t('livemap.call', { driver: driver.name })}>
      <IconPhone className="i s" aria-hidden="true" />
    </a>
  ) : null;
}

/** That it is too fast: by how much, where, and where the limit comes from. */
function SpeedingNow({ alert }: { alert: SpeedingAlert }) {
  const t = useT();
  return (
    <p className={styles.speeding} role="status">
      <Link
        to="/violation/alerts"
        search={{ vehicleId: alert.vehicleId } as never}
        className={`st bad ${styles['speeding-word']}`}
      >
        {t('livemap.speeding')}
      </Link>
      <bdi>{t('livemap.topIs', { over: overText(alert), road: alert.road })}</bdi>
      <bdi className="t2 sm">
        {t('livemap.sinceFrom', {
          time: exactClockText(Date.parse(alert.fromAt)),
          source: t(`violations.sources.${alert.limitSource}`),
        })}
      </bdi>
    </p>
  );
}
