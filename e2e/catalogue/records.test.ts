import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';
import { openTab } from '../support/go.ts';

const { product, browser } = await journeys(startDemo);

test('a picker searches on the server, and makes what is missing without leaving the form', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-model/new`);
  const brand = page.getByRole('combobox', { name: /^Brand/ });
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/vehicle-brand') && url.searchParams.get('option') === 'true')
      asked.push(`${url.searchParams.get('q') ?? ''}/${url.searchParams.get('take')}`);
  });
  await brand.click();
  await page
    .getByRole('option', { name: /^Show more/ })
    .or(page.getByRole('option').nth(5))
    .first()
    .waitFor();
  await brand.fill('honda');
  await page.getByRole('option', { name: 'Honda', exact: true }).waitFor();
  expect(asked[0]).toBe('/5');
  expect(asked.at(-1)).toBe('honda/5');
  await page.getByLabel(/^Name/).fill('Gyrocar');
  await brand.fill('Shilovsky');
  await page.getByRole('option', { name: 'Create “Shilovsky”' }).click();
  const nested = page.getByRole('dialog', { name: 'New Vehicle brand' });
  expect(await nested.getByLabel(/^Name/).inputValue()).toBe('Shilovsky');
  await nested.getByRole('button', { name: 'Save and close' }).click();
  await nested.waitFor({ state: 'detached' });
  await expect.poll(() => brand.inputValue()).toBe('Shilovsky');
  expect(await page.getByLabel(/^Name/).inputValue(), 'what was typed is still there').toBe('Gyrocar');
  expect(problems).toEqual([]);
  await context.close();
});

test('a status moves at once, and back when the server refuses', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose?sort=name`);
  const status = page.locator('tbody tr').first().getByRole('switch');
  await status.waitFor();
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/purpose/status/*', async (route) => {
    await held;
    await route.fulfill({
      status: 503,
      json: { message: 'The database is away', code: 'unavailable', requestId: 'x' },
    });
  });
  await status.click();
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('false');
  answer();
  await page.getByRole('alert').filter({ hasText: 'The database is away' }).waitFor();
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('true');
  await page.unrouteAll({ behavior: 'wait' });
  await status.click();
  await page.getByRole('status').filter({ hasText: 'Status updated successfully.' }).first().waitFor();
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('false');
  await context.close();
});

test('a version of before is laid over the form, compared, and brought back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?q=MH12`);
  await page.locator('tbody .ttl').first().click();
  await page.getByRole('heading', { level: 1, name: /MH12/ }).waitFor();
  const district = (await page.locator('dl', { hasText: 'District' }).first().textContent()) ?? '';
  await page.keyboard.press('e');
  await page.getByLabel(/^District/).fill('Elsewhere');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('status')
    .filter({ hasText: /saved|updated/i })
    .first()
    .waitFor();
  await page.goto(`${product.url}/rto?q=MH12`);
  await page.locator('tbody .ttl').first().click();
  await page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'Restore previous version' }).first().click();
  await expect.poll(() => page.getByLabel(/^District/).inputValue()).not.toBe('Elsewhere');
  const before = await page.getByLabel(/^District/).inputValue();
  expect(district).toContain(before);
  await page.keyboard.press('Control+s');
  await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
  await page.goto(`${product.url}/rto?q=MH12`);
  await page.locator('tbody tr').first().getByText(before).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a vehicle opens on its overview with its compliance above every tab, and no column of the list covers another', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 1024, height: 768 } });
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle`);
  const scroll = page.locator('.list-scroll');
  await page.locator('tbody .ttl').nth(1).waitFor();
  // What stays in sight fades out what is cut; beside it nothing lies over anything.
  await expect.poll(() => scroll.getAttribute('data-more')).toBe('end');
  const overlaps = `(() => {
    const heads = [...document.querySelectorAll('.list-scroll thead th')];
    const fixed = (one) => heads.indexOf(one) < 2 || one === heads.at(-1);
    const free = heads.filter((one) => !fixed(one)).map((one) => one.getBoundingClientRect());
    return free.filter((one, at) => free.some((other, index) => index > at && other.left < one.right - 1)).length;
  })()`;
  expect(await page.evaluate(overlaps)).toBe(0);
  const shadow = `getComputedStyle(document.querySelector('.list-scroll tbody td:last-child')).boxShadow`;
  expect(await page.evaluate(shadow)).not.toBe('none');
  await scroll.evaluate((element) => (element.scrollLeft = 100_000));
  await expect.poll(() => scroll.getAttribute('data-more')).toBe('start');
  expect(await page.evaluate(shadow)).toBe('none');

  const compliance = page.getByRole('region', { name: 'Compliance status' });
  const tabs = page.getByRole('navigation', { name: 'Record' });
  await page.locator('tbody .ttl').first().click();
  await openTab(page, 'OBD');
  await page.waitForURL(/tab=obd/);
  // Those that are in the menu of the row as well.
  const all = await tabs
    .locator('a')
    .evaluateAll((links) => (links as unknown as { href: string }[]).map(({ href }) => href));
  expect(all.length).toBeGreaterThan(5);
  for (const tab of all) {
    await page.goto(tab);
    await compliance.waitFor();
  }
  await page.goto(all.find((tab) => tab.includes('tab=obd')) ?? '');
  await compliance.waitFor();
  await page.goto(`${product.url}/vehicle`);
  await page.locator('tbody .ttl').nth(1).click();
  await compliance.waitFor();
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('Overview');
  expect(problems).toEqual([]);
  await context.close();
});

/** Answers a call with what the product answers, but for what `change` makes of it. */
const altered =
  (change: (json: Record<string, unknown>) => void, only?: string) =>
  async (route: Route): Promise<void> => {
    if (only !== undefined && route.request().method() !== only) return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as Record<string, unknown>;
    change(json);
    await route.fulfill({ response, json });
  };
const silent = altered((json) => void delete json['message']);

test('what is done is confirmed by the server’s message, or the default where it has none, and the list is asked for again', async () => {
  const { page, context, problems } = await newVisitor(browser);
  let lists = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/v1\/rto\?/.test(request.url()) && !/option=/.test(request.url()))
      lists += 1;
  });
  /** Does something, waits for its words, and says whether the list was asked for after it. */
  const does = async (words: string, act: () => Promise<unknown>) => {
    const before = lists;
    await act();
    const toast = page.locator('.toast').filter({ hasText: words }).first();
    await toast.waitFor();
    await expect.poll(() => lists, { message: words }).toBeGreaterThan(before);
    return toast;
  };
  // The time of day stands still: a list is asked for again because it was written to, and not because it grew old.
  // Nor because the live socket told of the write: nobody answers it.
  await page.clock.setFixedTime(new Date());
  await page.routeWebSocket(/.*/, () => undefined);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto`);
  const flip = page.locator('tbody tr').first().getByRole('switch');
  await flip.waitFor();
  await page.route('**/api/v1/rto/status/*', silent);
  const toast = await does('Status updated successfully.', () => flip.click());
  const place = (await toast.boundingBox()) as { x: number; y: number; width: number };
  expect([place.x + place.width > 1440 - 60, place.y < 120, place.width <= 350], 'at the top right').toEqual([
    true,
    true,
    true,
  ]);
  // By itself, after two seconds; one that offers something stays for eight.
  await toast.waitFor({ state: 'detached', timeout: 6_000 });

  const row = () => page.locator('tbody tr').filter({ hasText: 'ZZ76' });
  await page.getByRole('link', { name: 'New RTO' }).click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('zz76');
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Office without a word');
  await page.getByRole('combobox', { name: 'State' }).fill('mahar');
  await page.getByRole('option', { name: 'Maharashtra' }).click();
  await page.getByRole('textbox', { name: 'District' }).fill('Pune');
  await page.getByLabel('Type').selectOption('UNIT');
  await page.route(
    '**/api/v1/rto',
    altered((json) => (json['message'] = ''), 'POST'),
  );
  /** Saves the form, waits for its words, and goes to the list by its link: whether it was asked for since. */
  const saves = async (words: string, title: string) => {
    const before = lists;
    await page.keyboard.press('Control+s');
    await page.locator('.toast').filter({ hasText: words }).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.locator('nav.crumb a[href^="/rto"]').first().click();
    await page.locator('tbody .ttl').first().waitFor();
    await expect.poll(() => lists, { message: words }).toBeGreaterThan(before);
  };
  await saves('Kyc doc created successfully.', 'ZZ76 Office without a word');
  await page.getByRole('searchbox').first().fill('zz76');
  await row().getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Office with words');
  await saves('RTO updated successfully.', 'ZZ76 Office with words');
  await page.goto(`${product.url}/rto?q=zz76`);
  await row().filter({ hasText: 'Office with words' }).waitFor();
  await page.route(
    '**/api/v1/rto/*',
    altered((json) => void delete json['message'], 'DELETE'),
  );
  await does('Kyc doc deleted successfully.', async () => {
    await row()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  });
  await row().waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});

test('a refused call says why, or that something went wrong; what is not there is no message, and the bar shows until all is answered', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose?sort=name`);
  const switches = page.locator('tbody tr').getByRole('switch');
  await switches.first().waitFor();
  const before = await switches.first().getAttribute('aria-checked');
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.waitFor({ state: 'detached' });
  const errors = page.locator('.toast.error');
  const refuse = async (answer: { status: number; json?: object; body?: string }) => {
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/api/v1/purpose/status/*', (route) => route.fulfill(answer));
    const answered = page.waitForResponse('**/api/v1/purpose/status/*');
    await switches.first().click();
    await answered;
    await expect.poll(() => switches.first().isEnabled()).toBe(true);
  };
  await refuse({ status: 404, json: { message: 'Purpose not found', code: 'not_found', requestId: 'x' } });
  await page.waitForTimeout(300);
  expect(await errors.count(), 'nothing is said of a 404').toBe(0);
  await refuse({ status: 409, json: { message: 'It is in use', code: 'conflict', requestId: 'x' } });
  await errors.filter({ hasText: 'It is in use' }).waitFor();
  await refuse({ status: 500, body: '<h1>Bad gateway</h1>' });
  await errors.filter({ hasText: 'Something went wrong!' }).waitFor();
  await errors.filter({ hasText: 'Something went wrong!' }).waitFor({ state: 'detached' });
  await refuse({ status: 500, json: { message: '', code: 'fault', requestId: 'x' } });
  await errors.filter({ hasText: 'Something went wrong!' }).waitFor();
  await expect.poll(() => switches.first().getAttribute('aria-checked'), { message: 'turned back' }).toBe(before);

  // A file was asked for, and an error came: it is read all the same.
  await page.route('**/api/v1/purpose/export', (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full', code: 'fault', requestId: 'x' } }),
  );
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^All .* as CSV$/ }).click();
  await errors.filter({ hasText: 'The disk is full' }).waitFor();

  // Two calls are under way: the first answer does not take the bar away.
  const held: (() => void)[] = [];
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/api/v1/purpose/status/*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ status: 404, json: { message: 'Purpose not found', code: 'not_found', requestId: 'x' } });
  });
  await bar.waitFor({ state: 'detached' });
  await switches.nth(0).click();
  await switches.nth(1).click();
  await expect.poll(() => held.length).toBe(2);
  await bar.waitFor();
  held[0]?.();
  await expect.poll(() => switches.nth(0).isEnabled()).toBe(true);
  await page.waitForTimeout(500);
  expect(await bar.count(), 'one of two is still under way').toBe(1);
  held[1]?.();
  await bar.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  await context.close();
});
