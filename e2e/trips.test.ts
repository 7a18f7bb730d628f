import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { newVisitor, openBrowser, signIn } from './product.ts';
import { type Tracked, trackedVehicle } from './tracked-fleet.ts';

let own: OwnProduct;
let browser: Browser;
let tracked: Tracked;

beforeAll(async () => {
  own = await startOwnProduct();
  tracked = await trackedVehicle(own, 3);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
});

const rows = (page: Page) => page.locator('tbody tr');
const slider = (page: Page) => page.getByRole('slider', { name: 'Point of the trip' });
const beyond = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

test('trips are listed, filtered by what stands in the address, and each opens', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.getByRole('link', { name: 'Trips', exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('State').selectOption({ label: 'Under way' });
  await page.waitForURL(/state=LIVE/);
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page).getByText('Under way').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  await page.getByRole('button', { name: 'Distance' }).click();
  await page.waitForURL(/sort=-distanceM/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^trips-.*\.csv$/);
  await page.goto(`${own.url}/vehicle-trips?to=2020-01-01`);
  await page.getByText('No trips fit these filters.').waitFor();
  await page.goto(`${own.url}/vehicle-trips?vehicleId=${tracked.vehicleId}`);
  await rows(page).last().getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: new RegExp(tracked.plate) }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/vehicle-trips/${tracked.trips[0]}`);
  expect(problems).toEqual([]);
  await context.close();
});

test('one cursor goes along map and chart by the keyboard, stops are shown on the map, and the next trip is a key away', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await slider(page).focus();
  const told = () => slider(page).getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  expect(await told()).toMatch(/^\d\d:\d\d:\d\d · \d+ km\/h · 0 m$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  const later = await told();
  await page.getByText(later ?? '', { exact: true }).waitFor();
  expect(await page.locator('.track-cursor').count()).toBe(1);
  await page.keyboard.press('End');
  expect(await told()).toMatch(/ · 0 km\/h · 1\d\.\d km$/);

  const map = page.getByRole('application', { name: /track of/ });
  const scale = page.locator('.map-scale');
  const whole = await scale.innerText();
  await map.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect(await scale.innerText()).not.toBe(whole);
  await page.keyboard.press('0');
  await expect.poll(() => scale.innerText()).toBe(whole);
  const box = await map.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => scale.innerText()).not.toBe(whole);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => scale.innerText()).toBe(whole);
  await page.getByTitle('Show on the map').first().click();
  await expect.poll(() => scale.innerText()).not.toBe(whole);
  // However near the map is, it follows the cursor.
  await slider(page).focus();
  await page.keyboard.press('End');
  const cursor = await page.locator('.track-cursor .dot-of').boundingBox();
  expect(cursor?.x).toBeGreaterThan(box?.x ?? 0);
  expect(cursor?.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));

  await page.getByText('The track by the minute').click();
  const minutes = page.locator('.track-table tbody tr');
  await expect.poll(() => minutes.count()).toBeGreaterThan(5);
  await page.getByRole('link', { name: 'Trip after' }).click();
  await page.waitForURL(new RegExp(tracked.trips[1] ?? 'none'));
  await page.getByRole('link', { name: 'Trip before' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a trip that goes on is drawn from what came so far, and grows on the page by itself', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const live = tracked.trips.at(-1) ?? '';
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${live}`);
  await slider(page).waitFor();
  await page.getByText(/^heard until \d\d:\d\d$/).waitFor();
  expect(Number(await slider(page).getAttribute('aria-valuemax'))).toBeGreaterThan(20);
  await own.sql('update trip set distance_m = 98700, updated_at = now() where id = $1', [live]);
  await page.getByText('98.7 km').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a vehicle and its driver have their trips as a tab; somebody else’s trip is not there', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}?tab=trips`);
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  const [trip] = await own.sql('select driver_id as "driverId" from trip where id = $1', [tracked.trips[0] ?? '']);
  if (trip?.['driverId']) {
    await page.goto(`${own.url}/drivers/${String(trip['driverId'])}?tab=trips`);
    await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  }
  expect(problems).toEqual([]);
  await context.close();
  const other = await newVisitor(browser);
  await signIn(other.page, own.url, 'deccan@roadkeeper.test');
  await other.page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await other.page
    .getByRole('heading', { name: /not there|not found/i })
    .first()
    .waitFor();
  await other.context.close();
});

const dresses = [
  { name: 'light', skin: 'light', direction: 'ltr', width: 1440 },
  { name: 'dark', skin: 'dark', direction: 'ltr', width: 1440 },
  { name: 'right-to-left', skin: 'light', direction: 'rtl', width: 1440 },
  { name: '390 px', skin: 'dark', direction: 'ltr', width: 390 },
] as const;

for (const dress of dresses)
  test(`axe finds nothing on the pages of trips in ${dress.name}, and none scrolls sideways`, async () => {
    const { page, context, problems } = await newVisitor(browser, { viewport: { width: dress.width, height: 900 } });
    await page.goto(`${own.url}/login`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    if (dress.skin === 'dark') await page.getByRole('button', { name: 'Change skin' }).click();
    if (dress.direction === 'rtl') await page.getByRole('button', { name: 'Change text direction' }).click();
    await signIn(page, own.url, 'client@roadkeeper.test');
    await page.goto(`${own.url}/vehicle-trips`);
    await page
      .getByRole('link', { name: new RegExp(tracked.plate) })
      .first()
      .waitFor();
    expect(await axe(page), 'list').toEqual([]);
    expect(await beyond(page)).toBe(0);
    await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
    await slider(page).focus();
    await page.keyboard.press('PageUp');
    await page.getByText('The track by the minute').click();
    expect(await axe(page), 'trip').toEqual([]);
    expect(await beyond(page)).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
