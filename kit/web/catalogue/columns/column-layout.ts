import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Columns, widthWithin } from './use-columns.ts';

/** Pinned columns may take this part of what is seen; with more of them they scroll like the others. */
const pinnedPart = 0.6;

/**
 * Places the pinned columns, which are the first after the record's name: each stays where those before it end. Their
 * widths are known only once they are drawn.
 */
export function usePins(table: RefObject<HTMLTableElement | null>, count: number): void {
  useLayoutEffect(() => {
    const element = table.current;
    if (!element || count === 0) return undefined;
    const place = () => {
      const heads = [...(element.tHead?.rows[0]?.cells ?? [])].slice(0, count + 2);
      const ends = heads.map((_, index) => heads.slice(0, index + 1).reduce((sum, head) => sum + head.offsetWidth, 0));
      for (let pin = 0; pin < count; pin += 1) element.style.setProperty(`--pin-${pin}`, `${ends[pin + 1]}px`);
      element.classList.toggle('pins', (ends.at(-1) ?? 0) <= pinnedPart * (element.parentElement?.clientWidth ?? 0));
    };
    place();
    const observer = new ResizeObserver(place);
    for (const head of [...(element.tHead?.rows[0]?.cells ?? [])].slice(0, count + 2)) observer.observe(head);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  });
}

/** Width of a column as it is drawn, in pixels. */
export const drawnWidth = (name: string): number =>
  document.querySelector<HTMLElement>(`th[data-column="${name}"]`)?.offsetWidth ?? 160;

/**
 * Makes columns wider and narrower by their grip; a double click gives back the width they need. The menu of columns does
 * the same by keyboard.
 */
export function useSizing(table: RefObject<HTMLTableElement | null>, onColumn: Columns['change']) {
  const [name, setName] = useState<string>();
  const from = useRef({ x: 0, width: 0 });
  const widthAt = (event: PointerEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    return widthWithin(from.current.width + forward * (event.clientX - from.current.x));
  };
  const show = (column: string, width: number | undefined) =>
    width === undefined
      ? table.current?.style.removeProperty(`--w-${column}`)
      : table.current?.style.setProperty(`--w-${column}`, `${width}px`);
  return {
    /** The column that is being sized. */
    name,
    grip: (column: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: drawnWidth(column) };
        show(column, from.current.width);
        setName(column);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (name === column) show(column, widthAt(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (name !== column) return;
        setName(undefined);
        show(column, undefined);
        if (event.clientX !== from.current.x) onColumn(column, () => ({ width: widthAt(event) }));
      },
      onPointerCancel: () => {
        setName(undefined);
        show(column, undefined);
      },
      onDoubleClick: () => onColumn(column, () => ({ width: undefined })),
    }),
  };
}
