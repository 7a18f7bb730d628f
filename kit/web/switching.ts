import { useSyncExternalStore } from 'react';
import { queryClient } from './queries.ts';

let under = false;
const listeners = new Set<() => void>();
const set = (value: boolean) => {
  under = value;
  for (const listener of listeners) listener();
};

/** The moment in which another person takes over the screen: nothing of the one stays for the other. */
export const switching = {
  /** Where to go is the router's business; it says here how. */
  go: async (_to: string): Promise<void> => {},
  isUnder: (): boolean => under,
  /** Takes down every page, so that none asks with the rights of the other. */
  begin(): void {
    set(true);
    queryClient.clear();
  },
  /** @param to address to begin anew at */
  async end(to: string): Promise<void> {
    // The pages are taken down by then: no form asks whether to stay.
    await new Promise((resolve) => setTimeout(resolve));
    queryClient.clear();
    try {
      await switching.go(to);
    } finally {
      set(false);
    }
  },
};

export const useSwitching = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => under,
  );
