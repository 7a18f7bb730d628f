import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);

const dialog = (page: Page) => page.getByRole('dialog');
/** What has the focus, by its label, with the message that a screen reader adds to it. */
const focused = (page: Page) =>
  page.locator(':focus').evaluate((field) => {
    const said = field.ownerDocument.getElementById(field.getAttribute('aria-describedby') ?? '')?.innerText;
    const name = field.labels?.[0]?.innerText ?? field.textContent ?? '';
    return [name.trim(), ...(field.getAttribute('aria-invalid') === 'true' ? [said] : [])];
  });
const opened = async (page: Page, first: string) => {
  await dialog(page).waitFor();
  await expect.poll(() => focused(page)).toEqual([first]);
};
/** Leaves a dialog by Escape, back to what opened it. */
const left = async (page: Page, from: string) => {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toEqual([from]);
};

test('dialogs of a wallet by keyboard: the first field, the message at what is wrong, and back', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/wallet`);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await press('Pay');
  await opened(page, 'Reason');
  // Right to left, its marks stay where they belong: what is English has a direction of its own.
  await dialog(page).getByRole('heading').locator('bdi').waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual(['Subject']);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toEqual(['Subject', 'Enter what is paid']);
  await page.keyboard.type('CH-1');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toEqual(['Amount in rupees', expect.stringContaining('Enter an amount')]);
  expect(await axe(page)).toEqual([]);
  await left(page, 'Pay');
  // The second step of a top-up is read before anything is paid.
  await press('Top up');
  await opened(page, 'Amount in rupees');
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Payment succeeds' }).waitFor();
  await expect.poll(async () => (await focused(page))[0]).toContain('₹500.00');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual(['Payment succeeds']);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toEqual(['Top up']);
  await page.getByRole('columnheader', { name: 'Amount' }).locator('bdi').waitFor();
  await page.context().close();
});
