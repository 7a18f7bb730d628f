import type { Map, Marker } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { offsetNear, pointAt } from '../draw/road-layers.web.ts';
import type { LinePoint } from '../road/line.contract.ts';
import styles from '../roads.module.css';

interface Props {
  map: Map;
  points: readonly LinePoint[];
  /** Metres along the line, whole, from 1 to `lastM`. */
  atM: number;
  lastM: number;
  onMove: (atM: number) => void;
}

/** How far a key moves it, metres. The map never mirrors: right is on, in every direction of writing. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const shifted = 10;

/** The marker of a split: it slides along the line, by pointer and by keys. */
export function SplitMarker(props: Props) {
  const { map, points, atM, lastM } = props;
  const t = useT();
  const latest = useRef(props);
  latest.current = props;
  const marker = useRef<Marker>(undefined);
  const element = useMemo(() => {
    const made = document.createElement('div');
    made.className = styles.handle ?? '';
    return made;
  }, []);
  useEffect(() => {
    let isOver = false;
    const move = (metres: number) => {
      const { onMove, lastM } = latest.current;
      onMove(Math.min(lastM, Math.max(1, Math.round(metres))));
    };
    const press = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // The map moves by the same keys.
      event.stopPropagation();
      move(latest.current.atM + step * (event.shiftKey ? shifted : 1));
    };
    element.addEventListener('keydown', press);
    void import('#kit/web/map/engine.ts').then((engine) => {
      if (isOver) return;
      const { points, atM } = latest.current;
      const [lat, lon] = pointAt(points, atM) ?? [0, 0];
      const made = new engine.Marker({ element, draggable: true }).setLngLat([lon, lat]).addTo(map);
      made.on('drag', () => {
        const { points } = latest.current;
        const to = made.getLngLat();
        const metres = offsetNear(points, [to.lat, to.lng]);
        // Never beside the line.
        const on = pointAt(points, metres);
        if (on) made.setLngLat([on[1], on[0]]);
        move(metres);
      });
      marker.current = made;
      describe(element, latest.current, t);
    });
    return () => {
      isOver = true;
      element.removeEventListener('keydown', press);
      marker.current?.remove();
      marker.current = undefined;
    };
  }, [map, element, t]);
  useEffect(() => {
    const at = pointAt(points, atM);
    if (at) marker.current?.setLngLat([at[1], at[0]]);
    describe(element, { atM, lastM }, t);
  }, [points, atM, lastM, element, t]);
  return null;
}

/** The engine makes every marker a button; this one is a slider. */
function describe(
  element: HTMLElement,
  { atM, lastM }: Pick<Props, 'atM' | 'lastM'>,
  t: ReturnType<typeof useT>,
): void {
  const said = {
    role: 'slider',
    tabindex: '0',
    'aria-label': t('roads.split.marker'),
    'aria-orientation': 'horizontal',
    'aria-valuemin': '1',
    'aria-valuemax': String(lastM),
    'aria-valuenow': String(atM),
    'aria-valuetext': t('roads.split.metres', { metres: formatNumber(atM) }),
  };
  for (const [name, value] of Object.entries(said)) element.setAttribute(name, value);
}
