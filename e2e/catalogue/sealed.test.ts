import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';
import { openTab } from '../support/go.ts';

const { product, browser } = await journeys(startDemo);

test('a number that is kept encrypted is written once, kept by its mask, and shown with a trace', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/drivers/new`);
  await page.getByLabel('Name', { exact: true }).fill('Ravi Sealed');
  await page.getByRole('combobox', { name: 'Organisation' }).fill('Deccan');
  await page.getByRole('option', { name: 'Deccan Cold Chain' }).click();
  await page.getByLabel('Mobile number').fill('+91 98220-33445');
  await page.getByLabel('Licence number').fill('mh12 2011-0077441');
  await page.getByText('Lists show only the last characters').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Ravi Sealed' }).waitFor();
  await page.goto(`${product.url}/drivers?q=${encodeURIComponent('MH12 20110077441')}`);
  await page.getByRole('link', { name: 'Ravi Sealed' }).first().click();
  await page.getByText('•••• 7441').waitFor();
  expect(await page.getByText('MH1220110077441').count()).toBe(0);

  await page.getByRole('button', { name: 'Show Licence number' }).click();
  await page.getByText('MH1220110077441').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hide Licence number' }).click();
  await page.getByText('•••• 7441').waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Licence number' }).inputValue()).toBe('•••• 7441');
  await page.getByText('Leave it unchanged, or enter the full new number.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Ravi Unsealed');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Ravi Unsealed' }).waitFor();
  await page.getByText('•••• 7441').waitFor();
  await openTab(page, 'History');
  const history = page.getByRole('region', { name: 'History' }).getByRole('list');
  await history.getByText('Number shown').waitFor();
  expect(await history.getByText('Licence number').count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});
