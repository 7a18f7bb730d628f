import { store } from '../storage/store.ts';

/** What this browser subscribed to; undefined where it has not, or cannot. */
export async function pushSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Shows nobody's notifications here any more: the push service forgets this browser, and tells the server when it sends there. */
export async function endPush(): Promise<void> {
  store.set('pushedTo', null);
  try {
    await (await pushSubscription())?.unsubscribe();
  } catch {
    // The server sends nothing without a session.
  }
}
