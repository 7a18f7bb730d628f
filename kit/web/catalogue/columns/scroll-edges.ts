import { type RefObject, useLayoutEffect } from 'react';

/**
 * Marks a place that scrolls sideways with the ends at which more of it is hidden: `data-more="start end"`. What stays in sight
 * there fades out what passes below it, so that a number that is half hidden does not read as a shorter one.
 */
export function useScrollEdges(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const mark = () => {
      // Right-to-left, it is counted from the right in negative numbers.
      const from = Math.abs(element.scrollLeft);
      const hidden = element.scrollWidth - element.clientWidth;
      const more = [from > 1 && 'start', from < hidden - 1 && 'end'].filter(Boolean).join(' ');
      element.setAttribute('data-more', more);
    };
    mark();
    element.addEventListener('scroll', mark, { passive: true });
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', mark);
      observer.disconnect();
    };
  }, [place]);
}
