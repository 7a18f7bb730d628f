import { useEffect, useRef } from 'react';

/** Something that can be done with what is on screen, as the palette offers it. */
export interface Offer {
  key: string;
  name: string;
  run: () => void;
}

const made = new Set<{ current: () => Offer[] }>();

/** While the component is on screen, Ctrl+K offers what `make` gives at the moment it is pressed, when the focus is still where it was. */
export function useOffers(make: () => Offer[]): void {
  const latest = useRef(make);
  latest.current = make;
  useEffect(() => {
    made.add(latest);
    return () => {
      made.delete(latest);
    };
  }, []);
}

/** What can be done now; what came on screen last stands first. */
export const offered = (): Offer[] => [...made].toReversed().flatMap((one) => one.current());
