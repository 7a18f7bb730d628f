import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { enter } from '../support/enter.ts';
import { type OwnProduct, startDemo } from '../support/own-product.ts';
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
let agent: Visitor;
let client: Visitor;

beforeAll(async () => {
  own = await startDemo();
  browser = await openBrowser();
  agent = await newVisitor(browser);
  client = await newVisitor(browser);
  await enter(agent.page, own.url, 'operations@roadkeeper.test');
  await enter(client.page, own.url, 'client@roadkeeper.test');
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

const list = (page: Page): Locator => page.getByRole('region', { name: 'Tickets to work through' });
const chosen = (page: Page): Locator => list(page).locator('a[id^="desk-"][aria-current]');
const talk = (page: Page): Locator => page.getByRole('list', { name: 'Conversation' });
const ticketIn = (page: Page): string | null => new URL(page.url()).searchParams.get('ticket');

test('an agent goes from ticket to ticket, notes, answers and assigns without a mouse, and drafts stay', async () => {
  const { page } = agent;
  await page.goto(`${own.url}/help-desk/desk`);
  await list(page).getByRole('link', { name: /HD-/ }).nth(1).waitFor();
  await page.keyboard.press('j');
  await talk(page).waitFor();
  const first = ticketIn(page);
  expect(first).toBeTruthy();
  // A draft of the first one.
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: /^Reply to / }).fill('We look into it today.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect.poll(() => ticketIn(page)).not.toBe(first);
  await chosen(page).waitFor();
  await talk(page).waitFor();
  const second = ticketIn(page);
  await page.keyboard.press('n');
  await page.getByLabel('Internal note, customers never see it').fill('Called them, no answer yet');
  await page.keyboard.press('Control+Enter');
  await talk(page).getByText('Called them, no answer yet').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Back to the first: the draft is there, and is sent.
  await page.keyboard.press('k');
  await expect.poll(() => ticketIn(page)).toBe(first);
  await expect
    .poll(() => page.getByRole('textbox', { name: /^Reply to / }).inputValue())
    .toBe('We look into it today.');
  await page.keyboard.press('r');
  // The field takes the focus after the key.
  await page.waitForFunction(`document.activeElement?.tagName === 'TEXTAREA'`);
  await page.keyboard.press('Control+Enter');
  await talk(page).getByText('We look into it today.').waitFor();
  await page.keyboard.press('Escape');
  // The dialogs of the desk, by their keys.
  await page.keyboard.press('a');
  await page
    .getByRole('dialog')
    .getByText(/^Assign/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('f');
  await page
    .getByRole('dialog')
    .getByText(/^Forward/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // All keys of the page.
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next or previous ticket').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The search, and an address that opens the same again.
  await page.keyboard.press('/');
  const [{ no }] = (await own.sql('select ticket_no as no from help_desk where id = $1', [second ?? ''])) as [
    { no: string },
  ];
  await page.keyboard.type(no.slice(-5));
  await list(page)
    .getByRole('link', { name: new RegExp(no) })
    .waitFor();
  await expect.poll(() => list(page).getByRole('link', { name: /HD-/ }).count()).toBeLessThan(3);
  await page.goto(`${own.url}/help-desk/desk?tab=active&ticket=${second}`);
  await talk(page).getByText('Called them, no answer yet').waitFor();
});

test('on a phone the list comes first and then the conversation', async () => {
  const { page } = agent;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${own.url}/help-desk/desk`);
  await list(page).getByRole('link', { name: /HD-/ }).first().click();
  await talk(page).waitFor();
  expect(await list(page).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'All tickets' }).click();
  await list(page).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a card is moved to the next column by keyboard', async () => {
  const { page } = agent;
  await page.goto(`${own.url}/help-desk/board`);
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const card = column('In progress').getByRole('article').getByRole('link').first();
  await card.waitFor();
  const id = (await card.getAttribute('id'))?.replace('card-', '') ?? '';
  expect(await axe(page)).toEqual([]);
  await card.focus();
  // Whoever forwards says to whom: the form opens.
  await page.keyboard.press('Shift+ArrowRight');
  const forward = page.getByRole('dialog');
  await forward.getByRole('combobox', { name: /^Role/ }).fill('Finan');
  await page.getByRole('listbox').getByRole('option', { name: 'Finance' }).click();
  await forward.getByLabel(/^Reason/).fill('A question of the invoice');
  await forward.getByRole('button', { name: 'Forward' }).click();
  await column('Forwarded').locator(`#card-${id}`).waitFor();
  await forward.waitFor({ state: 'detached' });
  await page.locator(`#card-${id}:focus`).waitFor();
  const [{ status }] = (await own.sql('select request_status as status from help_desk where id = $1', [id])) as [
    { status: string },
  ];
  expect(status).toBe('3');
  // The customer wrote last, so whoever waits for them has to ask something: the form opens, and wants the question.
  await own.sql(`update ticket_reply set by_staff = 'CUSTOMER' where ticket_id = $1`, [id]);
  await page.keyboard.press('Shift+ArrowRight');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Waiting for customer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await dialog.getByText('Write what the customer is to answer').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('Message to the customer').fill('Which policy is it about?');
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await column('Waiting for customer').locator(`#card-${id}`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.locator(`#card-${id}:focus`).waitFor();
  await page.keyboard.press('a');
  await page
    .getByRole('dialog')
    .getByText(/^Assign/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('By person').click();
  await column('Not assigned').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Column').waitFor();
  expect(
    await page
      .getByRole('region')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
      .count(),
  ).toBe(1);
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a customer has neither', async () => {
  const { page } = client;
  await page.goto(`${own.url}/help-desk`);
  await page.getByRole('link', { name: 'Ask the help desk' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Work through' }).count()).toBe(0);
  await page.goto(`${own.url}/help-desk/desk`);
  await page.waitForURL((url) => !url.pathname.endsWith('/desk'));
});
