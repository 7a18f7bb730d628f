import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { passesLuhn } from './check-digits.rules.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
});
afterAll(() => product?.close());

const post = (over: Record<string, unknown>) =>
  product.call('POST', '/device', { token: devices.admin, body: devices.body(over) });
const give = (id: string, orgId: string) =>
  product.call('POST', `/device/owner/${id}`, { token: devices.admin, body: { orgId } });

test('check digits are counted as the standard does', () => {
  // The example of GSM 02.16, and the one of ISO/IEC 7812-1.
  for (const right of ['490154203237518', '79927398713']) expect(passesLuhn(right), right).toBe(true);
  for (const wrong of ['490154203237517', '79927398710', '940154203237518'])
    expect(passesLuhn(wrong), wrong).toBe(false);
});

test('an IMEI or a card whose check digit is wrong is taken with a warning', async () => {
  const right = await post({ identifier: '490154203237518', iccid: '8991000900000000007' });
  expect([right.status, right.json.warnings]).toEqual([
    201,
    ['SIM card: the check digit is wrong. Compare it with the number on the card'],
  ]);
  const wrong = await post({ identifier: '490154203237527', iccid: '8991101200003204514' });
  expect([wrong.status, wrong.json.warnings]).toEqual([
    201,
    ['IMEI: the check digit is wrong. Compare it with the number on the device'],
  ]);
  expect((await post({ identifier: '49015420323751' })).json.warnings).toEqual(['An IMEI has 15 digits, this has 14']);
  expect((await post({ identifier: 'pune phone' })).json.fields.identifier).toBe('Only an IMEI is written with spaces');
  const named = await post({ identifier: 'Pune-phone_1@home:2' });
  expect([named.json.data.identifier, named.json.warnings]).toEqual(['Pune-phone_1@home:2', undefined]);
});

test('a device has one name: zeros in front of an IMEI and the case of letters make no second one', async () => {
  const first = await post({ identifier: '0 352099-00 176148 1' });
  expect(first.json.data.identifier).toBe('352099001761481');
  const again = await post({ identifier: '352099001761481' });
  expect([again.status, Object.keys(again.json.fields)]).toEqual([409, ['identifier']]);
  await post({ identifier: 'Van.Phone', serialNo: 'sn 1' });
  expect((await post({ identifier: 'van.PHONE' })).status).toBe(409);
  expect((await post({ serialNo: 'SN 1' })).json.fields).toHaveProperty('serialNo');
});

test('a device that is in a vehicle keeps its owner; the next owner sees nothing of what it sent before', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  await devices.bind(device, vehicle);
  await devices.heard(device);
  await devices.updateStates();
  const orgId = devices.orgNamed('Deccan Cold Chain');
  const refused = await give(device, orgId);
  expect(refused.status).toBe(409);
  expect(refused.json.message).toMatch(/^tracker\.\d+ is installed in MH12ZA\d+\. Remove it first$/);
  await devices.move(60_000);
  await devices.takeOut(device);
  expect((await give(device, orgId)).json.message).toBe('Device transferred.');
  expect((await give(device, orgId)).status).toBe(409);
  const row = await devices.row(device);
  expect(row).toMatchObject({ ownedSince: product.clock.now().toISOString(), lastSeenAt: null, state: 'IN_STOCK' });
  // Its new owner cannot reach back to before it was theirs.
  const other = await devices.vehicle({ orgId });
  expect((await devices.bind(device, other, { from: '2026-11-21T05:00:00Z' })).json.fields.from).toMatch(
    /^tracker\.\d+ had another owner until 21 Nov 2026/,
  );
  expect((await devices.bind(device, other)).status).toBe(200);
  await product.addStaff('deccan.owner@roadkeeper.test', 'Client owner', orgId);
  const token = await product.login('deccan.owner@roadkeeper.test');
  expect(await devices.bindings(device, token)).toHaveLength(1);
  expect(await devices.bindings(device)).toHaveLength(2);
});

test('neither a device that made trips nor its vehicle is removed for good', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  await devices.bind(device, vehicle);
  await devices.sql((db) =>
    db.query(
      `insert into trip (id, org_id, binding_id, vehicle_id, device_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7,
         end_lon_e7, distance_m, moving_s, idle_s, gap_s, points, dropped, jump_legs, updated_at)
       select gen_random_uuid(), org_id, id, vehicle_id, device_id, 'CLOSED', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now()
       from device_binding where device_id = $1`,
      [device],
    ),
  );
  await devices.move(1_000);
  await product.call('DELETE', `/device/${device}`, { token: devices.admin });
  const purged = await product.call('DELETE', `/trash/${device}`, { token: devices.admin });
  expect([purged.status, purged.json.message]).toEqual([
    409,
    expect.stringMatching(/^tracker\.\d+ made trips, which are kept\. It cannot be deleted permanently$/),
  ]);
  expect((await product.call('DELETE', `/vehicle/${vehicle}`, { token: devices.admin })).status).toBe(200);
  const gone = await product.call('DELETE', `/trash/${vehicle}`, { token: devices.admin });
  expect([gone.status, gone.json.message]).toEqual([409, expect.stringMatching(/made trips, which are kept/)]);
  const back = await product.call('POST', `/device/restore/${device}`, { token: devices.admin });
  expect(back.json.data).toMatchObject({ state: 'IN_STOCK', vehicleId: null });
});

test('devices come in from a file, with the same warnings and refusals', async () => {
  const { categoryId } = devices.body();
  const category = (await devices.get(`/device-category/${categoryId}`)).data.name as string;
  const rows = ['490154203237535', '490154203237542'].map((identifier, at) => ({
    line: at + 2,
    cells: { identifier, orgId: 'Sahyadri Logistics', categoryId: category, iccid: '8991101200003204514' },
  }));
  const order = { mode: 'create', key: ['identifier'], rows };
  const checked = await product.call('POST', '/device/import/check', { token: devices.admin, body: order });
  expect([checked.status, checked.text]).toEqual([200, expect.stringContaining('check digit is wrong')]);
});
