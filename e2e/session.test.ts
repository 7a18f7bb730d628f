import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, openBrowser, type RunningProduct, signIn, startProduct } from './product.ts';

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

test('a session that ends over an open form costs nothing that was typed', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.goto(`${product.url}/rto/new`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('ZZ88');
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Office of the long form');
  await page.getByRole('combobox', { name: 'State' }).fill('kerala');
  await page.getByRole('option', { name: 'Kerala' }).click();
  await page.getByRole('textbox', { name: 'District' }).fill('Kollam');
  await page.getByLabel('Kind').selectOption('UNIT');
  // Ended from elsewhere: the page learns it with its next call.
  expect((await context.request.post(`${product.url}/api/v1/logout`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.waitForURL(/\/login\?redirect=/);
  await page.getByText('Your session ended').waitFor();
  await page.getByLabel(/email/i).fill('admin@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Roadkeeper-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/rto\/new/);
  await page.getByText('What you had typed before your session ended is back').waitFor();
  expect(await page.getByRole('textbox', { name: 'Office', exact: true }).inputValue()).toBe('Office of the long form');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'ZZ88 Office of the long form' }).waitFor();
  await page.goto(`${product.url}/rto/new`);
  expect(await page.getByRole('textbox', { name: 'Office', exact: true }).inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});

test('the head of a long list stays in sight with the rows’ names and menus, and a telephone sorts', async () => {
  const { page, context } = await newVisitor(browser, { viewport: { width: 1024, height: 800 } });
  await signIn(page, product.url);
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
  await page.getByLabel('Order').selectOption('-name');
  await page.waitForURL(/sort=-name/);
  await context.close();
});

test('keys lead to pages and to their own list, and can be switched off', async () => {
  const { page, context } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const line = help.locator('dl > div').filter({ hasText: 'Go to RTO offices' });
  const [, key] = await line.locator('kbd').allTextContents();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press(key as string);
  await page.waitForURL(/\/rto$/);
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByRole('menuitem', { name: 'Customise' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('?');
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe('/rto');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.close();
});
