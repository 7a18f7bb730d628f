import { type HTMLAttributes, useRef } from 'react';
import { useScrollEdges } from '../catalogue/columns/scroll-edges.ts';

/** The place of a table: wider than that it scrolls sideways, and fades out what is cut at either end. */
export function SideScroll(props: Omit<HTMLAttributes<HTMLDivElement>, 'className'>) {
  const place = useRef<HTMLDivElement>(null);
  useScrollEdges(place);
  return <div {...props} ref={place} className="list-scroll" />;
}
