import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
  await own.sql(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, moving)
     select b.vehicle_id, b.id, $2, $2, 185204000, 738567000, true from device_binding b where b.vehicle_id = $1`,
    [tracked.vehicleId, own.clock.now().toISOString()],
  );
  // The others reported a while ago.
  await own.sql(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, moving)
     select b.vehicle_id, b.id, $1, $1, 185204000, 738567000, true from device_binding b where b.to_at is null
     on conflict do nothing`,
    [new Date(own.clock.now().getTime() - 42 * 60_000).toISOString()],
  );
});

const tab = (page: Page, list: string, name: string) =>
  page.getByRole('navigation', { name: list }).getByRole('link', { name: new RegExp(`^${name} \\d+$`) });
const numberOf = async (page: Page, list: string, name: string) =>
  Number((await tab(page, list, name).innerText()).replace(/\D/g, ''));
/** How many the list says that it has. */
const total = (page: Page, count: number) => page.getByText(new RegExp(`^1 to \\d+ of ${count}$`));

test('tabs say how many they list, the first page says the same, and rows say what people need first', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/dashboard`);
  const card = page.getByRole('link', { name: 'Blocked vehicles' });
  await card.waitFor();
  await card.click();
  await page.waitForURL(/verdict=RED/);
  await tab(page, 'Vehicles', 'Blocked').waitFor();
  expect(await page.locator('.tabs [aria-current=page]').allInnerTexts()).toEqual([
    expect.stringMatching(/^Blocked\s*\d+$/),
  ]);
  const blocked = await numberOf(page, 'Vehicles', 'Blocked');
  await total(page, blocked).waitFor();
  // Each says why, in words that have room.
  const reasons = page.locator('tbody .stated .tag');
  expect(await reasons.count()).toBe(Math.min(25, blocked));
  const cut = `[...document.querySelectorAll('tbody .stated .tag')].filter((one) => one.scrollWidth > one.clientWidth).length`;
  expect(await page.evaluate(cut)).toBe(0);
  await tab(page, 'Vehicles', 'Needs action').click();
  await total(page, await numberOf(page, 'Vehicles', 'Needs action')).waitFor();
  await tab(page, 'Vehicles', 'All').click();
  await total(page, await numberOf(page, 'Vehicles', 'All')).waitFor();
  const heads = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  expect(heads.slice(1, 8)).toEqual([
    'Registration number',
    'Model',
    'Compliance',
    'Next deadline',
    'Driver',
    'Last seen',
    'Safety score',
  ]);
  // All of them are in sight beside the menus of the rows, also once the devices have reported.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('tbody .brought .st').first().waitFor();
  const edges = await page.evaluate<number[]>(`(() => {
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect());
    return [heads[7].right, heads.at(-1).left];
  })()`);
  expect(edges[0], JSON.stringify(edges)).toBeLessThanOrEqual(edges[1] as number);
  // What expires soonest comes first; words are looked for in the order of the plates.
  const sorted = page.locator('th[aria-sort]');
  expect([await sorted.innerText(), await sorted.getAttribute('aria-sort')]).toEqual(['Next deadline', 'ascending']);
  expect(new URL(page.url()).searchParams.has('sort')).toBe(false);
  // Nothing is switched on or off by a slip of the hand, and that a vehicle is in use goes without saying.
  expect(await page.locator('tbody').getByRole('switch').count()).toBe(0);
  expect(await page.locator('tbody').getByText('Active', { exact: true }).count()).toBe(0);
  await page.getByLabel('Search').fill(tracked.plate);
  const row = page.getByRole('row', { name: new RegExp(tracked.plate) });
  await total(page, 1).waitFor();
  expect(await sorted.innerText()).toBe('Registration number');
  await row.getByText(/ago$|^now$/i).waitFor();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await row.getByText('Inactive', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone the filters of a list are behind one button, and rows begin near the top', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, own.url, 'client@roadkeeper.test');
  for (const [path, create] of [
    ['vehicle-kyc-doc', 'New document'],
    ['vehicle', 'New vehicle'],
    ['drivers', 'New driver'],
  ] as const) {
    await page.goto(`${own.url}/${path}`);
    await page.getByRole('link', { name: create, exact: true }).waitFor();
    const cards = page.locator('.cards li');
    await cards.first().waitFor();
    expect((await cards.first().boundingBox())?.y, path).toBeLessThan(250);
    if (path === 'vehicle')
      expect(await page.locator('nav.bottom [aria-current=page]').allInnerTexts()).toEqual(['Vehicles']);
  }
  const button = page.getByRole('button', { name: 'Filters' });
  const add = page.getByRole('button', { name: 'Add filter' });
  expect([await button.getAttribute('aria-expanded'), await add.isVisible()]).toEqual(['false', false]);
  await button.press('Enter');
  await add.waitFor();
  expect(await axe(page)).toEqual([]);
  await tab(page, 'Drivers', 'Blocked').click();
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
  // While a form is open, saving stands where the menu was.
  await page.goto(`${own.url}/vehicle/new`);
  const save = page.getByRole('button', { name: 'Save and close' });
  await save.waitFor();
  const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
  expect([y > 600 && y + height <= 844, await page.locator('nav.bottom').isVisible()]).toEqual([true, false]);
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('lists of the fleet are right in every dress', async () => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'client@roadkeeper.test');
  for (const [path, list] of [
    ['vehicle', 'Vehicles'],
    ['vehicle-kyc-doc', 'Documents'],
  ] as const) {
    const found = await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/${path}`);
      await page.locator('tbody .ttl, .cards li').first().waitFor();
      return shown(tab(page, list, 'All'));
    });
    expect([path, found]).toEqual([path, []]);
  }
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});
