import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { type PlacedFleet, placedFleet } from '../support/placed-fleet.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { addRoads, placeOn } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let fleet: PlacedFleet;
type Vehicle = PlacedFleet['vehicles'][number];
let [moving, idling, stopped, silent] = [] as unknown as [Vehicle, Vehicle, Vehicle, Vehicle];

beforeAll(async () => {
  fleet = await placedFleet(own, 4);
  [moving, idling, stopped, silent] = fleet.vehicles as unknown as [Vehicle, Vehicle, Vehicle, Vehicle];
  await fleet.put(moving, { lat: 18.52, speedKmh: 54, moving: true, ignition: true });
  await fleet.put(idling, { lat: 18.53, ignition: true });
  await fleet.put(stopped, { lat: 18.54 });
  await fleet.put(silent, { lat: 18.55, ageS: 7_200 });
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Vehicles and where they are' });
const rows = (page: Page) => list(page).getByRole('option');
/** The row of a vehicle, whose plate is drawn with gaps that it does not have. */
const rowOf = (page: Page, { plate }: Vehicle) =>
  rows(page).filter({ has: page.locator('.plate').filter({ hasText: plate }) });
const isLive = (page: Page) => page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
const motion = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });

async function opened(path = '/live-map') {
  const visitor = await newVisitor(browser);
  await signIn(visitor.page, own.url, 'client@roadkeeper.test');
  await visitor.page.goto(own.url + path);
  await isLive(visitor.page);
  return visitor;
}

test('a dispatcher sees what every vehicle does, narrows it down, and finds the one that moves', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.getByRole('link', { name: 'Live map', exact: true }).click();
  await isLive(page);
  for (const [name, count] of [
    ['Moving', 1],
    ['Idling', 1],
    ['Stopped', 1],
    ['Offline', 1],
  ] as const)
    await expect.poll(() => motion(page, name).textContent()).toBe(`${name}: ${count}`);
  await expect.poll(() => rowOf(page, moving).textContent()).toContain('54 km/h');
  await expect.poll(() => rowOf(page, silent).textContent()).toContain('2 h');
  expect(await axe(page)).toEqual([]);
  await motion(page, 'Moving').click();
  await page.waitForURL(/status=MOVING/);
  await expect.poll(() => rows(page).count()).toBe(1);
  await rowOf(page, moving).click();
  const card = page.getByRole('complementary', { name: 'Vehicle' });
  await expect.poll(() => card.textContent()).toContain('54');
  await card.getByRole('button', { name: 'Follow' }).click();
  await page.waitForURL(/follow=1/);
  await page.reload();
  await isLive(page);
  await expect.poll(() => card.getByRole('button', { name: 'Following' }).getAttribute('aria-pressed')).toBe('true');
  expect(await axe(page)).toEqual([]);
  await card.getByRole('link', { name: 'Open vehicle' }).click();
  await page.waitForURL(new RegExp(`/vehicle/${moving.id}`));
  // And back, from where its page says that it is.
  const position = page.getByRole('region', { name: 'Last position' });
  await position.getByRole('link', { name: 'Live map' }).click();
  await page.waitForURL(new RegExp(`/live-map.*vehicle=${moving.id}`));
  expect(problems).toEqual([]);
  await context.close();
});

test('what a vehicle says shows at once, without anything being loaded anew', async () => {
  const { page, context, problems } = await opened();
  await expect.poll(() => rowOf(page, stopped).textContent()).toContain('Stopped');
  const loads: string[] = [];
  page.on('request', (request) => void loads.push(request.url()));
  await fleet.put(stopped, { lat: 18.541, speedKmh: 31, moving: true, ignition: true });
  await expect.poll(() => rowOf(page, stopped).textContent()).toContain('31 km/h');
  await fleet.put(stopped, { lat: 18.541 });
  await expect.poll(() => rowOf(page, stopped).textContent()).toContain('Stopped');
  expect(loads.filter((url) => url.endsWith('/live-map'))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('the roads that the product knows are the streets of its maps, for those who may see them', async () => {
  await addRoads(own);
  const [lat, lon] = placeOn(5_000, 0);
  const { page, context, problems } = await newVisitor(browser);
  const tiles: { status: number; bytes: number }[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().includes('/road/tile/')) return;
    const body = await answer.body().catch(() => Buffer.alloc(0));
    tiles.push({ status: answer.status(), bytes: body.length });
  });
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/live-map?at=${lat},${lon},13`);
  await isLive(page);
  await page.getByText('© OpenStreetMap (ODbL)').waitFor();
  await expect.poll(() => tiles.some(({ status, bytes }) => status === 200 && bytes > 0)).toBe(true);
  expect(tiles.filter(({ status }) => status >= 400)).toEqual([]);
  // The card of a vehicle names the road under it, with the limit that applies there.
  await fleet.put(moving, { lat, lon, speedKmh: 61, course: 90, moving: true, ignition: true });
  await rowOf(page, moving).click();
  const card = page.getByRole('complementary', { name: 'Vehicle' });
  await expect.poll(() => card.textContent()).toContain('Expressway of the journey');
  await expect.poll(() => card.textContent()).toContain('Speed limit here, km/h: 80');
  expect(await axe(page)).toEqual([]);
  await fleet.put(moving, { lat: 18.52, speedKmh: 54, moving: true, ignition: true });
  expect(problems).toEqual([]);
  await context.close();
});

test('by keys the list is walked through, and the address keeps what was chosen', async () => {
  const { page, context, problems } = await opened('/live-map?sort=plate');
  await list(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/vehicle=/);
  const first = new URL(page.url()).searchParams.get('vehicle');
  await page.keyboard.press('ArrowDown');
  await page.waitForURL((url) => url.searchParams.get('vehicle') !== first);
  await page.keyboard.press('Home');
  await page.waitForURL((url) => url.searchParams.get('vehicle') === first);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => !url.searchParams.has('vehicle'));
  await page.getByRole('searchbox').fill('no such plate');
  await page.getByText('No vehicles match these filters.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the table says the same in words, and leads back to the map', async () => {
  const { page, context, problems } = await opened();
  await page.getByText('Table', { exact: true }).click();
  await page.waitForURL(/view=table/);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: idling.plate }) });
  await expect.poll(() => row.textContent()).toContain('Idling');
  expect(await axe(page)).toEqual([]);
  await row.getByRole('button', { name: 'Show on map' }).click();
  await page.getByRole('complementary', { name: 'Vehicle' }).waitFor();
  expect(new URL(page.url()).searchParams.get('vehicle')).toBe(idling.id);
  expect(problems).toEqual([]);
  await context.close();
});

test('another organisation sees none of it', async () => {
  const visitor = await newVisitor(browser);
  await signIn(visitor.page, own.url, 'deccan@roadkeeper.test');
  await visitor.page.goto(`${own.url}/live-map?vehicle=${moving.id}`);
  await isLive(visitor.page);
  await expect.poll(() => rows(visitor.page).count()).toBeGreaterThan(0);
  expect(await rowOf(visitor.page, moving).count()).toBe(0);
  expect(await visitor.page.getByRole('complementary', { name: 'Vehicle' }).count()).toBe(0);
  await visitor.context.close();
});

test('in every dress', async () => {
  const visitor = await newVisitor(browser);
  await signIn(visitor.page, own.url, 'client@roadkeeper.test');
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/live-map?vehicle=${moving.id}`);
      await isLive(page);
      return shown(page.getByRole('complementary', { name: 'Vehicle' }));
    }),
  ).toEqual([]);
  await visitor.context.close();
});
