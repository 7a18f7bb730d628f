import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function as long as a part of the page stands, which does what the given one does now: what takes it is not drawn anew. */
export function useSteady<Given extends unknown[], Back>(work: (...given: Given) => Back): (...given: Given) => Back {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
