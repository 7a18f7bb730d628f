import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How many of some widths fit into a room beside each other; where not all do, one more entry of `moreWidth` has to fit as well. */
export function fitting(widths: readonly number[], room: number, gap: number, moreWidth: number): number {
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width + gap, 0);
  // The last gap stands after nothing.
  if (sum(widths.length) - gap <= room) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && sum(count) + moreWidth > room) count -= 1;
  return count;
}

/**
 * How many children of an element fit into it beside each other, kept true as its width, their number or the letters change.
 * All are drawn once to be measured; the last child, marked with `data-more`, stands for those that do not fit.
 * @param key changes when the children do.
 */
export function useFitting(length: number, key: string): { ref: RefObject<HTMLElement | null>; count: number } {
  const ref = useRef<HTMLElement>(null);
  const [measured, setMeasured] = useState({ key: '', count: length });
  const resize = useRef<() => void>(() => {});
  const isMeasured = measured.key === key;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || isMeasured) return;
    const children = [...element.children] as HTMLElement[];
    const more = children.pop();
    const widths = children.map((child) => child.getBoundingClientRect().width);
    const moreWidth = more?.getBoundingClientRect().width ?? 0;
    const { columnGap, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
    const px = (text: string) => Number.parseFloat(text) || 0;
    const padding = px(paddingInlineStart) + px(paddingInlineEnd);
    const measure = () =>
      setMeasured({ key, count: fitting(widths, element.clientWidth - padding, px(columnGap), moreWidth) });
    measure();
    resize.current = measure;
  }, [key, isMeasured]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => resize.current());
    observer.observe(element);
    // Letters of another font have other widths.
    const again = () => setMeasured({ key: '', count: length });
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', again);
    };
  }, [length]);
  return { ref, count: isMeasured ? measured.count : length };
}
