import { useSyncExternalStore } from 'react';

let connected = false;
const listeners = new Set<() => void>();

/** Whether this tab hears at once of what others do. */
export const live = {
  set(value: boolean): void {
    if (connected === value) return;
    connected = value;
    for (const listener of listeners) listener();
  },
};

export const useLive = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => connected,
  );
