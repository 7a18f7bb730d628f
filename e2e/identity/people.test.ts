import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

test('a client signs in and sees only their own organisation and its people', async () => {
  const staff = await newVisitor(browser);
  await enter(staff.page, product.url);
  await staff.page.goto(`${product.url}/app-user?sort=name`);
  await staff.page.getByRole('link', { name: 'Rohan Kulkarni' }).waitFor();
  const foreign = await staff.page.getByRole('link', { name: 'Rohan Kulkarni' }).getAttribute('href');
  await staff.page.getByRole('columnheader', { name: 'Organisation' }).waitFor();

  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url, 'client@roadkeeper.test');
  const menu = page.getByRole('navigation', { name: 'Menu' }).first();
  expect(await menu.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
  await menu.getByRole('link', { name: 'My company' }).click();
  await page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Team' }).click();
  await page.getByText('1 to 4 of 4').waitFor();
  const names = await page.locator('tbody .ttl').allInnerTexts();
  expect(names.sort()).toEqual(['Ganesh Pawar', 'Imran Khan', 'Meera Joshi', 'Salim Ansari']);
  expect(await page.getByRole('columnheader', { name: 'Organisation' }).count(), 'all are of one').toBe(0);
  expect(await axe(page)).toEqual([]);

  // The own row and the rows of equals can be looked at, the others changed.
  const own = page.getByRole('row', { name: /Meera Joshi/ });
  const offered = async (row: typeof own) => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    const items = await page.getByRole('menuitem').allInnerTexts();
    // The key counts once the menu has the focus.
    await page.getByRole('menuitem').first().press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    return items;
  };
  expect(await offered(own)).not.toContain('Deactivate');
  expect(await offered(page.getByRole('row', { name: /Imran Khan/ }))).toContain('Deactivate');

  await page.goto(`${product.url}${foreign}`);
  await page.getByRole('heading', { name: /not there|not found/i }).waitFor();
  await page.goto(`${product.url}/user`);
  await page.waitForURL(/dashboard/);

  await go(page, `${product.url}/app-user/new`);
  expect(await page.getByLabel(/^Organisation/).count()).toBe(0);
  await page.getByLabel(/^Name/).fill('Pradeep More');
  await page.getByLabel(/^Profile/).selectOption({ label: 'Driver' });
  await page.getByLabel(/^Mobile number/).fill('98220 1234');
  await page.getByRole('combobox', { name: /^Role/ }).fill('viewer');
  await page.getByRole('option', { name: 'Client viewer' }).click();
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByText('Use the ten digits of an Indian mobile number').waitFor();
  await page.getByLabel(/^Mobile number/).fill('98220 12345');
  await page.getByRole('button', { name: /^Save and close/ }).click();
  await page.getByRole('heading', { name: 'Pradeep More' }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);

  await go(staff.page, `${product.url}/app-user?q=pradeep`);
  await staff.page.getByRole('row', { name: /Pradeep More.*Sahyadri Logistics/ }).waitFor();
  await Promise.all([context.close(), staff.context.close()]);
});

test('switching somebody off asks first, and switching on again does not', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/user?q=harpreet`);
  const flip = page.getByRole('row', { name: /Harpreet Singh/ }).getByRole('switch');
  const question = page.getByRole('dialog', { name: 'Deactivate Harpreet Singh?' });
  await flip.click();
  await question.getByText('They are signed out everywhere immediately').waitFor();
  expect(await axe(page), 'question').toEqual([]);
  // Escape means no, and the focus is back on the switch.
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await flip.getAttribute('aria-checked')).toBe('true');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('switch');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect.poll(() => flip.getAttribute('aria-checked')).toBe('false');
  await flip.click();
  await expect.poll(() => flip.getAttribute('aria-checked')).toBe('true');
  expect(await question.count()).toBe(0);
  // From the row's menu too.
  await page.getByRole('button', { name: 'Actions for Harpreet Singh' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await flip.getAttribute('aria-checked')).toBe('true');
  expect(problems).toEqual([]);
  await context.close();
});

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    await enter(visitor.page, product.url, 'operations@roadkeeper.test');
  });
  afterAll(() => visitor?.context.close());

  test.each([
    ['/user', /^1 to \d+ of/],
    ['/organisation', /^1 to \d+ of/],
    ['/app-user', /^1 to \d+ of/],
    ['/user/new', 'Save and close'],
    ['/app-user/new', 'Save and close'],
  ])('%s', async (path, ready) => {
    const open: Opens = async (page) => {
      await go(page, product.url + path);
      return shown(page.getByText(ready));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});

test('staff look after users, but not after those of a higher role', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url, 'operations@roadkeeper.test');
  await page.goto(`${product.url}/user?sort=name`);
  const admin = page.getByRole('row', { name: /Asha Menon/ });
  await admin.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Open' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count(), 'a higher role').toBe(0);
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Vikram Rao/ })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
