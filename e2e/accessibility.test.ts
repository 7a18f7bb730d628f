import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, openBrowser, type RunningProduct, signIn, startProduct } from './product.ts';
import { axe } from './axe.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const dresses = [
  { name: 'light', skin: 'light', direction: 'ltr', width: 1440 },
  { name: 'dark', skin: 'dark', direction: 'ltr', width: 1440 },
  { name: 'right-to-left', skin: 'light', direction: 'rtl', width: 1440 },
  { name: '390 px', skin: 'dark', direction: 'ltr', width: 390 },
] as const;

for (const dress of dresses)
  test(`axe finds nothing in ${dress.name}`, async () => {
    const { page, context, problems } = await newVisitor(browser, { viewport: { width: dress.width, height: 900 } });
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    if (dress.skin === 'dark') await page.getByRole('button', { name: 'Change skin' }).click();
    if (dress.direction === 'rtl') await page.getByRole('button', { name: 'Change text direction' }).click();
    expect(await axe(page), 'login').toEqual([]);
    await signIn(page, product.url);
    expect(await page.locator('html').getAttribute('dir')).toBe(dress.direction);
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(dress.skin);
    await page.getByRole('heading', { name: 'RTO offices' }).waitFor();
    expect(await axe(page), 'dashboard').toEqual([]);
    await page.goto(`${product.url}/vehicle-model?status=1&sort=-yearFrom`);
    await page.getByText(/^1 to 25 of/).waitFor();
    await page
      .getByRole('checkbox')
      .nth(dress.width > 760 ? 1 : 0)
      .check();
    expect(await axe(page), 'list with a selection').toEqual([]);
    await page.goto(`${product.url}/vehicle-model/new`);
    await page.getByRole('button', { name: 'Save and close' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await axe(page), 'form with errors').toEqual([]);
    await page.goto(`${product.url}/rto/new`);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Kerala' }).waitFor();
    expect(await axe(page), 'form as a page, a picker open').toEqual([]);
    await page.goto(`${product.url}/rto?q=pune`);
    await page.getByRole('link', { name: /MH12/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
    expect(await axe(page), 'record').toEqual([]);
    await page.goto(`${product.url}/user?q=Vikram`);
    await page.getByRole('link', { name: /Vikram Rao/ }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('Not asked for').waitFor();
    expect(await axe(page), 'a person, sessions').toEqual([]);
    await page.getByRole('link', { name: 'Works on' }).click();
    await page.getByRole('heading', { name: 'All records' }).waitFor();
    expect(await axe(page), 'a person, what they work on').toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await axe(page), 'list of shortcuts').toEqual([]);
    await page.goto(`${product.url}/rto/trash`);
    await page.getByText('The trash is empty').waitFor();
    expect(await axe(page), 'trash').toEqual([]);
    await page.goto(`${product.url}/mail`);
    // The demo's papers that end soon were reminded of at its start.
    await page.getByRole('link', { name: /ends/ }).first().waitFor();
    expect(await axe(page), 'outbox').toEqual([]);
    await page.goto(`${product.url}/mail/templates?template=password-reset`);
    await page.getByLabel('Text', { exact: true }).waitFor();
    // No script runs in the frame of the preview, axe neither.
    await page.evaluate('document.querySelector("iframe").remove()');
    expect(await axe(page), 'a template of mails').toEqual([]);
    await page.goto(`${product.url}/exports`);
    await page.getByText('No exports yet').waitFor();
    expect(await axe(page), 'exports').toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

for (const width of [390, 800, 1024])
  test(`no page scrolls sideways at ${width} px, and a record is as wide as its page`, async () => {
    const { page, context } = await newVisitor(browser, { viewport: { width, height: 900 } });
    await signIn(page, product.url);
    const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    for (const path of ['/rto', '/vehicle-category', '/vehicle-model', '/rto/new']) {
      await page.goto(product.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByText(path.endsWith('new') ? 'Save and close' : /^1 to \d+ of/).waitFor();
      expect([path, await beyond()]).toEqual([path, 0]);
    }
    await page.goto(`${product.url}/rto?q=pune`);
    await page.getByRole('link', { name: /MH12/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
    const facts = await page.locator('.record > *').first().boundingBox();
    expect(facts?.width).toBeGreaterThan(width / 2);
    expect(await beyond()).toBe(0);
    await context.close();
  });

test('whoever signs out is told nothing, and a wrong address is a page of the product', async () => {
  const { page, context } = await newVisitor(browser);
  const wrong = await page.goto(`${product.url}/nonsense`);
  expect([wrong?.status(), wrong?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await signIn(page, product.url);
  await page.goto(`${product.url}/nonsense`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${product.url}/rto`);
  await page.getByText(/^1 to 25 of/).waitFor();
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByText('Sign out').click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText('You do not have the right').count()).toBe(0);
  await context.close();
});
