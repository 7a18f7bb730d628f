import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapView, panned, type Size, zoomed } from './map-view.web.ts';

/** Pixels after which a press is a drag and no longer a click. */
const dragPx = 4;
const keyPx = 80;
export const zoomStep = 1.6;

interface Moves {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
}

/** Moves a map by dragging, pinching, wheel and keys. `fit` shows everything again. */
export function useMapMoves(
  box: RefObject<HTMLDivElement | null>,
  view: MapView,
  size: Size,
  move: (view: MapView | undefined) => void,
): Moves {
  const latest = useRef({ view, size, move });
  latest.current = { view, size, move };
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const begun = useRef<{ x: number; y: number; isDrag: boolean }>(undefined);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // The page would scroll otherwise, and React listens to wheels without a say in that.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { view, size, move } = latest.current;
      const area = element.getBoundingClientRect();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
      const times = 2 ** (-Math.max(-300, Math.min(300, pixels)) / (event.ctrlKey ? 100 : 260));
      move(zoomed(view, times, event.clientX - area.left - size.width / 2, event.clientY - area.top - size.height / 2));
    };
    const press = (event: KeyboardEvent) => {
      if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
      const { view, move } = latest.current;
      const next = keyed(view, event.key);
      if (next === null) return;
      event.preventDefault();
      move(next);
    };
    element.addEventListener('wheel', turn, { passive: false });
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('wheel', turn);
      element.removeEventListener('keydown', press);
    };
  }, [box]);

  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) begun.current = undefined;
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      begun.current ??= { x: event.clientX, y: event.clientY, isDrag: false };
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId);
      const start = begun.current;
      if (!before || !start) return;
      if (!start.isDrag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < dragPx) return;
      if (!start.isDrag) event.currentTarget.setPointerCapture(event.pointerId);
      start.isDrag = true;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (!other) return move(panned(latest.current.view, now.x - before.x, now.y - before.y));
      const area = event.currentTarget.getBoundingClientRect();
      const spread = (one: { x: number; y: number }) => Math.max(8, Math.hypot(one.x - other.x, one.y - other.y));
      const half = panned(latest.current.view, (now.x - before.x) / 2, (now.y - before.y) / 2);
      const right = (now.x + other.x) / 2 - area.left - size.width / 2;
      const down = (now.y + other.y) / 2 - area.top - size.height / 2;
      move(zoomed(half, spread(now) / spread(before), right, down));
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** Where a key leads: undefined shows everything, null is no key of the map. */
function keyed(view: MapView, key: string): MapView | undefined | null {
  switch (key) {
    case 'ArrowLeft':
      return panned(view, keyPx, 0);
    case 'ArrowRight':
      return panned(view, -keyPx, 0);
    case 'ArrowUp':
      return panned(view, 0, keyPx);
    case 'ArrowDown':
      return panned(view, 0, -keyPx);
    case '+':
    case '=':
      return zoomed(view, zoomStep);
    case '-':
    case '_':
      return zoomed(view, 1 / zoomStep);
    case '0':
    case 'Home':
      return undefined;
    default:
      return null;
  }
}
