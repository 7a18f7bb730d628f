import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, type Visitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let client: Visitor;
let person: string;
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
  client = await newVisitor(browser);
  await enter(client.page, own.url, 'client@roadkeeper.test');
  const [row] = (await own.sql(`select id from account where email = 'client@roadkeeper.test'`)) as [{ id: string }];
  person = row.id;
}, 120_000);

test('a client adds an emergency contact from the page of a person, and is told what is wrong with it', async () => {
  const { page } = client;
  await page.goto(`${own.url}/app-user/${person}?tab=emergency-contact.appUserId`);
  await page.getByRole('link', { name: 'Prakash Joshi' }).waitFor();
  await page.getByRole('link', { name: /^New emergency contact/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anita Joshi');
  await page.getByLabel('Mobile number', { exact: true }).fill('98220 55017');
  await page.getByLabel('Relation').selectOption({ label: 'Brother or sister' });
  await page.getByRole('group', { name: 'Contact by' }).getByText('Email', { exact: true }).click();
  const save = page.getByRole('button', { name: /^Save/ }).first();
  await save.click();
  await page.getByText('Enter an email address, or do not choose Email').waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('anita@example.in');
  await save.click();
  await page.getByRole('status').filter({ hasText: 'Emergency contact created successfully.' }).first().waitFor();
  const [made] = await own.sql(`select position, email from emergency_contact where name = 'Anita Joshi'`);
  expect(made).toEqual({ position: 30, email: 'anita@example.in' });
});

test('list, form and record of emergency contacts, in every dress', async () => {
  const [{ id }] = (await own.sql(`select id from emergency_contact where name = 'Prakash Joshi'`)) as [{ id: string }];
  for (const [path, words] of [
    ['', 'Prakash Joshi'],
    ['/new', 'Mobile number'],
    [`/${id}`, 'How to contact them'],
  ] as const)
    expect(
      await inEveryDress(client, async (page) => {
        await page.goto(`${own.url}/emergency-contact${path}`);
        return shown(page.getByText(words).first());
      }),
      path,
    ).toEqual([]);
});
