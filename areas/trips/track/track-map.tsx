import type { Map } from 'maplibre-gl';
import { memo, type ReactNode } from 'react';
import type { TripMatch } from '#areas/speeding/violation-answers.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { LegendSign, MapLegend } from '#kit/web/map/map-legend.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { speedBands } from './speed-bands.ts';
import { nearestInPlace } from '#kit/web/map/nearest-in-place.ts';
import type { Track } from './track-model.web.ts';
import { useMatchedLayers } from './matched-layers.web.ts';
import { useTrackLayers } from './track-layers.web.ts';
import type { TripStop } from '../trip-answers.contract.ts';
import styles from './track.module.css';

/** Pixels from the track at which the pointer still means a fix of it. */
const reachPx = 40;

/** A stop with its number in the list beside the map. */
export interface NumberedStop extends TripStop {
  number: number;
}

/** Where a trip led: its line, where it stood and was not heard, and the fix that is looked at. */
export function TrackMap(props: {
  label: string;
  track: Track;
  stops: readonly NumberedStop[];
  isLive: boolean;
  cursor: number | undefined;
  onCursor: (at: number | undefined) => void;
  focus: { x: number; y: number } | undefined;
  /** What its ends are called; left out, they are those of a trip. */
  names?: readonly [start: string, end: string];
  /** The trip on the roads, and whether its line there is shown in the place of the reported one. */
  match?: TripMatch | null | undefined;
  isOnRoads?: boolean;
}) {
  const { label, track, stops, isLive, cursor, onCursor, focus, match, isOnRoads = false } = props;
  const t = useT();
  const names = props.names ?? [t('trips.start'), t(isLive ? 'trips.now' : 'trips.end')];
  return (
    <MapBox
      label={label}
      bounds={track.bounds}
      focus={focus}
      keep={cursor === undefined ? undefined : { x: track.xs[cursor] ?? 0, y: track.ys[cursor] ?? 0 }}
      legend={
        <Legend
          stops={stops}
          isLive={isLive}
          names={names}
          hasGaps={track.gaps.includes(1)}
          hasOver={match ? match.violations.length > 0 : false}
          isOnRoads={isOnRoads}
        />
      }
      onPoint={(at) => onCursor(at && nearestInPlace(track, at.x, at.y, reachPx * at.pixel))}
    >
      {(map) => (
        <>
          <Drawn map={map} track={track} stops={stops} isLive={isLive} match={match} isOnRoads={isOnRoads} />
          {cursor === undefined ? null : <Cursor map={map} track={track} at={cursor} />}
        </>
      )}
    </MapBox>
  );
}

/** All but the cursor: it stays as it is when the cursor moves. */
const Drawn = memo(function Drawn(props: {
  map: Map;
  track: Track;
  stops: readonly NumberedStop[];
  isLive: boolean;
  match: TripMatch | null | undefined;
  isOnRoads: boolean;
}) {
  const { map, track, stops, isLive, match, isOnRoads } = props;
  useTrackLayers(map, track);
  useMatchedLayers(map, track, match, isOnRoads);
  const fixAt = (at: number) => ({ map, lat: track.lats[at] ?? 0, lon: track.lons[at] ?? 0 });
  return (
    <>
      {stops.map((stop) => (
        <MapMarker key={stop.number} map={map} lat={stop.lat} lon={stop.lon}>
          <Sign>
            <StopSign kind={stop.kind} />
            <text className={styles['stop-number']} y={4} textAnchor="middle">
              {stop.number}
            </text>
          </Sign>
        </MapMarker>
      ))}
      <MapMarker {...fixAt(0)}>
        <Sign>
          <StartSign />
        </Sign>
      </MapMarker>
      <MapMarker {...fixAt(track.count - 1)}>
        <Sign>
          <EndSign isLive={isLive} />
        </Sign>
      </MapMarker>
    </>
  );
});

/** Room for a sign, its middle in the middle. */
const Sign = ({ children, className, size = 24 }: { children: ReactNode; className?: string; size?: number }) => (
  <svg
    className={`${styles.sign} ${className ?? ''}`}
    width={size}
    height={size}
    viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
  >
    {children}
  </svg>
);

const StopSign = ({ kind }: { kind: TripStop['kind'] }) =>
  kind === 'idle' ? (
    <rect className={styles['sign-idle']} x={-9} y={-9} width={18} height={18} rx={4} />
  ) : (
    <circle className={styles['sign-gap']} r={10} />
  );
const StartSign = () => (
  <>
    <circle className={styles['sign-start']} r={8} />
    <circle className={styles['sign-start-dot']} r={3} />
  </>
);
const EndSign = ({ isLive }: { isLive: boolean }) => (
  <>
    <circle className={styles['sign-end']} r={9} />
    {isLive ? (
      <path className={styles['sign-end-mark']} d="M-2.5 -4.5 4.5 0 -2.5 4.5Z" />
    ) : (
      <rect className={styles['sign-end-mark']} x={-3.2} y={-3.2} width={6.4} height={6.4} rx={1} />
    )}
  </>
);

function Cursor({ map, track, at }: { map: Map; track: Track; at: number }) {
  const course = track.courses[at] ?? Number.NaN;
  return (
    <MapMarker map={map} lat={track.lats[at] ?? 0} lon={track.lons[at] ?? 0}>
      <Sign className={styles['track-cursor']} size={40}>
        <circle className={styles.halo} r={17} />
        {Number.isNaN(course) ? null : <path transform={`rotate(${course})`} d="M-5.5 -8.5 0 -16 5.5 -8.5Z" />}
        <circle className={styles['dot-of']} r={8} />
      </Sign>
    </MapMarker>
  );
}

/** What the colours and widths of the line mean. */
export function SpeedLegend() {
  const t = useT();
  return (
    <>
      {speedBands.map(({ from, colour, width }, at) => {
        const to = speedBands[at + 1]?.from;
        return (
          <span key={from} className="row">
            <svg width={20} height={12} viewBox="-11 -6 22 12" aria-hidden="true">
              <path d="M-9 0H9" style={{ stroke: colour, strokeWidth: width, strokeLinecap: 'round' }} />
            </svg>
            <bdi>
              {to === undefined
                ? t('trips.bandFrom', { from })
                : t(from === 0 ? 'trips.bandTo' : 'trips.band', { from, to })}
            </bdi>
          </span>
        );
      })}
    </>
  );
}

function Legend(props: {
  stops: readonly NumberedStop[];
  isLive: boolean;
  names: readonly [string, string];
  hasGaps: boolean;
  hasOver: boolean;
  isOnRoads: boolean;
}) {
  const { stops, isLive, names, hasGaps, hasOver, isOnRoads } = props;
  const t = useT();
  const sign = (content: ReactNode, name: string) => <LegendSign name={name}>{content}</LegendSign>;
  return (
    <MapLegend>
      {sign(<StartSign />, names[0])}
      {sign(<EndSign isLive={isLive} />, names[1])}
      {stops.some(({ kind }) => kind === 'idle') ? sign(<StopSign kind="idle" />, t('trips.idle')) : null}
      {isOnRoads ? (
        <>
          {sign(<path className={styles['on-roads']} d="M-9 0H9" />, t('trips.lines.matched'))}
          {sign(<path className={styles['as-reported']} d="M-10 0H10" />, t('trips.lines.reported'))}
        </>
      ) : (
        <SpeedLegend />
      )}
      {hasOver ? sign(<path className={styles['over-limit']} d="M-9 0H9" />, t('trips.overLimit')) : null}
      {hasGaps ? sign(<path className={styles['track-gap']} d="M-10 0H10" />, t('trips.gap')) : null}
    </MapLegend>
  );
}
