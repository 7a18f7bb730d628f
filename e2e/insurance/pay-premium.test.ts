import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { as } from '../support/as.ts';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { type OwnProduct, startOwnProduct } from '../support/own-product.ts';
import { faxedPdf } from '../support/pdf.ts';
import { leaveBrowser, newVisitor, openBrowser } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
let today: string;
let policy: { id: string; totalPaise: number };
let wallet: string;
const inIndia = (day: string) => day.split('-').toReversed().join('/');

const idOf = async (text: string) => String((await own.sql(text))[0]?.['id']);

beforeAll(async () => {
  own = await startOwnProduct();
  browser = await openBrowser();
  today = indiaDay(own.clock.now());
  const { must: client } = await as(own.url, 'client@roadkeeper.test');
  const { must: desk } = await as(own.url, 'operations@roadkeeper.test');
  wallet = (await client('POST', '/wallet', {})).id;
  for (let at = 0; at < 6; at += 1)
    await desk('POST', '/wallet/adjustment', {
      walletId: wallet,
      transactionType: 1,
      amountPaise: 500_000,
      note: 'Money to pay with',
    });
  const vehicle = await client('POST', '/vehicle', {
    registrationNo: 'MH12QZ8201',
    modelId: await idOf('select id from vehicle_model order by name, id limit 1'),
    categoryId: await idOf('select id from vehicle_category where not is_transport order by name limit 1'),
    chassisNo: 'MA3FJEB1S00008201',
    engineNo: 'K12MN8201',
  });
  const [from, to] = [addDays(today, -345), addDays(today, 19)];
  policy = (await desk('POST', '/app-user-policy', {
    policyNo: 'POL/PAY/0001',
    insurerId: await idOf('select id from insurer order by name limit 1'),
    vehicleId: vehicle.id,
    coverType: 'PACKAGE',
    issued: true,
    odFrom: from,
    odTo: to,
    tpFrom: from,
    tpTo: to,
    odPremiumPaise: 1_000_000,
    tpPremiumPaise: 341_600,
  })) as unknown as typeof policy;
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

const balance = async () =>
  Number((await own.sql('select balance_paise as n from ledger_account where id = $1', [wallet]))[0]?.['n']);
const act = async (page: Page, name: RegExp) => {
  await page
    .locator('.record-head')
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name }).click();
};
const dialog = (page: Page) => page.getByRole('dialog');

test('a premium is paid from the wallet, refunded with the cancellation, and open again once the policy is reinstated', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/app-user-policy/${policy.id}`);
  const before = await balance();
  await page.getByText(/^Premium of .*: no payment recorded$/).waitFor();
  await page.getByRole('button', { name: 'Pay from wallet' }).click();
  await dialog(page)
    .getByText(/^Available after payment/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await page.getByRole('status').filter({ hasText: 'Premium paid from the wallet.' }).waitFor();
  await page.getByText(/no payment recorded/).waitFor({ state: 'detached' });
  expect(await balance()).toBe(before - policy.totalPaise);

  // What is missing is said at its field, and what is left of the year is suggested.
  await act(page, /^Cancel /);
  await dialog(page).getByRole('button', { name: 'Cancel policy' }).click();
  await dialog(page).getByText('Enter a reason').waitFor();
  await dialog(page)
    .getByLabel('Cancelled from')
    .fill(inIndia(addDays(today, 1)));
  await dialog(page).getByLabel('Reason').fill('Vehicle sold');
  await dialog(page)
    .getByText(/^Pro rata for 19 unused days/)
    .waitFor();
  await dialog(page).getByLabel('Refund (₹)').fill('ten');
  await dialog(page).getByRole('button', { name: 'Cancel policy' }).click();
  await dialog(page).getByText('Enter an amount in rupees').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Use', exact: true }).click();
  const refund = Math.floor((policy.totalPaise * 19) / 365);
  expect(await dialog(page).getByLabel('Refund (₹)').inputValue()).toBe(String(refund / 100));
  await dialog(page).getByRole('button', { name: 'Cancel policy' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /credited to the wallet/ })
    .waitFor();
  expect(await balance()).toBe(before - policy.totalPaise + refund);

  await act(page, /^Reinstate /);
  await dialog(page).getByLabel('Reason').fill('The sale fell through');
  await dialog(page).getByRole('button', { name: 'Reinstate policy' }).click();
  await page.getByRole('status').filter({ hasText: 'Policy reinstated.' }).waitFor();
  await page.getByText(/of the premium is not paid$/).waitFor();
  await page
    .getByRole('link', { name: 'Insurance history' })
    .or(page.getByRole('tab', { name: 'Insurance history' }))
    .first()
    .click();
  await page.getByText('The sale fell through').waitFor();
  await page.context().close();
});

test('chosen policies are reminded of once, and the dashboard opens the adjustments that it counts', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/app-user-policy?q=POL%2FPAY%2F0001`);
  const remind = async () => {
    await page.getByRole('checkbox', { name: /POL\/PAY\/0001/ }).check();
    await page.getByRole('button', { name: 'Send renewal reminder' }).click();
    await dialog(page).getByRole('button', { name: 'Send reminder' }).click();
  };
  await remind();
  await page.getByRole('status').filter({ hasText: '1 reminder sent, 0 skipped' }).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await remind();
  await dialog(page)
    .getByText(/^A reminder was sent on/)
    .waitFor();
  await page.keyboard.press('Escape');

  const { must: finance } = await as(own.url, 'finance@roadkeeper.test');
  await finance('POST', '/wallet/adjustment', {
    walletId: wallet,
    transactionType: 1,
    amountPaise: 750_000,
    note: 'Balance of the old system',
  });
  await page.goto(`${own.url}/dashboard`);
  await page
    .getByRole('link', { name: /Wallet adjustments/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Approvals', selected: true }).waitFor();
  const [{ n }] = (await own.sql(
    'select count(*) as n from wallet_transaction where needs_approval and status = 0',
  )) as [{ n: number }];
  await expect.poll(() => page.getByRole('tabpanel').getByRole('row').count()).toBe(n + 1);
  await page.context().close();
});

test('a dialog of a policy by keyboard: what is wrong takes the focus with its message, Escape leads back to the menu', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/app-user-policy/${policy.id}`);
  const menu = page.locator('.record-head').getByRole('button', { name: /^Actions for / });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  await page.getByRole('menuitem', { name: /^Endorse/ }).focus();
  await page.keyboard.press('Enter');
  const day = dialog(page).getByLabel('Effective from');
  const hasFocus = (field: typeof day) => field.evaluate((node) => node === node.ownerDocument.activeElement);
  await expect.poll(() => hasFocus(day)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Enter a date').waitFor();
  expect([await hasFocus(day), await day.getAttribute('aria-invalid')]).toEqual([true, 'true']);
  await page.keyboard.type(inIndia(addDays(today, -1_000)));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Value changed');
  await dialog(page).getByLabel('IDV').fill('450000');
  await page.keyboard.press('Enter');
  // The server refuses the day: the focus is where it is typed.
  await dialog(page)
    .getByText(/^Must be from/)
    .waitFor();
  await expect.poll(() => hasFocus(day)).toBe(true);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(menu)).toBe(true);
  await page.context().close();
});

test('an endorsement with its PDF, then one desk cancels and another refunds what was suggested', async () => {
  const { page: desk } = await newVisitor(browser);
  await enter(desk, own.url, 'insurance@roadkeeper.test');
  await desk.goto(`${own.url}/app-user-policy/${policy.id}`);
  await act(desk, /^Endorse/);
  await dialog(desk).getByLabel('Effective from').fill(inIndia(today));
  await dialog(desk).getByLabel('What was agreed').fill('Roadside assistance added');
  await dialog(desk).getByLabel('Roadside assistance').check();
  await dialog(desk).getByLabel('Add-on premium').fill('1,000');
  await dialog(desk)
    .locator('input[type=file]')
    .setInputFiles({ name: 'endorsement.pdf', mimeType: 'application/pdf', buffer: faxedPdf(1) });
  expect(await axe(desk)).toEqual([]);
  await dialog(desk).getByRole('button', { name: 'Endorse policy' }).click();
  await desk.getByRole('status').filter({ hasText: 'Policy endorsed.' }).waitFor();
  const [version] = await own.sql(
    `select f.name, v.facts ->> 'addOns' as add from policy_version v join file f on f.id = v.file_id where v.policy_id = $1 and v.kind = 'ENDORSED'`,
    [policy.id],
  );
  expect(version).toEqual({ name: 'endorsement.pdf', add: '["RSA"]' });

  await act(desk, /^Cancel /);
  await dialog(desk)
    .getByLabel('Cancelled from')
    .fill(inIndia(addDays(today, 1)));
  await dialog(desk)
    .getByText(/^Pro rata for 19 unused days.* passed on/)
    .waitFor();
  await dialog(desk).getByLabel('Reason').fill('Vehicle sold');
  expect(await axe(desk)).toEqual([]);
  await dialog(desk).getByRole('button', { name: 'Cancel policy' }).click();
  await desk
    .getByRole('status')
    .filter({ hasText: /^Policy cancelled/ })
    .waitFor();
  await desk.context().close();
  const [due] = (await own.sql('select refund_due_paise as paise from app_user_policy where id = $1', [policy.id])) as [
    { paise: number },
  ];

  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'finance@roadkeeper.test');
  await page.goto(`${own.url}/dashboard`);
  await page
    .getByRole('link', { name: /Premiums to refund/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'POL/PAY/0001' }).first().click();
  await page
    .getByText(/to be refunded to the wallet: pro rata for 19 unused days, suggested by Kavita Deshpande$/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page)
    .getByText(/^Suggested by Kavita Deshpande/)
    .waitFor();
  expect(await dialog(page).getByLabel('Amount (₹)').inputValue()).toBe(String(due.paise / 100));
  await dialog(page).getByLabel('Note').fill('As suggested');
  expect(await axe(page)).toEqual([]);
  const before = await balance();
  await dialog(page).getByRole('button', { name: 'Refund premium' }).click();
  await page.getByRole('status').filter({ hasText: 'Premium refunded to the wallet.' }).waitFor();
  expect(await balance()).toBe(before + due.paise);
  await page.getByText(/to be refunded to the wallet/).waitFor({ state: 'detached' });
  await page.context().close();
});
