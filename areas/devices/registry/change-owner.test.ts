import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallAnswer, startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { afterOwner } from '#kit/contract/fields.ts';
import { importing } from '#kit/server/import/testing/importing.ts';
import { writeDeviceActivity } from '../health/device-live.store.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';
import { device } from './device.contract.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
});
afterAll(() => product?.close());

const former = 'client@roadkeeper.test';
const next = 'deccan@roadkeeper.test';
const secrets = {
  note: 'Rented to the Kharadi depot',
  iccid: '8991101200003204514',
  simNumber: '9876501234',
  secret: 'kharadi-password-1',
  subscriptionUpto: '2027-03-31',
};
const dueNote = 'Drowned at the Mula bridge';
const address = '203.0.113.77';

/** A device with everything that an owner keeps of it, driven in a vehicle and taken out again. */
async function ownedDevice() {
  const [id, vehicleId] = [await devices.device(secrets), await devices.vehicle()];
  const plate = (await devices.get(`/vehicle/${vehicleId}`)).data.registrationNo as string;
  await devices.bind(id, vehicleId);
  await devices.heard(id, 0, { address, frames: 4_321, bad_frames: 99, last_alarm: 'sos' });
  await devices.say(id, 'FAULTY', dueNote);
  await devices.move(60_000);
  await devices.takeOut(id);
  await devices.move(60_000);
  return { id, plate };
}
const give = (id: string, orgId: string) =>
  product.call('POST', `/device/owner/${id}`, { token: devices.admin, body: { orgId } });

test('the next owner of a device gets the device, and nothing of who had it: by no door', async () => {
  const { id, plate } = await ownedDevice();
  const [theirs, ours] = [devices.orgNamed('Sahyadri Logistics'), devices.orgNamed('Deccan Cold Chain')];
  expect((await give(id, ours)).status).toBe(200);
  const token = await product.login(next);
  const { identifier } = (await devices.get(`/device/${id}`, token)).data;
  const doors = [
    `/device?q=${identifier}`,
    `/device/${id}`,
    `/device/${id}/history`,
    `/device/${id}/bindings`,
    `/device/${id}/health`,
    `/device/${id}/positions`,
    `/device/${id}/frames`,
    `/device-health?problem=REFUSED_FRAMES,LOW_BATTERY`,
    `/vehicle-trips?deviceId=${id}`,
    `/history?q=${identifier}`,
    `/search?q=${identifier}`,
  ];
  const told = async (door: string, answer: CallAnswer) => {
    expect(answer.status, `${door}: ${answer.text}`).toBe(200);
    for (const [what, text] of Object.entries({ ...secrets, dueNote, address, plate, theirs, org: 'Sahyadri' }))
      expect(answer.text, `${door} tells of ${what}`).not.toContain(text);
  };
  for (const door of doors) await told(door, await product.call('GET', door, { token }));
  const file = await product.call('POST', '/device/export', { token, body: { format: 'csv', ids: [id] } });
  expect(file.text).toContain(identifier);
  await told('/device/export', file);
  expect((await devices.get(`/device?q=${secrets.simNumber}`, token)).count).toBe(0);
  expect((await devices.get(`/device/${id}`, token)).data).toMatchObject({
    ...afterOwner(device.fields),
    situation: 'FAULTY',
    situationNote: null,
    lastSeenAt: null,
  });
  expect((await devices.get(`/device/${id}/health`, token)).data).toMatchObject({
    frames: 0,
    badFrames: 0,
    address: null,
  });
  expect(await devices.bindings(id, token)).toEqual([]);
  // The password of the former one opens nothing: none is set.
  const revealed = await product.call('POST', `/device/reveal/${id}`, {
    token: devices.admin,
    body: { field: 'secret' },
  });
  expect(revealed.text).not.toContain(secrets.secret);
  expect(
    await devices.sql((db) => db.query('select secret_sealed, secret_hash from device where id = $1', [id])),
  ).toEqual([{ secret_sealed: null, secret_hash: null }]);
  const entries = (await devices.get(`/device/${id}/history`, token)).data;
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ before: { orgId: null }, after: { orgId: ours, transfer: 'TAKEN' } });
});

test('the former owner keeps its own history of the device, with what it had noted and not who has it', async () => {
  const { id } = await ownedDevice();
  const ours = devices.orgNamed('Deccan Cold Chain');
  await give(id, ours);
  const token = await product.login(former);
  expect((await product.call('GET', `/device/${id}`, { token })).status).toBe(404);
  const entries = await devices.sql((db) =>
    db.query<{ orgId: string; before: object; after: object }>(
      `select org_id as "orgId", before, after from history where record_id = $1 and after ? 'transfer' order by after ->> 'transfer'`,
      [id],
    ),
  );
  const { secret, ...kept } = secrets;
  expect(entries).toMatchObject([
    { before: { ...kept, situationNote: dueNote }, after: { orgId: null, note: null, transfer: 'GIVEN' } },
    { orgId: ours, after: { transfer: 'TAKEN' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(JSON.stringify(entries[0])).not.toContain(ours);
});

test('by an edit, many at once or a file a device keeps its owner', async () => {
  const id = await devices.device();
  const row = await devices.row(id);
  const ours = devices.orgNamed('Deccan Cold Chain');
  const { identifier, categoryId } = row;
  const put = await product.call('PUT', `/device/${id}`, {
    token: devices.admin,
    body: { identifier, categoryId, orgId: ours },
  });
  expect([put.status, put.json.fields]).toEqual([400, { orgId: expect.stringContaining('stays') }]);
  const category = (await devices.get(`/device-category/${categoryId}`)).data.name as string;
  const rows = [{ line: 2, cells: { identifier, orgId: 'Deccan Cold Chain', categoryId: category } }];
  const io = importing(product, () => devices.admin);
  const batch = await io.run('device', { mode: 'update', key: ['identifier'], rows });
  expect(batch).toMatchObject({ updated: 0, failed: 1 });
  expect((await io.get(`/device/import/${batch.id}/report`)).text).toContain('stays with the organisation');
  expect((await devices.row(id)).orgId).toBe(row.orgId);
});

test('what was heard of a device before it changed hands is not written down after', async () => {
  const { id } = await ownedDevice();
  const activity = (seenAt: number) => ({
    deviceId: id,
    protocol: 'gt06',
    address,
    isConnected: true,
    isProven: false,
    seenAt,
    fixAt: null,
    frames: 7,
    badFrames: 0,
    badChecksums: 0,
    unread: {},
    unfit: 0,
    clockOffsetS: null,
    batteryV: null,
    batteryPercent: null,
    powerV: null,
    charging: null,
    alarm: null,
    alarmAt: null,
  });
  const before = product.clock.now().getTime();
  await devices.move(1_000);
  await give(id, devices.orgNamed('Deccan Cold Chain'));
  await devices.sql((db) => writeDeviceActivity(db, [activity(before)]));
  const token = await product.login(next);
  const frames = async () => (await devices.get(`/device/${id}/health`, token)).data.frames as number;
  expect(await frames()).toBe(0);
  await devices.sql((db) => writeDeviceActivity(db, [activity(before + 1_000)]));
  expect(await frames()).toBe(7);
});
