import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { placedFleet } from '../support/placed-fleet.ts';
import { newVisitor } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
});

const bar = (page: Page) => page.getByRole('slider', { name: 'Time of the replay' });
const seconds = async (page: Page) => Number(await bar(page).inputValue());
const signs = (page: Page) => page.locator('.replay__sign');

test('a trip is replayed from its page: it plays, pauses, goes to the next event by key and button, and its track is a file', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle-trips/${tracked.trips[0]}`);
  await page.getByRole('button', { name: 'Export track' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'GPX' }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${tracked.plate}-\\d{8}T\\d{4}\\.gpx$`));
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  await expect.poll(() => signs(page).count()).toBe(1);
  expect(await seconds(page)).toBe(0);
  await page.getByLabel('Speed').selectOption({ label: '×120' });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(60);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  // What stands still stays.
  const stood = await seconds(page);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await seconds(page)).toBe(stood);
  // The silence of sixteen minutes is an event, and the vehicle says so there.
  await page
    .getByRole('button', { name: /^No signal/ })
    .first()
    .click();
  const silent = await seconds(page);
  await bar(page).focus();
  await page.keyboard.press('ArrowRight');
  expect(await seconds(page)).toBe(silent + 1);
  await page.getByRole('region', { name: 'Replay' }).getByRole('button', { name: 'Next event' }).click();
  expect(await seconds(page)).toBeGreaterThan(silent);
  await page.locator('h1').click();
  await page.keyboard.press('j');
  expect(await seconds(page)).toBeLessThanOrEqual(silent + 1);

  const address = page.url();
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(address);
      return shown(signs(page));
    }),
  ).toEqual([]);
  await context.close();
});

test('an address that names no vehicle or no period says what is missing, and one without a trip that there is none', async () => {
  const { page, context } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  const wrong = page.getByText(/Open a replay from a trip or a vehicle/);
  for (const query of ['', `vehicleId=${tracked.vehicleId}`, 'vehicleId=x&from=2026-01-01&to=2026-01-02']) {
    await page.goto(`${own.url}/replay?${query}`);
    await wrong.waitFor();
  }
  await page.goto(`${own.url}/replay?vehicleId=${tracked.vehicleId}&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`);
  await page.getByText('No trips in this period.').waitFor();
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  await page.getByRole('link', { name: 'Replay today' }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  expect(new URL(page.url()).searchParams.get('vehicleId')).toBe(tracked.vehicleId);
  await context.close();
});

/** Vehicles that drove the same trip; gives their ids. */
async function together(count: number): Promise<string[]> {
  // What the others carry in the demo they never did.
  await own.sql('delete from device_binding where vehicle_id <> $1', [tracked.vehicleId]);
  await own.sql('update device set vehicle_id = null where vehicle_id <> $1', [tracked.vehicleId]);
  const { vehicles } = await placedFleet(own, count);
  for (const { bindingId } of vehicles) {
    const [trip] = await own.sql(
      `insert into trip select (jsonb_populate_record(null::trip, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(),
         'vehicle_id', b.vehicle_id, 'binding_id', b.id, 'device_id', b.device_id))).*
       from trip t, device_binding b where t.id = $1 and b.id = $2 returning id`,
      [tracked.trips[0] ?? '', bindingId],
    );
    await own.sql(
      `insert into trip_track (trip_id, fixes, packed) select $2, fixes, packed from trip_track where trip_id = $1`,
      [tracked.trips[0] ?? '', String(trip?.['id'])],
    );
  }
  return vehicles.map(({ id }) => id);
}

test('twenty vehicles are replayed in one window, from the list of the live map, and more than twenty-five are not', async () => {
  const ids = await together(20);
  expect(ids).toHaveLength(20);
  const [trip] = (await own.sql('select start_at as "from", end_at as "to" from trip where id = $1', [
    tracked.trips[0] ?? '',
  ])) as { from: string; to: string }[];
  const [group] = await own.sql(
    `insert into vehicle_group (id, org_id, name, colour) select gen_random_uuid(), org_id, 'Twenty', 'BLUE' from vehicle where id = $1 returning id`,
    [ids[0] ?? ''],
  );
  await own.sql(
    `insert into vehicle_group_member (group_id, org_id, vehicle_id, added_at) select $1, org_id, id, now() from vehicle where id = any(string_to_array($2, ',')::uuid[])`,
    [String(group?.['id']), ids.join()],
  );
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/live-map?group=${String(group?.['id'])}`);
  await page.getByRole('link', { name: 'Replay today: 20 vehicles' }).click();
  await page.getByRole('heading', { level: 1, name: 'Replay' }).waitFor();
  const asked = new URL(page.url()).searchParams.get('vehicleId') ?? '';
  expect(asked.split(',').toSorted()).toEqual(ids.toSorted());

  const at = (which: readonly string[]) =>
    `${own.url}/replay?vehicleId=${which.join()}&from=${trip?.from}&to=${trip?.to}`;
  await page.goto(at(ids));
  await expect.poll(() => signs(page).count()).toBe(20);
  const places = () => signs(page).evaluateAll((all) => all.map((one) => one.getAttribute('style')));
  const before = await places();
  await bar(page).focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await places()).filter((one, n) => one !== before[n]).length).toBe(20);
  await page.goto(at(Array.from({ length: 26 }, (_, n) => `0197b000-0000-7000-8000-${String(n).padStart(12, '0')}`)));
  await page.getByText(/names up to 25 vehicles/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
