import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');
/** Waits until the rows are those of the address, not of the page before. */
const settled = (page: Page) => page.locator('.list[aria-busy="false"]').waitFor();
const listed = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a wrong password is told three times in the same words, then the right one opens the day', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(product.url);
  await page.waitForURL(/\/login/);
  for (let round = 0; round < 3; round += 1) {
    await page.getByLabel('Work email or mobile').fill('clerk@roadkeeper.test');
    await page.getByLabel('Password', { exact: true }).fill(`wrong-${round}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Wrong email or password.' }).waitFor();
    expect(await page.getByLabel('Work email or mobile').inputValue()).toBe('clerk@roadkeeper.test');
  }
  await signIn(page, product.url, 'clerk@roadkeeper.test');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
  await page.getByRole('link', { name: 'RTO offices' }).first().click();
  await page.waitForURL(/\/rto$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('a list keeps filter, sort and page in its address through reload and back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto`);
  await page.getByText('1 to 25 of 1,217').waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'State' }).click();
  await page.getByLabel('Search State').fill('mahar');
  await page.getByLabel('Maharashtra').check();
  await page.getByText('1 to 25 of 50').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Office', exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('26 to 50 of 50').waitFor();
  await settled(page);
  const first = await rows(page).first().textContent();
  expect(new URL(page.url()).search).toBe('?state=MH&sort=name&page=2');
  await page.reload();
  await page.getByText('26 to 50 of 50').waitFor();
  await settled(page);
  expect(await rows(page).first().textContent()).toBe(first);
  await rows(page).first().getByRole('link').click();
  await page.waitForURL(/\/rto\/[0-9a-f-]{36}$/);
  await page.goBack();
  await page.getByText('26 to 50 of 50').waitFor();
  await settled(page);
  expect(await rows(page).first().textContent()).toBe(first);
  await page.goto(`${product.url}/rto?page=zero&state=XX&sort=nothing&q=pune`);
  await page.getByText('1 to 3 of 3').waitFor();
  // From one of its records, a link to another list leads there as the link says: the view of this one stays its own.
  await page.getByRole('link', { name: 'MH12' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
  await go(page, `${product.url}/vehicle-brand?q=tata`);
  await page.getByRole('heading', { level: 1, name: 'Vehicle brands' }).waitFor();
  await listed(page, 'Tata').first().waitFor();
  expect(new URL(page.url()).search).toBe('?q=tata');
  // Opened anew, a list has the order it was left with, and nothing of what was searched for.
  await go(page, `${product.url}/vehicle-brand?q=tata&sort=-name`);
  await listed(page, 'Tata').first().waitFor();
  await go(page, `${product.url}/vehicle-type`);
  await page.getByRole('heading', { level: 1, name: 'Vehicle types' }).waitFor();
  await go(page, `${product.url}/vehicle-brand`);
  await page.waitForURL(/sort=-name/);
  expect(new URL(page.url()).search).toBe('?sort=-name');
  await page.getByText(/^1 to 25 of 1\d\d/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a record is created, edited, deleted and brought back with Undo', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/rto`);
  await page.getByRole('link', { name: 'New RTO' }).click();
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('alert').filter({ hasText: 'Fix before saving' }).waitFor();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('mh');
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Test office');
  await page.getByText('Use the state letters and two or three digits, like MH12').first().waitFor();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('zz77');
  await page.getByRole('combobox', { name: 'State' }).fill('mahar');
  await page.getByRole('option', { name: 'Maharashtra' }).click();
  await page.getByRole('textbox', { name: 'District' }).fill('Pune');
  await page.getByLabel('Type').selectOption('UNIT');
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'RTO created successfully.' }).waitFor();
  await page.waitForURL(/\/rto\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name: 'ZZ77 Test office' }).waitFor();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Office', exact: true }).fill('Better office');
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { level: 1, name: 'ZZ77 Better office' }).waitFor();
  await page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name: 'History' }).click();
  await page.getByText('Test office').waitFor();

  await go(page, `${product.url}/rto?q=zz77`);
  await listed(page, 'ZZ77')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('No match').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed(page, 'ZZ77').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('two people editing one record: an open form says so, what one changed is kept, and what both changed is asked for', async () => {
  const one = await newVisitor(browser);
  const two = await newVisitor(browser);
  for (const { page } of [one, two]) {
    await enter(page, product.url);
    await page.goto(`${product.url}/vehicle-type?q=ambulance`);
    await rows(page).first().getByRole('link').click();
    await page.waitForURL(/\/vehicle-type\/[0-9a-f-]{36}$/);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Wheels' }).waitFor();
  }
  await one.page.getByRole('textbox', { name: 'Wheels' }).fill('6');
  await one.page.getByRole('button', { name: 'Save and close' }).click();
  await one.page.getByRole('status').filter({ hasText: 'updated successfully' }).waitFor();
  // The form of the other hears of it, and what is in it stays.
  await two.page.getByText(/ changed Wheels on .*, while this form was open\./).waitFor();
  await two.page.getByRole('textbox', { name: 'Wheels' }).fill('8');
  await two.page.getByRole('textbox', { name: 'Icon' }).fill('first-aid-kit');
  await two.page.getByRole('button', { name: 'Save and close' }).click();
  const dialog = two.page.getByRole('dialog', { name: 'This record was changed by someone else' });
  const use = dialog.getByRole('button', { name: 'Use these values' });
  await use.waitFor();
  // Only what both changed, by whom, and neither chosen beforehand.
  expect(await dialog.getByRole('row').count()).toBe(2);
  expect([await dialog.getByRole('radio', { checked: true }).count(), await use.isDisabled()]).toEqual([0, true]);
  const choice = dialog.getByRole('row', { name: /Wheels/ });
  await choice.getByText(/^Asha Menon, /).waitFor();
  await choice.getByRole('radio').nth(1).check();
  await use.click();
  expect(await two.page.getByRole('textbox', { name: 'Wheels' }).inputValue()).toBe('6');
  expect(await two.page.getByRole('textbox', { name: 'Icon' }).inputValue()).toBe('first-aid-kit');
  await two.page.getByRole('button', { name: 'Save and close' }).click();
  await two.page.getByText('first-aid-kit').waitFor();
  expect([...one.problems, ...two.problems]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

test('a logo is uploaded and shown, a wrong file is told at its field, and typed work is not left by accident', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-brand/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sahyadri Motors');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('this kind of file is not taken').first().waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Sahyadri Motors');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.waitForURL(/\/vehicle-brand\/[0-9a-f-]{36}$/);
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a whole page is deactivated at once, what refuses is listed, and a client sees no way to change anything', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-brand?q=ta&size=10`);
  await page.getByText(/^1 to \d+ of/).waitFor();
  await page.getByLabel('Select this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /failed/ })
    .getByText(/so it cannot be deleted/)
    .first()
    .waitFor();
  await page
    .getByRole('dialog', { name: /failed/ })
    .locator('footer, .row')
    .getByRole('button', { name: 'Close' })
    .click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('status').filter({ hasText: 'deactivated' }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const client = await newVisitor(browser);
  await enter(client.page, product.url, 'client@roadkeeper.test');
  await client.page.goto(`${product.url}/rto`);
  await client.page.getByText('of 1,21').first().waitFor();
  expect(await client.page.getByRole('link', { name: 'New RTO' }).count()).toBe(0);
  expect(await client.page.getByRole('switch').count()).toBe(0);
  await client.context.close();
});

test('the list, its form and a save work by keyboard alone', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).waitFor();
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type('vehicle ty');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/vehicle-type/);
  await rows(page).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('tractor');
  await page.waitForURL(/q=tractor/);
  await page.keyboard.press('Escape');
  // The whole list takes the place of what was found, and the focus would go with it.
  await page.waitForURL(/\/vehicle-type$/);
  await page.getByText(/^1 to 25 of/).waitFor();
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/vehicle-type\/[0-9a-f-]{36}$/);
  await go(page, `${product.url}/vehicle-type`);
  await rows(page).first().waitFor();
  await page.keyboard.press('c');
  await page.waitForURL(/\/vehicle-type\/new/);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('Keyboard cart');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Goods');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/vehicle-type\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name: 'Keyboard cart' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
