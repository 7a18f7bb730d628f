import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

const json = { 'content-type': 'application/json' };
let token: string | undefined;
/** A call of a colleague: the administrator, whose name is Asha Menon. */
async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
  const base = `${product.url}/api/v1`;
  if (token === undefined) {
    const credentials = { email: 'admin@roadkeeper.test', password: 'Demo-Roadkeeper-2026' };
    const login = await fetch(`${base}/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) });
    token = ((await login.json()) as { accessToken: string }).accessToken;
  }
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? json : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** Both sides of what is asked for, by what it is about; nothing is chosen beforehand. */
async function asked(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'This record was changed by someone else' });
  await dialog.waitFor();
  expect(await dialog.locator('input:checked').count()).toBe(0);
  expect(await dialog.getByRole('button', { name: 'Use these values' }).isDisabled()).toBe(true);
  const choose = (label: string, side: 'mine' | 'theirs') =>
    dialog
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
      .getByRole('radio')
      .nth(side === 'mine' ? 0 : 1)
      .check();
  const apply = () => dialog.getByRole('button', { name: 'Use these values' }).click();
  return { dialog, choose, apply };
}
const when = String.raw`\d{1,2} \w{3} \d{4}, \d{2}:\d{2}`;
const notice = (page: Page, fields: string) =>
  page.getByText(new RegExp(`^Asha Menon changed ${fields} on ${when}, while this form was open\\.`));

test('a role that two people change: one is told while the editor is open, and asked only for what both changed', async () => {
  interface Role {
    id: string;
    permissions: { moduleId: string; key: string; actions: string[] }[];
  }
  const offered = await call<Role['permissions']>('GET', '/role/permissions');
  const id = (key: string) => offered.find((one) => one.key === key)?.moduleId;
  const body = { name: 'Dispatch', audience: 'staff', rowScope: 'ALL', description: null };
  const permissions = [
    { moduleId: id('faq'), actions: ['view'] },
    { moduleId: id('sos'), actions: ['view'] },
  ];
  const role = await call<Role>('POST', '/role', { ...body, permissions });
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await go(page, `${product.url}/role/${role.id}/edit`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Dispatch desk');
  await page.getByRole('checkbox', { name: 'FAQs: Edit' }).check();
  await call('PUT', `/role/${role.id}`, {
    ...body,
    name: 'Dispatchers',
    description: 'Plans trips',
    permissions: [
      { moduleId: id('sos'), actions: ['view'] },
      { moduleId: id('rto'), actions: ['view'] },
    ],
  });
  await notice(page, 'Name, Description, Permissions').waitFor();
  expect(await axe(page), 'the notice').toEqual([]);
  await page.getByRole('button', { name: 'Save and close' }).click();
  const { dialog, choose, apply } = await asked(page);
  expect(await dialog.getByRole('rowheader').allTextContents()).toEqual(['Name', 'Permissions: FAQs']);
  await dialog
    .getByText(new RegExp(`^Asha Menon, ${when}$`))
    .first()
    .waitFor();
  await dialog.getByText('Also changed and added to the form: Description, Permissions.').waitFor();
  expect(await axe(page), 'what both changed').toEqual([]);
  await choose('Name', 'theirs');
  await choose('Permissions: FAQs', 'mine');
  await apply();
  expect(await name.inputValue()).toBe('Dispatchers');
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Plans trips');
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('Role updated successfully.').waitFor();
  const saved = await call<Role>('GET', `/role/${role.id}`);
  const held = saved.permissions.filter(({ actions }) => actions.length > 0);
  expect(Object.fromEntries(held.map(({ key, actions }) => [key, actions]))).toEqual({
    faq: ['view', 'edit'],
    sos: ['view'],
    rto: ['view'],
  });
  expect(problems.filter((one) => !one.includes('412'))).toEqual([]);
  await context.close();
});

test('a template that two people write is merged by its parts, and asked for where both wrote the same part', async () => {
  interface Template {
    id: string;
    key: string;
    subject: string;
    body: string;
  }
  const test = (await call<Template[]>('GET', '/mail-template')).find(({ key }) => key === 'test') as Template;
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await go(page, `${product.url}/mail/templates?template=test`);
  const subject = page.getByLabel('Subject', { exact: true });
  const text = page.getByLabel('Text', { exact: true });
  // Each one part: both are kept, and it is said whose the other is.
  await subject.fill('My subject');
  await call('PUT', `/mail-template/${test.id}`, { subject: test.subject, body: 'Their text' });
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await page.getByText(new RegExp(`^Asha Menon changed this template on ${when}, while you were editing\\.`)).waitFor();
  expect([await subject.inputValue(), await text.inputValue()]).toEqual(['My subject', 'Their text']);
  await text.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Template saved.' }).waitFor();
  // The same part: the open page says so, and the save asks.
  await text.fill('My text');
  await call('PUT', `/mail-template/${test.id}`, { subject: 'My subject', body: 'Another text' });
  await notice(page, 'Text').waitFor();
  expect(await text.inputValue()).toBe('My text');
  await text.press('Control+s');
  const { dialog, choose, apply } = await asked(page);
  expect(await dialog.getByRole('rowheader').allTextContents()).toEqual(['Text']);
  await dialog.getByText('Another text').waitFor();
  // The frame of the preview takes no scripts, so axe cannot look into it.
  await page.evaluate('document.querySelector("iframe")?.remove()');
  expect(await axe(page), 'what both wrote').toEqual([]);
  await choose('Text', 'mine');
  await apply();
  await text.press('Control+s');
  await expect
    .poll(async () => (await call<Template>('GET', `/mail-template/${test.id}`)).body, { timeout: 10_000 })
    .toBe('My text');
  expect(problems.filter((one) => !one.includes('412'))).toEqual([]);
  await context.close();
});

test('a module that others rename or move while its dialog is open says so, and neither side wins unseen', async () => {
  interface Module {
    id: string;
    name: string;
    isMenu: boolean;
    route: string | null;
    parentId: string | null;
  }
  const moduleOf = async (name: string) =>
    (await call<Module[]>('GET', '/module')).find((one) => one.name === name) as Module;
  const faqs = await moduleOf('FAQs');
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await go(page, `${product.url}/module`);
  const open = async (title: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await open('FAQs', 'Rename…');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  await name.fill('Questions');
  await call('PUT', `/module/${faqs.id}`, { name: 'Answers', isMenu: faqs.isMenu });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText(new RegExp(`^Asha Menon changed this to “Answers” on ${when}\\. Save again to keep`))
    .waitFor();
  expect(await name.inputValue()).toBe('Questions');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await moduleOf('Questions')).id).toBe(faqs.id);
  // The open dialog says it by itself, too, and takes the new name when it is asked to.
  await open('Questions', 'Rename…');
  await name.fill('Q and A');
  await call('PUT', `/module/${faqs.id}`, { name: 'FAQs', isMenu: faqs.isMenu });
  await notice(page, 'Name').waitFor();
  expect(await name.inputValue()).toBe('Q and A');
  await dialog.getByRole('button', { name: 'Update the form' }).click();
  expect(await name.inputValue()).toBe('FAQs');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // A move is meant for the place where the module was seen.
  await open('FAQs', 'Move to…');
  const under = dialog.getByLabel('Under');
  const all = await call<Module[]>('GET', '/module');
  const groups = all.filter((one) => one.route === null && one.parentId === null && one.id !== faqs.parentId);
  const [fleet, people] = groups as [Module, Module];
  await under.selectOption(fleet.id);
  await call('PUT', `/module/update-parent/${faqs.id}`, { parentId: people.id });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText(new RegExp(`^Asha Menon moved FAQs to ${people.name} on ${when}\\. Check the menu`)).waitFor();
  expect((await moduleOf('FAQs')).parentId).toBe(people.id);
  expect(problems.filter((one) => !/40|41/.test(one))).toEqual([]);
  await context.close();
});

test('a view and one’s own profile that were changed in another window are asked for before they are replaced', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  const view = { name: 'Mine', search: 'state=MH', shared: false, columns: null };
  const { id } = await call<{ id: string }>('POST', '/rto/views', view);
  const stored = async () =>
    (await call<(typeof view & { id: string })[]>('GET', '/rto/views')).find((one) => one.id === id);
  await go(page, `${product.url}/rto?state=MH&view=${id}`);
  await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
  await page
    .getByRole('columnheader', { name: 'District' })
    .getByRole('button', { name: 'District', exact: true })
    .click();
  // What it shows is changed on screen, its name in another window: both are kept, and it is said.
  await call('PUT', `/rto/views/${id}`, { ...view, name: 'Mine too' });
  const save = async (name: string) => {
    await page.getByRole('button', { name: /^Mine/ }).click();
    await page.getByRole('menuitem', { name: `Save “${name}”` }).click();
  };
  await save('Mine');
  await page.getByText('Asha Menon changed Name of the view while you were editing. Both changes are saved.').waitFor();
  expect(await stored()).toMatchObject({ name: 'Mine too', search: 'sort=district&state=MH' });
  // Both changed what it shows.
  await page
    .getByRole('columnheader', { name: 'District' })
    .getByRole('button', { name: 'District', exact: true })
    .click();
  await call('PUT', `/rto/views/${id}`, { ...view, name: 'Mine too', search: 'state=GJ' });
  await save('Mine too');
  await page.getByText(new RegExp(`^This view was changed in another window on ${when}\\. Check`)).waitFor();
  expect(await stored()).toMatchObject({ search: 'state=GJ' });
  await save('Mine too');
  await expect.poll(async () => (await stored())?.search).toBe('sort=-district&state=MH');
  // The dialog for its name says by itself that it has another one by now, and takes that when it is asked to.
  await page.getByRole('button', { name: /^Mine/ }).click();
  await page.getByRole('menuitem', { name: 'Name and sharing' }).click();
  const dialog = page.getByRole('dialog');
  const called = dialog.getByLabel('Name of the view');
  await called.fill('Mine alone');
  await call('PUT', `/rto/views/${id}`, { ...view, name: 'Mine again', search: 'sort=-district&state=MH' });
  await notice(page, 'Name of the view').waitFor();
  expect(await called.inputValue()).toBe('Mine alone');
  expect(await axe(page), 'the dialog of a view').toEqual([]);
  await dialog.getByRole('button', { name: 'Update the form' }).click();
  expect(await called.inputValue()).toBe('Mine again');
  await notice(page, 'Name of the view').waitFor({ state: 'detached' });
  await called.fill('Mine for good');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ name: 'Mine for good', search: 'sort=-district&state=MH' });

  await go(page, `${product.url}/profile`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Asha M.');
  const { mobile } = await call<{ mobile: string | null }>('GET', '/session/profile');
  await call('PUT', '/session/profile', { name: 'A. Menon', mobile });
  await notice(page, 'Name').waitFor();
  expect(await name.inputValue()).toBe('Asha M.');
  expect(await axe(page), 'the notice').toEqual([]);
  await page.getByRole('button', { name: 'Update the form' }).click();
  expect(await name.inputValue()).toBe('A. Menon');
  await call('PUT', '/session/profile', { name: 'Asha Menon', mobile });
  expect(problems.filter((one) => !one.includes('412'))).toEqual([]);
  await context.close();
});
