import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
beforeAll(() => loadDemoFleet(own.product.kit));

const row = (page: Page) => page.getByRole('navigation', { name: 'Record', exact: true });
const more = (page: Page) => row(page).getByRole('button', { name: 'More' });
const names = async (page: Page) =>
  (await row(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/\s*\d*$/, ''));
/** How far what is in the row of tabs stands beyond its end, in pixels. */
const beyond = (page: Page) =>
  page.evaluate<number>(`(() => {
    const nav = document.querySelector('.tab-row');
    const { left, right } = nav.getBoundingClientRect();
    const shown = [...nav.children].filter((one) => !one.matches('.folded')).map((one) => one.getBoundingClientRect());
    return Math.max(...shown.map((one) => Math.max(one.right - right, left - one.left)));
  })()`);

test('a record with many tabs shows those that are used, and one of the others in the row while it is open', async () => {
  const visitor = await newVisitor(browser);
  const { page, context, problems } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  const [vehicle] = await own.sql(`select id from vehicle where registration_no = 'KA22ZX1210'`);
  const at = `${own.url}/vehicle/${String(vehicle?.['id'])}`;
  await page.goto(at);
  await more(page).waitFor();
  const first = ['Overview', 'Documents', 'Insurance', 'Trips', 'Violations', 'Challans', 'Devices', 'Help desk'];
  expect(await names(page)).toEqual(first);

  // With the keyboard: the menu has the others, each with its number, and takes what is chosen into the row.
  await more(page).press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const others = (await items.allInnerTexts()).map((text) => text.replace(/\s*\d*$/, ''));
  expect(others).toEqual(['Drivers', 'Safety score', 'OBD', 'Shared', 'Alarms', 'Incidents', 'History']);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'OBD' }).press('Enter');
  await page.waitForURL(/tab=obd$/);
  await expect.poll(() => names(page)).toEqual([...first.slice(0, 7), 'OBD']);
  const current = row(page).locator('[aria-current=page]');
  expect(await current.innerText()).toBe('OBD');

  // Every tab opens by its address, and stands in the row however narrow it is.
  for (const [width, slug, name] of [
    [390, 'incident.vehicleId', 'Incidents'],
    [390, 'overview', 'Overview'],
    [1024, 'shares', 'Shared'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${at}?tab=${slug}`);
    await more(page).waitFor();
    await expect.poll(async () => (await current.innerText()).replace(/\s*\d*$/, '')).toBe(name);
    expect(await beyond(page), `${width} px`).toBeLessThan(0.5);
    const shown = await names(page);
    expect(shown.length, `${width} px`).toBeGreaterThan(1);
    expect(shown.length, `${width} px`).toBeLessThan(width === 390 ? 5 : 9);
  }
  const faults = await inEveryDress(
    visitor,
    async () => {
      await page.goto(at);
      await more(page).waitFor();
      return row(page);
    },
    async () => ((await beyond(page)) > 0.5 ? ['tabs stand beyond their row'] : []),
  );
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('tabs of a list filter it, and pages beside it are in a menu of their own', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${own.url}/vehicle`);
    const tabs = page.getByRole('navigation', { name: 'Vehicles', exact: true }).getByRole('link');
    await tabs.nth(2).waitFor();
    for (const tab of await tabs.all()) expect(await tab.getAttribute('href')).toMatch(/^\/vehicle(\?|$)/);
    const beside = page.getByRole('navigation', { name: 'Related pages' });
    expect(await beside.getByRole('link').count()).toBe(0);
    await beside.getByRole('button', { name: 'Related pages' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Vehicle groups' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Vehicle groups' }).click();
    await page.waitForURL(/\/vehicle-group$/);
  }
  // One page alone needs no menu.
  await page.goto(`${own.url}/alarm`);
  await page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Alarm rules' }).click();
  await page.waitForURL(/\/alarm-rule$/);
  expect(problems).toEqual([]);
  await context.close();
});
