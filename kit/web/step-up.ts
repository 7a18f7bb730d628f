/**
 * Some acts ask for the password once more (`prove_first`). The API client then asks here, and repeats the call when the
 * person has given it; the shell shows the dialog.
 */
type Asked = (proved: boolean) => void;
let waiting: Asked[] = [];
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export const proof = {
  /** Asks for a proof; several calls at once share one dialog. False: the person would rather not, or nobody can ask. */
  ask: (): Promise<boolean> =>
    listeners.size === 0
      ? Promise.resolve(false)
      : new Promise((resolve) => {
          waiting.push(resolve);
          notify();
        }),
  isAsked: (): boolean => waiting.length > 0,
  answer: (proved: boolean): void => {
    const asked = waiting;
    waiting = [];
    notify();
    for (const one of asked) one(proved);
  },
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
