import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();
const opened = async (page: Page) => {
  await page.goto(`${own.url}/help-desk/report`);
  return shown(part(page, 'By category'));
};

test('a number of the report opens the list that adds up to it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'support@roadkeeper.test');
  await page.goto(`${own.url}/help-desk`);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  for (const [name, row] of [
    ['Report', /^Tickets: \d+$/],
    ['By category', /, Tickets: \d+$/],
    ['By category', /, First answer late: \d+$/],
    ['By team', /, Still open: \d+$/],
    ['By person', /, Tickets: \d+$/],
    ['Ratings', /^\d of 5, Tickets: \d+$/],
  ] as const) {
    const link = part(page, name).getByRole('link', { name: row }).first();
    const count = Number((await link.textContent())?.trim());
    expect(count, String(row)).toBeGreaterThan(0);
    await link.click();
    await page.waitForURL(/\/help-desk\?/);
    await part(page, 'By category').waitFor({ state: 'detached' });
    // While they are on their way there are rows without a name.
    await expect
      .poll(() => page.locator('tbody tr:has(a)').count(), { timeout: 10_000, message: String(row) })
      .toBe(count);
    await page.goBack();
    await part(page, name).waitFor();
  }
  // What the columns show is in a table as well.
  const months = part(page, 'On time and late, by month');
  await months.getByText('As a table').click();
  await months
    .getByRole('link', { name: /^\w{3} \d{4}, Solution on time: \d+$/ })
    .first()
    .waitFor();
  // A period without tickets says so.
  await page.goto(`${own.url}/help-desk/report?from=2020-01-01&to=2020-01-31`);
  await page.getByText('No tickets were created in this period.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the report looks right in every dress', async () => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'operations@roadkeeper.test');
  const faults = await inEveryDress(visitor, async (page) => {
    const sign = await opened(page);
    await page.getByText('As a table').click();
    return sign;
  });
  expect(faults).toEqual([]);
  await visitor.context.close();
});
