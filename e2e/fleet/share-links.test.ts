import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { type PlacedFleet, placedFleet } from '../support/placed-fleet.ts';
import { newVisitor } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
let fleet: PlacedFleet;
/** The vehicle with today's trips, as it is put somewhere. */
let driven: { id: string; bindingId: string };
let silent: PlacedFleet['vehicles'][number];

beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
  fleet = await placedFleet(own, 1);
  [silent] = fleet.vehicles as [typeof silent];
  const [binding] = (await own.sql('select id from device_binding where vehicle_id = $1', [tracked.vehicleId])) as {
    id: string;
  }[];
  await addEvents(tracked.trips[0] ?? '');
  driven = { id: tracked.vehicleId, bindingId: binding?.id ?? '' };
  await fleet.put(driven, { lat: 18.52, speedKmh: 54, moving: true, ignition: true });
  await fleet.put(silent, { lat: 18.55, ageS: 7_200 });
});

/** A minute after it began the vehicle of a trip came to a geofence, and another minute later it was too fast. */
async function addEvents(tripId: string): Promise<void> {
  await own.sql(
    `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
     select gen_random_uuid(), org_id, vehicle_id, gen_random_uuid(), 'Depot of the journey', 'ENTER', start_at + interval '1 min',
       start_lat_e7, start_lon_e7, start_at + interval '1 min', true, now() from trip where id = $1`,
    [tripId],
  );
  await own.sql(
    `insert into speeding_alert (id, org_id, vehicle_id, state, from_at, to_at, seen_at, raised_at, end_cause, peak_at, peak_kmh, limit_kmh,
       limit_source, road_id, road_name, peak_lat_e7, peak_lon_e7, fixes)
     select gen_random_uuid(), org_id, vehicle_id, 'ENDED', start_at + interval '2 min', start_at + interval '140 s',
       start_at + interval '150 s', now(), 'SLOWED', start_at + interval '130 s', 71, 50, 'RULE', gen_random_uuid(), 'Road of the journey',
       start_lat_e7, start_lon_e7, 3 from trip where id = $1`,
    [tripId],
  );
}

const card = (page: Page) => page.getByRole('complementary', { name: 'Vehicle' });
const option = (page: Page, plate: string) =>
  page
    .getByRole('listbox', { name: 'Vehicles and where they are' })
    .getByRole('option')
    .filter({ has: page.locator('.plate').filter({ hasText: plate }) });
const isLive = (page: Page) => page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
const over = (page: Page) => page.getByRole('heading', { level: 1, name: 'This link is not available' });
const seconds = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Time of the replay' }).inputValue());

/** Makes a link in the dialog that is open. Gives its address. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create share link' }).click();
  const address = page.getByRole('textbox', { name: 'Link', exact: true });
  await address.waitFor();
  const link = await address.inputValue();
  expect(link).toMatch(new RegExp(`^${own.url}/s/rkl_[\\w-]{43}$`));
  return link;
}
const signedIn = async (path: string) => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'client@roadkeeper.test');
  await visitor.page.goto(own.url + path);
  return visitor;
};

test('from the live map to a trip, its replay, and a link for two hours that is dead when it is revoked', async () => {
  const { page, context, problems } = await signedIn('/live-map');
  await isLive(page);
  // Whoever was silent for more than five minutes moves no more, whatever they said last: their sign is that of an offline vehicle.
  await expect.poll(() => option(page, silent.plate).textContent()).toContain('2 h');
  await expect.poll(() => option(page, silent.plate).textContent()).toContain('Offline');
  await page.getByRole('button', { name: /^Moving:/ }).click();
  await page.waitForURL(/status=MOVING/);
  await expect.poll(() => option(page, silent.plate).count()).toBe(0);
  await option(page, tracked.plate).click();
  await card(page).getByRole('button', { name: 'Follow' }).click();
  await page.waitForURL(/follow=1/);

  // Today's trip, and what happened on it.
  await card(page)
    .getByRole('link', { name: /^\d+ trips?, .* km$/ })
    .click();
  await page.waitForURL(/tab=trips/);
  await page.locator(`a[href="/vehicle-trips/${tracked.trips[0]}"]:visible`).first().click();
  // Sixteen minutes of it were not heard: dashed, as its legend says.
  const gap = page.locator('[class*=legend]').getByText('No signal');
  await gap.waitFor();
  expect(await gap.locator('path').evaluate('(path) => getComputedStyle(path).strokeDasharray')).not.toBe('none');
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  await page.getByLabel('Speed').selectOption({ label: '×30' });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page
    .getByRole('button', { name: /^No signal/ })
    .first()
    .click();
  expect(await seconds(page)).toBeGreaterThan(300);
  // To where it was too fast, and to the geofence before.
  await page.getByRole('button', { name: /^Speeding: 71 .*, Road of the journey, 20 s/ }).click();
  expect(await seconds(page)).toBe(120);
  await page.getByRole('region', { name: 'Replay' }).getByRole('button', { name: 'Previous event' }).click();
  expect(await seconds(page)).toBe(60);
  await page.getByRole('button', { name: /^Entry: Depot of the journey/ }).waitFor();

  // Two hours for whoever gets the address.
  await page.goto(`${own.url}/live-map?vehicle=${tracked.vehicleId}`);
  await isLive(page);
  await card(page).getByRole('button', { name: 'Share' }).click();
  expect(await page.getByLabel('Link expires').inputValue()).toBe('120');
  await page.getByLabel('Recipient or note').fill('<img src=x onerror=alert(1)> gate 4');
  expect(await axe(page)).toEqual([]);
  const link = await create(page);
  expect(await axe(page)).toEqual([]);

  const guest = await newVisitor(browser);
  const answer = await guest.page.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(await guest.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
  // Nothing of before the link was made.
  await guest.page.getByText('Waiting for the next position').waitFor();
  await fleet.put(driven, { lat: 18.521, speedKmh: 54, moving: true, ignition: true, ageS: 0 });
  await guest.page.getByText('Moving', { exact: true }).waitFor();
  await isLive(guest.page);
  await guest.page.getByText(/^Updated \d+ s ago$/).waitFor();
  await guest.page.getByText(/^Link expires in (2 h|1 h 59 min)/).waitFor();
  expect(await guest.page.getByRole('navigation').count()).toBe(0);
  const words = await guest.page.locator('body').innerText();
  for (const secret of ['Sahyadri', 'Meera', '54', 'gate 4']) expect(words).not.toContain(secret);
  expect(await axe(guest.page)).toEqual([]);

  // Revoked while it is looked at.
  await page.getByRole('link', { name: 'Manage share links' }).click();
  const line = page.locator('li[data-link]').filter({ hasText: 'gate 4' });
  await line.getByText('<img src=x onerror=alert(1)> gate 4', { exact: true }).waitFor();
  await line.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await over(guest.page).waitFor();
  await fleet.put(driven, { lat: 18.522, speedKmh: 54, moving: true, ignition: true, ageS: 0 });
  await guest.page.reload();
  await over(guest.page).waitFor();
  expect(await guest.page.locator('canvas').count()).toBe(0);
  await page.getByText('No active share links').waitFor();
  expect(problems).toEqual([]);
  // The browser itself notes that the address was answered 404.
  expect(guest.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await guest.context.close();
  await context.close();
});

test('a trip is shared from its page, its PIN is asked for, and the list tells who looked', async () => {
  const { page, context, problems } = await signedIn(`/vehicle-trips/${tracked.trips[0]}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('PIN').fill('48-21');
  await page.getByLabel('Mask the registration number').check();
  const link = await create(page);
  await page.getByText('Send the PIN separately.').waitFor();
  const guest = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await guest.page.goto(link);
  const pin = guest.page.getByLabel('PIN');
  expect(await axe(guest.page)).toEqual([]);
  await pin.fill('0000');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('Wrong PIN').waitFor();
  await pin.fill('4821');
  await guest.page.keyboard.press('Enter');
  await guest.page.getByText('Distance', { exact: true }).waitFor();
  await guest.page.getByRole('application', { name: /Route of/ }).waitFor();
  const words = await guest.page.locator('body').innerText();
  expect(words).toContain('••••');
  expect(words).not.toContain('Top speed');
  expect(words.replaceAll(/\s/g, '')).not.toContain(tracked.plate);
  expect(await axe(guest.page)).toEqual([]);
  await guest.context.close();

  await page.getByRole('link', { name: 'Manage share links' }).click();
  const line = page.locator('li[data-link]').filter({ hasText: 'Trip' });
  await expect.poll(() => line.textContent()).toContain('1 wrong PIN');
  await line.getByRole('button', { name: 'Views' }).click();
  const log = page.getByRole('dialog').getByRole('table');
  await log.getByText(/^Chrome/).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
  await context.close();
});

test('a link that expires while it is looked at ends as a plain page, whatever the browser’s clock says', async () => {
  const { page, context } = await signedIn(`/vehicle/${tracked.vehicleId}`);
  await page.getByRole('button', { name: `Actions for ${tracked.plate}` }).click();
  await page.getByRole('menuitem', { name: 'Create share link' }).click();
  await page.getByLabel('Link expires').selectOption({ label: 'In 30 minutes' });
  const link = await create(page);
  const guest = await newVisitor(browser);
  await guest.page.goto(link);
  await fleet.put(driven, { lat: 18.523, moving: true, ignition: true, ageS: 0 });
  await guest.page.getByText('Moving', { exact: true }).waitFor();
  own.clock.move(31 * 60_000);
  await over(guest.page).waitFor();
  await guest.page.goto(`${own.url}/s/rkl_nothing`);
  await over(guest.page).waitFor();
  expect(await guest.page.locator('canvas').count()).toBe(0);
  await guest.context.close();
  await context.close();
});

test('in every dress: the list, the page behind a link, and how it ends', async () => {
  const visitor = await signedIn(`/vehicle-trips/${tracked.trips[0]}`);
  await visitor.page.getByRole('button', { name: 'Share' }).click();
  const link = await create(visitor.page);
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/share-link?state=any`);
      return shown(page.locator('li[data-link]'));
    }),
  ).toEqual([]);
  await visitor.context.close();
  const guest = await newVisitor(browser);
  expect(
    await inEveryDress(guest, async (page) => {
      await page.goto(link);
      return shown(page.getByText('Distance', { exact: true }));
    }),
  ).toEqual([]);
  await guest.context.close();
});
