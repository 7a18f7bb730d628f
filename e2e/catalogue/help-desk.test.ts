import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product, browser } = await journeys(startDemo);

const save = (page: Page) => page.getByRole('button', { name: /^Save and close/ }).click();
/** A page that is left before the answer is there may come back without what was saved. */
const saveToList = async (page: Page) => {
  await save(page);
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
};

test('Support makes a team by keyboard, and its hours, and clients have no way to either', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, product.url, 'support@roadkeeper.test');
  await page.goto(`${product.url}/help-team/new`);
  await page.getByLabel('Name', { exact: true }).fill('Night desk');
  const picker = page.getByRole('combobox', { name: /^Members/ });
  for (const [typed, name] of [
    ['farida', 'Farida Shaikh (Operations)'],
    ['finance', 'Suresh Pillai (Finance)'],
  ] as const) {
    await picker.focus();
    await page.keyboard.type(typed);
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${name.replace(/ \(.*/, '')}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Remove Farida Shaikh' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Farida Shaikh' }).waitFor({ state: 'detached' });
  await page.locator('input[role=combobox]:focus').waitFor();
  expect(await axe(page)).toEqual([]);
  await saveToList(page);
  await page.goto(`${product.url}/help-team?q=Night desk`);
  await page.getByRole('link', { name: 'Night desk' }).click();
  const members = page.getByRole('region', { name: 'Members' });
  await members.getByText('Suresh Pillai').waitFor();
  expect(await members.getByText('Farida Shaikh').count()).toBe(0);

  await page.goto(`${product.url}/business-hours/new`);
  await page.getByLabel('Name', { exact: true }).fill('Night hours');
  await page.getByLabel(/^Monday/).fill('20-24');
  await page.getByLabel(/^Tuesday/).fill('0-6, 5-8');
  await page.getByLabel(/^Holidays/).selectOption({ label: 'Open on holidays' });
  await save(page);
  await page.getByText('00:00-06:00 and 05:00-08:00 overlap or are out of order').first().waitFor();
  await page.getByLabel(/^Tuesday/).fill('0-6');
  await saveToList(page);
  await page.goto(`${product.url}/business-hours?q=Night hours`);
  await page.getByText('Mon 20:00-24:00; Tue 00:00-06:00').waitFor();
  expect(problems.filter((one) => !one.includes('400'))).toEqual([]);

  const faults = await inEveryDress(visitor, async () => {
    await page.goto(`${product.url}/business-hours`);
    return shown(page.getByText('Mon–Sat 09:30-18:30'));
  });
  expect(faults).toEqual([]);
  await context.close();

  const client = await newVisitor(browser);
  await enter(client.page, product.url, 'client@roadkeeper.test');
  for (const path of ['help-team', 'business-hours', 'holiday', 'canned-reply']) {
    await client.page.goto(`${product.url}/${path}`);
    await client.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await client.page.getByRole('table').count(), path).toBe(0);
  }
  await client.context.close();
});

test('whoever writes a question sees those that are much like it, and opens them in place', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, product.url, 'support@roadkeeper.test');
  await page.goto(`${product.url}/faq/new`);
  await page.getByLabel('Question', { exact: true }).fill('How large is the tolerence');
  await page.getByText(/^\d similar FAQs?$/).waitFor();
  const question = page.locator('details').getByText('What is the tolerance?');
  await question.click();
  await page.locator('details[open] .rich').waitFor();
  expect(await page.locator('details').count()).toBeLessThanOrEqual(3);
  expect(await page.getByRole('button', { name: 'This answered my question' }).count()).toBe(0);
  await page.getByLabel('Question', { exact: true }).fill('');
  await page.locator('details').first().waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});

test('whoever writes a ticket is shown answers to it, and says that one was enough', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, product.url, 'client@roadkeeper.test');
  await page.goto(`${product.url}/help-desk/new`);
  await page.getByLabel('Subject', { exact: true }).fill('I do not know the tolerance of my vehicle');
  const question = page.locator('details').getByText('What is the tolerance?');
  await question.click();
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/deflected'));
  await page.getByRole('button', { name: 'This answered my question' }).click();
  expect((await counted).status()).toBe(200);
  await page.getByText('Good to hear. You do not need to send anything.').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
