import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

/** Counts what is under way. The indicator shows while the count is above zero; it never falls below. */
export const loading = {
  begin(): void {
    running += 1;
    for (const listener of listeners) listener();
  },
  end(): void {
    running = Math.max(0, running - 1);
    for (const listener of listeners) listener();
  },
  isOn: (): boolean => running > 0,
};

export const useLoading = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, loading.isOn);
