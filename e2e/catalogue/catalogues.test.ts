import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

test('from a brand to its models to their builds, by columns and by the tabs of records', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-brand`);
  await page.getByRole('link', { name: 'Browse' }).click();
  await page.getByLabel('Find a brand').fill('honda');
  await page.getByRole('button', { name: 'Honda', exact: true }).click();
  await page.waitForURL(/brand=/);
  await page.getByRole('region', { name: 'Models' }).getByRole('button', { name: 'City', exact: true }).click();
  await page
    .getByRole('region', { name: 'Specifications' })
    .getByText(/^Petrol \d+ cc$/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Specifications' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Honda City/ }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Honda City' }).click();
  await page.getByRole('heading', { level: 1, name: 'Honda City' }).waitFor();
  await page.getByRole('link', { name: /Vehicle specifications \d/ }).click();
  await page.getByRole('link', { name: /^New vehicle specification/ }).click();
  await page.waitForURL(/vehicle-specification\/new/);
  await expect.poll(() => page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('Honda City');
  expect(problems).toEqual([]);
  await context.close();
});

test('a double is merged into the right record, and taken back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/vehicle-brand?q=aeroride`);
  await page.getByRole('row').filter({ hasText: 'Aeroride' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Aeroride' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Aeroride' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Aeroride into another' });
  await dialog.getByText('3 vehicle models').waitFor();
  await dialog.getByRole('combobox', { name: 'Keep' }).fill('ampere');
  await page.getByRole('option', { name: 'Ampere', exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Ampere' }).waitFor();
  await page.getByRole('region', { name: 'Merged into this record' }).getByText('Aeroride').first().waitFor();
  await page.getByRole('link', { name: 'Vehicle models 8' }).waitFor();
  await page.getByRole('button', { name: 'Undo merge Aeroride' }).click();
  await page.getByRole('status').filter({ hasText: 'Aeroride restored.' }).waitFor();
  await page.getByRole('link', { name: 'Vehicle models 5' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an answer is written with its formatting, read as readers see it, and moved by keyboard', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/faq/new`);
  await page.getByRole('combobox', { name: 'Category' }).fill('account');
  await page.getByRole('option', { name: 'Account', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('How do I change my address?');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Ask us.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.keyboard.type('by mail');
  await page.getByRole('combobox', { name: 'Language' }).fill('engl');
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByLabel('Clients').check();
  await page.getByRole('combobox', { name: 'State' }).selectOption('PUBLISHED');
  await page.getByRole('textbox', { name: 'Position' }).fill('900');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'How do I change my address?' }).waitFor();
  await page.locator('.rich strong').getByText('Ask us.').waitFor();
  await page.locator('.rich li').getByText('by mail').waitFor();
  await page.goto(`${product.url}/faq/arrange`);
  const chapter = page.getByRole('region', { name: 'Account' });
  const titles = () => chapter.getByRole('link').allTextContents();
  await chapter.getByRole('link', { name: 'How do I change my address?' }).waitFor();
  expect((await titles()).at(-1)).toBe('How do I change my address?');
  const up = page.getByRole('button', { name: 'Move How do I change my address? up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.getByText('How do I change my address? is now 4 of 5').waitFor();
  expect((await titles())[3]).toBe('How do I change my address?');
  await expect.poll(() => up.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

test('emergency numbers of a state, the history of everything and the trash of everything', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/sos/by-state`);
  await page.getByLabel('State').selectOption('DL');
  await page.getByRole('region', { name: 'Delhi' }).getByRole('link', { name: /1094/ }).waitFor();
  await page
    .getByRole('region', { name: 'Nationwide' })
    .getByRole('link', { name: /: 112$/ })
    .waitFor();
  await go(page, `${product.url}/purpose?q=specialist`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('No match').waitFor();
  await page.goto(`${product.url}/history`);
  await page.getByLabel('Record or person').fill('specialist');
  await page.waitForURL(/q=specialist/);
  await page.getByRole('listitem').filter({ hasText: 'Deleted Purpose Needs a specialist' }).waitFor();
  await go(page, `${product.url}/trash`);
  await page.getByRole('button', { name: 'Restore Needs a specialist' }).click();
  await page.getByRole('status').filter({ hasText: 'Purpose restored.' }).waitFor();
  await page.getByText('Trash is empty').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

const screens: readonly (readonly [path: string, ready: string | RegExp])[] = [
  ['/vehicle-brand/explore', 'Aston Martin'],
  ['/sos/by-state?state=DL', '1094'],
  ['/faq/arrange', 'What is the tolerance?'],
  ['/help', 'What is the tolerance?'],
  ['/history?source=seed', /^1 to 25 of/],
  ['/trash', 'Trash is empty'],
  ['/exports', 'No exports yet'],
  ['/challan-type', /^1 to 25 of 36/],
  ['/faq/new', 'Save and close'],
  ['/speed-configuration/new', 'Save and close'],
];

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    await enter(visitor.page, product.url);
  });
  afterAll(() => visitor?.context.close());

  test.each(screens)('%s', async (path, ready) => {
    const open: Opens = async (page) => {
      await go(page, product.url + path);
      return shown(page.getByText(ready));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('children of a record', async () => {
    const open: Opens = async (page) => {
      await go(page, `${product.url}/vehicle-brand?q=honda`);
      await page.getByRole('link', { name: /Honda/ }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
      await page.getByRole('link', { name: /^Vehicle models \d/ }).click();
      return shown(page.getByText('Open as list'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
