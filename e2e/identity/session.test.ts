import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { newVisitor, startProduct } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startProduct);

test('a session that ends over an open form costs nothing that was typed', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto/new`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('ZZ88');
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Office of the long form');
  await page.getByRole('combobox', { name: 'State' }).fill('kerala');
  await page.getByRole('option', { name: 'Kerala' }).click();
  await page.getByRole('textbox', { name: 'District' }).fill('Kollam');
  await page.getByLabel('Kind').selectOption('UNIT');
  // Ended from elsewhere: the page hears of it.
  expect((await context.request.post(`${product.url}/api/v1/logout`)).status()).toBe(200);
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
  await page.getByLabel('Order').selectOption('-name');
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
  await help.waitFor();
  const [, key] = await help
    .locator('dl > div')
    .filter({ hasText: 'Go to RTO offices' })
    .locator('kbd')
    .allTextContents();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL(/\/dashboard$/);
  await page.keyboard.press('g');
  await page.keyboard.press(key as string);
  await page.waitForURL(/\/rto(\?|$)/);
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
