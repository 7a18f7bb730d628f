import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

const heads = 'Registration number,Model,Chassis number,Engine number,Registered on,Odometer';
const rowOf = (at: number) => ({
  plate: `mh 14 qqz ${at + 1}`,
  model: 'Maruti Suzuki Swift',
  chassis: `MA3EWDE1S00${String(500_000 + at)}`,
  engine: `K12ZZ${String(1_000_000 + at)}`,
  registered: '2024-05-10',
  odometer: String(1_000 + at),
});

/** Two hundred vehicles, twelve of them wrong in four ways. */
function file(): string {
  const lines = Array.from({ length: 200 }, (_, at) => {
    const row = rowOf(at);
    if (at < 4) row.plate = `NO PLATE ${at}`;
    else if (at < 8) row.registered = '2099-01-01';
    else if (at < 10) row.model = 'Nobody’s model';
    else if (at < 12) row.chassis = `MA3EWDE1I00${String(500_000 + at)}`;
    return Object.values(row).join(',');
  });
  return `${heads}\n${lines.join('\n')}\n`;
}
const mended: Readonly<Record<string, (at: number) => string>> = {
  'Registration number': (at) => rowOf(at).plate,
  'Registered on': (at) => rowOf(at).registered,
  Model: (at) => rowOf(at).model,
  'Chassis number': (at) => rowOf(at).chassis,
};

async function upload(page: Page) {
  await page.goto(`${product.url}/vehicle/import`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(file()) });
  await page.getByRole('button', { name: 'Check rows' }).click();
}
async function countOf(page: Page): Promise<number> {
  await page.goto(`${product.url}/vehicle?q=MH14QQZ`);
  const shown = page.getByText(/^(1 to \d+ of \d+|No results|No .*)/).first();
  await shown.waitFor();
  return Number(/of (\d+)$/.exec(await shown.innerText())?.[1] ?? 0);
}

test('two hundred vehicles: twelve wrong, ten mended, two left out, taken in, and taken back but for what was edited since', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url, 'client@roadkeeper.test');
  await upload(page);
  await page.getByText('188 new').waitFor();
  await page.getByText('12 with errors', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  const wrong = page.locator('.grid-edit input[aria-invalid="true"]');
  expect(await wrong.count()).toBe(12);
  for (const words of [
    'Not a registration number. Write it like MH12AB1234 or 22BH1234AA',
    'Registered on cannot be in the future',
    'Model: no vehicle model is called “Nobody’s model”',
    'A VIN has no letters I, O and Q: compare them with 1 and 0',
  ])
    await page.getByText(words).first().waitFor();
  for (let at = 0; at < 10; at += 1) {
    const label = (await wrong.nth(at).getAttribute('aria-label')) ?? '';
    const field = Object.keys(mended).find((one) => label.startsWith(one)) as string;
    await wrong.nth(at).fill(mended[field]?.(at) ?? '');
  }
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('198 new').waitFor();
  for (const line of [12, 13]) await page.getByRole('button', { name: `Skip line ${line}` }).click();
  await page.getByRole('button', { name: 'Import 198 rows' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report as CSV' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^vehicle-import-\d{4}-\d\d-\d\d\.csv$/);
  expect(await countOf(page)).toBe(198);

  // The same file once more makes nothing.
  await upload(page);
  await page.getByText('200 with errors', { exact: true }).waitFor();
  await page.getByText('Another vehicle has this registration number').first().waitFor();

  // One of them is edited, and so stays when the rest is taken back.
  await page.goto(`${product.url}/vehicle?q=MH14QQZ150`);
  await page.getByRole('link', { name: 'MH14QQZ150' }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Colour/ }).fill('Blue');
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Vehicle updated successfully.').waitFor();
  await page.goto(`${product.url}/vehicle/import`);
  await page.getByRole('button', { name: 'Open fleet.csv' }).first().click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('status').filter({ hasText: '197 removed, 0 restored, 1 left.' }).waitFor();
  await page.getByText('was changed since').first().waitFor();
  expect(await countOf(page)).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});
