import type { Page } from 'playwright-core';
import sharp from 'sharp';
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
/** A colour of the theme as the map has it. */
const themed = (page: Page, name: string) =>
  page.evaluate<number[]>(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = getComputedStyle(document.querySelector('.maplibregl-map')).getPropertyValue('${name}').trim();
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  })()`);
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

test('a followed vehicle stays in the middle as it moves, until the map is dragged: then the address says where the map is', async () => {
  const { page, context, problems } = await opened(`/live-map?vehicle=${moving.id}&follow=1`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const card = page.getByRole('complementary', { name: 'Vehicle' });
  await card.getByRole('button', { name: 'Following' }).waitFor();
  const map = page.getByRole('application').first();
  const middle = async () => {
    const box = await map.boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) * 0.3, (box?.y ?? 0) + (box?.height ?? 0) * 0.7] as const;
  };
  // The map goes along: another place is asked for where nobody touched it.
  await fleet.put(moving, { lat: 18.6, speedKmh: 61, moving: true, ignition: true });
  await expect.poll(() => card.textContent()).toContain('61');
  // It is brought to the middle once a second.
  await page.waitForTimeout(2_500);
  expect(new URL(page.url()).searchParams.get('follow')).toBe('1');
  const [x, y] = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y - 60, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('follow')).toBe(null);
  await card.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  const at = async () => (new URL(page.url()).searchParams.get('at') ?? '').split(',').map(Number);
  await expect.poll(async () => (await at()).length).toBe(3);
  const [lat = 0, lon = 0, zoom = 0] = await at();
  // It had followed to the place that was told last, and not only to the first.
  expect(Math.abs(lat - 18.6)).toBeLessThan(0.03);
  expect(Math.abs(lon - 73.85)).toBeLessThan(0.05);
  expect(zoom).toBeGreaterThan(11);
  await page.reload();
  await isLive(page);
  await map.waitFor();
  expect(await at()).toEqual([lat, lon, zoom]);
  await fleet.put(moving, { lat: 18.52, speedKmh: 54, moving: true, ignition: true });
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

test('the card tells the last alarms of the vehicle, with the way to each and to all', async () => {
  for (const [kind, what, minutes] of [
    ['POWER_CUT', 'Power cut', 5],
    ['BRAKING', 'Harsh braking', 90],
  ] as const)
    await own.sql(
      `insert into alarm (id, what, kind, alarm_state, org_id, vehicle_id, device, first_at, last_at, heard_at)
       select gen_random_uuid(), $2, $3, 'NEW', v.org_id, v.id, 'device', at, at, at
       from vehicle v, lateral (select now() - $4::float * interval '1 minute' as at) a where v.id = $1`,
      [idling.id, what, kind, String(minutes)],
    );
  const { page, context, problems } = await opened(`/live-map?vehicle=${idling.id}`);
  const alarms = page.getByRole('complementary', { name: 'Vehicle' }).getByRole('region', { name: 'Latest alarms' });
  await expect
    .poll(() => alarms.getByRole('listitem').getByRole('link').allTextContents())
    .toEqual(['Power cut', 'Harsh braking']);
  expect(await axe(page)).toEqual([]);
  await alarms.getByRole('link', { name: 'All alarms' }).click();
  await page.waitForURL(new RegExp(`/alarm\\?.*vehicleId=${idling.id}`));
  await page.goBack();
  await alarms.getByRole('link', { name: 'Power cut' }).click();
  await page.getByRole('heading', { level: 1, name: /Power cut/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone filters are behind a button, and the card of the vehicle that is found takes the place of the list', async () => {
  await own.sql(
    `update vehicle set verdict = case when id = $1 then 'RED' else 'GREEN' end where org_id = (select org_id from vehicle where id = $1)`,
    [stopped.id],
  );
  const visitor = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  const { page, context, problems } = visitor;
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/live-map`);
  await isLive(page);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
  const compliance = page.getByLabel('Compliance');
  expect(await compliance.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters' }).click();
  await compliance.selectOption({ label: 'Blocked' });
  await page.waitForURL(/verdict=RED/);
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByLabel('Last position').first().selectOption({ label: 'Over 1 day ago' });
  await page.getByText('No vehicles match these filters.').waitFor();
  await page.getByLabel('Last position').first().selectOption({ label: 'Any' });
  expect(await axe(page)).toEqual([]);
  await rowOf(page, stopped).click();
  const card = page.getByRole('complementary', { name: 'Vehicle' });
  await card.waitFor();
  expect(await list(page).isVisible()).toBe(false);
  await card.getByRole('button', { name: 'Close' }).click();
  await list(page).waitFor();
  expect(await rows(page).count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});

test('a vehicle stands on the map where it is, in the colour of what it does, paler when it is old; a click selects it', async () => {
  const { page, context, problems } = await newVisitor(browser);
  // Nothing moves on by guess.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, own.url, 'client@roadkeeper.test');
  const alone = { lat: 20.5, lon: 76.5 };
  await fleet.put(silent, { ...alone, ageS: 200 });
  await page.goto(`${own.url}/live-map?at=${alone.lat},${alone.lon},14`);
  await isLive(page);
  const box = await page.getByRole('application', { name: /vehicles/ }).boundingBox();
  const centre = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
  const colourAt = async (belowPx: number) => {
    const clip = { x: Math.round(centre[0]), y: Math.round(centre[1] + belowPx), width: 1, height: 1 };
    return [
      ...(await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer()),
    ];
  };
  const differs = (one: readonly number[], other: readonly number[]) =>
    Math.max(...one.map((part, at) => Math.abs(part - (other[at] ?? 0))));
  const [stops, moves] = [await themed(page, '--k-stop'), await themed(page, '--k-move')];
  const ground = await colourAt(60);
  const pale = stops.map((part, at) => part * 0.84 + (ground[at] ?? 0) * 0.16);
  expect(differs(pale, stops)).toBeGreaterThan(15);
  // Below the middle of the sign, beside the mark that is in it.
  await expect.poll(async () => differs(await colourAt(6), pale), { timeout: 15_000 }).toBeLessThan(8);
  await fleet.put(silent, { ...alone, ageS: 5, speedKmh: 54, moving: true, ignition: true });
  await expect.poll(async () => differs(await colourAt(6), moves), { timeout: 15_000 }).toBeLessThan(8);
  expect(differs(await colourAt(60), ground)).toBeLessThan(8);
  await page.mouse.move(...centre);
  await expect.poll(() => rowOf(page, silent).getAttribute('class')).toMatch(/hovered/);
  await page.mouse.click(...centre);
  await page.waitForURL(new RegExp(`vehicle=${silent.id}`));
  await fleet.put(silent, { lat: 18.55, ageS: 4 });
  expect(problems).toEqual([]);
  await context.close();
});

test('vehicles that lie close together are one sign, and a click on it leads nearer until there are several', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, own.url, 'client@roadkeeper.test');
  for (const [vehicle, north] of [
    [idling, 0],
    [stopped, 0.004],
    [moving, -0.004],
  ] as const)
    await fleet.put(vehicle, { lat: 21.5 + north, lon: 76.5, ageS: 1, ignition: true });
  await page.goto(`${own.url}/live-map?at=21.5,76.5,9`);
  await isLive(page);
  await expect.poll(() => motion(page, 'Idling').textContent()).toBe('Idling: 3');
  const box = await page.getByRole('application', { name: /vehicles/ }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  let clicks = 0;
  const selected = async () => {
    await page.mouse.click(x, y);
    clicks += 1;
    return new URL(page.url()).searchParams.get('vehicle');
  };
  await expect.poll(selected, { interval: 1_000, timeout: 20_000 }).toBe(idling.id);
  // The first ones were on the sign of all three.
  expect(clicks).toBeGreaterThan(1);
  expect(problems).toEqual([]);
  await context.close();
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
