import { useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';

interface Below {
  /** The parts of the address below the page, ['new'] at '/rto/new'. */
  parts: readonly string[];
  search: Readonly<Record<string, unknown>>;
}

/**
 * What the address says below a page. While the router is on the way to another page it stays as it was: a page that took the
 * other's address for its own would draw its list for a moment, and write its view into that address. Parts and search are of
 * one moment: a list that opened with the search of the record before it would think that it was asked for nothing.
 */
export function useAddressBelow(base: string): Below {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.search as Below['search'] });
  const below = useRef<Below>({ parts: [], search: {} });
  if (pathname === base || pathname.startsWith(`${base}/`))
    below.current = { parts: pathname.slice(base.length).split('/').filter(Boolean), search };
  return below.current;
}

/** The parts of the address below a page, see useAddressBelow. */
export const usePartsBelow = (base: string): readonly string[] => useAddressBelow(base).parts;
