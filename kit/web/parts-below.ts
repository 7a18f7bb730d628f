import { useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * The parts of the address below a page, ['new'] at '/rto/new'. While the router is on the way to another page they stay as they
 * were: a page that took the other's address for its own would draw its list for a moment, and write its view into that address.
 */
export function usePartsBelow(base: string): readonly string[] {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const parts = useRef<readonly string[]>([]);
  if (pathname === base || pathname.startsWith(`${base}/`))
    parts.current = pathname.slice(base.length).split('/').filter(Boolean);
  return parts.current;
}
