import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
beforeAll(async () => {
  await loadDemoFleet(own.product.kit);
}, 120_000);

/** The number in a text such as '13 obligations'. */
const numberIn = (text: string | null): number => Number(/\d[\d,]*/.exec(text ?? '')?.[0].replaceAll(',', ''));

test('the day begins with a card, whose number is that of the list it opens; the list stays through a reload and back', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.goto(own.url);
  await page.waitForURL(/\/login/);
  await signIn(page, own.url, 'operations@roadkeeper.test');
  const week = page.getByRole('link', { name: /within 7 days$/ });
  const told = numberIn(await week.textContent());
  expect(told).toBeGreaterThan(0);
  await week.click();
  await page.waitForURL(/\/obligations\?from=/);
  const address = page.url();
  const duties = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[href]') });
  await expect.poll(() => duties.count()).toBe(told);
  await page.reload();
  await expect.poll(() => duties.count()).toBe(told);
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an alarm that nobody has acknowledged stands before everything else, with the way to it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/dashboard`);
  const band = page.getByRole('region', { name: 'Urgent' });
  await band.getByText('Power cut').waitFor();
  await band.getByRole('link', { name: /^Alarms to acknowledge: \d+$/ }).waitFor();
  const [top, work] = [await band.boundingBox(), await page.getByRole('region', { name: 'Work to do' }).boundingBox()];
  expect(top?.y).toBeLessThan(work?.y ?? 0);
  expect(await page.getByRole('region', { name: 'Work to do' }).getByText('Alarms to acknowledge').count()).toBe(0);
  await band.getByRole('link', { name: 'Open alarm' }).first().click();
  await page.getByRole('heading', { level: 1, name: /Power cut/ }).waitFor();
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a chart says in words and as a table what it shows, and each number opens its list', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'operations@roadkeeper.test');
  await page.goto(`${own.url}/dashboard`);
  const chart = page.getByRole('region', { name: 'Expiries in the next weeks' });
  await chart.getByText(/in all, the most/).waitFor();
  await expect.poll(() => chart.locator('.recharts-bar-rectangle').count()).toBeGreaterThan(0);
  // By keys alone.
  await chart.getByText('View as table').focus();
  await page.keyboard.press('Enter');
  const rows = chart.getByRole('row');
  expect(await rows.count()).toBe(9);
  const links = rows.getByRole('link');
  const some = (await links.allTextContents()).findIndex((text) => numberIn(text) > 0);
  const told = numberIn(await links.nth(some).textContent());
  await links.nth(some).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/obligations\?.*kind=/);
  await page
    .getByText(new RegExp(`^${told} `))
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a page that one may not see leads to the dashboard, and a session that ended to the sign-in page', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, own.url, 'clerk@roadkeeper.test');
  await page.goto(`${own.url}/challan`);
  await page.waitForURL(/\/dashboard/);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
  await own.sql(
    `delete from session where account_id = (select id from account where email = 'clerk@roadkeeper.test')`,
  );
  await page.goto(`${own.url}/rto`);
  await page.waitForURL(/\/login/);
  await context.close();
});

test('a new organisation is led through its first steps, and may have them away', async () => {
  const [org] = (await own.sql(
    `insert into organisation (id, name, kind) values (gen_random_uuid(), 'New Fleet', 'COMPANY') returning id`,
  )) as [{ id: string }];
  await own.addStaff('first@newfleet.test', 'Leela Rao', 'Client owner', org.id);
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, 'first@newfleet.test');
  await page.goto(`${own.url}/dashboard`);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 5 done').waitFor();
  expect(await inEveryDress(visitor, async (on) => shown(on.getByRole('region', { name: 'First steps' })))).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await steps.getByRole('link', { name: 'Add a vehicle' }).click();
  await page.waitForURL(/\/vehicle\/new/);
  await page.goto(`${own.url}/dashboard`);
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(await steps.count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test.each(['operations@roadkeeper.test', 'client@roadkeeper.test'])(
  'the dashboard of %s, in every dress',
  async (email) => {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    const found = await inEveryDress(visitor, async (on) => {
      await on.goto(`${own.url}/dashboard`);
      await on.locator('.recharts-bar-rectangle').first().waitFor();
      return shown(on.getByRole('region', { name: 'Expiries in the next weeks' }));
    });
    expect(found).toEqual([]);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  },
);

/** Fuel, and whether the category is one of transport: private, commercial, and electric of both. */
const drawn = [
  ['DIESEL', 'false'],
  ['DIESEL', 'true'],
  ['ELECTRIC', 'false'],
  ['ELECTRIC', 'true'],
] as const;

/** A vehicle that is used so, with a trip that began just now, so that the dashboard shows it, and a ticket about it. */
async function vehicleOf([fuel, isTransport]: (typeof drawn)[number], at: number) {
  const ofClient = `org_id = (select org_id from account where email = 'client@roadkeeper.test') and deleted_at is null order by id offset ${at} limit 1`;
  const [vehicle] = (await own.sql(
    `update vehicle v set fuel_type = $1, category_id = (select id from vehicle_category where is_transport = $2::boolean order by name limit 1),
       updated_at = now()
     where v.id = (select id from vehicle c where registration_kind = 'PERMANENT' and status = 1
       and exists (select from device_binding where vehicle_id = c.id and to_at is null) and ${ofClient})
     returning id, registration_no as plate, (select b.id from device_binding b where b.vehicle_id = v.id and b.to_at is null) as "bindingId"`,
    [fuel, isTransport],
  )) as { id: string; plate: string; bindingId: string }[];
  if (!vehicle) throw new Error('The client of the demo has too few vehicles');
  const startAt = new Date(own.clock.now().getTime() - (at + 30) * 60_000).toISOString();
  await addTrip(own, { bindingId: vehicle.bindingId, startAt });
  const [ticket] = (await own.sql(
    `update help_desk set vehicle_id = $1, driver_id = null, policy_id = null, challan_id = null, device_id = null, document_id = null
     where id = (select id from help_desk where ${ofClient}) returning id`,
    [vehicle.id],
  )) as { id: string }[];
  return { ...vehicle, ticket: `/help-desk/${ticket?.id ?? ''}` };
}

/** How a plate is drawn, and what is said of its colour. */
const look = (plate: Locator): Promise<string[]> =>
  plate.first().evaluate((one) => {
    const browser = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
    const { backgroundColor = '', color = '' } = browser.getComputedStyle(one);
    return [backgroundColor, color, one.getAttribute('title') ?? ''];
  });

test('the plate of a vehicle has one colour, in the list, on its record, in a ticket and on the dashboard', async () => {
  // One after the other: the next of the client’s vehicles is the next of its list.
  const vehicles: Awaited<ReturnType<typeof vehicleOf>>[] = [];
  for (const [at, use] of drawn.entries()) vehicles.push(await vehicleOf(use, at));
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, 'operations@roadkeeper.test');
  const plateOn = (on: Page, plate: string) => on.locator('main .plate').filter({ hasText: plate, visible: true });
  /** The looks of all, in each dress, on a screen that shows them all. */
  const inDresses = async (path: string): Promise<string[][][]> => {
    const dresses: string[][][] = [];
    const found = await inEveryDress(
      visitor,
      async (on) => {
        await on.goto(`${own.url}${path}`);
        return shown(plateOn(on, vehicles[0]?.plate ?? ''));
      },
      async () => {
        dresses.push(await Promise.all(vehicles.map(({ plate }) => look(plateOn(page, plate)))));
        return [];
      },
    );
    expect(found, path).toEqual([]);
    return dresses;
  };
  const list = await inDresses('/vehicle?sort=-updatedAt');
  expect(list).toHaveLength(4);
  for (const dress of list) expect(new Set(dress.map((one) => one.join(' '))).size).toBe(drawn.length);
  expect(await inDresses('/dashboard')).toEqual(list);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [at, { id, plate, ticket }] of vehicles.entries())
    for (const path of [`/vehicle/${id}`, ticket]) {
      await page.goto(`${own.url}${path}`);
      expect(await look(plateOn(page, plate)), path).toEqual(list[0]?.[at]);
    }
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});
