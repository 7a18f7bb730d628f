import { useEffect } from 'react';
import type { PlainTextKey } from '../../texts/texts.ts';

/** Keys that work on one page alone. */
export interface PageKeys {
  title: PlainTextKey;
  keys: readonly (readonly [combination: readonly string[], what: PlainTextKey])[];
}

const shown: PageKeys[] = [];

/** What the page that is open adds to the list of keys. */
export const keysOfPage = (): readonly PageKeys[] => shown;

/** Adds keys to the list that '?' opens, as long as the page is there. @param keys a constant of the page */
export function usePageKeys(keys: PageKeys): void {
  useEffect(() => {
    shown.push(keys);
    return () => void shown.splice(shown.indexOf(keys), 1);
  }, [keys]);
}
