import { expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);

test('a wallet that runs low is work of its owner, opens from the dashboard, and is low no more with another amount', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/wallet`);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  const dialog = page.getByRole('dialog');
  const fill = async (button: string, rupees: string, subject?: string) => {
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: button, exact: true }).click();
    if (subject) await dialog.getByLabel('Subject').fill(subject);
    await dialog.getByLabel('Amount in rupees').fill(rupees);
  };
  await fill('Top up', '2,000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Payment succeeds' }).click();
  await fill('Pay', '1,500', 'CH-1');
  const low = page.locator('dt').getByText('Low', { exact: true });
  expect(await low.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await low.waitFor();
  expect(await inEveryDress(visitor, async () => shown(low))).toEqual([]);

  await go(page, `${own.url}/dashboard`);
  await page.getByRole('link', { name: /Low wallets/ }).click();
  await page.waitForURL(/\/wallet\?tab=wallets&low=true/);
  const row = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'Sahyadri Logistics' });
  await row.getByText('Low', { exact: true }).waitFor();

  // By keyboard; what is no amount keeps the dialog and its field.
  await page.getByRole('button', { name: 'Change the amount to warn at' }).focus();
  await page.keyboard.press('Enter');
  const amount = dialog.getByLabel('Amount in rupees');
  await expect.poll(() => amount.inputValue()).toBe('1000');
  expect(await inEveryDress(visitor, async () => shown(amount))).toEqual([]);
  await amount.fill('four hundred');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter an amount in rupees, like 1,250.50').first().waitFor();
  await amount.fill('400');
  await page.keyboard.press('Enter');
  await page.getByText('Warning amount saved.').first().waitFor();
  await expect.poll(() => low.count()).toBe(0);
  // None is left in the list that the dashboard opened.
  await row.waitFor({ state: 'detached' });
  await page.locator('dl').getByText('₹400.00').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
