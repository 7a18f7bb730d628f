import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import '#kit/web/catalogue/catalogue.css';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import { OffDuty, Place } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { speedText } from '#kit/web/ui/units.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import styles from '../livemap.module.css';
import { usePlaces } from './console.queries.ts';
import type { FleetStore } from './fleet-store.web.ts';
import type { Row } from './rows.web.ts';
import { Age, Compliance, toneOf } from './status.tsx';

/** Rows at first, and as many more each time that more are asked for. */
const atOnce = 50;

/** What the map shows, as a table. */
export function FleetTable(props: {
  rows: readonly Row[];
  store: FleetStore;
  mayAsk: boolean;
  onShow: (vehicle: LiveVehicle) => void;
}) {
  const { rows, store, mayAsk, onShow } = props;
  const t = useT();
  const [most, setMost] = useState(atOnce);
  const some = rows.slice(0, most);
  const { data: places } = usePlaces(some.map(({ vehicle }) => vehicle.vehicleId).sort(), mayAsk);
  if (rows.length === 0)
    return <p className={`t2 ${styles.nothing}`}>{t(store.isGrouped ? 'livemap.grouped' : 'livemap.noMatch')}</p>;
  return (
    <div className={styles.tables}>
      <SideScroll role="region" aria-label={t('livemap.tableLabel')} tabIndex={0}>
        <table className="tbl plain" aria-label={t('livemap.tableLabel')}>
          <thead>
            <tr>
              <th scope="col">{t('livemap.vehicle')}</th>
              <th scope="col">{t('livemap.status')}</th>
              <th scope="col" className="num">
                {t('livemap.speed')}
              </th>
              <th scope="col">{t('livemap.driver')}</th>
              <th scope="col">{t('livemap.place')}</th>
              <th scope="col">{t('livemap.lastFix')}</th>
              <th scope="col">{t('livemap.compliance')}</th>
              <th scope="col">
                <span className="sr">{t('livemap.showOnMap')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {some.map(({ vehicle, status, alert }) => {
              const reading = store.read(vehicle.slot);
              const patch = places?.get(vehicle.vehicleId);
              return (
                <tr key={vehicle.vehicleId}>
                  <th scope="row">
                    <Plate no={vehicle.vehicle} to={`/vehicle/${vehicle.vehicleId}`} use={vehicle.plateUse} />
                  </th>
                  <td>
                    {alert ? (
                      <span className="st bad">{t('livemap.speeding')}</span>
                    ) : status === 'OFF_DUTY' ? (
                      <OffDuty />
                    ) : (
                      <span className={`st ${toneOf(status)}`}>{t(`livemap.motions.${status}`)}</span>
                    )}
                    {reading?.isOffDuty ? <OffDuty isMark /> : null}
                  </td>
                  <td className="num">
                    <bdi>{status === 'MOVING' ? speedText(reading?.speedKmh ?? null) : '–'}</bdi>
                  </td>
                  <td>
                    <bdi>{vehicle.driver ?? t('livemap.noDriver')}</bdi>
                  </td>
                  <td>
                    {patch && status !== 'OFF_DUTY' ? (
                      <Place place={patch.place} lat={patch.lat} lon={patch.lon} />
                    ) : (
                      '–'
                    )}
                  </td>
                  <td>
                    <Age store={store} slot={vehicle.slot} />
                  </td>
                  <td>
                    <Compliance colour={vehicle.verdict} />
                  </td>
                  <td>
                    {reading ? (
                      <button type="button" className="btn g sm" onClick={() => onShow(vehicle)}>
                        {t('livemap.showOnMap')}
                      </button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </SideScroll>
      {rows.length > most ? (
        <button type="button" className={`btn d ${styles.more}`} onClick={() => setMost(most + atOnce)}>
          {t('livemap.more')}
        </button>
      ) : null}
    </div>
  );
}
