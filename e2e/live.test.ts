import { setTimeout as wait } from 'node:timers/promises';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneSeeded } from '#apps/server/testing/seeded.ts';
import { type ClonedDatabase, testDatabase } from '#kit/server/testing/database.ts';
import { enter } from './support/enter.ts';
import { leaveBrowser, newVisitor, openBrowser, signIn } from './support/product.ts';
import { login } from './support/writers.ts';

const root = join(import.meta.dirname, '..');
let dataDir: string;
let database: ClonedDatabase;
let child: ChildProcess;
let url: string;
let browser: Browser;
let token: string;

/** The product over a database that the test can reach as well. */
async function start(options: { port?: number }): Promise<string> {
  const shared = { database: database.app, dataDir, alone: true, web: join(root, 'dist/web'), ...options };
  child = spawn(process.execPath, ['e2e/support/shared-product.ts'], {
    cwd: root,
    env: { ...process.env, SHARED: JSON.stringify(shared) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout as NonNullable<ChildProcess['stdout']>) {
    const ready = /^ready (\S+)$/m.exec(String(chunk))?.[1];
    if (ready) return ready;
  }
  throw new Error('The product did not get ready');
}
async function stop(): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-live-'));
  database = await cloneSeeded({ at: testDatabase().startedAt }, dataDir);
  url = await start({});
  browser = await openBrowser();
  token = await login(url);
});
afterAll(async () => {
  await leaveBrowser(browser);
  if (child) await stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ ...testDatabase().admin, database: database.name });
  await client.connect();
  await client.query(text);
  await client.end();
}
async function send(method: string, path: string, body?: object): Promise<{ id: string }> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  expect(answer.ok, JSON.stringify(data)).toBe(true);
  return data;
}
const isLive = (page: Page) => page.getByRole('contentinfo').getByText('Live', { exact: true }).waitFor();
const office = (name: string, code: string) => ({ name, code, state: 'KL', district: 'Kollam', kind: 'UNIT' });
const clerkLoses = (key: string, actions: string) =>
  sql(
    `update permission set actions = ${actions} where module_id = (select id from module where key = '${key}')
       and role_id = (select id from role where name = 'RTO clerk')`,
  );

test('an open list shows the row that another person makes, but no row moves while one is being edited', async () => {
  const clerk = await newVisitor(browser);
  const asha = await newVisitor(browser);
  await enter(clerk.page, url, 'clerk@roadkeeper.test');
  await clerk.page.goto(`${url}/rto?q=live+office&sort=code`);
  await clerk.page.getByText('No match').waitFor();
  await isLive(clerk.page);
  await clerk.page.evaluate('window.sameDocument = true');
  let lists = 0;
  clerk.page.on('request', (request) => {
    if (/\/api\/v1\/rto\?/.test(request.url())) lists += 1;
  });

  await enter(asha.page, url);
  await asha.page.goto(`${url}/rto/new`);
  await asha.page.getByRole('textbox', { name: 'Code', exact: true }).fill('ZZ77');
  await asha.page.getByRole('textbox', { name: 'Office', exact: true }).fill('Live office of Asha');
  await asha.page.getByRole('combobox', { name: 'State' }).fill('kerala');
  await asha.page.getByRole('option', { name: 'Kerala' }).click();
  await asha.page.getByRole('textbox', { name: 'District' }).fill('Kollam');
  await asha.page.getByLabel('Type').selectOption('UNIT');
  // What was shown before the server began to watch is fetched once more when the socket opens; that is over by now.
  lists = 0;
  await asha.page.keyboard.press('Control+s');
  await asha.page.getByRole('heading', { level: 1, name: 'ZZ77 Live office of Asha' }).waitFor();

  const rows = clerk.page.locator('tbody tr:not([aria-hidden])');
  await rows.filter({ hasText: 'Live office of Asha' }).waitFor();
  expect(lists, 'asked for once').toBe(1);

  // The keyboard stays on its row when another one comes above it.
  await clerk.page.locator('tbody .ttl').first().focus();
  await send('POST', '/rto', office('Live office above', 'ZZ11'));
  await rows.nth(1).waitFor();
  expect(await rows.first().textContent()).toContain('Live office above');
  await clerk.page.keyboard.press('ArrowUp');
  expect(
    await clerk.page.evaluate(
      `[...document.querySelectorAll('tbody tr')].findIndex((row) => row.contains(document.activeElement))`,
    ),
  ).toBe(0);

  await clerk.page
    .getByRole('button', { name: /^District: .*, edit$/ })
    .first()
    .click();
  await clerk.page.locator('.inline-edit :focus').waitFor();
  const before = lists;
  await send('POST', '/rto', office('Live office between', 'ZZ44'));
  // Longer than a list ever waits for its turn.
  await clerk.page.waitForTimeout(7_500);
  expect([lists - before, await rows.count()]).toEqual([0, 2]);
  await clerk.page.keyboard.press('Escape');
  await rows.nth(2).waitFor();
  expect(await clerk.page.evaluate('window.sameDocument')).toBe(true);
  expect([...clerk.problems, ...asha.problems]).toEqual([]);
  await clerk.context.close();
  await asha.context.close();
});

test('a record that others change and delete takes nothing along that is being typed into its form', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, url);
  const { id } = await send('POST', '/rto', office('Live office in a form', 'ZZ22'));
  await page.goto(`${url}/rto/${id}/edit`);
  const district = page.getByRole('textbox', { name: 'District' });
  await district.fill('Typed before');
  await isLive(page);
  for (const work of [
    () => send('PUT', `/rto/${id}`, { ...office('Live office in a form', 'ZZ22'), district: 'Of somebody else' }),
    () => send('DELETE', `/rto/${id}`),
  ]) {
    const asked = page.waitForResponse(new RegExp(`/rto/${id}$`));
    await work();
    await asked;
    await page.waitForTimeout(200);
    expect(await district.inputValue()).toBe('Typed before');
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('buttons, menu and page follow the rights of the role without a reload', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, url, 'clerk@roadkeeper.test');
  await sql(`update module set is_menu = true, version = version + 1 where key in ('rto', 'vehicle-brand')`);
  await page.goto(`${url}/rto`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Vehicle brands' }).waitFor();
  await page.getByRole('link', { name: 'New RTO' }).waitFor();
  await isLive(page);
  await page.evaluate('window.sameDocument = true');

  await clerkLoses('rto', "array['view']");
  await page.getByRole('link', { name: 'New RTO' }).waitFor({ state: 'detached' });
  await page.getByText(/^1 to 25 of/).waitFor();
  await clerkLoses('vehicle-brand', 'array[]::text[]');
  await menu.getByRole('link', { name: 'Vehicle brands' }).waitFor({ state: 'detached' });
  await clerkLoses('rto', 'array[]::text[]');
  await page.waitForURL(/\/dashboard$/);
  await page.getByRole('alert').filter({ hasText: 'You do not have permission to view this page' }).waitFor();
  await menu.getByRole('link', { name: 'RTO offices' }).waitFor({ state: 'detached' });
  await clerkLoses('rto', "array['view', 'create', 'edit', 'status', 'export']");
  await menu.getByRole('link', { name: 'RTO offices' }).waitFor();
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

test('a session that is ended elsewhere leaves for the sign-in page by itself', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, url, 'viewer@roadkeeper.test');
  await page.goto(`${url}/rto`);
  await isLive(page);
  const from = performance.now();
  await sql(
    "update session set revoked_at = now() where account_id = (select id from account where email = 'viewer@roadkeeper.test')",
  );
  await page.waitForURL(/\/login\?redirect=%2Frto/);
  expect(performance.now() - from).toBeLessThan(20_000);
  await page.getByText('Your session ended').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a server that starts again is found again, and what changed meanwhile is shown', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, url);
  await page.goto(`${url}/rto?q=restart+office`);
  await isLive(page);
  await page.evaluate('window.sameDocument = true');
  await stop();
  await page.getByRole('contentinfo').getByText('Reconnecting').waitFor();
  // The page notices by itself, and says so wherever it is scrolled to.
  const away = page.getByText('Roadkeeper is not responding. Trying to reconnect…');
  await away.waitFor();
  // What is asked for meanwhile fails, and is there by itself afterwards.
  await page.getByRole('link', { name: 'Vehicle brands' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vehicle brands' }).waitFor();
  await page
    .getByText('No answer')
    .or(page.getByRole('button', { name: 'Try again' }))
    .first()
    .waitFor();
  await sql(
    `insert into rto select (jsonb_populate_record(r, '{"id": "01a1fc17-27e9-7627-921e-d6ed735c0001", "code": "ZZ55", "name": "Restart office"}')).*
       from rto r where code = 'AN01'`,
  );
  await start({ port: Number(new URL(url).port) });
  await away.waitFor({ state: 'detached' });
  await page.getByText(/^1 to 25 of/).waitFor();
  await page.goBack();
  await isLive(page);
  await page.getByRole('row').filter({ hasText: 'Restart office' }).waitFor();
  expect(await page.evaluate('window.sameDocument')).toBe(true);
  await context.close();
});

test('a machine that slept past the end of its token wakes signed in: first the token, then the socket', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.clock.install();
  await signIn(page, url);
  await isLive(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/session\/refresh|live\/ticket/.test(path)) calls.push(path.replace('/api/v1', ''));
  });
  const opened = page.waitForEvent('websocket');
  await page.clock.fastForward('20:00');
  await opened;
  await isLive(page);
  expect(calls.slice(0, 2)).toEqual(['/session/refresh', '/live/ticket']);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  expect(problems).toEqual([]);
  await context.close();
});

test('whoever signs out is not told that the session expired, however late the answer comes', async () => {
  const { page, context } = await newVisitor(browser);
  await signIn(page, url);
  await isLive(page);
  // The session is over on the server, which closes the socket: nothing is asked in its name any more.
  const asked: string[] = [];
  await page.route('**/api/v1/logout', async (route) => {
    const answer = await route.fetch();
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    // Long enough for the page to do what it does about it.
    await wait(1_000);
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await page.unrouteAll({ behavior: 'wait' });
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText('Session Expired').count()).toBe(0);
  expect(asked).toEqual([]);
  await context.close();
});

test('signing out closes the socket', async () => {
  const { page, context } = await newVisitor(browser);
  const opened = page.waitForEvent('websocket');
  await signIn(page, url);
  const socket = await opened;
  await isLive(page);
  const closed = socket.waitForEvent('close');
  await page.getByRole('button', { name: /Asha Menon/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await closed;
  expect(socket.url().endsWith('/api/v1/live'), 'nothing secret in the address').toBe(true);
  await context.close();
});
