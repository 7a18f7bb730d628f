import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
const people = {} as Record<'operations' | 'client', Visitor>;
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
  for (const who of ['operations', 'client'] as const) {
    people[who] = await newVisitor(browser);
    await enter(people[who].page, own.url, `${who}@roadkeeper.test`);
  }
}, 120_000);

/** The record of each catalogue that has most tickets in the demo. */
const about = {
  vehicle: 'vehicle_id',
  drivers: 'driver_id',
  'app-user-policy': 'policy_id',
  challan: 'challan_id',
  device: 'device_id',
  'vehicle-kyc-doc': 'document_id',
  'app-user': 'app_user_id',
} as const;
const ownTickets = `org_id = (select org_id from account where email = 'client@roadkeeper.test')`;
const recordOf = async (column: string, isOwn: boolean): Promise<string | undefined> =>
  (
    (await own.sql(
      `select ${column} as id from help_desk where ${column} is not null and ${isOwn ? ownTickets : 'true'}
       group by 1 order by count(*) desc, 1 limit 1`,
    )) as { id: string }[]
  )[0]?.id;
const told = (page: Page, message: string | RegExp) =>
  page.getByRole('status').filter({ hasText: message }).first().waitFor();

test.each(['operations', 'client'] as const)(
  '%s: records have a tab with their tickets, in every dress',
  async (who) => {
    const found: Record<string, string[]> = {};
    for (const [path, column] of Object.entries(about)) {
      // Customers look at their own profile in another way.
      if (who === 'client' && path === 'app-user') continue;
      const id = await recordOf(column, who === 'client');
      if (id === undefined) continue;
      const field = column.replace(/_id$/, 'Id').replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
      found[path] = await inEveryDress(people[who], async (page) => {
        await page.goto(`${own.url}/${path}/${id}?tab=help-desk.${field}`);
        return shown(page.locator('td a[href^="/help-desk/"]'));
      });
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({});
  },
);

test('a help category shows its team, hours and times, in every dress', async () => {
  const [{ id }] = (await own.sql(`select id from help_category where name = 'SOS'`)) as [{ id: string }];
  const open = (path: string, words: string | RegExp) => async (page: Page) => {
    await page.goto(`${own.url}/help-category${path}`);
    return shown(page.getByText(words).last());
  };
  expect(await inEveryDress(people.operations, open(`/${id}?tab=overview`, 'Business hours'))).toEqual([]);
  expect(await inEveryDress(people.operations, open(`/${id}/edit`, /^First answer within/))).toEqual([]);
  expect(await inEveryDress(people.operations, open('', 'Insurance desk'))).toEqual([]);
});

test('answers are suggested under the subject of a new ticket, in every dress', async () => {
  for (const who of ['client', 'operations'] as const)
    expect(
      await inEveryDress(people[who], async (page) => {
        await page.goto(`${own.url}/help-desk/new`);
        await page.getByLabel('Subject').fill('How do I contest a challan');
        await page.getByText('How do I contest a challan?', { exact: true }).first().click();
        return shown(page.getByText(/contest/i));
      }),
      who,
    ).toEqual([]);
});

test('a ticket is split and linked in dialogs, in every dress', async () => {
  const [{ id }] = (await own.sql(
    `select t.id from help_desk t join ticket_reply r on r.ticket_id = t.id join ticket_note n on n.ticket_id = t.id
     where t.merged_into_id is null group by t.id order by count(*) desc, t.id limit 1`,
  )) as [{ id: string }];
  for (const [act, dialog] of [
    ['Split', /^Split/],
    ['Link to a ticket', /^Link/],
    ['Merge', /^Merge/],
  ] as const)
    expect(
      await inEveryDress(people.operations, async (page) => {
        await page.goto(`${own.url}/help-desk/${id}`);
        await page
          .locator('.record-head')
          .getByRole('button', { name: /^Actions for/ })
          .click();
        await page.getByRole('menuitem', { name: act }).click();
        return shown(page.getByRole('dialog').getByRole('heading', { name: dialog }));
      }),
      act,
    ).toEqual([]);
});

test('a customer asks about a challan, and the desk sees its facts beside the conversation', async () => {
  const [client, desk] = [people.client.page, people.operations.page];
  await client.setViewportSize({ width: 1440, height: 900 });
  await client.goto(`${own.url}/challan`);
  await client.locator('td a[href^="/challan/"]').first().click();
  await client.waitForURL(/\/challan\/[0-9a-f-]{36}/);
  const challanId = new URL(client.url()).pathname.slice('/challan/'.length);
  const [challan] = (await own.sql('select challan_no as no from challan where id = $1', [challanId])) as [
    { no: string },
  ];
  await client
    .locator('.record-head')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await client.getByRole('menuitem', { name: 'Ask the help desk' }).click();
  await client.waitForURL(/\/help-desk\/new/);
  const about = client.getByRole('region', { name: 'What is it about?' });
  await expect.poll(() => about.getByLabel('Challan').inputValue()).toContain(challan.no);
  await client.getByLabel('Subject').fill('Why is this challan so high?');
  await client.getByLabel('Description').fill('Our driver says that he was below the limit.');
  await client
    .getByRole('group', { name: 'What type of question is it?' })
    .getByText('Challan', { exact: true })
    .click();
  await client.getByRole('button', { name: /^Save/ }).first().click();
  await told(client, 'New Request added succesfully.');
  const [{ id }] = (await own.sql('select id from help_desk where challan_id = $1 order by created_at desc limit 1', [
    challanId,
  ])) as [{ id: string }];
  const facts = await inEveryDress(people.operations, async (page) => {
    await page.goto(`${own.url}/help-desk/${id}`);
    const beside = page.getByRole('region', { name: 'Challan', exact: true });
    await beside.getByText(challan.no, { exact: false }).first().waitFor();
    return shown(beside.getByText(/₹/));
  });
  expect(facts).toEqual([]);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.getByRole('region', { name: 'Challan', exact: true }).getByRole('link', { name: /^Open/ }).click();
  await desk.waitForURL(`${own.url}/challan/${challanId}`);
});
