import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { speedingFleet } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let ruleId = '';

beforeAll(async () => {
  await speedingFleet(own, [
    { kmh: 110, northM: 0 },
    { kmh: 130, northM: 0 },
  ]);
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${own.url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { accessToken: string; data: { id: string; version: number; state: string }[] };
  };
  const { accessToken } = await call('POST', '/login', {
    email: 'admin@roadkeeper.test',
    password: 'Demo-Roadkeeper-2026',
  });
  const { data } = await call('GET', '/violation?take=20', undefined, accessToken);
  for (const { id, version } of data)
    await call('POST', `/violation/${id}/verdict`, { verdict: 'CONFIRM', version }, accessToken);
  if (data.length !== 2) throw new Error(`${data.length} violations instead of 2`);
  const [rule] = await own.sql(
    `select id from challan_rule where vehicle_size = 'LIGHT' and over_from = 0 and offence = 'FIRST' and deleted_at is null`,
  );
  ruleId = String(rule?.['id']);
}, 120_000);

const panel = (page: Page) => page.getByRole('region', { name: 'What would change' });
const least = (page: Page) => page.getByLabel(/^At least/);
async function ask(page: Page) {
  await page.goto(`${own.url}/challan-rule/${ruleId}/edit`);
  await least(page).fill('1500');
  await panel(page).getByRole('button', { name: 'Show what would change' }).click();
  return shown(panel(page).getByText('₹3,000.00 (+₹1,000.00)'));
}

test('before a changed rule is saved one sees how many violations, vehicles and rupees it would change', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'admin@roadkeeper.test');
  await ask(page);
  expect(await panel(page).locator('tbody tr').count()).toBe(2);
  await least(page).fill('1200');
  await panel(page).getByText('The rule was changed since. Show it again.').waitFor();
  expect(await inEveryDress(visitor, ask)).toEqual([]);
  // Nothing was written.
  const [rule] = await own.sql(`select min_paise from challan_rule where id = $1`, [ruleId]);
  expect(Number(rule?.['min_paise'])).toBe(100_000);
  await context.close();
});
