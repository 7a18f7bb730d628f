import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startDemo } from './support/own-product.ts';
import { newVisitor, signIn } from './support/product.ts';
import { journeys } from './support/journeys.ts';

const { product, browser } = await journeys(startDemo);

/** Presses Tab until something has the focus, as somebody without a mouse does; nothing is focused in another way. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  const focused = wanted.and(page.locator(':focus'));
  for (let presses = 0; presses < 90; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Ninety presses of Tab do not lead to ${wanted.toString()}`);
}
async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}
/** Presses an arrow until an item of an open menu has the focus. */
async function pick(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await item.and(page.locator(':focus')).count()) > 0) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows do not lead to ${name}`);
}
/** The grid is one stop of Tab; from wherever it is in it, to the name in the first row. */
async function toFirstRow(page: Page): Promise<void> {
  await tabTo(page, page.locator('[role=grid] [tabindex="0"]'));
  const first = page.locator('tbody tr:first-child .ttl:focus');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await first.waitFor();
}
/** A new page takes the focus to its heading; a key pressed before that would go nowhere. */
const arrive = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading, exact: true }).and(page.locator(':focus')).waitFor();
async function goTo(page: Page, words: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type(words);
  await page
    .getByRole('option', { name: new RegExp(`^${heading}`) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await arrive(page, heading);
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

test('a file is imported, mended and taken back without a mouse', async () => {
  const { page, context, problems } = await newVisitor(browser);
  // Asked for long before: a key is faster than the browser's promise to hand the chooser over.
  const chosen = page.waitForEvent('filechooser', { timeout: 60_000 });
  await signIn(page, product.url);
  await goTo(page, 'vehicle types', 'Vehicle types');
  await press(page, page.getByRole('link', { name: 'Import', exact: true }));
  await arrive(page, 'Import vehicle types');
  await tabTo(page, button(page, /Choose a file/));
  await page.keyboard.press('Enter');
  const chooser = await chosen;
  const lines = ['Hovercraft', 'Tram', 'Sledge'].map(
    (name, at) => `${name};truck;${at === 1 ? 'many' : 4};Goods vehicle (N)`,
  );
  await chooser.setFiles({
    name: 'types.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name;Icon;Wheels;Speed class\n${lines.join('\n')}\n`),
  });
  await press(page, button(page, 'Check rows'));
  await page.getByText('1 with errors', { exact: true }).waitFor();
  await tabTo(page, page.locator('.grid-edit input[aria-invalid="true"]'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('8');
  await press(page, button(page, 'Check again'));
  await page.getByText('3 new').waitFor();
  await press(page, button(page, 'Import 3 rows'));
  await page.getByText('Done', { exact: true }).waitFor();
  await press(page, button(page, 'Undo import'));
  await page.getByRole('status').filter({ hasText: '3 removed, 0 restored, 0 left.' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('views, columns, cells, many records and exports need no mouse', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await goTo(page, 'rto offices', 'RTO offices');
  await page.getByText(/^1 to 25 of/).waitFor();
  await page.keyboard.press('/');
  await page.locator('[data-search]:focus').waitFor();
  await page.keyboard.type('goa');
  await page.waitForURL(/q=goa/);

  await press(page, button(page, 'Views'));
  await pick(page, 'Save as a new view');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await button(page, 'By keyboard').waitFor();

  await press(page, button(page, 'Columns'));
  await press(page, button(page, 'Make District wider'));
  await press(page, button(page, 'Pin District'));
  await page.keyboard.press('Escape');
  await button(page, 'Columns').and(page.locator(':focus')).waitFor();
  await press(page, button(page, 'By keyboard changed'));
  await pick(page, 'Save “By keyboard”');
  await button(page, 'By keyboard').waitFor();

  // Into the grid: two rows are selected, a field is set for both, and a cell is changed where it stands.
  await toFirstRow(page);
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await press(page, button(page, 'Edit field'));
  const dialog = page.getByRole('dialog', { name: 'Edit a field of 2 RTO offices' });
  await dialog.locator('select:focus').waitFor();
  await page.keyboard.type('Dis');
  await tabTo(page, dialog.getByRole('textbox', { name: 'District' }));
  await page.keyboard.type('Panaji');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: '2 changed' }).waitFor();

  await toFirstRow(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.inline-edit input:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Margao');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /District: Margao/ }).waitFor();

  await press(page, button(page, 'Export'));
  const [saved] = await Promise.all([page.waitForEvent('download'), pick(page, /^This page \(\d+\) as CSV$/)]);
  expect(saved.suggestedFilename()).toMatch(/^rto-.*\.csv$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('what can be done with a row, a selection or a record is found with Ctrl+K', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await goTo(page, 'device categories', 'Device categories');
  // A page that was open before stands there while the palette is still going; its heading has the focus all the same.
  await goTo(page, 'vehicle types', 'Vehicle types');
  await goTo(page, 'device categories', 'Device categories');
  await page.locator('tbody .ttl').first().waitFor();
  const choose = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type(words);
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: name }).waitFor();
    await page.keyboard.press('Enter');
  };
  await toFirstRow(page);
  const title = (await page.locator('tbody .ttl').first().textContent()) ?? '';
  await choose('deactivate:', new RegExp(`^Deactivate: .*`));
  await page.locator('tbody tr').first().getByRole('switch', { checked: false }).waitFor();
  await toFirstRow(page);
  await choose('activate:', /^Activate: /);
  await page.locator('tbody tr').first().getByRole('switch', { checked: true }).waitFor();

  await toFirstRow(page);
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selection' }).waitFor();
  await choose('edit field', /^Edit field: 2 selected/);
  await page.getByRole('dialog', { name: 'Edit a field of 2 device categories' }).locator('select:focus').waitFor();
  await page.keyboard.press('Escape');
  await choose('deactivate: 2', /^Deactivate: 2 selected/);
  await page.getByRole('status').filter({ hasText: '2 deactivated' }).waitFor();
  await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });

  await toFirstRow(page);
  await choose('open:', /^Open: /);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await choose('duplicate', /^Duplicate: /);
  await page.waitForURL(/device-category\/new\?copy=/);
  expect(problems).toEqual([]);
  await context.close();
});

test('a menu that cannot be fetched says so, and opens from the same button once it can be', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const program = '**/assets/floating-*.js';
  let refused = 0;
  await page.route(program, (route) => {
    refused += 1;
    return route.abort();
  });
  await signIn(page, product.url);
  await page.evaluate('window.sameDocument = true');
  await goTo(page, 'device categories', 'Device categories');
  await page.locator('tbody .ttl').first().waitFor();
  const menu = page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^Actions for/ });
  const mark = await menu.evaluate((node) => (node.dataset['mark'] = 'first'));
  expect(await menu.getAttribute('aria-haspopup')).toBe('menu');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  expect(refused).toBeGreaterThan(0);

  await page.unroute(program);
  await page.keyboard.press('Enter');
  const first = page.getByRole('menuitem', { name: 'Open' });
  await first.and(page.locator(':focus')).waitFor();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  const dropdown = page.locator(`[id="${await menu.getAttribute('aria-controls')}"]`);
  expect(await dropdown.getAttribute('role')).toBe('menu');
  expect(await dropdown.getAttribute('aria-labelledby')).toBe(await menu.getAttribute('id'));
  await page.keyboard.press('Escape');
  await page.locator(`[data-mark=${mark}]:focus`).waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  // A press of the button closes what another has opened.
  await menu.click();
  await first.waitFor();
  await menu.click();
  await first.waitFor({ state: 'detached' });
  // The same program is still what the server has: nothing is gained by fetching the page anew.
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

test('a part that is gone after an update brings the page anew, once', async () => {
  const { page, context } = await newVisitor(browser);
  await signIn(page, product.url);
  // The menu stands and all parts of the dashboard have come: only the page that is asked for now can miss a part.
  const link = page.getByRole('link', { name: 'Trips', exact: true });
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('window.sameDocument = true');
  await page.route('**/assets/*.js', (route) => route.abort());
  // What the server hands out since then.
  await page.route(
    (address) => address.pathname === '/',
    (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' }),
  );
  const renewed = page.waitForRequest((request) => request.isNavigationRequest());
  await link.click();
  await renewed;
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  expect(await page.evaluate('window.sameDocument')).toBeUndefined();
  await context.close();
});
