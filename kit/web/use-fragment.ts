import { useSyncExternalStore } from 'react';

/** What stands behind the # of the address, which no server sees: the token of a link that was sent. */
export const useFragment = (): string =>
  useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed);
      return () => window.removeEventListener('hashchange', changed);
    },
    () => location.hash.slice(1),
  );
