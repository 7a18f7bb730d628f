import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
beforeAll(() => loadDemoFleet(own.product.kit));

test('vehicles are put into a group from their list, from the group and from their own page, and the list shows the group alone', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  const plates = (
    await own.sql(
      `select v.registration_no as plate from vehicle v join organisation o on o.id = v.org_id
       where o.name = 'Sahyadri Logistics' and v.status = 1 and v.deleted_at is null order by 1 limit 3`,
    )
  ).map(({ plate }) => String(plate));
  const [first = '', second = '', third = ''] = plates;
  await page.goto(`${own.url}/vehicle-group/new`);
  await page.getByLabel('Name').fill('Night shift');
  await page.getByLabel('Colour').selectOption({ label: 'Amber' });
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { name: 'Night shift' }).waitFor();

  await page.goto(`${own.url}/vehicle?q=${first}`);
  await page
    .getByText(/^1 to 1 of 1$/)
    .first()
    .waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: first.slice(-4) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Add to group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 1 vehicle to a group' });
  await dialog.getByRole('combobox', { name: 'Group' }).fill('Night');
  await page.locator('[role=option]:visible').filter({ hasText: 'Night shift' }).click();
  await dialog.getByRole('button', { name: 'Add to group' }).click();
  await page.getByText('1 added, 0 failed').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${own.url}/vehicle-group?q=Night`);
  await page.getByRole('link', { name: 'Night shift' }).first().click();
  const tabs = page.getByRole('navigation', { name: 'Record' });
  await tabs.getByRole('link', { name: 'Vehicles' }).click();
  const members = page.getByRole('region', { name: 'Vehicles', exact: true });
  await members.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Add vehicles' }).click();
  const adding = page.getByRole('dialog', { name: 'Add vehicles to Night shift' });
  for (const plate of [second, third]) {
    await adding.getByRole('searchbox', { name: 'Search vehicles' }).fill(plate);
    await adding.getByRole('checkbox', { name: plate }).check();
  }
  expect(await axe(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Add 2 vehicles' }).click();
  await members.getByRole('row').nth(3).waitFor();

  // From the page of a vehicle: it is taken out, and put in again.
  await members.getByRole('link', { name: third }).click();
  const panel = page.getByRole('region', { name: 'Groups' });
  await panel.getByRole('button', { name: 'Remove from Night shift' }).click();
  await panel.getByRole('link', { name: 'Night shift' }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Add to group' }).click();
  const one = page.getByRole('dialog', { name: `Add ${third} to a group` });
  await one.getByRole('combobox', { name: 'Group' }).fill('Night');
  await page.locator('[role=option]:visible').filter({ hasText: 'Night shift' }).click();
  await one.getByRole('button', { name: 'Add to group' }).click();
  await panel.getByRole('link', { name: 'Night shift' }).click();
  await members.getByRole('row').nth(3).waitFor();
  await page.getByRole('link', { name: 'Open in list of vehicles' }).click();
  await page.getByText('1 to 3 of 3').waitFor();
  await page.getByRole('button', { name: /^Group/ }).waitFor();

  const address = page.url();
  await page.goBack();
  const inGroup = page.url();
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(inGroup);
      return shown(page.getByRole('region', { name: 'Vehicles', exact: true }).getByRole('row').nth(3));
    }),
  ).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await page.getByText('1 to 3 of 3').waitFor();
  await context.close();
});
