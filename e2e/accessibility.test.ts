import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter } from './support/enter.ts';
import { go } from './support/go.ts';
import { startDemo } from './support/own-product.ts';
import { newVisitor, signIn, type Visitor } from './support/product.ts';
import { axe } from './support/axe.ts';
import { inEveryDress, type Opens, shown, wear } from './support/dress.ts';
import { journeys } from './support/journeys.ts';
import { sealing } from './support/sealing.ts';

const { product, browser } = await journeys(startDemo);

test('axe finds what is planted: faint text, a field without a name, a small target, and what is faint in the end only', async () => {
  const { page, context } = await newVisitor(browser);
  await page.setContent(
    `<html lang="en"><title>Planted</title><main style="background:#fff"><p style="color:#ccc">Faint</p><input>
     <button style="all:unset;width:9px">a</button><button style="all:unset;width:9px">b</button>
     <p id="fading" style="color:#000;transition:color .3s">Fading</p></main></html>`,
  );
  await page.evaluate(
    `document.getElementById('fading').offsetHeight; document.getElementById('fading').style.color = '#ddd'`,
  );
  const faults = await axe(page);
  expect(faults).toContain('label: <input>');
  const found = faults.map((one) => /^[\w-]+/.exec(one)?.[0]);
  expect(found.filter((rule) => rule === 'color-contrast').length).toBe(2);
  expect(found).toEqual(expect.arrayContaining(['label', 'target-size']));
  const ofColours = (await axe(page, 'colours')).map((one) => /^[\w-]+/.exec(one)?.[0]);
  expect(ofColours).toEqual(['color-contrast', 'color-contrast']);
  await context.close();
});

test('of many equal rows a few are looked at, and each that differs in anything', async () => {
  const { page, context } = await newVisitor(browser);
  const row = (at: number) =>
    `<tr><td><a href="#${at}" style="display:block;line-height:30px">Row ${at}</a></td>
     <td style="color:#333">Words</td><td><button aria-label="Edit ${at}" style="all:unset;width:30px;height:30px"></button></td></tr>`;
  const planted: Record<number, string> = {
    12: row(12).replace('>Row 12<', '><'),
    14: row(14).replace('color:#333', 'color:#ccc'),
    16: row(16).replace('aria-label="Edit 16" ', 'aria-label="" '),
    18: row(18).replaceAll('30px', '9px'),
  };
  const show = (rows: readonly string[]) =>
    page.setContent(
      `<html lang="en"><title>Rows</title><main style="background:#fff"><table style="color:#000;border-spacing:0">${rows.join('')}</table></main></html>`,
    );
  const rulesFound = async () => (await axe(page)).map((one) => /^[\w-]+/.exec(one)?.[0]).sort();
  const all = Array.from({ length: 40 }, (_, at) => row(at));
  await show(all);
  expect(await rulesFound()).toEqual([]);
  await show(all.map((one, at) => planted[at] ?? one));
  const found = await rulesFound();
  expect(found).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'link-name', 'target-size']));
  expect(found.filter((rule) => rule === 'color-contrast')).toHaveLength(1);
  // What all have is found, though not forty times.
  await show(all.map((one) => one.replace('color:#333', 'color:#ccc')));
  const ofAll = await rulesFound();
  expect(new Set(ofAll)).toEqual(new Set(['color-contrast']));
  expect(ofAll.length).toBeLessThan(10);
  await context.close();
});

const at = (page: Page, path: string) => go(page, product.url + path);
const screens: readonly (readonly [name: string, open: Opens])[] = [
  [
    'dashboard',
    async (page) => {
      await at(page, '/dashboard');
      return shown(page.getByRole('heading', { name: 'Documents to review' }));
    },
  ],
  [
    'list with a selection',
    async (page) => {
      await at(page, '/vehicle-model?status=1&sort=-yearFrom');
      await page.getByText(/^1 to 25 of/).waitFor();
      await page.getByRole('checkbox').nth(1).check();
      return shown(page.getByRole('checkbox', { checked: true }));
    },
  ],
  [
    'form with errors',
    async (page) => {
      await at(page, '/vehicle-model/new');
      await page.getByRole('button', { name: 'Save and close' }).click();
      return shown(page.getByRole('alert'));
    },
  ],
  [
    'form as a page, a picker open',
    async (page) => {
      await at(page, '/rto/new');
      await page.getByRole('combobox', { name: 'State' }).click();
      return shown(page.getByRole('option', { name: 'Kerala' }));
    },
  ],
  [
    'record',
    async (page) => {
      await at(page, '/rto?q=pune');
      await page.getByRole('link', { name: /MH12/ }).first().click();
      return shown(page.getByRole('heading', { level: 1, name: 'MH12 Pune' }));
    },
  ],
  [
    'a person, sessions',
    async (page) => {
      await at(page, '/user?q=Vikram');
      await page.getByRole('link', { name: /Vikram Rao/ }).click();
      await page.getByRole('link', { name: 'Sessions' }).click();
      return shown(page.getByText('Not set up'));
    },
  ],
  [
    'a person, what they work on',
    async (page) => {
      await at(page, '/user?q=Vikram');
      await page.getByRole('link', { name: /Vikram Rao/ }).click();
      await page.getByRole('link', { name: 'Data scope' }).click();
      return shown(page.getByRole('heading', { name: 'All records' }));
    },
  ],
  [
    'list of shortcuts',
    async (page) => {
      await at(page, '/rto?q=pune');
      await page.getByRole('link', { name: /MH12/ }).first().waitFor();
      await page.keyboard.press('?');
      return shown(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    },
  ],
  [
    'trash',
    async (page) => {
      await at(page, '/rto/trash');
      return shown(page.getByText('Trash is empty'));
    },
  ],
  [
    'outbox',
    async (page) => {
      await at(page, '/mail');
      // The demo's papers that end soon were reminded of at its start.
      return shown(page.getByRole('link', { name: /expires/ }));
    },
  ],
  [
    'a template of mails',
    async (page) => {
      await at(page, '/mail/templates?template=password-reset');
      const text = await shown(page.getByLabel('Text', { exact: true }));
      // No script runs in the frame of the preview, axe neither.
      await page.evaluate('document.querySelector("iframe").remove()');
      return text;
    },
  ],
  [
    'exports',
    async (page) => {
      await at(page, '/exports');
      return shown(page.getByText('No exports yet'));
    },
  ],
];

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    // Typed work is left: the browser asks, and is told to go on.
    visitor.page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => visitor?.context.close());

  test('sign-in', async () => {
    const open: Opens = async (page) => {
      await at(page, '/login');
      return shown(page.getByLabel('Password', { exact: true }));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('a dress that is chosen at sign-in is kept', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    await at(page, '/login');
    await page.getByRole('button', { name: 'Change skin' }).click();
    await page.getByRole('button', { name: 'Change text direction' }).click();
    await signIn(page, product.url);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await wear(page, { skin: 'light', direction: 'ltr' });
  });

  test.each(screens)('%s', async (_, open) => {
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});

for (const width of [390, 800, 1024])
  test(`no page scrolls sideways at ${width} px, and a record is as wide as its page`, async () => {
    const { page, context } = await newVisitor(browser, { viewport: { width, height: 900 } });
    await signIn(page, product.url);
    const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    for (const path of ['/rto', '/vehicle-category', '/vehicle-model', '/rto/new']) {
      await go(page, product.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByText(path.endsWith('new') ? 'Save and close' : /^1 to \d+ of/).waitFor();
      expect([path, await beyond()]).toEqual([path, 0]);
    }
    await go(page, `${product.url}/rto?q=pune`);
    await page.getByRole('link', { name: /MH12/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
    const facts = await page.locator('.record > *').first().boundingBox();
    expect(facts?.width).toBeGreaterThan(width / 2);
    expect(await beyond()).toBe(0);
    await context.close();
  });

test('whoever signs out is told nothing, and a wrong address is a page of the product', async () => {
  const { page, context } = await newVisitor(browser);
  const wrong = await page.goto(`${product.url}/nonsense`);
  expect([wrong?.status(), wrong?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await enter(page, product.url);
  await page.goto(`${product.url}/nonsense`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  // With the menu around it.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Vehicles' }).click();
  await page.getByText(/^1 to 25 of/).waitFor();
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByText('Sign out').click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText('You do not have permission').count()).toBe(0);
  await context.close();
});

test('the menu at the top leaves room for everything at each width, and a hidden menu has a way back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  const wearing = (kind: string, menuHidden: boolean) =>
    page.evaluate(
      `(async () => { ${sealing}; await keep({ layout: { kind: '${kind}', menuHidden: ${menuHidden} } }); })()`,
    );
  await wearing('horizontal', false);
  await page.goto(`${product.url}/rto`);
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' });
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await menu.getByRole('button').first().waitFor();
    const beyond = page.locator('.bar > *, .bar > * > *').filter({ visible: true });
    const ends = await beyond.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect([width, Math.max(...ends) <= width]).toEqual([width, true]);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
  }
  // What found no room is under "More", and marks where one is.
  await page.setViewportSize({ width: 900, height: 800 });
  await menu.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  expect(await axe(page)).toEqual([]);

  await wearing('vertical', true);
  await page.reload();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Roadkeeper' });
  await drawer.getByRole('link', { name: 'Reference data' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Always show the menu' }).click();
  await page.locator('nav.menu').waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('zzqq nothing');
  await page.locator('.palette-none').getByText('No results').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('new vehicle');
  await page.getByRole('option', { name: 'New vehicle', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('new vehicle b');
  await page.getByRole('option', { name: 'New vehicle brand' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Vehicle brands' }).waitFor();
  // The word that people know: what is one's own, and the look of the pages.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('settings');
  await page.getByRole('option', { name: 'Customise' }).waitFor();
  await page.getByRole('option', { name: 'Profile and security' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search records and pages' }).fill('sign out');
  await page.getByRole('option', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('until the program is there, a page shows its frame, and the sign-in page does not', async () => {
  const { page, context } = await newVisitor(browser);
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(`${product.url}/rto`, { waitUntil: 'commit' });
  await page.locator('.menu.frame').waitFor();
  await page.goto(`${product.url}/login`, { waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  expect(await page.locator('.frame').count()).toBe(0);
  await context.close();
});
