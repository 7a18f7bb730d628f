import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { said, useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { placeText } from '../../ui/units.ts';
import { When } from '../../ui/when.tsx';
import { MapBox } from '../map-box.tsx';
import { MapMarker } from '../map-marker.tsx';
import { worldX, worldY } from '../mercator.ts';
import styles from './place-panel.module.css';

interface Props {
  /** What it is the place of: another one is shown anew. */
  subject: string;
  /** What the map is called. */
  label: string;
  /** Degrees; null where they are not known. */
  lat: number | null;
  lon: number | null;
  /** Why they are not known, where that can be said. */
  none?: string | undefined;
  /** Its name. */
  place: string | null;
  /** When it was there, ISO UTC; null where that need not be said. */
  at: string | null;
  /** Pages that tell more, for those who may view their module. */
  ways: readonly { module: string; shows: 'live' | 'track'; to: string; search: Readonly<Record<string, string>> }[];
}

/** Where something was, on the map and in words: with the map down, place and figures are there all the same. */
export function PlacePanel({ subject, label, lat, lon, none, place, at, ways }: Props) {
  const t = useT();
  const id = useId();
  const can = useCan();
  return (
    <section className={`sheet sec ${styles.place}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 className="h2" id={id}>
          {t('where.title')}
        </h2>
        <span className="row wrap">
          {ways
            .filter(({ module }) => can(module, 'view'))
            .map((way) => (
              <Link key={way.to} to={way.to} search={way.search as never} className="sm">
                {t(`where.ways.${way.shows}`)}
              </Link>
            ))}
        </span>
      </div>
      {lat === null || lon === null ? (
        <p className="t2">
          <bdi>{none ?? t('where.none')}</bdi>
        </p>
      ) : (
        <>
          <p>
            <bdi>{place ? said(place) : t('where.unnamed')}</bdi>, <bdi dir="ltr">{placeText(lat, lon)}</bdi>
            {at === null ? null : (
              <span className="t2 sm">
                {' '}
                <bdi>
                  {t('where.of')} <When at={at} />
                </bdi>
              </span>
            )}
          </p>
          <div className={styles.map}>
            <MapBox label={label} subject={subject} bounds={around(lat, lon)}>
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
