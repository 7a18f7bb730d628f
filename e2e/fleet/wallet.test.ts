import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);

const signedIn = async (email: string, path: string) => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, email);
  await visitor.page.goto(own.url + path);
  return visitor;
};
/** A figure of the balance, as people read it. */
const figure = async (page: Page, name: string): Promise<string> =>
  (
    await page
      .locator('dl')
      .filter({ hasText: 'Available' })
      .locator('div', { hasText: name })
      .locator('dd')
      .innerText()
  ).trim();
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
/** The first transaction of the list. */
const newest = (page: Page, reason: string) => page.getByRole('link', { name: reason, exact: true }).first();

test('from a top-up over payments, holds and refunds to a statement and an approval', async () => {
  const { page, context, problems } = await signedIn('client@roadkeeper.test', '/wallet');
  const open = page.getByRole('button', { name: 'Open wallet' });
  await open.click();
  await toast(page, 'Wallet opened.');
  await expect.poll(() => figure(page, 'Available')).toBe('₹0.00');

  // Nothing is paid from an empty wallet.
  const pay = async (rupees: string, subject: string, hold?: string) => {
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog(page).getByLabel('Subject').fill(subject);
    await dialog(page).getByLabel('Amount in rupees').fill(rupees);
    if (hold) await dialog(page).getByLabel('When').selectOption({ label: hold });
    await dialog(page)
      .getByRole('button', { name: hold ? 'Hold amount' : 'Pay', exact: true })
      .click();
  };
  await pay('500', 'CH-1');
  await dialog(page).getByRole('alert').filter({ hasText: 'Insufficient funds' }).waitFor();
  await page.keyboard.press('Escape');

  // A top-up that fails credits nothing, the next one does.
  const topUp = async (rupees: string, outcome: string) => {
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Top up', exact: true }).click();
    await dialog(page).getByLabel('Amount in rupees').fill(rupees);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('button', { name: outcome }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  await topUp('900', 'Payment fails');
  await expect.poll(() => figure(page, 'Available')).toBe('₹0.00');
  await topUp('2,000', 'Payment succeeds');
  await expect.poll(() => figure(page, 'Available')).toBe('₹2,000.00');

  await pay('500', 'CH-1');
  await toast(page, 'Payment completed.');
  await pay('300', 'CH-2', 'Hold for 1 day');
  await toast(page, 'Amount held.');
  await expect.poll(() => figure(page, 'Available')).toBe('₹1,200.00');
  expect(await figure(page, 'On hold')).toBe('₹300.00');
  await pay('1,200.01', 'CH-3');
  await dialog(page).getByRole('alert').filter({ hasText: 'Insufficient funds' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  // The tab is kept under the specification's key: the page opens with it again.
  await page.getByRole('tab', { name: 'Holds' }).click();
  await newest(page, 'Challan payment').waitFor();
  await page.reload();
  expect(await page.getByRole('tab', { name: 'Holds' }).getAttribute('aria-selected')).toBe('true');
  await newest(page, 'Challan payment').click();
  await page.getByRole('button', { name: 'Void hold' }).click();
  await dialog(page).getByRole('button', { name: 'Void hold' }).click();
  await toast(page, 'Hold voided.');
  await page.getByText('Void', { exact: true }).first().waitFor();

  // Staff refund it: once, and then there is nothing left to refund.
  const staff = await signedIn('finance@roadkeeper.test', '/wallet?reason=CHALLAN&status=1');
  await newest(staff.page, 'Challan payment').click();
  await staff.page.getByText('Challans payable').waitFor();
  expect(await staff.page.getByText(/^Entry \d+ of this account/).count()).toBe(2);
  await staff.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(staff.page).getByLabel('Note').fill('Contested with success');
  await dialog(staff.page).getByRole('button', { name: 'Refund', exact: true }).click();
  await toast(staff.page, 'Refund completed.');
  await staff.page.getByRole('heading', { name: 'Refunds and reversals' }).waitFor();
  await expect.poll(() => staff.page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);

  // A correction above the limit waits for somebody else than who asked for it.
  await page.goto(`${own.url}/wallet`);
  await page.getByRole('tab', { name: 'Wallets' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Sahyadri Logistics', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Sahyadri Logistics' }).waitFor();
  const walletPath = new URL(page.url()).pathname;
  await expect.poll(() => figure(page, 'Available')).toBe('₹2,000.00');
  await staff.page.goto(own.url + walletPath);
  await staff.page.getByRole('button', { name: 'Adjust balance' }).click();
  await dialog(staff.page).getByLabel('Amount in rupees').fill('7500');
  await dialog(staff.page).getByLabel('Note').fill('Balance of the old system');
  await dialog(staff.page).getByRole('button', { name: 'Adjust balance' }).click();
  await toast(staff.page, 'Adjustment sent for approval.');
  await staff.page.goto(`${own.url}/wallet`);
  await staff.page.getByRole('tab', { name: 'Approvals' }).click();
  await newest(staff.page, 'Adjustment').click();
  await staff.page.getByText('Awaiting approval').waitFor();
  expect(await staff.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  const second = await signedIn('operations@roadkeeper.test', new URL(staff.page.url()).pathname);
  await second.page.getByRole('button', { name: 'Approve' }).click();
  await dialog(second.page).getByRole('button', { name: 'Approve' }).click();
  await toast(second.page, 'Adjustment approved.');

  // The statement says the same as the balance.
  await page.goto(own.url + walletPath);
  await page.getByRole('tab', { name: 'Statement' }).click();
  await page.getByText('Closing balance ₹9,500.00').waitFor();
  expect(await figure(page, 'Available')).toBe('₹9,500.00');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^statement-.*\.csv$/);

  // And the books balance.
  await second.page.goto(`${own.url}/wallet`);
  await second.page.getByRole('tab', { name: 'Books' }).click();
  await second.page.getByRole('heading', { name: 'The books balance' }).waitFor();
  const answered = second.page.waitForResponse((answer) => answer.url().endsWith('/wallet/books/proof'));
  await second.page.getByRole('button', { name: 'Check now' }).click();
  await answered;
  await own.product.jobs.runDue();
  await second.page.getByText('Verified').first().waitFor();

  expect([...problems, ...staff.problems, ...second.problems].filter((one) => !one.includes('409'))).toEqual([]);
  for (const one of [context, staff.context, second.context]) await one.close();
});

test('a settlement file is compared line by line', async () => {
  const { page, context } = await signedIn('finance@roadkeeper.test', '/wallet');
  await page.getByRole('tab', { name: 'Reconciliation' }).click();
  // A list with nothing in it says so, also to who does not see it.
  await page
    .getByRole('status')
    .filter({ hasText: /: none$/ })
    .waitFor({ state: 'attached' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'settlement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('entity_id,type,amount,fee\npay_unknown,payment,"1,250.50",25.10\n'),
  });
  await toast(page, 'Settlement file imported.');
  await page.getByText('Unknown payment').waitFor();
  expect(await page.getByText('0 of 1 lines matched, ₹1,250.50').isVisible()).toBe(true);
  await context.close();
});

test('wallets satisfy axe in every dress, and scroll nothing sideways', { timeout: 180_000 }, async () => {
  const visitor = await signedIn('operations@roadkeeper.test', '/wallet');
  const { page, context } = visitor;
  await page.getByRole('tab', { name: 'Transactions' }).click();
  const paid = newest(page, 'Challan payment');
  await paid.waitFor();
  const transaction = await paid.getAttribute('href');
  const found: string[] = [];
  for (const [path, sign] of [
    ['/wallet', () => newest(page, 'Challan payment')],
    [transaction ?? '', () => page.getByRole('heading', { name: 'Postings' })],
  ] as const)
    found.push(
      ...(await inEveryDress(visitor, async () => {
        await page.goto(own.url + path);
        return shown(sign());
      })),
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const tab of ['Wallets', 'Approvals', 'Reconciliation', 'Books']) {
    await page.goto(`${own.url}/wallet`);
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel').locator('.sheet').first().waitFor();
    found.push(...(await axe(page)).map((fault) => `${tab}: ${fault}`));
  }
  expect(found).toEqual([]);
  await context.close();
});
