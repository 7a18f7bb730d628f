/*
 * Shows notifications while the product is not open in front of its reader. It keeps no pages and answers no requests: whatever is shown
 * comes from the server. What is sent here is made in areas/notifications/push/push-message.ts.
 */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(contentOf(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});

// A push service may give a browser another address: tabs that are open tell the server, else the next one that is opened does.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** A browser that shows nothing for a message loses the permission: one that cannot be read is shown by the name of the product. */
function contentOf(data) {
  try {
    const content = data.json();
    if (typeof content.title === 'string') return content;
  } catch {
    // Falls through.
  }
  return { title: 'Roadkeeper', body: '', link: '/notifications', tag: 'roadkeeper' };
}

const windows = async () =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ frameType }) => frameType !== 'nested',
  );

async function show({ title, body, link, severity, tag, lang, at, notice, isTest }) {
  const isInFront = (await windows()).some((one) => one.focused && one.visibilityState === 'visible');
  // Whoever has the product before them has heard of it there.
  if (isInFront && !isTest) return;
  await self.registration.showNotification(title, {
    body,
    ...(tag ? { tag, renotify: severity !== 'info' } : {}),
    lang,
    dir: 'auto',
    icon: '/icon-192.png',
    requireInteraction: severity === 'urgent',
    timestamp: Date.parse(at) || Date.now(),
    data: { link, notice },
  });
}

/** An address of the product's pages, whatever was sent. */
function pageOf(link) {
  const { origin } = self.location;
  const url = new URL(typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/notifications', origin);
  return url.origin === origin && !url.pathname.startsWith('/api/') ? url : new URL('/notifications', origin);
}

async function open({ link, notice }) {
  const page = pageOf(link);
  const all = await windows();
  const best =
    all.find((one) => one.focused) ?? all.find((one) => one.visibilityState === 'visible') ?? all.find(() => true);
  if (!best) return void (await self.clients.openWindow(page.href));
  await best.focus().catch(() => undefined);
  if (await isOpening(best, page.pathname + page.search + page.hash, notice)) return;
  // Nobody is signed in there, or it does not answer.
  await best.navigate(page.href).catch(() => self.clients.openWindow(page.href));
}

/** Asks a tab to go there by itself: it asks first where something is not saved. */
const isOpening = (tab, link, notice) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), 2_000);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    tab.postMessage({ open: link, notice }, [port2]);
  });

async function renew({ oldSubscription, newSubscription }) {
  if (!newSubscription && oldSubscription)
    await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
  // A tab of this product, not a window of another: it has no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const tab of await windows()) tab.postMessage({ renewed: true });
}
