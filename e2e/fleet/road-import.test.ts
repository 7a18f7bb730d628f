import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);

const line = (id: string, properties: Record<string, unknown>, ...coordinates: [number, number][]) => ({
  type: 'Feature',
  id,
  properties: { highway: 'primary', ...properties },
  geometry: { type: 'LineString', coordinates },
});
/** Two roads beside Pune, and three features that cannot be roads. */
const file = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    line('way/901', { name: 'Imported avenue' }, [73.9, 18.5], [73.91, 18.5]),
    line('way/902', { name: 'Imported lane', highway: 'residential' }, [73.91, 18.5], [73.91, 18.51]),
    line('way/903', { name: 'Turned round' }, [18.5, 73.9], [18.5, 73.91]),
    line('way/904', { name: 'A point' }, [73.9, 18.52]),
    line('way/905', { name: 'No class', highway: undefined }, [73.9, 18.53], [73.91, 18.53]),
  ],
});
const state = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true });
const sum = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

test('roads are imported from a file without its faulty features, shown on their page, and taken back', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await signIn(page, own.url);
  await page.goto(`${own.url}/road-import`);
  await page
    .getByLabel('File of roads')
    .setInputFiles({ name: 'pune-2026-11-27.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(file) });
  const dataSet = page.getByLabel('Data set', { exact: true });
  expect(await dataSet.inputValue()).toBe('pune');
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await state(page, 'Ready to import').waitFor({ timeout: 60_000 });
  const address = page.url();

  // Each fault stands with its feature.
  await sum(page, 'Errors').getByText('3', { exact: true }).waitFor();
  await sum(page, 'New').getByText('2', { exact: true }).waitFor();
  const faults = page.getByRole('region', { name: 'Errors and warnings' });
  for (const [feature, words] of [
    ['way/903', 'Latitude and longitude swapped'],
    ['way/904', 'Fewer than 2 points'],
    ['way/905', 'No highway value'],
  ] as const)
    await faults.locator('tr').filter({ hasText: feature }).getByText(words).waitFor();
  await faults.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Fewer than 2 points (1)' });
  await faults.locator('tr').filter({ hasText: 'way/903' }).waitFor({ state: 'detached' });
  expect(await inEveryDress(visitor, (page) => checked(page, address))).toEqual([]);

  // Nothing is imported before that is confirmed.
  const start = page.getByRole('button', { name: 'Import 2 roads' });
  expect(await start.isDisabled()).toBe(true);
  await page.getByLabel('Import without 3 features that have errors').check();
  await start.click();
  await state(page, 'Imported').waitFor({ timeout: 60_000 });
  await page.goto(`${own.url}/road?q=imported+avenue`);
  await page.getByRole('link', { name: 'Imported avenue' }).click();
  await page.getByRole('application').waitFor();
  const origin = page.getByRole('region', { name: 'Imports' });
  await origin.getByText('Created').waitFor();
  await origin.getByRole('link', { name: 'pune-2026-11-27.geojson' }).click();

  await page.getByRole('button', { name: 'Undo import' }).click();
  await state(page, 'Undone').waitFor({ timeout: 60_000 });
  await page.goto(`${own.url}/road?q=imported+avenue`);
  await page.getByText('No match').first().waitFor();
  expect(await inEveryDress(visitor, (page) => checked(page, `${own.url}/road-import`))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
}, 240_000);

async function checked(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return shown(page.getByText('pune', { exact: true }));
}
