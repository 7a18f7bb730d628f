import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createFenceFollower } from '#areas/geofences/geofences.server.ts';
import { createDeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';
import { type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;
beforeAll(async () => {
  tracked = await trackedVehicle(own, 3);
  await own.sql(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, speed_ckmh, course_ddeg, ignition, moving)
     select vehicle_id, id, now(), now(), 185200000, 738500000, 0, 0, false, false from device_binding where device_id = $1`,
    [tracked.deviceId],
  );
});

const field = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true });
const pointsOf = async (page: Page) =>
  (await page.locator('textarea').first().inputValue())
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(',').map(Number) as [number, number]);

/** Clicks at places of the map, in parts of its width and height. */
async function clickMap(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('There is no map');
  for (const [x, y] of places) {
    await page.mouse.move(box.x + box.width * x - 4, box.y + box.height * y - 4);
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    await page.mouse.down();
    await page.mouse.up();
  }
}

/** The next eleven in the evening of India, milliseconds. */
function nextNight(now: number): number {
  const day = 86_400_000;
  const night = Math.floor(now / day) * day + 17.5 * 3_600_000;
  return night > now ? night : night + day;
}

test('a depot is fenced, tested on a past trip, given to ten vehicles for the night, and a bounce at its gate is one alert', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/live-map`);
  // What the map was still fetching would be errors of a page that is left.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Related pages' }).click();
  await page.getByRole('menuitem', { name: 'Geofences', exact: true }).click();
  await page
    .getByRole('link', { name: 'New geofence' })
    .or(page.getByRole('button', { name: 'New geofence' }))
    .first()
    .click();
  await page.getByRole('application', { name: /shape of the geofence/ }).waitFor();
  // It begins where the vehicles are, and not with the whole country; a past trip brings it to where they drive.
  const scale = page.locator('.maplibregl-ctrl-scale');
  await expect.poll(async () => Number.parseInt(await scale.innerText(), 10)).toBeLessThan(300);
  await page.getByRole('combobox', { name: 'Vehicle', exact: true }).fill(tracked.plate);
  await page.getByRole('option', { name: tracked.plate }).first().click();
  await expect.poll(() => field(page, 'Trip').locator('option').count()).toBeGreaterThan(1);
  await field(page, 'Trip').selectOption({ index: 1 });
  await field(page, 'Shape').selectOption({ label: 'Polygon' });
  await page.getByRole('button', { name: 'Draw on the map' }).click();
  await page.getByText('Click each corner.').waitFor();
  const corners = [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ] as const;
  // The drawing program is fetched with the first use.
  await expect
    .poll(async () => {
      if ((await pointsOf(page)).length === 0) await clickMap(page, [...corners, corners[0]]);
      return (await pointsOf(page)).length;
    })
    .toBe(4);
  await page.getByRole('button', { name: 'Move points' }).waitFor();
  await field(page, 'Alert on exit')
    .or(page.getByRole('group', { name: 'Alert on exit' }))
    .getByText('Yes')
    .click();
  await page.getByRole('button', { name: 'Run test' }).click();
  await page.getByText(/alerts? on this trip/).waitFor();
  expect(await axe(page)).toEqual([]);

  const plates = (await own.sql(
    `select v.registration_no as plate from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.id <> $1 order by 1 limit 9`,
    [tracked.vehicleId],
  )) as { plate: string }[];
  await field(page, 'Name').fill('Night depot');
  await field(page, 'Applies to').selectOption({ label: 'Selected vehicles' });
  await page.getByLabel(/^Vehicles/).fill([tracked.plate, ...plates.map(({ plate }) => plate)].join('\n'));
  await page.getByLabel(/^From/).fill('22:00');
  await page.getByLabel(/^To/).fill('05:00');
  const outline = await pointsOf(page);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('heading', { level: 1, name: 'Night depot' }).waitFor();
  expect(await own.sql('select count(*)::int as n from geofence_vehicle')).toEqual([{ n: 10 }]);
  expect(problems).toEqual([]);
  await context.close();

  // At eleven in the evening it rolls over the line and back for a while, and then leaves.
  own.clock.move(nextNight(own.clock.now().getTime()) - own.clock.now().getTime());
  const [night, staff] = [await newVisitor(browser), await newVisitor(browser)];
  await enter(night.page, own.url, 'client@roadkeeper.test');
  await enter(staff.page, own.url, 'admin@roadkeeper.test');
  await staff.page.goto(`${own.url}/geofence-event`);
  await staff.page.getByText('Live', { exact: true }).waitFor();
  await night.page.goto(`${own.url}/dashboard`);
  await night.page.getByText('Live', { exact: true }).waitFor();
  const event = await bounce(outline);
  // Wherever the client is, it is told; staff, who would hear of everybody’s, see it in the list.
  await night.page.locator('.toast').filter({ hasText: 'left Night depot' }).waitFor();
  await staff.page.locator('tbody tr').getByText('Night depot').first().waitFor();
  expect(await staff.page.locator('.toast').count()).toBe(0);
  await staff.context.close();
  await night.page.goto(`${own.url}/geofence-event`);
  const rows = night.page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText('Exit', { exact: true }).waitFor();
  await rows.getByText('Night depot').waitFor();
  expect(await axe(night.page)).toEqual([]);
  await rows.locator('time').first().click();
  await night.page.waitForURL(new RegExp(`/vehicle-trips/${event.tripId}\\?at=`));
  const slider = night.page.getByRole('slider', { name: 'Point on the trip' });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(event.clock);
  expect(night.problems).toEqual([]);
  await night.context.close();
});

/** Half an hour inside, twenty positions over the eastern edge and back, and away to the east. */
async function bounce(outline: readonly (readonly [number, number])[]): Promise<{ tripId: string; clock: string }> {
  const lats = outline.map(([lat]) => lat);
  const lons = outline.map(([, lon]) => lon);
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2;
  const east = Math.max(...lons);
  const middle = (Math.min(...lons) + east) / 2;
  // Some 105,600 m to a degree of longitude there.
  const beyond = (metres: number) => east + metres / 105_600;
  const start = own.clock.now().getTime() - 10 * 60_000;
  const places = [
    ...Array.from({ length: 15 }, () => ({ lon: middle, kmh: 0 })),
    ...Array.from({ length: 20 }, (_, at) => ({ lon: beyond(at % 2 === 0 ? 10 : -10), kmh: 5 })),
    ...Array.from({ length: 12 }, (_, at) => ({ lon: beyond(100 + at * 120), kmh: 43 })),
  ];
  const registry = createDeviceRegistry(own.product.db);
  await registry.refresh();
  const [device] = (await own.sql(
    'select d.slot, b.id as binding from device d join device_binding b on b.device_id = d.id where d.id = $1',
    [tracked.deviceId],
  )) as { slot: number; binding: string }[];
  if (!device) throw new Error('There is no device');
  const fixes = places.map(({ lon, kmh }, at) =>
    positionOfFix(device.slot, {
      time: start + at * 10_000,
      lat,
      lon,
      speedKmh: kmh,
      accuracyM: 5,
      ignition: true,
    }),
  );
  const { kit, mail, db } = own.product;
  const follower = createFenceFollower({
    db,
    clock: own.clock,
    log: () => undefined,
    versions: kit.versions,
    registry,
    mail,
    places: kit.places,
    live: kit.live,
  });
  await follower.restore(0);
  follower.accept(await createLog(own).store(fixes, own.clock.now().getTime()));
  await follower.catchUp();
  const tripId = await addTrip({ product: own.product, clock: own.clock } as never, {
    bindingId: device.binding,
    startAt: new Date(start).toISOString(),
    minutes: 9,
    track: fixes,
  });
  const exit = new Date(start + 35 * 10_000 + 330 * 60_000).toISOString().slice(11, 19);
  return { tripId, clock: exit };
}

test('shapes are typed by the keyboard or read from files, and what cannot be is said at its field', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/geofence/new`);
  await page.getByRole('application', { name: /shape of the geofence/ }).waitFor();
  const file = page.locator('input[type=file]').first();
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Yard</name><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>73.80,18.50 73.81,18.50 73.81,18.51 73.80,18.51 73.80,18.50</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
  await file.setInputFiles({
    name: 'yard.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(kml),
  });
  await expect.poll(async () => (await pointsOf(page)).length).toBeGreaterThanOrEqual(4);
  expect(await field(page, 'Name').inputValue()).toBe('Yard');
  const line = {
    type: 'LineString',
    coordinates: [
      [73.8, 18.5],
      [73.9, 18.6],
    ],
  };
  await file.setInputFiles({
    name: 'way.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(line)),
  });
  await expect.poll(async () => (await pointsOf(page)).length).toBe(2);
  expect(await field(page, 'Shape').inputValue()).toBe('CORRIDOR');
  await field(page, 'Shape').selectOption({ label: 'Polygon' });
  await page.locator('textarea').first().fill('18.5, 73.8\n18.51, 73.81\n18.5, 73.81\n18.51, 73.8');
  await field(page, 'Applies to').selectOption({ label: 'All vehicles' });
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByText('The outline crosses itself: sides 1 and 3 meet').waitFor();
  await page.getByText('Choose at least one alert').waitFor();
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  await context.close();
});

test('a circle and a corridor are drawn by hand, and points of a shape are moved', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/geofence/new`);
  await page.getByRole('application', { name: /shape of the geofence/ }).waitFor();
  const draw = async (how: string, places: readonly (readonly [number, number])[], count: number) => {
    await page.getByRole('button', { name: /^Draw (on the map|again)$/ }).click();
    await page.getByText(how).waitFor();
    // The drawing program is fetched with the first use.
    await expect
      .poll(async () => {
        if ((await pointsOf(page)).length === 0) await clickMap(page, places);
        return (await pointsOf(page)).length;
      })
      .toBe(count);
  };
  await field(page, 'Shape').selectOption({ label: 'Circle' });
  await draw(
    'Click the centre, then click at the edge.',
    [
      [0.5, 0.5],
      [0.6, 0.5],
    ],
    1,
  );
  const radius = page.getByLabel(/radius|half width/i).first();
  await expect.poll(async () => Number((await radius.inputValue()).replaceAll(',', ''))).toBeGreaterThan(0);

  await field(page, 'Shape').selectOption({ label: 'Corridor' });
  await page.locator('textarea').first().fill('');
  const line = [
    [0.3, 0.4],
    [0.5, 0.6],
    [0.7, 0.4],
  ] as const;
  await draw('Click each point of the line.', [...line, line[2]], 3);
  const before = await pointsOf(page);
  await page.getByRole('button', { name: 'Move points' }).click();
  await page.getByText('Drag points to move them.').waitFor();
  const box = await page.getByRole('application').boundingBox();
  const at = ([x, y]: readonly [number, number]) =>
    [(box?.x ?? 0) + (box?.width ?? 0) * x, (box?.y ?? 0) + (box?.height ?? 0) * y] as const;
  await expect
    .poll(async () => {
      await page.mouse.move(...at([0.5, 0.6]));
      await page.mouse.down();
      await page.mouse.move(...at([0.5, 0.7]), { steps: 5 });
      await page.mouse.up();
      return (await pointsOf(page))[1]?.[0] ?? 90;
    })
    .toBeLessThan(before[1]?.[0] ?? 0);
  const after = await pointsOf(page);
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a file that holds no shape says so, and what was there stays', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/geofence/new`);
  await page.getByRole('application', { name: /shape of the geofence/ }).waitFor();
  await field(page, 'Shape').selectOption({ label: 'Polygon' });
  const outline = '18.5, 73.8\n18.51, 73.81\n18.5, 73.81';
  await page.locator('textarea').first().fill(outline);
  const file = page.locator('input[type=file]').first();
  const files = {
    'cut.geojson': '{"type":"FeatureCollection","features":[',
    'cut.kml': '<?xml version="1.0"?><kml><Document><Placemark>',
    'table.json': '{"rows":[1,2]}',
    'words.geojson': '{"type":"Polygon","coordinates":"18.5, 73.8"}',
    'empty.kml': '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document></Document></kml>',
    'nothing.geojson': '',
    'long.geojson': `{"type":"Polygon","coordinates":[[${'[73.8,18.5],'.repeat(190_000)}[73.8,18.5]]]}`,
  };
  for (const [name, text] of Object.entries(files)) {
    await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
    await page.getByText('No shapes found. Choose a GeoJSON or KML file of at most 2 MB.').waitFor();
    expect([name, await page.locator('textarea').first().inputValue()]).toEqual([name, outline]);
    // Said anew for each.
    await page.getByRole('button', { name: 'Close notification' }).first().click();
    await page.getByText('No shapes found.').waitFor({ state: 'detached' });
  }
  // Chromium writes what it could not read into a page of its own, with a style that the policy refuses.
  const ofCutKml = problems.filter((problem) => problem.startsWith('Applying inline style'));
  expect(ofCutKml.length).toBeLessThan(4);
  expect(problems.filter((problem) => !ofCutKml.includes(problem))).toEqual([]);
  await context.close();
});

test('form and alerts stand in both skins, right to left and on a phone', async () => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'client@roadkeeper.test');
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/geofence/new`);
      return shown(page.getByRole('application', { name: /shape of the geofence/ }));
    }),
  ).toEqual([]);
  expect(
    await inEveryDress(visitor, async (page) => {
      await page.goto(`${own.url}/geofence-event`);
      return shown(page.getByRole('heading', { level: 1, name: 'Geofence alerts' }));
    }),
  ).toEqual([]);
  await visitor.context.close();
});
