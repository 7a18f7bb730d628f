import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addTrip, northwards } from '#areas/trips/testing/trips.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { type PlacedFleet, placedFleet } from '../support/placed-fleet.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);
type Placed = PlacedFleet['vehicles'][number];
let fleet: PlacedFleet;
let taken: Placed;
let alone: Placed;

beforeAll(async () => {
  fleet = await placedFleet(own, 2);
  [taken, alone] = fleet.vehicles as [Placed, Placed];
  await own.sql('delete from driver_assignment where vehicle_id = any($1::uuid[])', [`{${taken.id},${alone.id}}`]);
  await own.sql(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, created_at)
     select gen_random_uuid(), v.org_id, v.id, (select d.id from driver d where d.org_id = v.org_id and d.deleted_at is null and not exists
       (select from driver_assignment a where a.driver_id = d.id and (a.to_at is null or a.to_at > now())) order by d.id limit 1), $2, $2
     from vehicle v where v.id = $1`,
    [taken.id, ago(2)],
  );
});

const ago = (hours: number) => new Date(own.clock.now().getTime() - hours * 3_600_000).toISOString();
/** A time of the day in India, so many hours before now. */
const clockAgo = (hours: number) => new Date(Date.parse(ago(hours)) + 330 * 60_000).toISOString().slice(11, 16);
const option = (page: Page, plate: string) =>
  page
    .getByRole('listbox', { name: 'Vehicles and where they are' })
    .getByRole('option')
    .filter({ has: page.locator('.plate').filter({ hasText: plate }) });
const card = (page: Page) => page.getByRole('complementary', { name: 'Vehicle' });
const signedIn = async (email: string) => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, email);
  return visitor;
};
/** What may be read of where it is, by the towns of the map. */
const words = (page: Page) => page.locator('body').innerText();

test('a keeper says when vehicles work; one that its driver took home is hidden from the client, and marked for staff', async () => {
  const { page, problems } = await signedIn('client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle`);
  await page.getByRole('button', { name: 'Related pages' }).click();
  await page.getByRole('menuitem', { name: 'Off-duty rules' }).click();
  await page.getByText('positions of vehicles with an assigned driver are hidden').first().waitFor();
  await page.goto(`${own.url}/off-duty-rule/new`);
  await page.getByLabel('Name').fill('Office hours');
  await page.getByLabel('Work from').fill(clockAgo(4));
  await page.getByLabel('Work to').fill(clockAgo(3));
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));

  // From here on it is night.
  own.clock.move(60_000);
  await fleet.put(taken, { lat: 18.9876, lon: 73.1, speedKmh: 54, moving: true, ignition: true, ageS: 1 });
  await fleet.put(alone, { lat: 18.6, speedKmh: 40, moving: true, ignition: true, ageS: 1 });
  const startAt = new Date(own.clock.now().getTime() - 30_000).toISOString();
  const track = northwards(startAt, 30, 189_876_000);
  const tripId = await addTrip(own, { bindingId: taken.bindingId, startAt, minutes: 5, track, maxKmh: 87.5 });

  await page.goto(`${own.url}/live-map`);
  await expect.poll(() => option(page, taken.plate).textContent()).toContain('Off duty');
  await expect.poll(() => option(page, alone.plate).textContent()).not.toContain('Off duty');
  await page.getByRole('button', { name: /^Off duty: 1/ }).click();
  await page.waitForURL(/status=OFF_DUTY/);
  await expect.poll(() => option(page, alone.plate).count()).toBe(0);
  await option(page, taken.plate).click();
  await card(page).getByText('Off duty', { exact: true }).waitFor();
  expect(await card(page).getByText('Panvel').count()).toBe(0);
  expect(await card(page).getByRole('button', { name: 'Follow' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Positions outside working hours are hidden' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/off-duty-rule$/);
  await page.getByText('Office hours').first().waitFor();

  await page.goto(`${own.url}/vehicle/${taken.id}`);
  const position = page.getByRole('region', { name: /position/i });
  await position.getByText('Off duty', { exact: true }).waitFor();
  await page.goto(`${own.url}/vehicle-trips?vehicleId=${taken.id}`);
  await page.getByText('Off duty', { exact: true }).first().waitFor();
  await page.goto(`${own.url}/vehicle-trips/${tripId}`);
  await page.getByText('Off duty: the route is not shown.').waitFor();
  expect(await words(page)).not.toContain('88 km/h');
  expect(await page.getByRole('link', { name: 'Replay', exact: true }).count()).toBe(0);

  // A link to the vehicle says as much.
  await page.goto(`${own.url}/live-map?vehicle=${taken.id}`);
  await card(page).getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create share link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const guest = await newVisitor(browser);
  await guest.page.goto(link);
  await fleet.put(taken, { lat: 18.9877, lon: 73.1, speedKmh: 54, moving: true, ignition: true, ageS: 0 });
  await guest.page.getByText('Off duty', { exact: true }).waitFor();
  await guest.page.getByText('Outside working hours it is not shown where the vehicle is.').waitFor();

  const staff = await signedIn('admin@roadkeeper.test');
  await staff.page.goto(`${own.url}/live-map?vehicle=${taken.id}`);
  await card(staff.page).getByText('Off duty: hidden from the client').waitFor();
  await staff.page.goto(`${own.url}/vehicle-trips/${tripId}`);
  await staff.page.getByText('Off duty: hidden from the client').waitFor();
  await staff.page.goto(`${own.url}/live-map`);
  const filter = staff.page.getByRole('button', { name: /^Off duty: 1/ });
  await filter.focus();
  await staff.page.keyboard.press('Enter');
  await staff.page.waitForURL(/status=OFF_DUTY/);
  await option(staff.page, taken.plate).waitFor();
  await expect.poll(() => option(staff.page, alone.plate).count()).toBe(0);
  // It is moving all the same, for them.
  await staff.page.getByRole('button', { name: /^Moving: 2/ }).waitFor();
  await staff.page.keyboard.press('Enter');
  await option(staff.page, alone.plate).waitFor();
  await staff.page.goto(`${own.url}/vehicle-trips/${tripId}`);
  await staff.page.getByRole('link', { name: 'Replay', exact: true }).waitFor();

  expect(
    await inEveryDress({ page, problems }, async (page) => {
      await page.goto(`${own.url}/vehicle-trips/${tripId}`);
      return shown(page.getByText('Off duty: the route is not shown.'));
    }),
  ).toEqual([]);
  expect(
    await inEveryDress({ page, problems }, async (page) => {
      await page.goto(`${own.url}/off-duty-rule/new`);
      return shown(page.getByLabel('Work from'));
    }),
  ).toEqual([]);
  expect(
    await inEveryDress({ page: guest.page, problems: guest.problems }, async (page) => {
      await page.goto(link);
      return shown(page.getByText('Off duty', { exact: true }));
    }),
  ).toEqual([]);
  for (const visitor of [guest, staff]) await visitor.context.close();
}, 180_000);

test('whoever weakens a rule is told from when that acts, and others of the organisation hear of it', async () => {
  const { page, problems } = await signedIn('client@roadkeeper.test');
  await page.goto(`${own.url}/off-duty-rule`);
  await page.getByRole('link', { name: 'Office hours' }).click();
  await page.waitForURL(/\/off-duty-rule\/[0-9a-f-]+$/);
  const record = page.url();
  await page.getByText('Working hours').first().waitFor();
  expect(await words(page)).not.toMatch(/details? missing/);
  await page.goto(`${record}/edit`);
  await page.getByText(/takes effect at 00:00 on \d+ \w+ \d{4}; what hides more takes effect at once/).waitFor();

  await page.goto(record);
  const question = page.getByRole('dialog');
  // Deleting it asks the same, and Cancel leaves it as it is.
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByText('Delete Office hours?').waitFor();
  await question
    .getByText(/hidden until 00:00 on \d+ \w+ \d{4}\. From then on only other rules hide positions/)
    .waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await question
    .getByText(/hidden until 00:00 on \d+ \w+ \d{4}\. From then on only other rules hide positions/)
    .waitFor();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('heading', { name: /^In force until 00:00 on/ }).waitFor();
  await page.getByText(/All vehicles · Every day · \d\d:\d\d to \d\d:\d\d/).waitFor();

  // Nothing is shown of this evening.
  await fleet.put(taken, { lat: 18.9878, lon: 73.1, speedKmh: 54, moving: true, ignition: true, ageS: 0 });
  await page.goto(`${own.url}/live-map`);
  await expect.poll(() => option(page, taken.plate).textContent()).toContain('Off duty');

  // Raw frames hold positions of any time.
  const [device] = await own.sql('select device_id as id from device_binding where id = $1', [taken.bindingId]);
  await page.goto(`${own.url}/device/${String(device?.['id'])}?tab=frames`);
  await page.getByText('Off duty: raw frames are hidden').waitFor();
  const staff = await signedIn('admin@roadkeeper.test');
  await staff.page.goto(`${own.url}/device/${String(device?.['id'])}?tab=frames`);
  await staff.page.getByText('Off duty: hidden from the client').waitFor();
  await staff.context.close();

  const other = await signedIn('dispatch@roadkeeper.test');
  await own.product.jobs.runDue();
  await other.page.goto(`${own.url}/notifications`);
  await other.page
    .getByText(/^Off-duty rule Office hours: Switched off by Meera Joshi\. From .*00:00 vehicles are shown/)
    .first()
    .waitFor();
  expect(
    await inEveryDress({ page, problems }, async (page) => {
      await page.goto(record);
      return shown(page.getByRole('heading', { name: /^In force until/ }));
    }),
  ).toEqual([]);
  await other.context.close();
}, 120_000);
