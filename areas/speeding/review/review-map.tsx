import type { Map } from 'maplibre-gl';
import { memo, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { LegendSign, MapLegend } from '#kit/web/map/map-legend.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { nearestInPlace } from '#kit/web/map/nearest-in-place.ts';
import { roadsBeside } from '../speeding.queries.ts';
import type { RoadNearby, ViolationOne } from '../violation-answers.contract.ts';
import type { LookedTrack } from './looked-track.web.ts';
import { useReviewLayers } from './review-layers.web.ts';
import { colourAt, drawnOf } from './track-features.web.ts';
import styles from '../speeding.module.css';

/** Pixels from the track at which the pointer still means a position of it. */
const reachPx = 40;
/** Pixels from the foot of the sign of a limit to its top. */
const signPx = 52;

/** Where it was: what the device reported, the road that it is taken to be, the roads beside it, and the limits on the way. */
export function ReviewMap(props: {
  violation: ViolationOne;
  track: LookedTrack;
  cursor: number | undefined;
  onCursor: (at: number | undefined) => void;
}) {
  const { violation, track, cursor, onCursor } = props;
  const t = useT();
  const roads = useQuery(roadsBeside(violation.id)).data;
  const drawn = useMemo(() => drawnOf(track), [track]);
  return (
    <MapBox
      label={t('violations.mapOf', { vehicle: violation.vehicle })}
      subject={violation.id}
      bounds={track.bounds}
      headPx={signPx}
      keep={cursor === undefined ? undefined : { x: track.xs[cursor] ?? 0, y: track.ys[cursor] ?? 0 }}
      legend={<Legend drawn={drawn} limits={track.limits} />}
      onPoint={(at) => onCursor(at && nearestInPlace(track, at.x, at.y, reachPx * at.pixel))}
    >
      {(map) => (
        <>
          <Drawn map={map} violation={violation} track={track} roads={roads} limits={drawn.limits} />
          {cursor === undefined ? null : <Cursor map={map} track={track} at={cursor} />}
        </>
      )}
    </MapBox>
  );
}

/** All but the cursor: it stays as it is when the cursor moves. */
const Drawn = memo(function Drawn(props: {
  map: Map;
  violation: ViolationOne;
  track: LookedTrack;
  roads: readonly RoadNearby[] | undefined;
  /** Those of which some way is drawn: a limit of a single position has no sign. */
  limits: readonly number[];
}) {
  const { map, violation, track, roads, limits } = props;
  useReviewLayers(map, track, roads);
  return (
    <>
      {track.signs.map((at) => {
        const fix = track.fixes[at];
        return fix && limits.includes(fix.limitKmh ?? Number.NaN) ? (
          <MapMarker key={at} map={map} lat={fix.matchedLat ?? fix.lat} lon={fix.matchedLon ?? fix.lon}>
            <LimitSign kmh={fix.limitKmh ?? 0} />
          </MapMarker>
        ) : null;
      })}
      <MapMarker map={map} lat={violation.lat} lon={violation.lon}>
        <svg className={styles.peak} width={26} height={26} viewBox="-13 -13 26 26">
          <path d="M0 -11 11 0 0 11 -11 0Z" />
          <path className={styles['peak-mark']} d="M0 -5V1M0 4.4V4.6" />
        </svg>
      </MapMarker>
    </>
  );
});

/** A traffic sign above the place where its limit begins. */
const LimitSign = ({ kmh }: { kmh: number }) => (
  <svg className={styles['limit-sign']} width={34} height={92} viewBox="-17 -46 34 92">
    <path d="M0 -18V0" />
    <circle r={15} cy={-29} />
    <text y={-24.5} textAnchor="middle">
      {Math.round(kmh)}
    </text>
  </svg>
);

function Cursor({ map, track, at }: { map: Map; track: LookedTrack; at: number }) {
  const fix = track.fixes[at];
  return fix ? (
    <MapMarker map={map} lat={fix.lat} lon={fix.lon}>
      <svg className={styles['map-cursor']} width={40} height={40} viewBox="-20 -20 40 40">
        <circle className={styles.halo} r={16} />
        <circle className={styles.spot} r={7} />
      </svg>
    </MapMarker>
  ) : null;
}

function Legend({ drawn, limits }: { drawn: ReturnType<typeof drawnOf>; limits: readonly number[] }) {
  const t = useT();
  const line = (colour: string, width: number) => (
    <path d="M-9 0H9" style={{ stroke: colour, strokeWidth: width, strokeLinecap: 'round' }} />
  );
  return (
    <MapLegend>
      {drawn.limits.map((kmh) => (
        <LegendSign key={kmh} name={<bdi>{t('violations.onRoad', { limit: Math.round(kmh) })}</bdi>}>
          {line(colourAt(limits.indexOf(kmh)), 7)}
        </LegendSign>
      ))}
      {drawn.isOver ? <LegendSign name={t('violations.over')}>{line('var(--k-bad)', 8)}</LegendSign> : null}
      <LegendSign name={t('violations.reported')}>
        <g className={styles['raw-sign']}>
          <path d="M-10 0H10" />
          <circle r={3.6} />
        </g>
      </LegendSign>
    </MapLegend>
  );
}
