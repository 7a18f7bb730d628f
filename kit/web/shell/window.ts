import { useEffect, useState, useSyncExternalStore } from 'react';
import { constants } from '../constants.ts';
import { useLoading } from '../loading.ts';

/** True after the work has gone on for a moment: short waits show nothing. */
export function useBusy(): boolean {
  const active = useLoading();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!active) return setShown(false);
    const timer = setTimeout(() => setShown(true), constants.loadingDelayMs);
    return () => clearTimeout(timer);
  }, [active]);
  return shown;
}

/** Whether the browser has a network. */
export const useOnline = () =>
  useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );

/** Whether a media query holds, kept true as the window changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
/** Telephones. The same width stands in the style sheets. */
export const smallScreen = '(max-width: 760px)';
/** Tablets and small windows, where the menu is folded. */
export const narrowScreen = '(min-width: 761px) and (max-width: 1180px)';
