import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import {
  type Bounds,
  fit,
  graticule,
  type Line,
  type MapView,
  nearScale,
  scaleBar,
  screenX,
  screenY,
  type Size,
  zoomed,
} from './map-view.web.ts';
import { useMapMoves, zoomStep } from './use-map-moves.web.ts';
import styles from './track.module.css';

export interface Drawing {
  view: MapView;
  size: Size;
}
interface Props {
  /** Says what is to be seen. */
  label: string;
  /** All of it is in sight until the reader moves the map. */
  bounds: Bounds;
  /** Brought into the middle whenever it becomes another object. */
  focus?: { x: number; y: number } | undefined;
  /** Stays in sight: the map follows it to where it is. */
  keep?: { x: number; y: number } | undefined;
  /** Draws into the map's SVG. */
  children: (drawing: Drawing) => ReactNode;
  /** Stands over the map, at its foot. */
  legend?: ReactNode;
  /** The pointer is there, in pixels; undefined: nowhere. */
  onPoint?: (at: { x: number; y: number; drawing: Drawing } | undefined) => void;
}

/** A map without pictures of the ground, so without a network: lines of the earth, a scale, and what is drawn on it. */
export function PlainMap({ label, bounds, focus, keep, children, legend, onPoint }: Props) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [own, setOwn] = useState<MapView>();
  const fitted = useMemo(() => fit(bounds, size), [bounds, size]);
  const view = own ?? fitted;
  const moves = useMapMoves(box, view, size, setOwn);
  useEffect(() => {
    if (!focus) return;
    setOwn((now) => ({ ...focus, scale: Math.max(now?.scale ?? 0, nearScale / 2) }));
  }, [focus]);
  const [keptX, keptY] = [keep?.x, keep?.y];
  useEffect(() => {
    if (keptX === undefined || keptY === undefined) return;
    setOwn((now) => (now === undefined || isInSight(now, size, keptX, keptY) ? now : { ...now, x: keptX, y: keptY }));
  }, [keptX, keptY, size]);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    moves.onPointerMove(event);
    const area = event.currentTarget.getBoundingClientRect();
    onPoint?.({ x: event.clientX - area.left, y: event.clientY - area.top, drawing: { view, size } });
  };
  const bar = scaleBar(view, size.width < 500 ? 80 : 110);
  return (
    <div className={styles['plain-map']} dir="ltr">
      <div
        ref={box}
        className={styles['map-box']}
        role="application"
        aria-label={t('map.label', { what: label })}
        aria-roledescription={t('map.kind')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        tabIndex={0}
        {...moves}
        onPointerMove={point}
        onPointerLeave={(event) => (event.pointerType === 'mouse' ? onPoint?.(undefined) : undefined)}
      >
        {size.width > 0 ? (
          <svg width={size.width} height={size.height} aria-hidden="true">
            <Graticule view={view} size={size} />
            {children({ view, size })}
          </svg>
        ) : null}
      </div>
      <div className={styles['map-zoom']}>
        <button
          type="button"
          className="btn g ic"
          aria-label={t('map.in')}
          onClick={() => setOwn(zoomed(view, zoomStep))}
        >
          <IconPlus className="i s" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn g ic"
          aria-label={t('map.out')}
          onClick={() => setOwn(zoomed(view, 1 / zoomStep))}
        >
          <IconMinus className="i s" aria-hidden="true" />
        </button>
        <button type="button" className="btn g ic" aria-label={t('map.all')} onClick={() => setOwn(undefined)}>
          <IconMaximize className="i s" aria-hidden="true" />
        </button>
      </div>
      <div className={styles['map-foot']}>
        {legend}
        <div className={`${styles['map-scale']} xs`} style={{ width: bar.width }}>
          <bdi>
            {bar.metres < 1_000
              ? t('trips.metres', { metres: bar.metres })
              : t('trips.kilometres', { km: formatNumber(bar.metres / 1_000) })}
          </bdi>
        </div>
      </div>
    </div>
  );
}

/** Not at the very edge, where a sign would be cut. */
function isInSight(view: MapView, size: Size, x: number, y: number): boolean {
  const [right, down] = [screenX(view, size, x), screenY(view, size, y)];
  return right > 16 && down > 16 && right < size.width - 16 && down < size.height - 16;
}

function Graticule({ view, size }: Drawing) {
  const { down, across } = graticule(view, size);
  // What would run into the edge or the corner is not written.
  const isClear = ({ at }: Line, most: number) => at > 24 && at < most - 24;
  return (
    <g className={styles['map-grid']}>
      {down.map(({ at, label }) => (
        <g key={label}>
          <line x1={at} x2={at} y1={0} y2={size.height} />
          {isClear({ at, label }, size.width - 60) ? (
            <text x={at} y={13} textAnchor="middle">
              {label}
            </text>
          ) : null}
        </g>
      ))}
      {across.map(({ at, label }) => (
        <g key={label}>
          <line x1={0} x2={size.width} y1={at} y2={at} />
          {isClear({ at, label }, size.height - 40) ? (
            <text x={6} y={at - 4}>
              {label}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}

function useSize(box: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
