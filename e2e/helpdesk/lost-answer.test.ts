import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let page: Page;
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
  ({ page } = await newVisitor(browser));
  await enter(page, own.url, 'operations@roadkeeper.test');
}, 120_000);

/** The next write to an address arrives and is done, and its answer never comes back. */
async function loseNextAnswer(path: string): Promise<void> {
  let isLost = false;
  await page.route(
    (url) => url.pathname.startsWith(`/api/v1${path}`),
    async (route) => {
      // A list that is read meanwhile is no write.
      if (isLost || route.request().method() === 'GET') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    },
  );
}

/** A ticket of the demo that is worked on, and has not been chosen before. */
async function openTicket(at: number): Promise<string> {
  const [{ id }] = (await own.sql(
    `select id from help_desk where request_status = '1' and deleted_at is null and status = 1 order by id offset ${at} limit 1`,
  )) as [{ id: string }];
  await page.goto(`${own.url}/help-desk/${id}`);
  return id;
}
const words = () => page.getByRole('textbox', { name: /^Reply to / });
const said = async (id: string, text: string): Promise<number> =>
  (await own.sql('select 1 from ticket_reply where ticket_id = $1 and text = $2', [id, text])).length;

test('a reply whose answer was lost is said once, and the form sees that it has arrived', async () => {
  const id = await openTicket(0);
  await words().fill('We have asked the workshop.');
  await loseNextAnswer(`/help-desk/${id}/remarks`);
  await page.getByRole('button', { name: /^Send reply/ }).click();
  await expect.poll(() => words().inputValue()).toBe('');
  expect(await said(id, 'We have asked the workshop.')).toBe(1);
});

test('a reply that never arrived keeps its words, and the next press sends them once', async () => {
  const id = await openTicket(1);
  await words().fill('The tracker is back.');
  await page.route(
    (url) => url.pathname === `/api/v1/help-desk/${id}/remarks`,
    (route) => route.abort('connectionreset'),
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Send reply/ }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await words().inputValue()).toBe('The tracker is back.');
  await page.getByRole('button', { name: /^Send reply/ }).click();
  await expect.poll(() => words().inputValue()).toBe('');
  expect(await said(id, 'The tracker is back.')).toBe(1);
});

test('a reply with a file that also resolves is said once when the second half is lost', async () => {
  const id = await openTicket(2);
  await words().fill('The invoice is attached.');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await loseNextAnswer('/help-desk/request-status/');
  await page.getByRole('button', { name: 'More send options' }).click();
  await page.getByRole('menuitem', { name: 'Send and resolve' }).click();
  await expect.poll(() => words().inputValue()).toBe('');
  expect(await said(id, 'The invoice is attached.')).toBe(1);
  const statusNow = async () =>
    (await own.sql('select request_status as status from help_desk where id = $1', [id]))[0];
  await expect.poll(statusNow).toEqual({ status: '4' });
});

test('a dialog that is sent again after a lost answer does its work once', async () => {
  await page.goto(`${own.url}/help-team/new`);
  await page.getByLabel('Name', { exact: true }).fill('Lost and found');
  await loseNextAnswer('/help-team');
  const save = page.getByRole('button', { name: /^Save/ }).first();
  await save.click();
  await page.getByRole('alert').first().waitFor();
  await save.click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  expect((await own.sql(`select 1 from help_team where name = 'Lost and found'`)).length).toBe(1);
});
