import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { axe } from '../support/axe.ts';
import { journeys } from '../support/journeys.ts';

const { product, browser } = await journeys(startDemo);

const rows = 6_000;

beforeAll(async () => {
  await importReasons();
});

/** Six thousand more reasons to ask for help, by the door that imports use. */
async function importReasons(): Promise<void> {
  const call = async <Answer>(method: string, path: string, body?: unknown, token?: string): Promise<Answer> => {
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as Answer;
  };
  const { accessToken } = await call<{ accessToken: string }>('POST', '/login', {
    email: 'admin@roadkeeper.test',
    password: 'Demo-Roadkeeper-2026',
  });
  const cells = (at: number) => ({ name: `Reason ${at}`, code: `REASON_${at}`, appliesTo: 'Trips', needsNote: 'no' });
  const { data } = await call<{ data: { id: string } }>(
    'POST',
    '/purpose/import',
    {
      mode: 'create',
      key: ['id'],
      fileName: 'reasons.csv',
      partial: true,
      rows: Array.from({ length: rows }, (_, at) => ({ line: at + 2, cells: { ...cells(at), position: `${at}` } })),
    },
    accessToken,
  );
  const batch = async () =>
    (await call<{ data: { state: string } }>('GET', `/purpose/import/${data.id}`, undefined, accessToken)).data;
  for (let now = await batch(); now.state !== 'done'; now = await batch()) await sleep(500);
}

test('six thousand rows are made into a file while its owner goes on, and fetched where the owner is by then', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose?q=Reason`);
  await page.getByText(/^1 to 25 of 6,000$/).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'All 6,000 as CSV' }).click();
  await page.getByRole('status').filter({ hasText: 'Exporting 6,000 purposes' }).waitFor();
  await page.getByRole('link', { name: 'Reference data', exact: true }).click();
  await page.getByRole('link', { name: 'RTO offices', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'RTO offices' }).waitFor();
  const ready = page.getByRole('status').filter({ hasText: /^purpose-.*\.csv is ready: 6,000 rows/ });
  await ready.waitFor({ timeout: 30_000 });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    ready.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^purpose-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(rows + 1);
  expect(lines[0]?.slice(1)).toMatch(/^Name,Code,Used for/);
  await ready.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});

test('a selection of all is exported the same way, and the page of exports shows how far it is', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await page.goto(`${product.url}/purpose?q=Reason`);
  await page
    .getByText(/^1 to \d+ of/)
    .first()
    .waitFor();
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: /^Select all 6,000/ }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'XLSX' }).click();
  // The state of a moment, held for as long as it takes to look at it.
  await page.route('**/api/v1/export', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { state: string; done: number }[] };
    if (body.data[0]) Object.assign(body.data[0], { state: 'running', done: 2_000 });
    await route.fulfill({ response: answer, json: body });
  });
  // To its page by keyboard.
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type('my exp');
  await page.getByRole('option', { name: 'My exports' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'My exports' }).waitFor();
  const line = page.getByRole('listitem').filter({ hasText: '.xlsx' });
  await line.getByRole('progressbar', { name: /^Progress of purpose-.*\.xlsx$/ }).waitFor();
  await line.getByText('In progress').waitFor();
  await line.getByText('2,000 of 6,000 rows').waitFor();
  expect(await axe(page), 'under way').toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await line.getByText('Ready').waitFor({ timeout: 60_000 });
  await line.getByText('6,000 rows').waitFor();
  await line.getByText('expires in 7 days').waitFor();
  expect(await axe(page), 'ready').toEqual([]);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    line.getByRole('button', { name: /^Download purpose/ }).click(),
  ]);
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
  // Told once: the message is not there again after the page was loaded anew.
  await page.getByRole('status').filter({ hasText: '.xlsx is ready' }).waitFor();
  await page.reload();
  await line.getByText('Ready').waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'is ready' }).count()).toBe(0);
  await line.getByRole('button', { name: /^Delete purpose/ }).click();
  await line.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});

test('the page of exports holds in every dress, and at 800 px', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, product.url);
  const open: Opens = async (page) => {
    await page.goto(`${product.url}/exports`);
    return shown(page.getByRole('button', { name: /^Download purpose/ }));
  };
  expect(await inEveryDress(visitor, open)).toEqual([]);
  await page.setViewportSize({ width: 800, height: 900 });
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  await context.close();
});
