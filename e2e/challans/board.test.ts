import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
}, 60_000);

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const opened = async (page: Page) => {
  await page.goto(`${own.url}/challan/board`);
  return shown(part(page, 'By deadline'));
};

test.each(['client@roadkeeper.test', 'safety@roadkeeper.test'])(
  '%s: a number opens the list that adds up to it',
  async (email) => {
    const { page, context, problems } = await newVisitor(browser);
    await enter(page, own.url, email);
    await page.goto(`${own.url}/challan`);
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    for (const [name, row] of [
      ['By deadline', /^Past: \d+$/],
      ['By status', /^Contested: \d+$/],
      ['By source', /^Government challan: \d+$/],
      ['Vehicles with repeated offences', /, No safety belt: \d+$/],
    ] as const) {
      const link = part(page, name).getByRole('link', { name: row }).first();
      const count = Number((await link.textContent())?.trim());
      expect(count).toBeGreaterThan(0);
      await link.click();
      await page.waitForURL(/\/challan\?/);
      // While they are on their way there are rows without a name.
      await expect.poll(() => page.locator('tbody tr:has(a)').count(), { timeout: 10_000 }).toBe(count);
      await page.goBack();
      await part(page, name).waitFor();
    }
    // What the columns show stands in a table as well.
    const months = part(page, 'Amounts by month of the offence');
    await months.getByText('As a table').click();
    await months
      .getByRole('link', { name: /^\w{3} \d{4}, Paid: ₹/ })
      .first()
      .waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('the form asks for what the source has, and a notice of the company has no authority', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'safety@roadkeeper.test');
  await page.goto(`${own.url}/challan/new`);
  const source = page.getByLabel('Source');
  await source.waitFor();
  const authority = page.getByLabel(/^Authority/);
  expect(await authority.count()).toBe(0);
  await source.selectOption('GOVERNMENT');
  await authority.fill('Pune traffic police');
  await page.getByLabel(/^Notified on/).waitFor();
  expect(await axe(page)).toEqual([]);
  // What no longer belongs there is not sent along.
  await source.selectOption('INTERNAL');
  await authority.waitFor({ state: 'detached' });
  await source.selectOption('GOVERNMENT');
  expect(await authority.inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});

test('the board looks right in every dress, for staff and for clients', async () => {
  const faults: string[] = [];
  for (const email of ['client@roadkeeper.test', 'admin@roadkeeper.test']) {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    faults.push(...(await inEveryDress(visitor, opened)));
    await visitor.context.close();
  }
  expect(faults).toEqual([]);
});
