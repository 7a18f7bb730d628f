import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { newVisitor, signIn, type Visitor } from '../support/product.ts';
import { shifts } from '../support/shifts.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';
import { journeys } from '../support/journeys.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;

beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
});

const rows = (page: Page) => page.locator('tbody tr');
const slider = (page: Page) => page.getByRole('slider', { name: 'Point on the trip' });

test('trips are listed, filtered by what stands in the address, and each opens', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.getByRole('link', { name: 'Trips', exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('State').selectOption({ label: 'In progress' });
  await page.waitForURL(/state=LIVE/);
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page).getByText('In progress').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  await page.getByRole('button', { name: 'Distance' }).click();
  await page.waitForURL(/sort=-distanceM/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^trips-.*\.csv$/);
  await go(page, `${own.url}/vehicle-trips?to=2020-01-01`);
  await page.getByText('No trips match these filters.').waitFor();
  await go(page, `${own.url}/vehicle-trips?vehicleId=${tracked.vehicleId}`);
  await rows(page).last().getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: new RegExp(tracked.plate) }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/vehicle-trips/${tracked.trips[0]}`);
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone filters are behind one button, and rows begin near the top with the places of each trip', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips`);
  const cards = page.locator('.cards li');
  await expect.poll(() => cards.count()).toBe(tracked.trips.length);
  expect((await cards.first().boundingBox())?.y).toBeLessThan(250);
  expect(await cards.first().innerText()).toMatch(/, [A-Z][a-z]+ to /);
  const button = page.getByRole('button', { name: 'Filters' });
  const state = page.getByLabel('State');
  expect([await button.getAttribute('aria-expanded'), await state.isVisible()]).toEqual(['false', false]);
  await button.press('Enter');
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await state.selectOption({ label: 'In progress' });
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await state.waitFor({ state: 'hidden' });
  expect(await axe(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('one cursor goes along map and chart by the keyboard, stops are shown on the map, and the next trip is a key away', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await slider(page).focus();
  const spoken = () => slider(page).getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  expect(await spoken()).toMatch(/^\d\d:\d\d:\d\d · \d+ km\/h · 0 m$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  const later = await spoken();
  await page.getByText(later ?? '', { exact: true }).waitFor();
  await expect.poll(() => page.locator('.track__track-cursor').count()).toBe(1);
  await page.keyboard.press('End');
  expect(await spoken()).toMatch(/ · 0 km\/h · 1\d\.\d km$/);

  const map = page.getByRole('application', { name: /track of/ });
  const scale = page.locator('.maplibregl-ctrl-scale');
  await map.waitFor();
  const whole = await scale.innerText();
  await map.focus();
  await page.keyboard.press('+');
  await expect.poll(() => scale.innerText()).not.toBe(whole);
  await page.keyboard.press('0');
  await expect.poll(() => scale.innerText()).toBe(whole);
  const box = await map.boundingBox();
  // The ground is there, and nothing comes from another server.
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(fetched.filter((name) => /\/base-map-\w+\.json$/.test(name))).toHaveLength(1);
  expect([...new Set(fetched.filter((name) => name.startsWith('http')).map((name) => new URL(name).origin))]).toEqual([
    own.url,
  ]);
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => scale.innerText()).not.toBe(whole);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => scale.innerText()).toBe(whole);
  await page.getByTitle('Show on map').first().click();
  await expect.poll(() => scale.innerText()).not.toBe(whole);
  // However near the map is, it follows the cursor.
  await slider(page).focus();
  await page.keyboard.press('End');
  const cursorX = async () => (await page.locator('.track__track-cursor .track__dot-of').boundingBox())?.x;
  await expect.poll(cursorX).toBeGreaterThan(box?.x ?? 0);
  await expect.poll(cursorX).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));

  await page.getByText('Track by minute').click();
  const minutes = page.getByRole('region', { name: 'Track by minute' }).locator('tbody tr');
  await expect.poll(() => minutes.count()).toBeGreaterThan(5);
  await page.getByRole('link', { name: 'Next trip' }).click();
  await page.waitForURL(new RegExp(tracked.trips[1] ?? 'none'));
  await page.getByRole('link', { name: 'Previous trip' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a trip says why it began and ended, and that its device reported ignition off', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const [trip = '', next = ''] = tracked.trips;
  await own.sql(`update trip set began_by = 'AWAY', ended_by = 'IGNITION_OFF', off_points = points / 2 where id = $1`, [
    trip,
  ]);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${trip}`);
  const facts = page.locator('dl.facts').last();
  await facts.getByText('The vehicle was more than 100 m away').waitFor();
  await facts.getByText('Stopped for a minute with the ignition off').waitFor();
  await page.getByText('The vehicle moved while the device reported ignition off.').waitFor();
  expect(await axe(page)).toEqual([]);
  // The next one began where the first fixes moved, and its device said on.
  await go(page, `${own.url}/vehicle-trips/${next}`);
  await facts.getByText('The vehicle moved', { exact: true }).waitFor();
  expect(await page.getByText('The vehicle moved while').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('where a browser cannot draw maps, the page says so and shows the rest', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.addInitScript(`
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
    };
  `);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await page.getByText('This browser cannot draw maps').waitFor();
  await slider(page).focus();
  await page.keyboard.press('End');
  expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/ km$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('a trip that goes on is drawn from what came so far, and grows on the page by itself', async () => {
  const { page, context, problems } = await newVisitor(browser);
  const live = tracked.trips.at(-1) ?? '';
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${live}`);
  await slider(page).waitFor();
  await page.getByText(/^last seen \d\d:\d\d$/).waitFor();
  expect(Number(await slider(page).getAttribute('aria-valuemax'))).toBeGreaterThan(20);
  await own.sql('update trip set distance_m = 98700, updated_at = now() where id = $1', [live]);
  await page.getByText('98.7 km').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a vehicle, its driver and its device show the last position and the latest trips, and hardly anything moves when they come', async () => {
  const { page, context, problems } = await newVisitor(browser, { viewport: { width: 1440, height: 900 } });
  await own.sql(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, moving)
     select b.vehicle_id, b.id, $2, $2, 185204000, 738567000, false from device_binding b where b.vehicle_id = $1
     on conflict do nothing`,
    [tracked.vehicleId, own.clock.now().toISOString()],
  );
  await enter(page, own.url, 'client@roadkeeper.test');
  const panel = (name: string) => page.getByRole('region', { name });
  const [{ driverId } = { driverId: '' }] = (await own.sql(
    'select driver_id as "driverId" from driver_assignment where vehicle_id = $1 and to_at is null',
    [tracked.vehicleId],
  )) as { driverId: string }[];
  // With the programs of the page at hand: what is looked at is what its data moves.
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  await panel('Details').waitFor();
  await page.waitForLoadState('networkidle');
  for (const [path, shows, most] of [
    [`vehicle/${tracked.vehicleId}`, ['Last position', 'Latest trips'], 0.01],
    // Whether a driver has trips is known with them: what stands last in their column makes room.
    [`drivers/${driverId}`, ['Latest trips'], 0.03],
    [`device/${tracked.deviceId}`, ['Last position'], 0.01],
  ] as const) {
    await page.goto(`${own.url}/${path}`);
    for (const name of shows) await panel(name).getByText(/Pune/).first().waitFor();
    await page.waitForLoadState('networkidle');
    const moved = await shifts(page);
    expect(moved.sum, `${path} ${JSON.stringify(moved.by)}`).toBeLessThanOrEqual(most);
  }
  // Where it is, as a picture: the page is scrolled over it, and no key goes to it.
  await panel('Last position')
    .getByRole('img', { name: `Last position of ${tracked.plate} on the map` })
    .waitFor();
  expect(await panel('Last position').getByRole('button').count()).toBe(0);
  // The driver's trips say with which vehicle, the device's page in which one it is.
  await panel('Vehicle').getByRole('link').getByText(tracked.plate).waitFor();
  await page.goto(`${own.url}/drivers/${driverId}`);
  await panel('Latest trips').getByText(tracked.plate).first().waitFor();
  await panel('Latest trips').getByRole('link', { name: 'All trips' }).click();
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  expect(problems).toEqual([]);
  await context.close();
});

test('a vehicle and its driver have their trips as a tab; somebody else’s trip is not there', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}?tab=trips`);
  await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  const [trip] = await own.sql('select driver_id as "driverId" from trip where id = $1', [tracked.trips[0] ?? '']);
  if (trip?.['driverId']) {
    await go(page, `${own.url}/drivers/${String(trip['driverId'])}?tab=trips`);
    await expect.poll(() => rows(page).count()).toBe(tracked.trips.length);
  }
  expect(problems).toEqual([]);
  await context.close();
  const other = await newVisitor(browser);
  await enter(other.page, own.url, 'deccan@roadkeeper.test');
  await other.page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await other.page
    .getByRole('heading', { name: /not there|not found/i })
    .first()
    .waitFor();
  await other.context.close();
});

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, 'client@roadkeeper.test');
  });
  afterAll(() => visitor?.context.close());

  test('list of trips', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/vehicle-trips`);
      return shown(page.getByRole('link', { name: new RegExp(tracked.plate) }));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('a trip', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/vehicle-trips/${tracked.trips[0]}`);
      await slider(page).focus();
      await page.keyboard.press('PageUp');
      await page.getByText('Track by minute').click();
      return shown(page.getByRole('table'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
