import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Devices, devicesOf } from '#areas/devices/testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
let categories: Record<string, string>;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
  const rows = (await devices.get('/device-category?take=100')).data as { id: string; code: string }[];
  categories = Object.fromEntries(rows.map(({ id, code }) => [code, id]));
  await devices.sql(async (db) => {
    for (const table of ['position', 'raw_frame'])
      for (const day of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'])
        await db.query('select keep_tracking_day($1, $2)', [table, day]);
  });
});
afterAll(() => product?.close());

const at = (minutes: number) => new Date(product.clock.now().getTime() + minutes * 60_000).toISOString();
const send = (path: string, token = devices.admin) => product.call('GET', path, { token });
const dataOf = async (path: string, token = devices.admin) => {
  const answer = await send(path, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};

/** A fix that the gateway stored, with what the device reported beside it. */
const report = (id: string, minutes: number, attributes: object) =>
  devices.sql((db) =>
    db.query(
      `insert into position select p.* from jsonb_populate_record(null::public.position, $2::jsonb || jsonb_build_object('device',
         (select slot from device where id = $1))) p`,
      [
        id,
        JSON.stringify({
          fix_at: at(minutes),
          received_at: at(minutes),
          lat_e7: 185_200_000,
          lon_e7: 738_500_000,
          flags: 1,
          unfit: 0,
          attributes,
        }),
      ],
    ),
  );

test('the last value of each measure is told in its unit with its time, and what cannot be is left out', async () => {
  const device = await devices.device({ categoryId: categories['OBD2'] });
  await report(device, -400, { fuelLevel: 61, odometer: 1_000_000 });
  await report(device, -30, {
    rpm: 2_100,
    coolantTemp: 88,
    power: 13.8,
    hours: 9_000_000,
    dtcs: 'P0300 U0100 nonsense',
  });
  await report(device, -20, { rpm: 65_535, power: 14.1, odometer: 1_234_567, dtcs: 'P0300', vin: 'X' });
  await report(device, 3 * 60, { rpm: 900 });
  const data = await dataOf(`/device/${device}/obd`);
  expect(data).toMatchObject({ from: at(-360), to: at(0), device: { id: device }, isExpected: true });
  expect(data.values).toEqual([
    { name: 'power', value: 14.1, at: at(-20) },
    { name: 'rpm', value: 2_100, at: at(-30) },
    { name: 'coolantTemp', value: 88, at: at(-30) },
    { name: 'fuelLevel', value: 61, at: at(-400) },
    { name: 'odometer', value: 1_234.567, at: at(-20) },
    { name: 'hours', value: 2.5, at: at(-30) },
  ]);
  expect(data.codes).toEqual([
    { code: 'P0300', firstAt: at(-30), lastAt: at(-20) },
    { code: 'U0100', firstAt: at(-30), lastAt: at(-30) },
  ]);
  expect(data.series.find((one: { name: string }) => one.name === 'power').points).toEqual([
    { at: at(-30), value: 13.8 },
    { at: at(-20), value: 14.1 },
  ]);
  expect(data.series.map((one: { name: string }) => one.name)).not.toContain('fuelLevel');
  const day = await dataOf(`/device/${device}/obd?hours=24`);
  expect(day.series.map((one: { name: string }) => one.name)).toContain('fuelLevel');
  expect((await send(`/device/${device}/obd?hours=5`)).json.fields).toEqual({ hours: expect.any(String) });
});

test('messages without a fix count as well: they are read from the frames as they came', async () => {
  const device = await devices.device({ identifier: '868683020235846' });
  const frame = Buffer.from('imei:868683020235846,OBD,261121053000,126,,,35,52,,88,,2150,12.6,,,,;');
  await devices.sql((db) =>
    db.query(
      `insert into raw_frame (received_at, device, protocol, count, frames)
       select $2, slot, 'gps103', 1, decode($3, 'hex') from device where id = $1`,
      [device, at(-5), Buffer.concat([Buffer.from([0, frame.length]), frame]).toString('hex')],
    ),
  );
  const { values } = await dataOf(`/device/${device}/obd`);
  expect(
    Object.fromEntries(values.map(({ name, value }: { name: string; value: number }) => [name, value])),
  ).toMatchObject({ rpm: 2_150, coolantTemp: 88, obdSpeed: 52 });
});

test('a device whose category has no engine data says so', async () => {
  const device = await devices.device();
  expect(await dataOf(`/device/${device}/obd`)).toMatchObject({ isExpected: false, values: [], codes: [], series: [] });
});

test('a vehicle tells what it carried reported while it carried it, to those who see where it is', async () => {
  const [former, present] = [
    await devices.device({ categoryId: categories['OBD2'] }),
    await devices.device({ categoryId: categories['OBD2'] }),
  ];
  const vehicle = await devices.vehicle();
  expect(await dataOf(`/vehicle/${vehicle}/obd`)).toMatchObject({ device: null, isExpected: false, values: [] });
  await devices.bind(former, vehicle, { from: at(-300) });
  await report(former, -320, { rpm: 1 });
  await report(former, -200, { rpm: 1_000, fuelLevel: 40 });
  await devices.takeOut(former, { at: at(-100) });
  await report(former, -90, { rpm: 2 });
  await devices.bind(present, vehicle, { from: at(-60) });
  await report(present, -70, { rpm: 3 });
  await report(present, -10, { rpm: 3_000 });
  const data = await dataOf(`/vehicle/${vehicle}/obd`);
  expect(data.device.id).toBe(present);
  expect(data.values).toEqual([
    { name: 'rpm', value: 3_000, at: at(-10) },
    { name: 'fuelLevel', value: 40, at: at(-200) },
  ]);
  expect(data.series[0].points.map(({ value }: { value: number }) => value)).toEqual([1_000, 3_000]);

  const owner = await product.login('client@roadkeeper.test');
  expect((await dataOf(`/vehicle/${vehicle}/obd`, owner)).values).toEqual(data.values);
  await product.addStaff('stranger@roadkeeper.test', 'Client owner', devices.orgNamed('Kulkarni family'));
  const stranger = await product.login('stranger@roadkeeper.test');
  for (const path of [`/vehicle/${vehicle}/obd`, `/device/${present}/obd`])
    expect((await send(path, stranger)).status, path).toBe(404);
  await product.addStaff('reviewer@roadkeeper.test', 'KYC reviewer');
  const reviewer = await product.login('reviewer@roadkeeper.test');
  expect((await send(`/vehicle/${vehicle}/obd`, reviewer)).status).toBe(
    (await send('/current-patch', reviewer)).status,
  );
});
