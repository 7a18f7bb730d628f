import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** Pixels that a press may wander and still be a press. */
const slackPx = 4;

/**
 * Dragging by mouse, pen or finger, from a handle that says `touch-action: none`. Escape ends it without a drop. What can be
 * dragged must be movable by buttons and keys as well (WCAG 2.5.7).
 * @returns the key of what is being dragged, and what its handle listens to.
 */
export function usePointerDrag(on: {
  /** The pointer is here now, in pixels of the window. */
  move: (key: string, x: number, y: number) => void;
  drop: (key: string) => void;
  cancel: () => void;
}) {
  const latest = useRef(on);
  latest.current = on;
  const [dragged, setDragged] = useState<string>();
  const press = useRef<{ key: string; x: number; y: number; going: boolean }>(undefined);

  useEffect(() => {
    const end = () => {
      press.current = undefined;
      setDragged(undefined);
    };
    const move = (event: PointerEvent) => {
      const held = press.current;
      if (!held) return;
      if (!held.going && Math.hypot(event.clientX - held.x, event.clientY - held.y) < slackPx) return;
      held.going = true;
      setDragged(held.key);
      event.preventDefault();
      nudge(event.clientY);
      latest.current.move(held.key, event.clientX, event.clientY);
    };
    const up = () => {
      const held = press.current;
      if (!held) return;
      end();
      if (held.going) latest.current.drop(held.key);
    };
    const away = () => {
      if (!press.current) return;
      end();
      latest.current.cancel();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') away();
    };
    window.addEventListener('pointermove', move, { passive: false });
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', away);
    window.addEventListener('keydown', key);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', away);
      window.removeEventListener('keydown', key);
    };
  }, []);

  return {
    dragged,
    handle: (key: string) => ({
      onPointerDown: (event: ReactPointerEvent) => {
        if (event.button !== 0) return;
        press.current = { key, x: event.clientX, y: event.clientY, going: false };
      },
    }),
  };
}

/** Close to an edge the window scrolls along. */
function nudge(y: number): void {
  const edge = 60;
  if (y < edge) window.scrollBy(0, -12);
  else if (y > window.innerHeight - edge) window.scrollBy(0, 12);
}
