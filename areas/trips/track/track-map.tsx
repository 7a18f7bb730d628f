import { memo, type ReactNode, useMemo } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { screenX, screenY, worldX, worldY } from './map-view.web.ts';
import { type Drawing, PlainMap } from './plain-map.tsx';
import { nearestInPlace, type Track } from './track-model.web.ts';
import { drawTrack } from './track-path.web.ts';
import type { TripStop } from '../trips.contract.ts';
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
}) {
  const { label, track, stops, isLive, cursor, onCursor, focus } = props;
  const t = useT();
  const names = props.names ?? [t('trips.start'), t(isLive ? 'trips.now' : 'trips.end')];
  return (
    <PlainMap
      label={label}
      bounds={track.bounds}
      focus={focus}
      keep={cursor === undefined ? undefined : { x: track.xs[cursor] ?? 0, y: track.ys[cursor] ?? 0 }}
      legend={<Legend stops={stops} isLive={isLive} names={names} hasGaps={track.gaps.includes(1)} />}
      onPoint={(at) => {
        if (!at) return onCursor(undefined);
        const { view, size } = at.drawing;
        const x = view.x + (at.x - size.width / 2) / view.scale;
        const y = view.y + (at.y - size.height / 2) / view.scale;
        onCursor(nearestInPlace(track, x, y, reachPx / view.scale));
      }}
    >
      {(drawing) => (
        <>
          <Drawn track={track} stops={stops} isLive={isLive} {...drawing} />
          {cursor === undefined ? null : <Cursor track={track} at={cursor} {...drawing} />}
        </>
      )}
    </PlainMap>
  );
}

/** All but the cursor: it is drawn anew when the map moves, not when the cursor does. */
const Drawn = memo(function Drawn({
  track,
  stops,
  isLive,
  view,
  size,
}: Drawing & { track: Track; stops: readonly NumberedStop[]; isLive: boolean }) {
  const drawn = useMemo(() => drawTrack(track, view, size), [track, view, size]);
  const placeOf = (at: number) =>
    `translate(${screenX(view, size, track.xs[at] ?? 0)} ${screenY(view, size, track.ys[at] ?? 0)})`;
  const last = track.count - 1;
  return (
    <>
      <path className={styles['track-case']} d={drawn.line} />
      <path className={styles['track-gap']} d={drawn.gaps} />
      <path className={styles['track-line']} d={drawn.line} />
      {drawn.arrows.map(({ x, y, turn }) => (
        <path
          key={`${x} ${y}`}
          className={styles['track-arrow']}
          transform={`translate(${x} ${y}) rotate(${turn})`}
          d="M-6 -5.5 1 0 -6 5.5"
        />
      ))}
      {stops.map((stop) => (
        <g
          key={stop.number}
          transform={`translate(${screenX(view, size, worldX(stop.lon))} ${screenY(view, size, worldY(stop.lat))})`}
        >
          <StopSign kind={stop.kind} />
          <text className={styles['stop-number']} y={4} textAnchor="middle">
            {stop.number}
          </text>
        </g>
      ))}
      <g transform={placeOf(0)}>
        <StartSign />
      </g>
      <g transform={placeOf(last)}>
        <EndSign isLive={isLive} />
      </g>
    </>
  );
});

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

function Cursor({ track, at, view, size }: Drawing & { track: Track; at: number }) {
  const x = screenX(view, size, track.xs[at] ?? 0);
  const y = screenY(view, size, track.ys[at] ?? 0);
  const course = track.courses[at] ?? Number.NaN;
  return (
    <g className={styles['track-cursor']} transform={`translate(${x} ${y})`}>
      <circle className={styles.halo} r={17} />
      {Number.isNaN(course) ? null : <path transform={`rotate(${course})`} d="M-5.5 -8.5 0 -16 5.5 -8.5Z" />}
      <circle className={styles['dot-of']} r={8} />
    </g>
  );
}

function Legend(props: {
  stops: readonly NumberedStop[];
  isLive: boolean;
  names: readonly [string, string];
  hasGaps: boolean;
}) {
  const { stops, isLive, names, hasGaps } = props;
  const t = useT();
  const sign = (content: ReactNode, name: string) => (
    <span className="row">
      <svg width={20} height={20} viewBox="-11 -11 22 22" aria-hidden="true">
        {content}
      </svg>
      {name}
    </span>
  );
  return (
    <div className={`${styles['map-legend']} xs`}>
      {sign(<StartSign />, names[0])}
      {sign(<EndSign isLive={isLive} />, names[1])}
      {stops.some(({ kind }) => kind === 'idle') ? sign(<StopSign kind="idle" />, t('trips.idle')) : null}
      {hasGaps ? sign(<path className={styles['track-gap']} d="M-10 0H10" />, t('trips.gap')) : null}
    </div>
  );
}
