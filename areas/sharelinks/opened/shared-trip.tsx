import type { Map } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { worldX, worldY } from '#kit/web/map/mercator.ts';
import { skinned } from '#kit/web/map/skin.ts';
import { OffDuty, placeNameText } from '#kit/web/ui/place.tsx';
import { distanceText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { LinkTrip } from '../link-answers.contract.ts';
import { LinkFoot, LinkHead } from './shared-frame.tsx';
import { useNow } from './use-now.web.ts';
import type { ShownLink } from './use-shared-link.web.ts';
import styles from './shared.module.css';

/** Where a trip led: its line, its ends and how far it was. */
export function SharedTrip({ link, trip, aheadMs }: { link: ShownLink; trip: LinkTrip; aheadMs: number }) {
  const t = useT();
  const now = useNow(aheadMs);
  const { offDutyFrom, startAt } = trip;
  const isHidden = offDutyFrom !== null && offDutyFrom <= startAt;
  const place = (named: LinkTrip['startPlace'], isOffDuty: boolean) =>
    isOffDuty ? <OffDuty /> : <bdi>{named ? placeNameText(named) : t('sharedPage.noPlace')}</bdi>;
  return (
    <>
      <section className={styles.map} aria-label={t('sharedPage.tripMap', { plate: link.plate })}>
        {trip.parts.length > 0 ? (
          <TripMap plate={link.plate} trip={trip} />
        ) : (
          <div className={styles.waiting} role="status">
            <p className="mid">{isHidden ? <OffDuty /> : t('sharedPage.noPlace')}</p>
            {isHidden ? <p className="t2">{t('sharedPage.offDutyText')}</p> : null}
          </div>
        )}
      </section>
      <section className={`${styles.card} col`}>
        <LinkHead link={link} />
        <dl className="facts">
          <dt>{t('sharedPage.start')}</dt>
          <dd>
            {place(trip.startPlace, isHidden)}, <When at={trip.startAt} />
          </dd>
          <dt>{t('sharedPage.end')}</dt>
          <dd>
            {place(trip.endPlace, offDutyFrom !== null)}, <When at={trip.endAt} />
          </dd>
          <dt>{t('sharedPage.distance')}</dt>
          <dd>
            <bdi>{distanceText(trip.distanceM)}</bdi>
          </dd>
          {link.showsSpeed ? (
            <>
              <dt>{t('sharedPage.topSpeed')}</dt>
              <dd>
                <bdi>{speedText(trip.maxKmh)}</bdi>
              </dd>
            </>
          ) : null}
        </dl>
        <LinkFoot link={link} now={now} />
      </section>
    </>
  );
}

function TripMap({ plate, trip }: { plate: string; trip: LinkTrip }) {
  const t = useT();
  const points = useMemo(() => trip.parts.flat(), [trip]);
  const bounds = useMemo(() => {
    const [xs, ys] = [points.map(([, lon]) => worldX(lon)), points.map(([lat]) => worldY(lat))];
    const [least, most] = [
      (all: number[]) => all.reduce((a, b) => Math.min(a, b)),
      (all: number[]) => all.reduce((a, b) => Math.max(a, b)),
    ];
    return { minX: least(xs), minY: least(ys), maxX: most(xs), maxY: most(ys) };
  }, [points]);
  const [start, end] = [points[0], points.at(-1)];
  const hasGaps = trip.parts.length > 1;
  return (
    <MapBox
      label={t('sharedPage.tripMap', { plate })}
      bounds={bounds}
      legend={
        <div className={`${styles.legend} xs`}>
          <span className="row">
            <StartSign /> {t('sharedPage.start')}
          </span>
          <span className="row">
            <EndSign /> {t('sharedPage.end')}
          </span>
          {hasGaps ? (
            <span className="row">
              <svg width={20} height={12} viewBox="-10 -6 20 12" aria-hidden="true">
                <path className={styles.gap} d="M-9 0H9" />
              </svg>
              {t('sharedPage.gap')}
            </span>
          ) : null}
        </div>
      }
    >
      {(map) => (
        <>
          <Line map={map} parts={trip.parts} />
          {start ? (
            <MapMarker map={map} lat={start[0]} lon={start[1]}>
              <StartSign />
            </MapMarker>
          ) : null}
          {end ? (
            <MapMarker map={map} lat={end[0]} lon={end[1]}>
              <EndSign />
            </MapMarker>
          ) : null}
        </>
      )}
    </MapBox>
  );
}

const StartSign = () => (
  <svg className={styles.sign} width={20} height={20} viewBox="-11 -11 22 22" aria-hidden="true">
    <circle className={styles.start} r={8} />
  </svg>
);
const EndSign = () => (
  <svg className={styles.sign} width={20} height={20} viewBox="-11 -11 22 22" aria-hidden="true">
    <circle className={styles.end} r={9} />
    <rect className={styles['end-mark']} x={-3.2} y={-3.2} width={6.4} height={6.4} rx={1} />
  </svg>
);

const source = 'shared-trip';
const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
const there = ([lat, lon]: readonly [number, number]) => [lon, lat];

/** The line of the trip: what was driven, and dashed between its parts. */
function Line({ map, parts }: { map: Map; parts: LinkTrip['parts'] }) {
  useEffect(() => {
    if (map.getSource(source)) return;
    const line = (kind: 'driven' | 'gap', points: readonly (readonly [number, number])[]) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry: { type: 'LineString' as const, coordinates: points.map(there) },
    });
    const features = [
      ...parts.filter((part) => part.length > 1).map((part) => line('driven', part)),
      ...parts.slice(1).flatMap((part, at) => {
        const [from, to] = [parts[at]?.at(-1), part[0]];
        return from && to ? [line('gap', [from, to])] : [];
      }),
    ];
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features } });
    const driven = ['==', ['get', 'kind'], 'driven'] as never;
    map.addLayer({
      id: 'shared-case',
      type: 'line',
      source,
      filter: driven,
      layout: round,
      paint: skinned(map, 'shared-case', { 'line-color': 'var(--k-ring)', 'line-width': 8 }),
    });
    map.addLayer({
      id: 'shared-line',
      type: 'line',
      source,
      filter: driven,
      layout: round,
      paint: skinned(map, 'shared-line', { 'line-color': 'var(--k-move)', 'line-width': 4 }),
    });
    map.addLayer({
      id: 'shared-gap',
      type: 'line',
      source,
      filter: ['==', ['get', 'kind'], 'gap'] as never,
      layout: round,
      paint: skinned(map, 'shared-gap', { 'line-color': 'var(--k-off)', 'line-width': 2.5, 'line-dasharray': [1, 3] }),
    });
  }, [map, parts]);
  return null;
}
