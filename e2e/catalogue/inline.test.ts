import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { wear } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { axe } from '../support/axe.ts';
import { login } from '../support/writers.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);
let token: string;

beforeAll(async () => {
  token = await login(product.url);
});

const ask = async (path: string) =>
  (
    await fetch(`${product.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json() as Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes, read by tests
/** The first office found by these words, as it is stored. */
const office = async (words: string) => (await ask(`/rto?q=${encodeURIComponent(words)}`)).data[0];
const changes = async (words: string): Promise<string[]> =>
  (await ask(`/rto/${(await office(words)).id}/history`)).data
    .filter((one: { action: string }) => one.action === 'update')
    .map((one: { after: object }) => Object.keys(one.after).join());

const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const cell = (page: Page, text: string, label: string) =>
  line(page, text).getByRole('button', { name: new RegExp(`^${label}: .*, edit$`) });
const input = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label} of `));
const focused = (page: Page) =>
  page.evaluate<string>(
    `(() => { const at = document.activeElement; return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent })()`,
  );
/** Opens a cell with the mouse and waits until the keyboard is in it. */
async function edit(page: Page, text: string, label: string): Promise<void> {
  await cell(page, text, label).first().click();
  await page.locator('.inline-edit :focus').waitFor();
}
/** Counts the saves that a page sends. */
function saves(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/rto\/[0-9a-f-]{36}$/.test(request.url())) count += 1;
  });
  return () => count;
}
async function open(page: Page, address: string): Promise<void> {
  await go(page, product.url + address);
  await page.getByText(/^1 to \d+ of/).waitFor();
  await page.locator('.list[aria-busy="false"]').waitFor();
}

test('a value is changed where it stands by mouse: text, choice, flag and reference, each once in the history', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const sent = saves(page);
  await enter(page, product.url);
  await open(page, '/rto?state=MH');
  const height = async () => (await line(page, 'MH12').boundingBox())?.height;
  const before = await height();
  await edit(page, 'MH12', 'District');
  await input(page, 'District').fill('Poona');
  expect(await height()).toBe(before);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'District: Poona, saved' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'District: Poona, edit' }).waitFor();
  expect(await focused(page)).toBe('District: Poona, edit');
  expect(await page.locator('.toast').count()).toBe(0);
  // Leaving with nothing changed sends nothing, by whatever way.
  await edit(page, 'MH12', 'District');
  await page.getByRole('heading', { level: 1 }).click();
  await input(page, 'District').waitFor({ state: 'detached' });
  await edit(page, 'MH12', 'District');
  await input(page, 'District').fill('  Poona ');
  await page.keyboard.press('Enter');
  await input(page, 'District').waitFor({ state: 'detached' });
  expect(sent()).toBe(1);
  // Leaving with something changed saves it.
  await edit(page, 'MH12', 'Type');
  await input(page, 'Type').selectOption('DTO');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Type: District office, edit' }).waitFor();
  expect(sent()).toBe(2);
  expect(await office('MH12')).toMatchObject({ district: 'Poona', kind: 'DTO', name: 'Pune', state: 'MH' });
  expect(await changes('MH12')).toEqual(['kind', 'district']);

  await open(page, '/purpose');
  await edit(page, 'COMMUTE', 'Note required');
  await page.getByRole('radiogroup', { name: 'Note required' }).getByLabel('Yes').check();
  await page.keyboard.press('Enter');
  await line(page, 'COMMUTE').getByRole('button', { name: 'Note required: Yes, edit' }).waitFor();
  await open(page, '/faq');
  await edit(page, 'What is the tolerance?', 'Category');
  await page.keyboard.type('insur');
  await page.getByRole('option', { name: 'Insurance' }).click();
  await page.keyboard.press('Enter');
  await line(page, 'What is the tolerance?').getByRole('button', { name: 'Category: Insurance, edit' }).waitFor();
  const [answer] = (await ask('/faq?q=tolerance')).data;
  expect(answer.answer).toContain('<');
  expect(answer.audience.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('cells are edited by keyboard alone: into the cell, along the row and into the next, and out again', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const sent = saves(page);
  await enter(page, product.url);
  await open(page, '/rto?state=GA');
  await line(page, 'GA01').getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatch(/^Office: .*, edit$/);
  await page.keyboard.press('Enter');
  await page.locator('.inline-edit input:focus').waitFor();
  // Letters that are shortcuts elsewhere, and arrows, belong to what is typed.
  await page.keyboard.type('xce /gd?j');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.type('Q');
  expect(await input(page, 'Office').inputValue()).toBe('Qxce /gd?j');
  expect(new URL(page.url()).pathname).toBe('/rto');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Office: .*, edit$/);
  expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('F2');
  await page.locator('.inline-edit input:focus').waitFor();
  await page.keyboard.type('Panaji town');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Goa north');
  expect(await focused(page)).toMatch(/^District of GA01/);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Type of GA01/);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Office of GA02/);
  await page.keyboard.press('Shift+Tab');
  await page.locator('.inline-edit select:focus').waitFor();
  expect(await focused(page)).toMatch(/^Type of GA01/);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Type: .*, edit$/);
  expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
  await expect
    .poll(() => office('GA01').then(({ name, district }) => [name, district]))
    .toEqual(['Panaji town', 'Goa north']);
  expect(await changes('GA01')).toEqual(['district', 'name']);
  // Two saves at once: the second may have been made again over the first.
  expect(sent()).toBeGreaterThanOrEqual(2);
  expect(sent()).toBeLessThanOrEqual(3);
  expect(problems).toEqual([]);
  await context.close();
});

test('what is wrong is told at the cell and kept until it is right, also by rules between fields and of the list', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const sent = saves(page);
  await enter(page, product.url);
  await open(page, '/rto?state=KL');
  await edit(page, 'KL01', 'District');
  await input(page, 'District').fill('x');
  await page.getByRole('heading', { level: 1 }).click();
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: 'District needs at least 2 characters' }).waitFor();
  const described = await input(page, 'District').getAttribute('aria-describedby');
  expect(await alert.getAttribute('id')).toBe(described);
  // Typed work is not left by accident.
  await page.getByRole('link', { name: 'Reference data' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  expect(await input(page, 'District').inputValue()).toBe('x');
  await input(page, 'District').fill('Trivandrum');
  expect(await alert.count()).toBe(0);
  expect(sent()).toBe(0);
  await page.keyboard.press('Enter');
  await line(page, 'KL01').getByRole('button', { name: 'District: Trivandrum, edit' }).waitFor();
  expect(sent()).toBe(1);

  await open(page, '/vehicle-model?q=3 series gt');
  await edit(page, '3 Series GT', 'Built until');
  await input(page, 'Built until').fill('1990');
  await page.keyboard.press('Tab');
  await alert.filter({ hasText: 'Built until cannot be before built from' }).waitFor();
  await page.keyboard.press('Escape');
  await open(page, '/faq?q=What is the tolerance');
  // The same question of another chapter: the list refuses two of them.
  const [known] = (await ask('/faq?q=What is the tolerance')).data;
  const [chapter] = (await ask('/faq-category?q=account')).data;
  const { answer, question, language, audience, state } = known;
  const made = await fetch(`${product.url}/api/v1/faq`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answer, question, language, audience, state, categoryId: chapter.id, position: 900 }),
  });
  expect(made.status).toBe(201);
  await edit(page, 'What is the tolerance?', 'Category');
  await page.keyboard.type('accou');
  await page.getByRole('option', { name: 'Account' }).click();
  await page.keyboard.press('Enter');
  await alert.filter({ hasText: 'Another FAQ has the same category, language and question' }).waitFor();
  expect(await input(page, 'Category').inputValue()).toBe('Account');
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
  await context.close();
});

test('two people at one record: other fields are merged, the same field is a choice', async () => {
  const one = await newVisitor(browser);
  const two = await newVisitor(browser);
  for (const { page } of [one, two]) {
    await enter(page, product.url);
    await open(page, '/rto?state=DL');
  }
  const type = async (page: Page, label: string, words: string) => {
    await input(page, label).fill(words);
    await page.keyboard.press('Enter');
  };
  const chosen = (page: Page, label: string, words: string) =>
    line(page, 'DL01').getByRole('button', { name: `${label}: ${words}, edit` });
  await edit(two.page, 'DL01', 'District');
  await edit(one.page, 'DL01', 'Office');
  await type(one.page, 'Office', 'Mall Road two');
  await chosen(one.page, 'Office', 'Mall Road two').waitFor();
  await type(two.page, 'District', 'Delhi north');
  await chosen(two.page, 'District', 'Delhi north').waitFor();
  expect(await office('DL01')).toMatchObject({ name: 'Mall Road two', district: 'Delhi north' });
  expect(await changes('DL01')).toEqual(['district', 'name']);

  for (const [button, theirs, mine, stands] of [
    ['Keep mine', 'Theirs one', 'Mine one', 'Mine one'],
    ['Take theirs', 'Theirs two', 'Mine two', 'Theirs two'],
  ] as const) {
    await two.page.reload();
    await edit(two.page, 'DL01', 'Office');
    await one.page.reload();
    await edit(one.page, 'DL01', 'Office');
    await type(one.page, 'Office', theirs);
    await chosen(one.page, 'Office', theirs).waitFor();
    await type(two.page, 'Office', mine);
    await two.page
      .getByRole('alert')
      .filter({ hasText: `changed this to “${theirs}”` })
      .waitFor();
    expect(await office('DL01')).toMatchObject({ name: theirs });
    expect(await focused(two.page)).toBe('Keep mine');
    if (button === 'Take theirs') await two.page.keyboard.press('Tab');
    expect(await focused(two.page)).toBe(button);
    await two.page.keyboard.press('Enter');
    await chosen(two.page, 'Office', stands).waitFor();
    expect(await focused(two.page)).toBe(`Office: ${stands}, edit`);
    expect(await office('DL01')).toMatchObject({ name: stands, district: 'Delhi north' });
  }
  expect((await changes('DL01')).length).toBe(5);
  expect([...one.problems, ...two.problems]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

test('who may not edit sees plain values, and a failed save keeps what was typed', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url, 'clerk@roadkeeper.test');
  await open(page, '/vehicle-type');
  expect(await page.getByRole('button', { name: /, edit$/ }).count()).toBe(0);
  expect(await line(page, 'Ambulance').textContent()).toContain('4');
  await open(page, '/rto?state=PB');
  await edit(page, 'PB01', 'District');
  await input(page, 'District').fill('Somewhere');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
  expect(await input(page, 'District').inputValue()).toBe('Somewhere');
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await line(page, 'PB01').getByRole('button', { name: 'District: Somewhere, edit' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the focus follows a row that its order carries off, and right-to-left turns the arrows', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await open(page, '/rto?state=GJ&sort=name&size=50');
  const first = page.locator('tbody tr').first();
  const code = (await first.getByRole('link').textContent()) as string;
  await edit(page, code, 'Office');
  await input(page, 'Office').fill('Zz at the end');
  await page.keyboard.press('Enter');
  await page.locator('tbody tr').last().filter({ hasText: code }).waitFor();
  await expect.poll(() => focused(page)).toBe('Office: Zz at the end, edit');
  await expect
    .poll(() =>
      page.evaluate(
        `(() => { const a = document.activeElement.getBoundingClientRect(); return document.elementFromPoint(a.x + 20, a.y + 10) !== null && document.activeElement.contains(document.elementFromPoint(a.x + 20, a.y + 10)) })()`,
      ),
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Change text direction' }).click();
  await cell(page, code, 'Office').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toMatch(/^District: /);
  await page.keyboard.press('Enter');
  await page.locator('.inline-edit input:focus').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatch(/^District of /);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatch(/^Office: /);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Edit a cell').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a row that its order takes off the page leaves neither typed work nor the keyboard behind', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await open(page, '/rto?state=TN&sort=name&size=10');
  const codes = await page.locator('tbody .ttl').allTextContents();
  const [one, two] = codes as [string, string];
  // The save takes its time, so that the next cell is being edited when the list comes anew.
  await page.route(/\/api\/v1\/rto\/[0-9a-f-]{36}$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await edit(page, one, 'Office');
  await input(page, 'Office').fill('Zz first');
  await page.keyboard.press('Tab');
  await input(page, 'District').fill('Nilgiris west');
  await line(page, one).waitFor({ state: 'detached' });
  await expect
    .poll(() => office(one).then(({ name, district }) => [name, district]), { timeout: 5_000 })
    .toEqual(['Zz first', 'Nilgiris west']);
  await edit(page, two, 'Office');
  await input(page, 'Office').fill('Zz second');
  await page.keyboard.press('Enter');
  await line(page, two).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^Office: .*, edit$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('axe finds nothing at an open cell with an error, and nothing clips it in compact rows', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, product.url);
  await open(page, '/vehicle-model');
  await page.getByRole('button', { name: 'Compact rows' }).click();
  const row = page.locator('tbody tr').nth(3);
  const before = await row.boundingBox();
  await row.getByRole('button', { name: /^Built until: / }).click();
  await input(page, 'Built until').fill('12');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'must be at least 1900' }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  const seen = await input(page, 'Built until').evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [left + 3, right - 3].every((x) => node.ownerDocument.elementFromPoint(x, middle) === node);
  });
  expect(seen).toBe(true);
  expect(await axe(page)).toEqual([]);
  await wear(page, { skin: 'dark', direction: 'ltr' });
  expect(await axe(page, 'colours'), 'dark').toEqual([]);
  await page.getByRole('alert').filter({ hasText: 'must be at least 1900' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a code stands in the middle of its box, also where it can be changed', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await open(page, '/vehicle-brand');
  await page.locator('.inline-value > .code').first().waitFor();
  const offCentre = await page.evaluate<number>(`(() => {
    const box = document.querySelector('.inline-value > .code');
    const words = document.createRange();
    words.selectNodeContents(box);
    const [of, within] = [words.getBoundingClientRect(), box.getBoundingClientRect()];
    return Math.abs((of.top + of.bottom - within.top - within.bottom) / 2);
  })()`);
  expect(offCentre).toBeLessThan(1.5);
  expect(problems).toEqual([]);
  await context.close();
});
