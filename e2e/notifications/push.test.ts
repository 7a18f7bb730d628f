import type { CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PushService, startPushService } from '#areas/notifications/testing/push-service.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { chooseHindi, enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(() => startOwnProduct({ push: { allowLoopback: true } }));
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service?.close());
const email = 'client@roadkeeper.test';

/** Sends what is due, and waits until nothing is on its way. */
async function send(): Promise<void> {
  await own.product.jobs.runDue();
  await own.product.mail.idle();
}

/**
 * A browser without a push service of its own has one on this machine: it subscribes there, with keys that the test knows. A browser without a
 * window refuses notifications to everybody: here it asks, and is allowed. Counts how often somebody is asked.
 */
const withService = (body: { endpoint: string; keys: object }) => `(() => {
  window.asked = 0;
  const answered = 'stub-permission';
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(answered) ?? 'default' });
  Notification.requestPermission = async () => {
    window.asked += 1;
    localStorage.setItem(answered, 'granted');
    return 'granted';
  };
  const key = 'stub-subscription';
  const made = (applicationServerKey) => ({
    endpoint: ${JSON.stringify(body.endpoint)},
    options: { userVisibleOnly: true, applicationServerKey },
    toJSON: () => (${JSON.stringify(body)}),
    unsubscribe: async () => { localStorage.removeItem(key); return true; },
  });
  PushManager.prototype.getSubscription = async () => {
    const kept = localStorage.getItem(key);
    return kept === null ? null : made(new Uint8Array(JSON.parse(kept)).buffer);
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem(key, JSON.stringify([...applicationServerKey]));
    return made(applicationServerKey.buffer);
  };
})()`;

/** Keeps what the service worker shows, in the place of the system, which a browser without a window does not have. */
const withNotifications = (worker: Worker) =>
  worker.evaluate(`(() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      if (options.tag) self.shown = self.shown.filter(({ tag }) => tag !== options.tag);
      self.shown.push({ title, ...options });
    };
  })()`);

/** Hands messages to the service worker as a push service does. */
async function deliverer(page: Page): Promise<(data: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: own.url,
      registrationId,
      data: JSON.stringify(data),
    });
  };
}

const notificationsOf = (worker: Worker) =>
  worker.evaluate<{ title: string; body: string; tag: string; lang: string }[]>('self.shown');
/** A click on a notification. */
const click = (worker: Worker, tag: string) =>
  worker.evaluate(`(async () => {
    const notification = self.shown.find((one) => one.tag === ${JSON.stringify(tag)});
    const event = new Event('notificationclick');
    let work;
    Object.assign(event, { notification: { ...notification, close() {} }, waitUntil: (promise) => (work = promise) });
    self.dispatchEvent(event);
    await work;
  })()`);
/** The bell hears what the service worker says. */
const isListening = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).waitFor();
const urgent = (no: number, more: object = {}) => ({
  title: 'Alarms',
  body: `Power cut: MH12AB123${no}`,
  link: '/vehicle',
  severity: 'urgent',
  tag: `tag-${no}`,
  lang: 'en',
  at: own.clock.now().toISOString(),
  ...more,
});

test('somebody turns notifications on by a click, is sent a test, is led to a link of the product, and has none after signing out', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  const mine = service.browser();
  await context.addInitScript(withService(mine.body));
  await enter(page, own.url, email);
  await page.goto(`${own.url}/notifications?tab=2`);
  const here = page.getByRole('region', { name: 'This browser' });
  await here.getByText('Notifications are off in this browser.').waitFor();
  expect(await page.evaluate('window.asked')).toBe(0);
  // By keyboard: the focus stays where the button was, and goes on from there.
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.textContent');
  await here.getByRole('button', { name: 'Turn on notifications' }).focus();
  await page.keyboard.press('Enter');
  await here.getByText('Notifications are on in this browser.').waitFor();
  expect(await page.evaluate('window.asked')).toBe(1);
  await expect.poll(focused).toBe('Turn off notifications');
  await page.keyboard.press('Enter');
  await here.getByText('Notifications are off in this browser.').waitFor();
  await expect.poll(focused).toBe('Turn on notifications');
  await page.keyboard.press('Enter');
  await here.getByText('Notifications are on in this browser.').waitFor();
  await expect.poll(focused).toBe('Turn off notifications');
  const served = await page.request.get(`${own.url}/push-worker.js`);
  expect([served.headers()['content-type'], served.headers()['cache-control']]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);

  await here.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Test is on its way.').first().waitFor();
  await send();
  expect(service.problems).toEqual([]);
  const [test, ...more] = service.pushed;
  expect(more).toEqual([]);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await withNotifications(worker);
  const deliver = await deliverer(page);
  await deliver(test?.content ?? {});
  await expect.poll(() => notificationsOf(worker)).toMatchObject([{ title: 'Roadkeeper', lang: 'en' }]);

  // In front of its reader the product has said it already.
  await deliver(urgent(1));
  await deliver(urgent(5, { isTest: true }));
  await expect.poll(async () => (await notificationsOf(worker)).map(({ tag }) => tag)).toContain('tag-5');
  await page.goto('about:blank');
  await deliver(urgent(2));
  await expect.poll(async () => (await notificationsOf(worker)).map(({ tag }) => tag)).toContain('tag-2');
  expect((await notificationsOf(worker)).map(({ tag }) => tag)).not.toContain('tag-1');
  await deliver(urgent(2, { body: 'Power is back' }));
  await expect
    .poll(async () => (await notificationsOf(worker)).filter(({ tag }) => tag === 'tag-2').map(({ body }) => body))
    .toEqual(['Power is back']);
  await deliver(urgent(3, { link: 'https://elsewhere.example/x' }));
  await deliver(urgent(4, { link: '//elsewhere.example/x' }));
  await expect.poll(async () => (await notificationsOf(worker)).length).toBe(5);

  // An open tab goes there without loading anew; what leads elsewhere leads to the list.
  await page.goto(`${own.url}/profile`);
  await page.locator('.shell h1').waitFor();
  await isListening(page);
  await page.evaluate('window.sameDocument = true');
  await click(worker, 'tag-2');
  await page.waitForURL(`${own.url}/vehicle*`);
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  for (const tag of ['tag-3', 'tag-4']) {
    await page.goto(`${own.url}/profile`);
    await isListening(page);
    await click(worker, tag);
    await page.waitForURL(`${own.url}/notifications*`);
  }

  // It is told to the server again after a reload, and when the push service gave the browser another address.
  const told = async (work: () => Promise<unknown>) => {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/notification/browser'),
    );
    await work();
    return (await answered).status();
  };
  expect(await told(() => page.reload())).toBe(200);
  expect(
    await told(() =>
      worker.evaluate(`(async () => {
        const event = new Event('pushsubscriptionchange');
        let work;
        Object.assign(event, { newSubscription: {}, waitUntil: (promise) => (work = promise) });
        self.dispatchEvent(event);
        await work;
      })()`),
    ),
  ).toBe(200);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  await expect.poll(() => page.evaluate(`localStorage.getItem('stub-subscription')`)).toBeNull();
  expect(visitor.problems).toEqual([]);
  await context.close();
}, 180_000);

test('the block in every dress, in Hindi, with another browser to remove, and what to do where notifications are blocked', async () => {
  await own.sql('delete from push_subscription');
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await context.addInitScript(withService(service.browser().body));
  const first = await newVisitor(browser);
  await first.context.addInitScript(withService(service.browser().body));
  for (const one of [first, visitor]) {
    await enter(one.page, own.url, email);
    await one.page.goto(`${own.url}/notifications?tab=2`);
    await one.page.getByRole('button', { name: 'Turn on notifications' }).click();
    await one.page.getByText('Notifications are on in this browser.').first().waitFor();
  }
  const others = page.getByRole('list', { name: 'Your other browsers' });
  const found = await inEveryDress(visitor, async () => {
    await page.goto(`${own.url}/notifications?tab=2`);
    return shown(others.getByRole('listitem'));
  });
  expect(found).toEqual([]);
  await page.goto(`${own.url}/profile`);
  await chooseHindi(page);
  const hindi = await inEveryDress(visitor, async () => {
    await page.goto(`${own.url}/notifications?tab=2`);
    return shown(page.getByRole('region', { name: 'यह ब्राउज़र' }).getByText('इस ब्राउज़र में सूचनाएँ चालू हैं।'));
  });
  expect(hindi).toEqual([]);
  await page.goto(`${own.url}/profile`);
  await page.getByText('English', { exact: true }).click();
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' });
  await page.goto(`${own.url}/notifications?tab=2`);
  await others.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Notifications are off in that browser.').first().waitFor();
  await others.waitFor({ state: 'detached' });

  // The browser that was removed learns of it, and stays off.
  await first.page.reload();
  await first.page.getByText('Notifications are off in this browser.').waitFor();
  await expect.poll(() => first.page.evaluate(`localStorage.getItem('stub-subscription')`)).toBeNull();
  await first.page.getByRole('button', { name: 'Turn on notifications' }).click();
  await first.page.getByText('Notifications are on in this browser.').first().waitFor();
  // Somebody else who signs in there gets nothing of it.
  await enter(first.page, own.url, 'deccan@roadkeeper.test');
  await first.page.goto(`${own.url}/notifications?tab=2`);
  await first.page.getByText('Notifications are off in this browser.').waitFor();
  await expect.poll(() => first.page.evaluate(`localStorage.getItem('stub-subscription')`)).toBeNull();

  // Whoever refuses in the browser's question reads what to do, where the button was.
  await first.page.evaluate(`Notification.requestPermission = async () => {
    localStorage.setItem('stub-permission', 'denied');
    return 'denied';
  }`);
  await first.page.getByRole('button', { name: 'Turn on notifications' }).focus();
  await first.page.keyboard.press('Enter');
  await expect
    .poll(() => first.page.evaluate<string | undefined>('document.activeElement?.textContent'))
    .toMatch(/^Notifications are blocked for this site/);
  await first.page.reload();
  await first.page.getByText(/^Notifications are blocked for this site/).waitFor();
  expect(await first.page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0);
  expect([...visitor.problems, ...first.problems]).toEqual([]);
  await first.context.close();
  await context.close();
}, 240_000);
