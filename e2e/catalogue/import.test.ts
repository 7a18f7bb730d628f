import { expect, test } from 'vitest';
import { peakBytes } from '#tools/memory.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor, startProduct } from '../support/product.ts';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startProduct);

/** Two hundred kinds of vehicles, twelve of them wrong. */
function file(): string {
  const lines = Array.from({ length: 200 }, (_, at) => {
    const bad = at % 18 === 5;
    const wheels = bad ? 'many' : '4';
    return `Imported ${at};truck;${wheels};Goods vehicle (N)`;
  });
  lines[199] = 'Motorcycle;truck;4;Goods vehicle (N)';
  return `Kind;Icon;Wheels;Class\n${lines.join('\n')}\n`;
}
test('two hundred rows with twelve bad ones are mended, two left out, taken in, and taken back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-type`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Import vehicle types' }).waitFor();
  expect(await axe(page), 'file').toEqual([]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'types.csv', mimeType: 'text/csv', buffer: Buffer.from(file()) });
  await page.getByText('200 rows (CSV, semicolons, UTF-8)').waitFor();
  await page.getByLabel('Field of the column Kind').selectOption('name');
  await page.getByLabel('Field of the column Class').selectOption('speedClass');
  expect(await axe(page), 'columns').toEqual([]);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByText('188 new').waitFor();
  await page.getByText('12 with errors', { exact: true }).waitFor();
  expect(await axe(page), 'check').toEqual([]);
  expect(await page.locator('.grid-edit tbody tr').count()).toBe(12);
  // By keyboard: the first wrong cell, then the next.
  for (let at = 0; at < 10; at += 1) {
    await page.locator('.grid-edit input[aria-invalid="true"]').nth(at).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('6');
  }
  expect(await page.getByRole('button', { name: /^Import \d+ rows$/ }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('198 new').waitFor();
  await page.getByText('2 with errors', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Skip line 201' }).click();
  await page.getByText('1 with errors', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Import 198 rows' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  expect(await axe(page), 'result').toEqual([]);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report as CSV' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^vehicle-type-import-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByText(/^1 to 25 of 228$/).waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Open types.csv' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('status').filter({ hasText: '198 removed, 0 restored, 0 left.' }).waitFor();
  await page.goto(`${product.url}/vehicle-type`);
  await page.getByText(/^1 to 25 of 30$/).waitFor();

  // The columns of the last time are known again, and typed work is not left by accident.
  await go(page, `${product.url}/vehicle-type/import`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(file()) });
  expect(await page.getByLabel('Field of the column Kind').inputValue()).toBe('name');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByText('12 with errors', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Vehicles', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/vehicle(\?|$)/);
  expect(problems).toEqual([]);
  await context.close();
});

test('ten thousand rows come in within a minute and in bounded memory, while others go on working', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose/import`);
  const lines = Array.from({ length: 10_000 }, (_, at) => `Reason ${at},REASON_${at},Trips,no,${at}`);
  const content = `Name,Code,Used for,Note required,Position\n${lines.join('\n')}\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'reasons.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByText('10,000 new').waitFor();
  const began = performance.now();
  await page.getByRole('button', { name: 'Import 10,000 rows' }).click();
  let slowest = 0;
  const other = await newVisitor(browser);
  await enter(other.page, product.url, 'clerk@roadkeeper.test');
  while (!(await page.getByText('Done', { exact: true }).isVisible())) {
    const asked = performance.now();
    await other.page.goto(`${product.url}/rto?q=pune`);
    await other.page.getByText(/^1 to \d+ of/).waitFor();
    slowest = Math.max(slowest, performance.now() - asked);
    expect(performance.now() - began).toBeLessThan(110_000);
  }
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `10,000 rows in ${seconds.toFixed(1)} s; the slowest page of somebody else meanwhile ${(slowest / 1_000).toFixed(1)} s`,
  );
  await page.getByText('10,000').first().waitFor();
  const peak = peakBytes(product.pid);
  if (peak === undefined) console.log('The product’s memory was not measured: there is no /proc here');
  else {
    console.log(`the most memory the product had: ${Math.round(peak / 2 ** 20)} MB`);
    expect(peak).toBeLessThan(600 * 2 ** 20);
  }
  await other.context.close();
  await context.close();
});
