import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { type OwnProduct, startDemo } from '../support/own-product.ts';
import { leaveBrowser, newVisitor, openBrowser } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
beforeAll(async () => {
  own = await startDemo();
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

test('Support forwards a ticket to a role, and who holds it finds it under Mine, with their name in the filter', async () => {
  const [{ id, no }] = (await own.sql(
    `select id, ticket_no as no from help_desk where request_status = '1' and deleted_at is null and status = 1 order by id limit 1`,
  )) as [{ id: string; no: string }];
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'support@roadkeeper.test');
  await page.goto(`${own.url}/help-desk/${id}`);
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
  await page.getByRole('button', { name: 'Forward', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Person/ }).fill('Vikram');
  expect(await page.getByRole('option', { name: /Vikram Rao/ }).count()).toBe(0);
  await dialog.getByRole('combobox', { name: /^Person/ }).fill('');
  await dialog.getByRole('combobox', { name: /^Role/ }).fill('Finan');
  await page.getByRole('option', { name: 'Finance' }).click();
  await dialog.getByLabel(/^Reason/).fill('A question of the invoice');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Forward' }).click();
  await page.getByText('Ticket forwarded to Finance.').first().waitFor();

  const finance = (await newVisitor(browser)).page;
  await enter(finance, own.url, 'finance@roadkeeper.test');
  await finance.goto(`${own.url}/help-desk`);
  await finance
    .getByRole('link', { name: /^Mine/ })
    .or(finance.getByRole('tab', { name: /^Mine/ }))
    .first()
    .click();
  await finance.getByText(no).first().waitFor();
  await finance.getByRole('button', { name: 'With Suresh Pillai', exact: true }).waitFor();
});
