import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { said, useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { worldX, worldY } from '#kit/web/map/mercator.ts';
import { useCan } from '#kit/web/rights.ts';
import { placeText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { incident } from '../incident/incident.contract.ts';
import type { Incident } from '../incidents.queries.ts';
import styles from './screen.module.css';

/** Where it is, on the map and in words: with the map down, place and figures are there all the same. */
export function IncidentPlace({ row }: Pick<RecordTabProps<typeof incident>, 'row'>) {
  const t = useT();
  const id = useId();
  const { lat, lon, place, positionAt } = row;
  const isPlaced = lat !== null && lon !== null;
  return (
    <section className={`sheet sec ${styles.place}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 className="h2" id={id}>
          {t('incidents.place.title')}
        </h2>
        <Ways row={row} />
      </div>
      {isPlaced ? (
        <>
          <p>
            <bdi>{place ? said(place) : t('incidents.noPlace')}</bdi>, <bdi dir="ltr">{placeText(lat, lon)}</bdi>
            {positionAt === null ? null : (
              <span className="t2 sm">
                {' '}
                <bdi>
                  {t('incidents.place.of')} <When at={positionAt} />
                </bdi>
              </span>
            )}
          </p>
          <div className={styles.map}>
            <MapBox label={t('incidents.place.map', { no: row.incidentNo })} subject={row.id} bounds={around(lat, lon)}>
              {(map) => (
                <MapMarker map={map} lat={lat} lon={lon}>
                  <svg className={styles.pin} width={28} height={56} viewBox="-14 -28 28 56">
                    <path d="M0 0C-3 -8 -10 -11 -10 -18A10 10 0 0 1 10 -18C10 -11 3 -8 0 0Z" />
                    <circle cy={-18} r={3.5} />
                  </svg>
                </MapMarker>
              )}
            </MapBox>
          </div>
        </>
      ) : (
        <p className="t2">
          <bdi>{t('incidents.place.none')}</bdi>
        </p>
      )}
    </section>
  );
}

/** Degrees on each side, some eight kilometres: the next towns are on the built-in ground as well. */
const aside = 0.08;
const around = (lat: number, lon: number) => ({
  minX: worldX(lon - aside),
  maxX: worldX(lon + aside),
  minY: worldY(lat + aside),
  maxY: worldY(lat - aside),
});

/** To the vehicle as it is now, and to its track of that day. */
function Ways({ row: { vehicleId, raisedAt } }: { row: Incident }) {
  const t = useT();
  const can = useCan();
  if (vehicleId === null) return null;
  const from = new Date(`${indiaDay(new Date(raisedAt))}T00:00:00+05:30`);
  const to = new Date(from.getTime() + 86_400_000 - 60_000);
  return (
    <span className="row wrap">
      {can('live-map', 'view') ? (
        <Link to="/live-map" search={{ vehicle: vehicleId } as never} className="sm">
          {t('incidents.place.live')}
        </Link>
      ) : null}
      {can('vehicle-trips', 'view') ? (
        <Link
          to="/replay"
          search={{ vehicleId, from: from.toISOString(), to: to.toISOString() } as never}
          className="sm"
        >
          {t('incidents.place.track')}
        </Link>
      ) : null}
    </span>
  );
}
