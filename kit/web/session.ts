import type { UserData } from '#kit/contract/rights.ts';
import { store } from './storage/store.ts';

/** Tokens are renewed this long before they end, so that no call ever meets an ended one. */
const aheadMs = 60_000;

export interface SignedIn {
  message: string;
  accessToken: string;
  expiresAt: string;
  /** Seconds from the answer until the token ends. */
  expiresInS: number;
  userData: UserData;
}

/** When a token that was given just now ends, by this machine's clock, which may go wrong. */
export const endOf = (given: Pick<SignedIn, 'expiresInS'>): string =>
  new Date(Date.now() + given.expiresInS * 1_000).toISOString();

/**
 * True from when this tab's own reader asks to sign out until somebody signs in: what is refused meanwhile is no end that came from
 * elsewhere.
 */
export const isLeaving = (): boolean => leaving;
let leaving = false;
export function beginLeaving(): void {
  leaving = true;
}

export function keepSession(given: SignedIn): void {
  leaving = false;
  store.setAll({
    accessTokenExpiresAt: endOf(given),
    accessToken: given.accessToken,
    _origin: null,
    userData: given.userData,
  });
  schedule();
}

export function clearSession(): void {
  store.clearSession();
  clearTimeout(timer);
}

export const isSignedIn = (): boolean => store.get('accessToken') !== null;

/** True while one acts as somebody else: that session is never prolonged, and one's own waits in `_origin`. */
export const isActing = (): boolean => store.get('_origin') !== null;

const msLeft = (): number => Date.parse(store.get('accessTokenExpiresAt') ?? '') - Date.now();
let renewing: Promise<void> | undefined;

/**
 * Changes of whose session it is, one at a time over all tabs. What another tab has written by then is known here, and what
 * this one writes is known to the next.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const whole = async () => {
    await store.reread('_origin', 'accessTokenExpiresAt', 'accessToken', 'userData');
    const result = await work();
    await store.written();
    return result;
  };
  return navigator.locks ? navigator.locks.request('roadkeeper-refresh', whole) : whole();
}

/** The token's successor, or undefined when the session is over. @throws when the server is away */
export async function refreshed(): Promise<SignedIn | undefined> {
  const response = await fetch('/api/v1/session/refresh', { method: 'POST', credentials: 'same-origin' });
  if (response.ok) return (await response.json()) as SignedIn;
  // Only a refused renewal ends the session. A server that is away does not.
  if (response.status === 401) return undefined;
  throw new Error('The session cannot be renewed just now');
}

/**
 * One renewal at a time over all tabs; the others find the new token in the store.
 * @param refused a token that the server took no longer, however long it seems to last by this machine's clock.
 */
async function renew(refused?: string): Promise<void> {
  try {
    await inTurn(async () => {
      if (!isSignedIn() || isActing()) return;
      if (refused === undefined ? msLeft() > aheadMs : store.get('accessToken') !== refused) return;
      const given = await refreshed();
      if (given) keepSession(given);
      else store.set('accessToken', null);
    });
  } catch {
    // No network: the token is used as long as it lasts, and the next call tries again.
  }
}

/** The access token, renewed first when it is about to end. Null when nobody is signed in. */
export async function freshToken(): Promise<string | null> {
  if (!isSignedIn()) return null;
  if (!isActing() && !(msLeft() > aheadMs)) {
    renewing ??= renew().finally(() => (renewing = undefined));
    await renewing;
  }
  return store.get('accessToken') ?? 'ended-session-000000';
}

/**
 * Renews a token that the server refused: its end came earlier than this machine's clock said.
 * @returns false when the session is over; undefined when that could not be found out.
 */
export async function renewRefused(token: string): Promise<boolean | undefined> {
  renewing ??= renew(token).finally(() => (renewing = undefined));
  await renewing;
  const now = store.get('accessToken');
  return now === null ? false : now === token ? undefined : true;
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Renews in the background while the page is open. */
export function schedule(): void {
  clearTimeout(timer);
  if (!isSignedIn() || isActing()) return;
  timer = setTimeout(() => void freshToken().then(schedule), Math.max(5_000, Math.min(msLeft() - aheadMs, 600_000)));
}

/** A laptop that slept past the end renews first of all when it wakes. */
export function renewOnWake(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isSignedIn()) void freshToken().then(schedule);
  });
  window.addEventListener('online', () => void (isSignedIn() && freshToken().then(schedule)));
  schedule();
}
