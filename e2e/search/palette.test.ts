import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);

test('a pasted address opens its page, and a misspelt name of a page finds it beside records that sound like it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'admin@roadkeeper.test');
  const [driver] = await own.sql(`select id from driver where deleted_at is null limit 1`);
  await own.sql(`update driver set name = 'Chalan Rao' where id = $1`, [String(driver?.['id'])]);
  const field = page.getByRole('combobox', { name: 'Search records and pages' });
  const typed = async (words: string) => {
    await page.goto(`${own.url}/dashboard`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill(words);
  };
  const long = `/vehicle?q=MH&note=${'x'.repeat(150)}`;
  for (const [words, path] of [
    [`${own.url}/alarm`, '/alarm'],
    ['http://localhost:3077/challan?q=MH12', '/challan?q=MH12'],
    [`https://elsewhere.example${long}`, '/vehicle?q=MH'],
  ] as const) {
    await typed(words);
    await page.getByRole('option', { name: /Address/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path) && url.origin === own.url);
  }
  // A driver is called much like it.
  await typed('chalaan');
  await page
    .getByText(/similar/i)
    .first()
    .waitFor();
  await page.getByRole('option', { name: /^Challans/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
}, 120_000);
