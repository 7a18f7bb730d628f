import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ticketGiven, ticketNotice } from '#areas/helpdesk/helpdesk.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);
const email = 'operations@roadkeeper.test';
let account: string;
let ticket: { id: string; orgId: string; ticketNo: string; subject: string };
let serial = 0;

beforeAll(async () => {
  const [row] = (await own.sql('select id from account where email = $1', [email])) as { id: string }[];
  account = row?.id ?? '';
  const [found] = (await own.sql(
    `select id, org_id as "orgId", ticket_no as "ticketNo", subject from help_desk where deleted_at is null and request_status = '0' limit 1`,
  )) as (typeof ticket)[];
  if (!found) throw new Error('The demo has no open ticket');
  ticket = found;
});

/** Something happens that is theirs. */
async function happens(subject: string): Promise<void> {
  await transact(own.product.db, everything, (db) =>
    publish(
      db,
      own.clock.now(),
      ticketNotice(ticketGiven, { ...ticket, subject }, [{ id: account }], `journey ${(serial += 1)}`),
    ),
  );
  await own.product.jobs.runDue();
}
const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('the bell counts what comes without a reload, says it, opens the record and counts it no more', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, email);
  await page.goto(`${own.url}/vehicle`);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await own.sql(`delete from notice where account_id = $1`, [account]);
  await page.reload();
  await bell(page, /^Notifications$/).waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();

  await happens('Tracker is silent');
  await bell(page, /^Notifications, 1 unread$/).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: `Ticket ${ticket.ticketNo}` })
    .waitFor({ state: 'attached' });
  await happens('Invoice is wrong');
  await bell(page, /^Notifications, 2 unread$/).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await drawer.getByRole('list', { name: 'List' }).getByRole('listitem').nth(1).waitFor();
  await drawer.getByRole('link', { name: /Invoice is wrong$/ }).click();
  await page.waitForURL(`**/help-desk/${ticket.id}*`);
  await drawer.waitFor({ state: 'detached' });
  await bell(page, /^Notifications, 1 unread$/).click();
  await drawer.getByRole('button', { name: 'Mark all as read' }).click();
  await drawer.getByText('You have read everything').waitFor();
  await drawer.getByText('On this screen').click();
  await drawer.getByText('Marked as read.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await bell(page, /^Notifications$/).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
}, 120_000);

test('all notifications with their filters, and preferences that stay, in every dress', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, email);
  await happens('Needs a spare part');
  await page.goto(`${own.url}/notifications`);
  const list = page.getByRole('list', { name: 'List' });
  await list.getByRole('link', { name: /Needs a spare part$/ }).waitFor();
  await page.getByLabel('Show').selectOption({ label: 'Unread' });
  await page.waitForURL(/unread=/);
  await list.getByRole('button', { name: /^Mark as read: .*Needs a spare part$/ }).click();
  await page.getByText('You have read everything').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await list.getByRole('button', { name: /^Remove: .*Needs a spare part$/ }).click();
  await list.getByRole('link', { name: /Needs a spare part$/ }).waitFor({ state: 'detached' });
  await happens('A last one');
  await list.getByRole('link', { name: /A last one$/ }).waitFor();
  const found = await inEveryDress(visitor, async (page) => {
    await page.goto(`${own.url}/notifications`);
    return shown(list.getByRole('link', { name: /A last one$/ }));
  });
  expect(found).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('navigation', { name: 'Notifications' }).getByRole('link', { name: 'Preferences' }).click();
  const topic = page.getByRole('group', { name: 'A ticket is assigned to you or your team' });
  await topic.getByLabel('Email digest').check();
  await page.getByText('Preferences saved.').first().waitFor();
  await page.getByRole('switch', { name: 'Keep quiet hours' }).click();
  await page.getByRole('button', { name: 'Save times' }).click();
  await page.reload();
  await topic.waitFor();
  expect(await topic.getByLabel('Email digest').isChecked()).toBe(true);
  expect(await page.getByLabel('From').inputValue()).toBe('22:00');
  const worn = await inEveryDress(visitor, async (page) => {
    await page.goto(`${own.url}/notifications?tab=2`);
    return shown(topic);
  });
  expect(worn).toEqual([]);
  // And the drawer of the bell.
  const inDrawer = await inEveryDress(visitor, async (page) => {
    await page.goto(`${own.url}/vehicle`);
    await bell(page, /^Notifications/).click();
    return shown(page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'All notifications' }));
  });
  expect(inDrawer).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${own.url}/notifications?tab=2`);
  await topic.getByRole('button', { name: /^Back to the usual choice/ }).click();
  await topic.getByRole('button', { name: /^Back to the usual choice/ }).waitFor({ state: 'detached' });
  expect(await topic.getByLabel('Email digest').isChecked()).toBe(false);
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
}, 240_000);
