import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { runningDatabase } from '#kit/server/postgres/running.ts';
import { inEveryDress, type Opens } from './support/dress.ts';
import { enter } from './support/enter.ts';
import { leaveBrowser, newVisitor, openBrowser, type RunningProduct, signIn, startProduct } from './support/product.ts';

let product: RunningProduct;
let browser: Browser;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-e2e-history-'));
  product = await startProduct(dataDir);
  browser = await openBrowser();
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** `npm run history:verify` on the product's folder. */
function verify(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['tools/database/history-verify.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** Changes the database as its owner can and the product cannot. */
async function tamper(sql: string): Promise<void> {
  const app = (await runningDatabase(dataDir)) as ConnectionConfig;
  const { owner } = JSON.parse(await readFile(join(dataDir, 'postgres-passwords.json'), 'utf8')) as { owner: string };
  const config = { ...app, user: 'rk_owner', password: owner, options: '-c app.scope=staff' };
  await withClient(config, (client) => client.query(sql));
}

const open = async (page: Page, path = '/history') => {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
};

test('the chain is checked from the screen, and the command proves it while the product runs and after it ended', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, product.url);
  await open(page);
  await page.getByText(/^[\d,]+ entries, not verified yet$/).waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText(/^History verified: [\d,]+ entries intact, checked/).waitFor();
  const running = await verify();
  expect([running.code, running.output]).toEqual([0, expect.stringMatching(/rows checked[\s\S]*WHOLE/)]);
  // The product was not disturbed.
  await page.reload();
  await page.getByText(/entries intact, checked/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
  await product.kill();
  const killed = await verify();
  expect([killed.code, killed.output]).toEqual([0, expect.stringContaining('WHOLE')]);
  product = await startProduct(dataDir);
  await product.stop();
  const stopped = await verify();
  expect([stopped.code, stopped.output]).toEqual([0, expect.stringContaining('WHOLE')]);
  product = await startProduct(dataDir);
});

test('the history is narrowed to a person by pressing a name, and what is shown is taken away as a file', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const clerk = await newVisitor(browser);
  await signIn(clerk.page, product.url, 'clerk@roadkeeper.test');
  await clerk.context.close();
  await enter(page, product.url);
  await page.goto(`${product.url}/rto?q=MH12`);
  await page.locator('tbody tr').first().getByRole('switch').click();
  await page.getByRole('status').filter({ hasText: 'Status updated successfully.' }).first().waitFor();
  await open(page, '/history?action=sign-in');
  await page.getByRole('listitem').filter({ hasText: 'Signed in' }).first().waitFor();
  await page.getByRole('button', { name: 'Vikram Rao' }).first().click();
  await page.waitForURL(/person=/);
  await page.getByText('By or for Vikram Rao').waitFor();
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Asha Menon' }).count()).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(file.suggestedFilename()).toMatch(/^history-.*\.csv$/);
  expect(text).toContain('Vikram Rao');
  expect(text).not.toContain('Asha Menon');
  await page.getByRole('button', { name: 'Show all users' }).click();
  await page.getByLabel('Action').selectOption('');
  await page.getByRole('listitem').filter({ hasText: 'Exported' }).first().waitFor();
  await page.getByRole('link', { name: 'MH12 Pune' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'MH12 Pune' }).waitFor();
  await page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name: 'History' }).click();
  const tab = page.getByRole('region', { name: 'History' });
  await tab.getByRole('listitem').filter({ hasText: 'Status changed' }).first().waitFor();
  await tab.getByLabel(/^Source/).selectOption('seed');
  await page.waitForURL(/source=seed/);
  await expect.poll(() => tab.getByRole('listitem').count()).toBe(1);
  await tab.getByLabel('Action').selectOption('purge');
  await tab.getByText('No changes match these filters.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a row that was changed in the database is named in red, for everybody and in every dress', async () => {
  await tamper(
    `update history set record_title = 'MH12 Elsewhere' where record_title = 'MH12 Pune' and action = 'create'`,
  );
  const command = await verify();
  expect([command.code, command.output]).toEqual([1, expect.stringMatching(/changed[\s\S]*MH12 Elsewhere/)]);
  const visitor = await newVisitor(browser);
  await enter(visitor.page, product.url);
  const seen: Opens = async (page) => {
    await open(page);
    const check = page.getByRole('button', { name: 'Verify now' });
    await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/history/verify') && one.request().method() === 'POST'),
      check.click(),
    ]);
    // On a busy machine a step of the check may be put off.
    await expect.poll(() => check.isEnabled(), { timeout: 90_000 }).toBe(true);
    const alert = page.getByRole('alert').filter({ hasText: /Tampering detected at entry [\d,]+/ });
    await alert.waitFor();
    await alert.getByText('An entry was changed.').waitFor();
    expect(await alert.textContent()).toContain('Created RTO MH12 Elsewhere');
    expect(await alert.textContent()).toContain('WhoRoadkeeper');
    return alert;
  };
  expect(await inEveryDress(visitor, seen)).toEqual([]);
  await visitor.context.close();
  await tamper(`update history set record_title = 'MH12 Pune' where record_title = 'MH12 Elsewhere'`);
  expect((await verify()).code).toBe(0);
});
