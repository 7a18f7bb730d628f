import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { journeys } from '../support/journeys.ts';
import { type FoundRoles, roleScreens } from '../support/role-screens.ts';

const { product, browser } = await journeys(startDemo);

const json = { 'content-type': 'application/json' };
/** One session for all calls: each further one would end the oldest of the pages'. */
let token: Promise<string> | undefined;
async function signedIn(): Promise<string> {
  const credentials = { email: 'admin@roadkeeper.test', password: 'Demo-Roadkeeper-2026' };
  const login = { method: 'POST', headers: json, body: JSON.stringify(credentials) };
  return ((await (await fetch(`${product.url}/api/v1/login`, login)).json()) as { accessToken: string }).accessToken;
}

/** A call to the running product, as the administrator. */
async function call(method: string, path: string, body?: object) {
  const base = `${product.url}/api/v1`;
  const accessToken = await (token ??= signedIn());
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, ...(body ? json : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}
type Row = Record<string, unknown> & { id: string; name: string };
const find = async (path: string, name: string) =>
  ((await call('GET', path === '/module' ? path : `${path}?take=100`)) as Row[]).find(
    (one) => one.name === name,
  ) as Row;

/** Names of the roles as the list shows them. */
const order = (page: Page) => page.locator('.modules__levels .modules__what a').allTextContents();
const menuOf = (page: Page, group: string) =>
  page.locator('nav.menu > div').filter({ has: page.getByRole('heading', { name: group, exact: true }) });

/** Drags by the middle of one thing to the middle of another, in a few steps like a hand. */
async function drag(page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>, part = 0.5) {
  await from.scrollIntoViewIfNeeded();
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('Nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  const [x, y] = [start.x + start.width / 2, end.y + end.height * part];
  await page.mouse.move(x, start.y + 10, { steps: 3 });
  await page.mouse.move(x, y, { steps: 12 });
  await page.mouse.up();
}

test('a role is copied, ticked and put in its place; a module moves after its preview, and whoever has the role sees it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/role`);
  await page.getByRole('link', { name: 'RTO clerk', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'RTO clerk' }).waitFor();
  await page.getByRole('button', { name: 'Actions for RTO clerk' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate role' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of RTO clerk' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Pune clerk');
  // By mouse: a right brings the view of its module along, and both are marked until they are saved.
  const cell = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await cell('History: Export').check();
  expect(await cell('History: View').isChecked()).toBe(true);
  expect(
    await page
      .locator('td.rights__changed')
      .filter({ has: cell('History: Export') })
      .count(),
  ).toBe(1);
  // By keyboard: arrows go from cell to cell, Space ticks.
  await cell('SOS numbers: View').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(await cell('SOS numbers: Edit').isChecked()).toBe(true);
  // A whole row and back, and a mixed one in between.
  const row = page.getByRole('checkbox', { name: 'All permissions in Road types' });
  await row.click();
  expect(await cell('Road types: Delete').isChecked()).toBe(true);
  await cell('Road types: Delete').uncheck();
  expect(await row.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(true);
  await row.click();
  await row.click();
  expect(await cell('Road types: View').isChecked()).toBe(false);
  await cell('Road types: View').check();
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Pune clerk' }).waitFor();

  // Its level: dragged between two others, one further by keyboard, saved as one change, taken back and saved again.
  await page.goto(`${product.url}/role`);
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).waitFor();
  const before = await order(page);
  expect(before.indexOf('Pune clerk')).toBe(before.indexOf('Finance') + 1);
  const line = (name: string) => page.locator('.modules__levels > li').filter({ hasText: name });
  await drag(page, page.getByRole('button', { name: 'Move Pune clerk', exact: true }), line('Insurance desk'));
  await expect
    .poll(() => order(page).then((names) => names.indexOf('Pune clerk')))
    .toBe(before.indexOf('Insurance desk'));
  await page.getByRole('button', { name: 'Move Pune clerk', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  const wanted = await order(page);
  expect(wanted.indexOf('Pune clerk')).toBe(before.indexOf('Insurance desk') + 1);
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByText('Role Level updated successfully.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => order(page)).toEqual(before);
  await page.getByRole('button', { name: 'Move Pune clerk up' }).click();
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Save order' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Pune clerk', exact: true }).waitFor();
  const after = await order(page);
  expect(after.indexOf('Pune clerk')).toBe(before.indexOf('Finance'));

  // Somebody with this role is at work.
  const [{ id: roleId }, vikram] = [await find('/role', 'Pune clerk'), await find('/user', 'Vikram Rao')];
  const { name, email, mobile, reportsToId } = vikram;
  await call('PUT', `/user/${vikram.id}`, { name, email, mobile, reportsToId, roleId });
  const clerk = await newVisitor(browser);
  const office = await find('/module', 'RTO offices');
  await call('PUT', `/module/${office.id}`, { name: office.name, isMenu: true });
  await signIn(clerk.page, product.url, 'clerk@roadkeeper.test');
  await menuOf(clerk.page, 'Administration').getByRole('link', { name: 'RTO offices' }).waitFor();

  // The module goes under another group, after a look at whose menu that changes.
  await go(page, `${product.url}/module`);
  const module = (text: string) => page.locator('.modules__modules > li').filter({ hasText: text });
  await module('/rto').waitFor();
  await drag(page, page.getByRole('button', { name: 'Move RTO offices to another place' }), module('Help centre'), 0.2);
  const dialog = page.getByRole('dialog', { name: 'Move RTO offices' });
  await dialog.getByText(/Pune clerk/).waitFor();
  await dialog.getByText('RTO offices: Administration').first().waitFor();
  expect(await dialog.getByLabel('Under').inputValue()).toBe((await find('/module', 'Help')).id);
  expect(await axe(page), 'move with its preview').toEqual([]);
  await dialog.getByLabel('Under').selectOption({ label: 'Fleet' });
  await dialog.locator('.modules__menu-changes').getByText('Fleet', { exact: true }).first().waitFor();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('Module Shifted successfully.').waitFor();
  await menuOf(page, 'Fleet').getByRole('link', { name: 'RTO offices' }).waitFor();
  await clerk.page.reload();
  await menuOf(clerk.page, 'Fleet').getByRole('link', { name: 'RTO offices' }).waitFor();
  await menuOf(clerk.page, 'Administration').getByRole('link', { name: 'History' }).waitFor();
  await clerk.context.close();

  // The two clerks beside each other, and why one of them may do what the other may not.
  await go(page, `${product.url}/role/compare`);
  await page.getByLabel('First role').selectOption({ label: 'RTO clerk' });
  await page.getByLabel('Second role').selectOption({ label: 'Pune clerk' });
  const compared = page.getByRole('row').filter({ hasText: 'History' });
  await compared.getByText('+ Export').waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'RTO offices' }).count()).toBe(0);
  await page.getByRole('radio', { name: 'Everything' }).check();
  await page.getByRole('row').filter({ hasText: 'RTO offices' }).waitFor();
  await page.getByRole('link', { name: 'Permission check' }).click();
  await page.getByRole('combobox', { name: 'User' }).fill('vikram');
  await page.getByRole('option', { name: 'Vikram Rao' }).click();
  await page.getByLabel('Module').selectOption({ label: 'RTO offices' });
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Delete' });
  await page.getByText(/^No: Vikram Rao cannot delete RTO offices/).waitFor();
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Edit' });
  await page.getByRole('combobox', { name: 'RTO' }).fill('MH12');
  await page.getByRole('option', { name: /MH12 Pune/ }).click();
  await page.getByText('Yes: Vikram Rao can change MH12 Pune').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('what the editor lacks cannot be ticked and says why; leaving and overtaking lose nothing', async () => {
  const lead = (await call('GET', '/role/permissions')) as { moduleId: string; key: string }[];
  const grants: Record<string, string[]> = { role: ['view', 'create', 'edit'], rto: ['view', 'edit'] };
  const permissions = lead.flatMap(({ moduleId, key }) => (grants[key] ? [{ moduleId, actions: grants[key] }] : []));
  const body = { name: 'Lead', audience: 'staff', rowScope: 'ALL', permissions };
  const made = (await call('POST', '/role', body)) as Row;
  const roles = (await call('GET', '/role?take=100&sort=level')) as (Row & { level: number })[];
  const others = roles.filter((one) => one.level > 0 && one.id !== made.id).map((one) => one.id);
  await call('POST', '/role/update-level', { roleIds: [made.id, ...others] });
  const vikram = await find('/user', 'Vikram Rao');
  const { name, email, mobile, reportsToId } = vikram;
  await call('PUT', `/user/${vikram.id}`, { name, email, mobile, reportsToId, roleId: made.id });

  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url, 'clerk@roadkeeper.test');
  await page.goto(`${product.url}/role`);
  await page.getByRole('link', { name: 'Super admin', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Super admin' }).waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  const support = await find('/role', 'Support');
  await go(page, `${product.url}/role/${support.id}/edit`);
  const locked = page.getByRole('checkbox', { name: 'FAQs: Delete' });
  await locked.waitFor();
  expect(await locked.getAttribute('aria-disabled')).toBe('true');
  const reason = await locked.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason}"]`).textContent()).toMatch(
    /You do not have “Delete” in FAQs, so you cannot grant or remove it/,
  );
  await locked.click({ force: true });
  expect(await locked.isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'RTO offices: Edit' }).check();
  // Leaving asks; staying keeps what was ticked.
  await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByRole('checkbox', { name: 'RTO offices: Edit' }).isChecked()).toBe(true);
  // Somebody else saves in between: what was ticked here is laid over their version.
  const full = (await call('GET', `/role/${support.id}`)) as Row & {
    permissions: { moduleId: string; actions: string[] }[];
  };
  await call('PUT', `/role/${support.id}`, {
    name: full.name,
    audience: 'staff',
    rowScope: 'ALL',
    description: 'Another text',
    permissions: full.permissions.map(({ moduleId, actions }) => ({ moduleId, actions })),
  });
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText(/^Asha Menon saved this role on .*, while you were editing\./).waitFor();
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Another text');
  expect(await page.getByRole('checkbox', { name: 'RTO offices: Edit' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('Role updated successfully.').waitFor();
  await page.getByRole('link', { name: 'History', exact: true }).last().click();
  await page.getByText('RTO offices: view, edit').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('no and not offered look different, and an earlier state of the permissions is restored from the history', async () => {
  const permissions = (await call('GET', '/role/permissions')) as { moduleId: string; key: string }[];
  const id = (key: string) => permissions.find((one) => one.key === key)?.moduleId;
  const body = { name: 'Night desk', audience: 'staff', rowScope: 'ALL' };
  const faq = { moduleId: id('faq'), actions: ['view', 'edit'] };
  const made = (await call('POST', '/role', { ...body, permissions: [faq] })) as Row;
  await call('PUT', `/role/${made.id}`, { ...body, permissions: [{ moduleId: id('sos'), actions: ['view'] }] });

  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/role/${made.id}`);
  const sign = async (row: string, column: number) =>
    page
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${row}`) })
      .first()
      .locator('td')
      .nth(column)
      .locator('[aria-hidden]')
      .evaluate((one) => {
        const browser = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
        const { borderTopStyle, backgroundImage } = browser.getComputedStyle(one);
        return [borderTopStyle, backgroundImage === 'none' ? 'plain' : 'hatched'];
      });
  await page.getByRole('table').waitFor();
  // History can be viewed and exported, and nothing else in it is offered to anybody.
  expect(await sign('History', 0)).toEqual(['solid', 'plain']);
  expect(await sign('History', 1)).toEqual(['none', 'hatched']);
  await page.getByText('Not available', { exact: true }).last().waitFor();

  await page.getByRole('link', { name: 'History', exact: true }).last().click();
  await page.getByRole('link', { name: 'Restore permissions' }).last().click();
  await page.getByText('These are the permissions as they were after that change.').waitFor();
  const cell = (name: string) => page.getByRole('checkbox', { name, exact: true });
  expect(await cell('FAQs: Edit').isChecked()).toBe(true);
  expect(await cell('SOS numbers: View').isChecked()).toBe(false);
  expect(await axe(page), 'what is restored').toEqual([]);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('Role updated successfully.').waitFor();
  const now = (await call('GET', `/role/${made.id}`)) as Row & { permissions: { key: string; actions: string[] }[] };
  const held = now.permissions.filter(({ actions }) => actions.length > 0).map(({ key, actions }) => [key, actions]);
  expect(held).toEqual([['faq', ['view', 'edit']]]);

  // Many at once, as in a copy: what is granted is read before it is saved, and Cancel keeps the draft.
  await page.goto(`${product.url}/role/new?copy=${(await find('/role', 'RTO clerk')).id}`);
  await page.getByLabel('Name', { exact: true }).fill('Thane clerk');
  await cell('SOS numbers: Edit').check();
  await page.keyboard.press('Control+s');
  const sure = page.getByRole('dialog', { name: 'Change the permissions of Thane clerk?' });
  const told = sure
    .locator('dt')
    .filter({ hasText: /^SOS numbers$/ })
    .locator('xpath=following-sibling::dd');
  expect(await told.textContent()).toMatch(/^Granted: View, Edit\.\s*$/);
  expect(await axe(page), 'the difference').toEqual([]);
  await sure.getByRole('button', { name: 'Cancel' }).click();
  expect(await cell('SOS numbers: Edit').isChecked()).toBe(true);
  await page.keyboard.press('Control+s');
  await sure.getByRole('button', { name: /^Save \d+ changes$/ }).click();
  await page.getByText('Role added successfully.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a role in use is deactivated after a question, and people are given their offices', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  const viewer = await find('/role', 'Client viewer');
  await page.goto(`${product.url}/role/${viewer.id}`);
  await page.getByRole('switch', { name: /Active/ }).click();
  const ask = page.getByRole('dialog', { name: 'Deactivate Client viewer?' });
  await ask.getByText('5 users have this role.').waitFor();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  expect((await find('/role', 'Client viewer'))['status']).toBe(1);
  await page.getByRole('link', { name: /^People/ }).click();
  await page.getByRole('link', { name: 'Rohan Kulkarni' }).waitFor();

  const keeper = (await call('POST', '/role', {
    name: 'Office keeper',
    audience: 'staff',
    rowScope: 'OWN_RTO',
    permissions: [],
  })) as Row;
  await call('POST', '/user', { name: 'Omkar Patil', email: 'omkar@example.in', roleId: keeper.id });
  await go(page, `${product.url}/user`);
  await page.getByRole('link', { name: 'Data scopes' }).click();
  await page.getByRole('button', { name: 'Change Omkar Patil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Data scope of Omkar Patil' });
  await dialog.getByRole('combobox', { name: 'Add office' }).fill('MH12');
  await page.getByRole('option', { name: /MH12 Pune/ }).click();
  await dialog.getByText('MH12 Pune').waitFor();
  expect(await axe(page), 'offices of a person').toEqual([]);
  await dialog.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('User updated successfully.').waitFor();
  await page.locator('.modules__scopes').getByText('MH12 Pune').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the tab of the module page is remembered, and a module is renamed, hidden and found again', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/module`);
  const selected = () => page.getByRole('tab', { selected: true }).textContent();
  await page.getByRole('tab', { name: /^All/ }).waitFor();
  expect(await selected()).toMatch(/^All/);
  const actions = (name: string, what: string) =>
    page
      .getByRole('button', { name: `Actions for ${name}`, exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: what }).click());
  await actions('Help centre', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Reasons');
  await page.keyboard.press('Enter');
  await page.getByText('Module updated successfully.').waitFor();
  await actions('Reasons', 'Remove from menu');
  await page.getByRole('tab', { name: /^Not in the menu/ }).click();
  await page.getByText('/help', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('/help', { exact: true }).waitFor();
  expect(await selected()).toMatch(/^Not in the menu/);
  expect(await page.locator('nav.menu').getByRole('link', { name: 'Reasons' }).count()).toBe(0);
  await actions('Reasons', 'History');
  await page.getByRole('dialog', { name: 'History of Reasons' }).getByText('In the menu').waitFor();
  await page.keyboard.press('Escape');
  await actions('Reasons', 'Add to menu');
  await page.locator('nav.menu').getByRole('link', { name: 'Reasons' }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await selected()).toMatch(/^In the menu/);
  await context.close();
});

const found: FoundRoles = { support: '', operations: '', meera: '' };

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    // Typed work is left: the browser asks, and is told to go on.
    visitor.page.on('dialog', (dialog) => void dialog.accept());
    await enter(visitor.page, product.url);
    found.support = (await find('/role', 'Support')).id;
    found.operations = (await find('/role', 'Operations')).id;
    found.meera = (await find('/app-user', 'Meera Joshi')).id;
  });
  afterAll(() => visitor?.context.close());

  test.each(roleScreens(product.url, found))('%s', async (_, open) => {
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
