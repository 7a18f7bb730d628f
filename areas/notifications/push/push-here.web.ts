import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { endPush, pushSubscription } from '#kit/web/live/browser-push.ts';
import { isActing } from '#kit/web/session.ts';
import { store } from '#kit/web/storage/store.ts';
import type { Browsers } from '../notice-answers.contract.ts';
import { refreshNotices } from '../notifications.queries.ts';

const worker = '/push-worker.js';

/** Why this browser cannot show notifications; undefined: it can, once its reader allows it. */
export type Obstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'blocked';

export function obstacleHere(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTabletOfApple();
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple ? 'homeScreen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : undefined;
}
/** An iPad calls itself a Mac, of which none is touched. */
const isTabletOfApple = (): boolean => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** What became of the wish to have notifications here. */
export type TurnedOn = 'on' | 'blocked' | 'notAllowed' | 'failed';

/** Asks whoever sits here, so call it from a click, and subscribes. @param publicKey of the server */
export async function turnOn(publicKey: string): Promise<TurnedOn> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'notAllowed';
  return (await subscribe(publicKey)) ? 'on' : 'failed';
}

export async function turnOff(id: string | undefined): Promise<boolean> {
  const isGone = id === undefined || (await isDone(api.delete(`/notification/browser/${id}`)));
  if (isGone) await endPush();
  return isGone;
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

async function subscribe(publicKey: string): Promise<boolean> {
  const subscription = await subscriptionFor(publicKey).catch(() => undefined);
  if (!subscription) return false;
  if (await isDone(say(subscription))) {
    note(subscription);
    return true;
  }
  await endPush();
  return false;
}

async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const key = bytesOf(publicKey);
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && isSame(before.options.applicationServerKey, key)) return before;
  // Of another server, as after a move: a browser has one at a time.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const note = ({ endpoint }: PushSubscription): void => {
  const account = store.get('userData')?.id;
  store.set('pushedTo', account === undefined ? null : { account, endpoint });
};

/** @param was the address when it was turned on: only where it was not removed since */
const say = (subscription: PushSubscription, was?: string): Promise<unknown> => {
  const { endpoint, keys } = subscription.toJSON();
  return api.put('/notification/browser', {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] }, ...(was === undefined ? {} : { was }) },
    quiet: true,
  });
};

/**
 * Tells the server again where this browser is reached, for the session that it has now: its address may be another one, and whoever is
 * signed in too. Somebody else than the one who turned it on gets nothing, and neither does a browser that was removed.
 */
export async function keepPush(): Promise<void> {
  const kept = store.get('pushedTo');
  if (kept === null || isActing()) return;
  const isTheirs = store.get('userData')?.id === kept.account;
  if (!isTheirs || obstacleHere() !== undefined || Notification.permission !== 'granted') return endPush();
  try {
    const { data } = await api.get<Answer<Browsers>>('/notification/browser', { quiet: true });
    const subscription = await subscriptionFor(data.publicKey);
    await say(subscription, kept.endpoint);
    note(subscription);
    // A page that shows it has asked before.
    if (!data.browsers.some(({ isThis }) => isThis)) await refreshNotices();
  } catch (error) {
    // Anything else is only not now: the next time that the product is opened.
    if (error instanceof ApiError && error.status === 409) await endPush();
  }
}

/** Whether this browser has a subscription of whoever is signed in. */
export const isSubscribed = async (): Promise<boolean> =>
  store.get('pushedTo')?.account === store.get('userData')?.id &&
  (await pushSubscription().catch(() => undefined)) !== undefined;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
};
function isSame(bytes: ArrayBuffer | null, other: Uint8Array): boolean {
  const own = new Uint8Array(bytes ?? new ArrayBuffer(0));
  return own.length === other.length && own.every((byte, at) => byte === other[at]);
}
