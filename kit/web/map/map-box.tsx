import type { Map, MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { MapFrame } from './map-frame.tsx';
import { type Bounds, latOf, lonOf, worldX, worldY } from './mercator.ts';
import { useMap } from './use-map.ts';

/** A place by itself is shown with its surroundings. */
const nearZoom = 15;
/** Pixels of the world's side at zoom 0. */
const worldPx = 512;
const withoutMoving = { animate: false } as const;

/** Where the pointer is: in the world's square, and how much of it a pixel is. */
export interface Pointed {
  x: number;
  y: number;
  pixel: number;
}

interface Props {
  /** Says what is to be seen. */
  label: string;
  /** All of it is in sight until the reader moves the map. */
  bounds: Bounds;
  /** Pixels that what stands on a place reaches above it. */
  headPx?: number;
  /** What is shown: another one is shown whole, however the reader moved the map before. */
  subject?: string;
  /** Brought into the middle whenever it becomes another object. */
  focus?: { x: number; y: number } | undefined;
  /** Stays in sight: the map follows it to where it is. */
  keep?: { x: number; y: number } | undefined;
  /** Draws on the map, once that is there. */
  children: (map: Map) => ReactNode;
  /** Stands over the map, at its foot. */
  legend?: ReactNode;
  /** The pointer is there; undefined: nowhere. */
  onPoint?: (at: Pointed | undefined) => void;
  /** A picture in a page that is scrolled: neither wheel nor keys move it, and it has no buttons. */
  isStill?: boolean;
}

/**
 * A map on the ground that is set up, and below it the built-in one: coasts and towns, nothing of it from another server. Arrow keys move it, + and - zoom, 0 and Home
 * show all again. It never mirrors, whatever the direction of the page.
 */
export function MapBox(props: Props) {
  const { label, bounds, headPx = 0, subject, focus, keep, children, legend, onPoint, isStill = false } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const made = useMap(place, isStill ? label : t('map.label', { what: label }), isStill);
  const { map, isMoved, noteMoved } = made;
  useEffect(() => noteMoved(false), [noteMoved, subject]);
  const showAll = useShowAll(map, isMoved, noteMoved, bounds, headPx);
  useFocus(map, noteMoved, focus);
  useKept(map, isMoved, keep);
  usePointer(map, onPoint);
  return (
    <MapFrame place={place} made={made} onAll={showAll} legend={legend} isStill={isStill}>
      {map ? children(map) : null}
    </MapFrame>
  );
}

type IsMoved = () => boolean;
type NoteMoved = (is: boolean) => void;

/** Keeps all in sight until the reader moves the map. @returns what shows all again. */
function useShowAll(
  map: Map | undefined,
  isMoved: IsMoved,
  noteMoved: NoteMoved,
  { minX, minY, maxX, maxY }: Bounds,
  headPx: number,
): () => void {
  const showAll = useCallback(() => {
    if (!map) return;
    noteMoved(false);
    const { clientWidth, clientHeight } = map.getContainer();
    const room = Math.min(56, clientWidth / 8, clientHeight / 8);
    // On one side stand the buttons: a sign at the end of a road is not to lie under them.
    const besideButtons = Math.max(room, Math.min(84, clientWidth / 6));
    const isMirrored = document.documentElement.dir === 'rtl';
    map.fitBounds(
      [
        [lonOf(minX), latOf(maxY)],
        [lonOf(maxX), latOf(minY)],
      ],
      // At its foot stand its signs and its scale.
      {
        padding: {
          top: Math.max(room, headPx),
          left: isMirrored ? besideButtons : room,
          right: isMirrored ? room : besideButtons,
          bottom: room + 36,
        },
        maxZoom: nearZoom + 1,
        ...withoutMoving,
      },
    );
  }, [map, noteMoved, minX, minY, maxX, maxY, headPx]);
  useEffect(() => {
    if (!isMoved()) showAll();
  }, [isMoved, showAll]);
  useEffect(() => {
    if (!map) return;
    const resized = () => {
      if (!isMoved()) showAll();
    };
    const press = (event: KeyboardEvent) => {
      if ((event.key !== '0' && event.key !== 'Home') || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      showAll();
    };
    const canvas = map.getCanvas();
    map.on('resize', resized);
    canvas.addEventListener('keydown', press);
    return () => {
      map.off('resize', resized);
      canvas.removeEventListener('keydown', press);
    };
  }, [map, isMoved, showAll]);
  return showAll;
}

function useFocus(map: Map | undefined, noteMoved: NoteMoved, focus: { x: number; y: number } | undefined): void {
  useEffect(() => {
    if (!map || !focus) return;
    noteMoved(true);
    map.jumpTo({ center: [lonOf(focus.x), latOf(focus.y)], zoom: Math.max(map.getZoom(), nearZoom) });
  }, [map, noteMoved, focus]);
}

function useKept(map: Map | undefined, isMoved: IsMoved, keep: { x: number; y: number } | undefined): void {
  const [x, y] = [keep?.x, keep?.y];
  useEffect(() => {
    if (!map || x === undefined || y === undefined || !isMoved()) return;
    const { x: right, y: down } = map.project([lonOf(x), latOf(y)]);
    const { clientWidth, clientHeight } = map.getContainer();
    // Not at the very edge, where a sign would be cut.
    const isInSight = right > 16 && down > 16 && right < clientWidth - 16 && down < clientHeight - 16;
    if (!isInSight) map.jumpTo({ center: [lonOf(x), latOf(y)] });
  }, [map, isMoved, x, y]);
}

function usePointer(map: Map | undefined, onPoint: Props['onPoint']): void {
  const latest = useRef(onPoint);
  latest.current = onPoint;
  useEffect(() => {
    if (!map) return;
    const point = ({ lngLat }: MapMouseEvent) =>
      latest.current?.({
        x: worldX(lngLat.lng),
        y: worldY(lngLat.lat),
        pixel: 1 / (worldPx * 2 ** map.getZoom()),
      });
    const leave = () => latest.current?.(undefined);
    map.on('mousemove', point);
    // A finger points by a touch.
    map.on('click', point);
    map.on('mouseout', leave);
    return () => {
      map.off('mousemove', point);
      map.off('click', point);
      map.off('mouseout', leave);
    };
  }, [map]);
}
