import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor } from '../support/product.ts';
import { addRoads, placeOn } from '../support/speeding-fleet.ts';

const { product: own, browser } = await journeys(startDemo);
const imei = '490154203237591';
let vehicleId: string;
let plate: string;
let socket: Socket;
let serial = 2;
let eastM = 100;

beforeAll(async () => {
  await addRoads(own);
  const [vehicle] = (await own.sql(
    `select v.id, v.registration_no as plate, v.org_id as "orgId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id) order by v.registration_no limit 1`,
  )) as { id: string; plate: string; orgId: string }[];
  if (!vehicle) throw new Error('The demo has no vehicle without a device');
  ({ id: vehicleId, plate } = vehicle);
  await own.sql(
    `update vehicle set category_id = (select id from vehicle_category where speed_class = 'M1' and deleted_at is null order by id limit 1) where id = $1`,
    [vehicleId],
  );
  const [device] = await addDevices(own, [{ identifier: imei, orgId: vehicle.orgId, intervalS: 5 }]);
  await bindDevice(own, { deviceId: device?.id ?? '', vehicleId, from: '2020-01-01T00:00:00Z' });
  socket = connect(own.product.tracking?.ports['gt06'] ?? 0, '127.0.0.1');
  await new Promise((done) => socket.once('connect', done));
  socket.write(gt06Login(imei));
}, 120_000);
afterAll(() => socket?.destroy());

/** Goes on at a speed for so many reports, one every five seconds of the product's clock. */
async function drive(speedKmh: number, reports: number, ignition = true): Promise<void> {
  for (let at = 0; at < reports; at += 1) {
    const [lat, lon] = placeOn(eastM, (at % 3) - 1);
    const time = own.clock.now().getTime();
    const answered = new Promise((done) => socket.once('data', done));
    socket.write(gt06Position({ time, lat, lon, speedKmh, course: 90, ignition }, (serial += 1)));
    await answered;
    // What is older than a minute is no alert any more: reports are followed as they come.
    await pause(100);
    eastM += (speedKmh / 3.6) * 5;
    own.clock.move(5_000);
  }
}

test('speeding is told while it happens, ends when the vehicle slows down, and the check after the trip says what came of it', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/violation/alerts?vehicleId=${vehicleId}`);
  await page.getByText('No alerts match these filters.').waitFor();
  await drive(60, 12);
  await drive(110, 10);
  const told = page
    .getByRole('status')
    .filter({ hasText: `${plate} is speeding: 110 km/h, limit 80 km/h, Expressway of the journey` });
  await told.first().waitFor({ timeout: 20_000 });
  const row = page.locator('tbody tr').filter({ hasText: plate });
  await row.getByText('Speeding now').waitFor();
  await row.getByText('Expressway of the journey').waitFor();
  await row.getByText('Not checked yet').waitFor();
  await drive(110, 14);
  await drive(60, 14);
  await row.getByText('Speeding now').waitFor({ state: 'detached', timeout: 20_000 });

  // It stands with the engine off until the trip is over.
  await drive(0, 90, false);
  const outcome = row.getByRole('link', { name: 'Violation', exact: true });
  await expect
    .poll(
      async () => {
        await page.reload();
        await row.waitFor();
        return outcome.count();
      },
      { timeout: 40_000, interval: 1_000 },
    )
    .toBe(1);
  await outcome.click();
  await page.getByRole('heading', { level: 1, name: '110 in an 80' }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
}, 180_000);

test('alerts look right in every dress, for staff and for clients', async () => {
  const faults: string[] = [];
  for (const email of ['client@roadkeeper.test', 'safety@roadkeeper.test']) {
    const visitor = await newVisitor(browser);
    await enter(visitor.page, own.url, email);
    faults.push(
      ...(await inEveryDress(visitor, async (page) => {
        await page.goto(`${own.url}/violation/alerts`);
        await page.getByText(plate).first().waitFor();
        return shown(page.locator('h1'));
      })),
    );
    await visitor.context.close();
  }
  expect(faults).toEqual([]);
}, 120_000);
