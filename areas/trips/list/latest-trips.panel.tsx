import { IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { device } from '#areas/devices/registry/device.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { PositionMap } from '#kit/web/map/place/position-map.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { FromTo, OffDuty, Place } from '#kit/web/ui/place.tsx';
import { distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { freshS } from '../positions/last-seen.tsx';
import { useCurrentPosition, useTrips } from '../trips.queries.ts';
import styles from '../trips.module.css';

/** Where a vehicle is, as its device said last. */
export const VehiclePosition = ({ row }: Pick<RecordTabProps, 'row'>) => <LastPosition vehicleId={row.id} />;

/** The latest trips of a vehicle. */
export const VehicleLatestTrips = ({ row }: Pick<RecordTabProps, 'row'>) => (
  <LatestTrips of="vehicleId" row={row} to={`/vehicle/${row.id}`} />
);

/** The latest trips of a driver, each with its vehicle. */
export const DriverLatestTrips = ({ row }: Pick<RecordTabProps, 'row'>) => (
  <LatestTrips of="driverId" row={row} to={`/drivers/${row.id}`} />
);

/** Where the vehicle of a device is; nothing while it is in none. */
export const DevicePosition = ({ row: { vehicleId } }: Pick<RecordTabProps<typeof device>, 'row'>) =>
  vehicleId ? <LastPosition vehicleId={vehicleId} /> : null;

function LastPosition({ vehicleId }: { vehicleId: string }) {
  const t = useT();
  const found = useCurrentPosition(vehicleId).data;
  const position = found?.patch;
  const mayLook = useCan()('live-map', 'view');
  // What it did hours ago it may do no longer.
  const isFresh = position ? position.ageS < freshS : false;
  const isMoving = isFresh && position?.moving === true;
  return (
    <section className={`sheet sec ${styles.now}`} aria-labelledby="position-now" aria-busy={found === undefined}>
      {position ? (
        <PositionMap
          subject={vehicleId}
          label={t('trips.positionOn', { title: position.vehicle })}
          lat={position.lat}
          lon={position.lon}
          heading={position.heading}
          isMoving={isMoving}
        />
      ) : (
        // As high as the map, so that nothing below it moves.
        <div className={styles['now-none']} aria-hidden="true">
          {found ? <IconMapPinOff className="i" /> : null}
        </div>
      )}
      <div className="panel-head">
        <h2 className="h2" id="position-now">
          {t('trips.positionNow')}
        </h2>
        {position && mayLook ? (
          <Link to="/live-map" search={{ vehicle: vehicleId } as never} className="sm">
            {t('trips.onMap')}
          </Link>
        ) : null}
      </div>
      {position ? (
        <>
          <p className={styles['now-line']}>
            <span className="mid">
              <Place place={position.place} lat={position.lat} lon={position.lon} />
            </span>
            {isFresh ? (
              <span className={`st ${isMoving ? 'ok' : 'off'}`}>
                <bdi>{isMoving ? speedText(position.speedKmh) : t('trips.stopped')}</bdi>
              </span>
            ) : null}
          </p>
          <p className="row wrap t3 sm">
            <bdi>
              {t('trips.lastSeen')} <Ago at={position.fixTime} />
            </bdi>
            {found.isOffDuty ? <OffDuty isMark /> : null}
          </p>
        </>
      ) : (
        <p className={`t2 sm ${styles['now-lines']}`}>
          {found?.isOffDuty ? <OffDuty /> : found ? <bdi>{t('trips.noPosition')}</bdi> : <span className="sk" />}
        </p>
      )}
    </section>
  );
}

/** The last three, with the way to all; nothing where there are none. */
function LatestTrips({ of, row, to }: { of: 'vehicleId' | 'driverId'; row: RecordTabProps['row']; to: string }) {
  const t = useT();
  const trips = useTrips({ [of]: row.id, take: 3 }).data?.data;
  if (!trips || trips.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="latest-trips">
      <div className="panel-head">
        <h2 className="h2" id="latest-trips">
          {t('trips.latest')}
        </h2>
        <span className="row wrap">
          {of === 'vehicleId' ? <ReplayToday vehicleId={row.id} /> : null}
          <Link to={to} search={{ tab: 'trips' } as never} className="sm">
            {t('trips.all')}
          </Link>
        </span>
      </div>
      <ul className={styles['latest-trips']}>
        {trips.map((trip) => (
          <li key={trip.id}>
            <Link to={`/vehicle-trips/${trip.id}`}>
              <When at={trip.startAt} />
            </Link>
            {of === 'driverId' ? <Plate no={trip.vehicle} use={trip.plateUse} /> : null}
            <span className={styles.way}>
              {trip.offDutyFrom === null ? (
                <FromTo from={trip.startPlace} to={trip.endPlace} />
              ) : (
                <OffDuty isMark={trip.endLat !== null} />
              )}
            </span>
            <span className="t2 sm">
              <bdi>
                {distanceText(trip.distanceM)}, {durationText(trip.durationS)}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** From midnight in India until this minute. */
function ReplayToday({ vehicleId }: { vehicleId: string }) {
  const t = useT();
  const [{ from, to }] = useState(() => {
    const now = new Date();
    return {
      from: new Date(`${indiaDay(now)}T00:00:00+05:30`).toISOString(),
      to: new Date(Math.ceil(now.getTime() / 60_000) * 60_000).toISOString(),
    };
  });
  return (
    <Link to="/replay" search={{ vehicleId, from, to } as never} className="sm">
      {t('replay.today')}
    </Link>
  );
}
