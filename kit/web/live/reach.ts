import { useSyncExternalStore } from 'react';

/** Waits between two tries, never the same for all browsers. */
const wait = { firstMs: 1_000, mostMs: 10_000 };
/** A server that takes longer to say that it is ready is not. */
const answerMs = 4_000;

let away = false;
let asking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let tries = 0;
const listeners = new Set<() => void>();
const backListeners = new Set<() => void>();

function set(value: boolean): void {
  if (away === value) return;
  away = value;
  tries = 0;
  clearTimeout(timer);
  for (const event of ['online', 'focus'])
    if (value) window.addEventListener(event, askAgain);
    else window.removeEventListener(event, askAgain);
  for (const listener of listeners) listener();
  if (!value) for (const listener of backListeners) listener();
}

/** Whether the server answers and has its database. Answers that many wait for at once come from one question. */
const isReady = (): Promise<boolean> =>
  (asking ??= fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => (asking = undefined)));

async function ask(): Promise<void> {
  clearTimeout(timer);
  const ready = await isReady();
  set(!ready);
  if (ready) return;
  tries += 1;
  const mostMs = Math.min(wait.mostMs, wait.firstMs * 2 ** (tries - 1));
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), mostMs * (0.5 + Math.random() / 2));
}
const askAgain = (): void => void ask();

/** Whether the server can be reached, as far as this tab knows. */
export const reach = {
  /** A call was not answered, or by a server that cannot work: asks the server, and goes on until it is back. */
  doubt(): void {
    if (!away) void ask();
  },
  /** Asks at once instead of after the wait. */
  retry: askAgain,
  /** Called each time the server is back. @returns what ends it. */
  onBack(listener: () => void): () => void {
    backListeners.add(listener);
    return () => backListeners.delete(listener);
  },
};

export const useServerAway = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => away,
  );
