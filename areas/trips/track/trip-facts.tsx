import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { Link } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Place } from '#kit/web/ui/place.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import type { TripDetail } from '../trip-answers.contract.ts';
import styles from '../trips.module.css';

/** What one wants to know first, in figures. */
export function TripFigures({ trip }: { trip: TripDetail }) {
  const t = useT();
  const figures: [PlainTextKey, string][] = [
    ['trips.distance', distanceText(trip.distanceM)],
    ['trips.duration', durationText(trip.durationS)],
    ['trips.moving', durationText(trip.movingS)],
    ['trips.idle', durationText(trip.idleS)],
    ...(trip.gapS > 0 ? [['trips.gap', durationText(trip.gapS)] as [PlainTextKey, string]] : []),
    ['trips.max', speedText(trip.maxKmh)],
    ['trips.average', speedText(trip.averageKmh)],
  ];
  return (
    <dl className={`sheet ${styles.figures}`}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why the product took it for a beginning or an end. */
function Why({ text }: { text: string }) {
  return (
    <>
      <br />
      <bdi className="t3">{text}</bdi>
    </>
  );
}

/** The rest of what is known of a trip. */
export function TripFacts({ trip }: { trip: TripDetail }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const over = Object.entries(trip.secondsOverKmh ?? {}).filter(([, seconds]) => seconds > 0);
  return (
    <div className="sec">
      <h2 className="h2" style={{ marginBlockEnd: 10 }}>
        {t('trips.facts')}
      </h2>
      <dl className="facts sm">
        <dt>{t('trips.vehicle')}</dt>
        <dd>
          {can('vehicle', 'view') ? (
            <Plate no={trip.vehicle} use={trip.plateUse} to={`/vehicle/${trip.vehicleId}`} />
          ) : (
            <Plate no={trip.vehicle} use={trip.plateUse} />
          )}
        </dd>
        <dt>{t('trips.start')}</dt>
        <dd>
          <When at={trip.startAt} />
          <br />
          <Place place={trip.startPlace} lat={trip.startLat} lon={trip.startLon} />
          {trip.beganBy ? <Why text={t(`trips.beganBy.${trip.beganBy}`)} /> : null}
        </dd>
        <dt>{t(trip.state === 'LIVE' ? 'trips.lastHeard' : 'trips.end')}</dt>
        <dd>
          <When at={trip.endAt} />
          <br />
          <Place place={trip.endPlace} lat={trip.endLat} lon={trip.endLon} />
          {trip.endedBy ? <Why text={t(`trips.endedBy.${trip.endedBy}`)} /> : null}
        </dd>
        <dt>{t('trips.driver')}</dt>
        <dd>
          {trip.driver && trip.driverId && can('drivers', 'view') ? (
            <Link to={`/drivers/${trip.driverId}`}>
              <bdi>{trip.driver}</bdi>
            </Link>
          ) : trip.driver ? (
            <bdi>{trip.driver}</bdi>
          ) : (
            <span className="t3">{t('trips.nobody')}</span>
          )}
        </dd>
        <dt>{t('trips.device')}</dt>
        <dd>
          {can('device', 'view') ? (
            <Link to={`/device/${trip.deviceId}`}>
              <Code>{trip.device}</Code>
            </Link>
          ) : (
            <Code>{trip.device}</Code>
          )}
        </dd>
        {isStaff ? (
          <>
            <dt>{t('trips.org')}</dt>
            <dd>
              <bdi>{trip.org}</bdi>
            </dd>
          </>
        ) : null}
        {over.map(([kmh, seconds]) => (
          <div key={kmh} style={{ display: 'contents' }}>
            <dt>{t('trips.over', { kmh })}</dt>
            <dd>
              <bdi>{durationText(seconds)}</bdi>
            </dd>
          </div>
        ))}
        <dt>{t('trips.fixes')}</dt>
        <dd>
          <bdi>{formatNumber(trip.points)}</bdi>
          {trip.dropped > 0 ? (
            <span className="t3">
              {' '}
              {t('trips.dropped', { count: trip.dropped, number: formatNumber(trip.dropped) })}
            </span>
          ) : null}
        </dd>
      </dl>
      {trip.offPoints > 0 && trip.offPoints * 4 >= trip.points ? (
        <p className={`alert info ${styles.reopened}`}>{t('trips.offText')}</p>
      ) : null}
      {trip.state === 'REOPENED' ? <p className={`alert info ${styles.reopened}`}>{t('trips.reopenedText')}</p> : null}
    </div>
  );
}
