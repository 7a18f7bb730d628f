import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';
import { openTab } from '../support/go.ts';

const { product, browser } = await journeys(startDemo);

test('a session that ends over an open form costs nothing that was typed', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto/new`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('ZZ88');
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Office of the long form');
  await page.getByRole('combobox', { name: 'State' }).fill('kerala');
  await page.getByRole('option', { name: 'Kerala' }).click();
  await page.getByRole('textbox', { name: 'District' }).fill('Kollam');
  await page.getByLabel('Type').selectOption('UNIT');
  // Ended from elsewhere: the page hears of it.
  expect((await context.request.post(`${product.url}/api/v1/logout`)).status()).toBe(200);
  await page.waitForURL(/\/login\?redirect=/);
  await page.getByText('Your session ended').waitFor();
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/rto\/new/);
  await page.getByText('Your unsaved entries from before the session ended are restored').waitFor();
  expect(await page.getByRole('textbox', { name: 'Office', exact: true }).inputValue()).toBe('Office of the long form');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'ZZ88 Office of the long form' }).waitFor();
  await page.goto(`${product.url}/rto/new`);
  expect(await page.getByRole('textbox', { name: 'Office', exact: true }).inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});

test('who signs in through one tab is signed in in the others, each where it was going', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(`${product.url}/rto`);
  await page.waitForURL(/\/login/);
  const other = await context.newPage();
  await other.goto(`${product.url}/login`);
  await other.getByLabel('Password', { exact: true }).waitFor();
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/(rto|dashboard)/);
  await other.waitForURL(/\/dashboard/);
  await other.getByRole('navigation', { name: 'Main menu' }).first().getByText('Users').waitFor();
  // A session that ends is gone from both, and begins in both again: the page that was open comes back.
  await other.goto(`${product.url}/rto`);
  await other.getByText(/^1 to 25 of/).waitFor();
  expect((await context.request.post(`${product.url}/api/v1/logout`)).status()).toBe(200);
  await other.waitForURL(/\/login\?redirect=/);
  await page.waitForURL(/\/login/);
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.waitForURL(/\/rto/);
  await other.getByText(/^1 to 25 of/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the head of a long list stays in sight with the rows’ names and menus, and a telephone sorts', async () => {
  const { page, context } = await newVisitor(browser, { viewport: { width: 1024, height: 800 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-model`);
  await page.getByText(/^1 to 25 of/).waitFor();
  const box = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) as { x: number; y: number };
  const before = { head: await box('thead th'), menu: await box('tbody tr td:last-child') };
  await page.locator('.list-scroll').evaluate((node) => node.scrollTo({ top: 300, left: 200 }));
  const after = { head: await box('thead th'), menu: await box('tbody tr td:last-child') };
  expect(after.head.y).toBe(before.head.y);
  expect(after.menu.x).toBe(before.menu.x);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Sort by').selectOption('-name');
  await page.waitForURL(/sort=-name/);
  await context.close();
});

test('every single key does what the list of keys says, and none does anything once they are switched off', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  const open = async () => {
    await page.goto(`${product.url}/rto?sort=code`);
    await page.getByText(/^1 to 25 of/).waitFor();
  };
  const onRow = async (index: number) => {
    await page.locator('tbody .ttl').nth(index).focus();
    await page.locator('tbody .ttl:focus').waitFor();
  };
  const focusedRow = () =>
    page.evaluate(
      "[...document.querySelectorAll('tbody tr')].findIndex((row) => row.contains(document.activeElement))",
    );
  const chosen = () => page.locator('tbody tr[aria-selected=true]').count();
  const path = () => new URL(page.url()).pathname;

  await open();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Go to Vehicles').waitFor();
  const [, key] = await help.locator('dl > div').filter({ hasText: 'Go to Vehicles' }).locator('kbd').allTextContents();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL(/\/dashboard$/);
  await page.keyboard.press('g');
  await page.keyboard.press(key as string);
  await page.waitForURL(/\/vehicle(\?|$)/);
  await open();
  await page.keyboard.press('/');
  await page.locator('[data-search]:focus').waitFor();
  await onRow(0);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focusedRow()).toBe(1);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  expect(await chosen()).toBe(3);
  await page.keyboard.press('e');
  await page.waitForURL(/\/rto\/[0-9a-f-]{36}\/edit/);
  await open();
  await page.keyboard.press('c');
  await page.waitForURL(/\/rto\/new/);
  await open();
  await page.locator('tbody .ttl').first().click();
  await page.getByRole('heading', { level: 1, name: 'AN01' }).waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(/\/edit$/);

  await open();
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByRole('menuitem', { name: 'Customise' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).waitFor({ state: 'detached' });
  await onRow(0);
  for (const one of ['?', '/', 'j', 'x', 'Shift+X', 'e', 'c', 'g', 'd']) await page.keyboard.press(one);
  await page.waitForTimeout(300);
  expect([path(), await focusedRow(), await chosen(), await page.getByRole('dialog').count()]).toEqual([
    '/rto',
    0,
    0,
    0,
  ]);
  // Arrows are how a grid works, and Ctrl+K takes two keys: both stay.
  await page.keyboard.press('ArrowDown');
  expect(await focusedRow()).toBe(1);
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await context.close();
});

const refused = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { message, code, requestId: 'x' } });
const storage = (page: Page) => page.evaluate<Record<string, string>>('({ ...localStorage })');

test('whoever signs in before the pages behind it have come waits in sight of the next one', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/inside-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.url}/login`);
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Until now the wait itself is what stands there.
  await page.waitForURL(/\/dashboard/);
  await page.locator('.sk').first().waitFor();
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a sign-in is kept, and signing out leaves nothing of it', async () => {
  const { page, context } = await newVisitor(browser);
  const ofSession = async () =>
    Object.keys(await storage(page)).filter((key) => ['accessToken', 'userData', '_accessible'].includes(key));
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await ofSession()).toEqual([]);
  await signIn(page, product.url);
  expect((await ofSession()).toSorted()).toEqual(['_accessible', 'accessToken', 'userData']);
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByText('Sign out').click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await ofSession()).toEqual([]);
  await context.close();
});

test('what is kept is encrypted, its token goes with every call, and a 401 clears it and leads to the sign-in page', async () => {
  const { page, context } = await newVisitor(browser);
  // Through the sign-in page: the product makes the key and keeps everything by itself.
  await signIn(page, product.url);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin.startsWith('http') && origin !== product.url) sent.push(`to ${origin}`);
    if (pathname.startsWith('/api/v1/') && pathname !== '/api/v1/session/refresh')
      sent.push(request.headers()['authorization'] ?? `none at ${pathname}`);
  });
  await page.goto(`${product.url}/rto`);
  await page.getByText(/^1 to 25 of/).waitFor();
  expect(new Set(sent).size, 'one token for all calls').toBe(1);
  const [, token] = /^Bearer (rka_[\w-]{20,})$/.exec(sent[0] ?? '') ?? [];
  expect(token).toBeDefined();

  await page.getByRole('button', { name: 'Change skin' }).click();
  await expect.poll(async () => Object.keys(await storage(page))).toContain('skin');
  const kept = await storage(page);
  for (const key of ['accessToken', 'userData', '_accessible']) expect(Object.keys(kept)).toContain(key);
  for (const [key, value] of Object.entries(kept)) {
    const bytes = Buffer.from(value, 'base64');
    // A nonce of 12 bytes, what is kept, and 16 bytes that prove it unchanged; nothing of it can be read.
    expect([key, bytes.toString('base64') === value, bytes.length > 28]).toEqual([key, true, true]);
    for (const clear of [token as string, 'admin@roadkeeper.test', 'Asha', 'dark', '"rto"'])
      expect(bytes.toString('latin1'), key).not.toContain(clear);
  }
  const key = await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('roadkeeper');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('keys').objectStore('keys').get('storage');
      reading.onsuccess = () => resolve({ ...reading.result.algorithm, extractable: reading.result.extractable });
    };
  })`);
  expect(key).toEqual({ name: 'AES-GCM', length: 256, extractable: false });

  await page.route('**/api/v1/session/refresh', refused(401, 'unauthorised', 'Sign in to continue'));
  await page.route('**/api/v1/rto?**', refused(401, 'unauthorised', 'Sign in to continue'));
  await page.goto(`${product.url}/rto?q=pune`);
  await page.waitForURL(/\/login\?redirect=/);
  const left = Object.keys(await storage(page));
  expect(left.filter((one) => ['accessToken', 'userData', '_accessible', '_origin'].includes(one))).toEqual([]);
  expect(left, 'how the page looks stays').toContain('skin');
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('a session that the server does not know any more is over before the first page, and says so', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.route('**/api/v1/session/refresh', refused(401, 'unauthorised', 'Sign in to continue'));
  await page.route('**/api/v1/token', refused(401, 'unauthorised', 'Sign in to continue'));
  await page.goto(`${product.url}/rto`);
  await page.waitForURL(/\/login/);
  await page.getByRole('alert').filter({ hasText: 'Session Expired!' }).waitFor();
  expect(Object.keys(await storage(page))).not.toContain('accessToken');
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('a call that is refused with 403 fetches the permissions anew, keeps them, and leads to the dashboard', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose`);
  await page.locator('tbody .ttl').first().waitFor();
  let fetched = 0;
  await page.route('**/api/v1/permission', async (route) => {
    fetched += 1;
    const response = await route.fetch();
    const json = (await response.json()) as { data: { key: string }[] };
    await route.fulfill({ response, json: { ...json, data: json.data.filter(({ key }) => key !== 'purpose') } });
  });
  await page.route('**/api/v1/purpose/status/*', refused(403, 'forbidden', 'Your role does not allow this'));
  const before = (await storage(page))['_accessible'];
  await page.locator('tbody tr').first().getByRole('switch').click();
  await page.waitForURL(/\/dashboard$/);
  await page.getByRole('alert').filter({ hasText: 'Your role does not allow this' }).waitFor();
  await expect.poll(async () => (await storage(page))['_accessible']).not.toBe(before);
  // What was kept is what counts from here on.
  await page.goBack();
  await page.getByRole('alert').filter({ hasText: 'You do not have permission to view this page' }).waitFor();
  expect(fetched).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('the language file that could not be had is asked for again, whatever the failure, and English stands in meanwhile', async () => {
  const { page, context } = await newVisitor(browser);
  let asked = 0;
  let more = () => undefined as void;
  const later = new Promise<void>((resolve) => (more = resolve));
  await page.route('**/assets/locales/en.json', async (route) => {
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 404, json: { message: 'Not found' } });
    if (asked === 2) return route.fulfill({ body: '<title>Sign in to the network</title>', contentType: 'text/html' });
    await later;
    const response = await route.fetch();
    const json = (await response.json()) as { login: { password: string } };
    json.login.password = 'Word of the file';
    await route.fulfill({ response, json });
  });
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expect.poll(() => asked).toBe(3);
  more();
  await page.getByLabel('Word of the file', { exact: true }).waitFor();
  expect(asked).toBe(3);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('tabs are kept under their keys, and stay over a reload', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  const isKept = (key: string) =>
    expect.poll(async () => Object.keys(await storage(page)), { message: key }).toContain(key);
  await page.goto(`${product.url}/profile`);
  const part = page.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name: /^Sessions/ });
  await part.click();
  await isKept('profileTab');
  await page.goto(`${product.url}/profile`);
  await expect.poll(() => part.getAttribute('aria-current')).toBe('page');
  await page.goto(`${product.url}/module`);
  const tab = page.getByRole('tab', { name: /^In the menu/ });
  await tab.click();
  await isKept('modulePageActiveTab');
  await page.goto(`${product.url}/module`);
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await page.goto(`${product.url}/wallet`);
  const holds = page.getByRole('tab', { name: 'Holds' });
  await holds.click();
  await isKept('transactionPageTab');
  await page.goto(`${product.url}/wallet`);
  await expect.poll(() => holds.getAttribute('aria-selected')).toBe('true');
  await page.goto(`${product.url}/vehicle`);
  await page.locator('tbody .ttl').first().click();
  await openTab(page, 'Drivers');
  await isKept('activeTab');
  await openTab(page, 'OBD');
  await page.getByRole('radio', { name: 'Fault codes' }).press('Space');
  await isKept('obdTab');
  await page.goto(`${product.url}/user?q=vikram`);
  await page.locator('tbody .ttl').first().click();
  await page
    .getByRole('navigation', { name: 'Record' })
    .getByRole('link', { name: /^Sessions/ })
    .click();
  await isKept('userTab');
  // The look is kept under the names of the specification, too.
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByRole('menuitem', { name: 'Customise' }).click();
  await page.getByRole('switch', { name: 'Collapsed menu' }).click();
  await isKept('menuCollapsed');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('text direction');
  await page.getByRole('option', { name: 'Change text direction' }).click();
  await page.locator('html[dir=rtl]').waitFor({ state: 'attached' });
  await isKept('direction');
  await context.close();

  const client = await newVisitor(browser);
  await enter(client.page, product.url, 'client@roadkeeper.test');
  await client.page.goto(`${product.url}/ownership-transfer`);
  await client.page.getByRole('button', { name: 'Request vehicle' }).click();
  await expect.poll(async () => Object.keys(await storage(client.page))).toContain('takeOwnerShip');
  await client.page.goto(`${product.url}/ownership-transfer`);
  // The form is open.
  await client.page.getByRole('button', { name: 'Send request' }).waitFor();
  await client.context.close();
});
