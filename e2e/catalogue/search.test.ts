import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { chooseHindi } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

const field = (page: Page) => page.getByRole('combobox', { name: 'Search records and pages' });
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');
const lines = (page: Page, group: string | RegExp) =>
  page.getByRole('listbox').getByRole('group', { name: group }).getByRole('option');

async function look(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type(words);
}

test('a driver is found by a misspelt name, a challan by a part of its number, with nothing but the keyboard', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await look(page, 'Amol Gutpa');
  await lines(page, 'Drivers with a similar name').filter({ hasText: 'Amol Gupta' }).waitFor();
  await chosen(page).filter({ hasText: 'Amol Gupta' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Amol Gupta' }).waitFor();

  await look(page, 'gj 05 zw 1105');
  await lines(page, 'Vehicles').filter({ hasText: 'GJ05ZW1105' }).waitFor();
  expect(await lines(page, 'Vehicles').first().locator('mark').allTextContents()).toEqual(['GJ05ZW1105']);
  // Every list stands under its own heading, and the best comes first.
  const headings = await page.getByRole('listbox').locator('.palette-group').allTextContents();
  expect(headings).toEqual([...new Set(headings)]);
  expect(headings).toEqual(expect.arrayContaining(['Vehicles', 'Drivers', 'Challans', 'Documents']));
  expect(headings[0]).toBe('Vehicles');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });

  await look(page, '0047712');
  await chosen(page).filter({ hasText: 'MH31/2611/0047712' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'MH31/2611/0047712' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('where a list has more, a line leads to all of it, and the search is remembered until one signs out', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await look(page, '70000010');
  const all = lines(page, 'Drivers').filter({ hasText: 'Show all in Drivers' });
  await all.waitFor();
  while (!(await chosen(page).filter({ hasText: 'Show all in Drivers' }).count()))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/drivers\?.*q=70000010/);
  await page.locator('tbody .ttl').first().waitFor();

  await page.keyboard.press('Control+k');
  await lines(page, 'Recent searches').filter({ hasText: '70000010' }).waitFor();
  expect(await chosen(page).count()).toBe(0);
  while (!(await chosen(page).filter({ hasText: '70000010' }).count())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await lines(page, 'Drivers').first().waitFor();
  expect(await field(page).inputValue()).toBe('70000010');
  await page.keyboard.press('Escape');

  await look(page, 'sign out');
  await chosen(page).filter({ hasText: 'Sign out' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(page, product.url);
  await page.keyboard.press('Control+k');
  await lines(page, 'Pages').first().waitFor();
  expect(await lines(page, /Recent/).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('pages are found by misspelt names and by their addresses, and what is nowhere says what can be searched for', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await look(page, 'chalans');
  await lines(page, 'Pages')
    .filter({ hasText: /^Challans/ })
    .waitFor();
  await field(page).fill(`${product.url}/challan?q=MH31`);
  await lines(page, 'Pages').filter({ hasText: 'Address' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/challan\?.*q=MH31/);

  await look(page, 'qzxvw');
  await page.getByText('No results for “qzxvw”').waitFor();
  await page.getByText('You can search by registration number, name, phone number').waitFor();
  expect(await axe(page)).toEqual([]);
  // Enter does nothing where nothing was found; the ways on are a Tab away.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Help centre');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Help centre' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('what was found is without fault in every dress, and on a phone', async () => {
  const visitor = await newVisitor(browser);
  await signIn(visitor.page, product.url);
  const found = async (page: Page) => {
    if ((await field(page).count()) === 0) await page.keyboard.press('Control+k');
    await field(page).fill('Kulkarni');
    return shown(lines(page, 'Organisations'));
  };
  expect(await inEveryDress(visitor, found)).toEqual([]);
  const alike = async (page: Page) => {
    if ((await field(page).count()) === 0) await page.keyboard.press('Control+k');
    await field(page).fill('Kulkarnee');
    return shown(lines(page, /with a similar name/));
  };
  expect(await inEveryDress(visitor, alike)).toEqual([]);
  await visitor.context.close();
});

test('what is typed goes into the field, however late that comes into the open dialog', async () => {
  const { page, context } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.route(/\/palette-box-.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await page.goto(`${product.url}/vehicle`);
  await page.getByRole('heading', { level: 1, name: 'Vehicles' }).waitFor();
  await look(page, 'gj 05 zw 1105');
  expect(await field(page).inputValue()).toBe('gj 05 zw 1105');
  await context.close();
});

test('in Hindi pages are found by their Hindi and by their English names, and people in Hindi letters', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await page.goto(`${product.url}/profile`);
  await chooseHindi(page);
  await page.goto(`${product.url}/vehicle`);
  await page.getByRole('heading', { level: 1, name: 'वाहन' }).waitFor();
  await look(page, 'कुलकर्णी');
  await lines(page, /मिलते-जुलते नाम$/)
    .filter({ hasText: 'Kulkarni' })
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  for (const words of ['tickets', 'टिकट']) {
    await page.locator('[role=combobox]').fill(words);
    await lines(page, 'पृष्ठ').filter({ hasText: /^टिकट/ }).first().waitFor();
  }
  expect(problems).toEqual([]);
  await context.close();
});
