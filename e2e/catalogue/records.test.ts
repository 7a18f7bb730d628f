import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { newVisitor, startProduct } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startProduct);

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
  await page.getByRole('link', { name: 'Bring back the version before' }).first().click();
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

  const compliance = page.getByRole('group', { name: 'Compliance' });
  const tabs = page.getByRole('navigation', { name: 'Record' });
  await page.locator('tbody .ttl').first().click();
  await tabs.getByRole('link', { name: 'OBD' }).click();
  await page.waitForURL(/tab=obd/);
  await compliance.waitFor();
  await page.goto(`${product.url}/vehicle`);
  await page.locator('tbody .ttl').nth(1).click();
  await compliance.waitFor();
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('Overview');
  expect(problems).toEqual([]);
  await context.close();
});
