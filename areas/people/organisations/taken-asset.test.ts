import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { assetLimits } from './taken-asset.ts';

let product: TestProduct;
let owner: string;
let admin: string;
let typeId: string;
const plate = (at: number) => `MH12QX${String(1_000 + at)}`;
const chassis = (at: number) => `MA1TA2YS5K2D${String(10_000 + at)}`;
const engine = (at: number) => `QXE${String(100_000 + at)}`;

beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  owner = await product.login('client@roadkeeper.test');
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product.close());

test('a write and a dry run tell of few vehicles that others have, and then answer all alike', async () => {
  const organisations = (await product.call('GET', '/organisation?take=100', { token: admin })).json.data;
  const other = organisations.find((one: { name: string }) => one.name === 'Kulkarni family').id;
  const own = organisations.find((one: { name: string }) => one.name === 'Sahyadri Logistics').id;
  const [sample] = (await product.call('GET', `/vehicle?take=1&orgId=${own}`, { token: admin })).json.data;
  typeId = sample.typeId;
  const body = (at: number, orgId: string) => ({
    registrationNo: plate(at),
    chassisNo: chassis(at),
    engineNo: engine(at),
    orgId,
    typeId,
    ...Object.fromEntries(
      ['categoryId', 'brandId', 'modelId', 'ownership', 'rtoId', 'fuel'].flatMap((name) =>
        sample[name] ? [[name, sample[name]]] : [],
      ),
    ),
  });
  const hidden = assetLimits.anHour + 5;
  for (let at = 0; at < hidden; at += 1) {
    const made = await product.call('POST', '/vehicle', { token: admin, body: body(at, other) });
    expect(made.status, made.text).toBe(201);
  }

  const make = (at: number, over: object = {}) =>
    product.call('POST', '/vehicle', { token: owner, body: { ...body(at, own), ...over } });
  const first = await make(0, { chassisNo: chassis(8_000), engineNo: engine(8_000) });
  expect([first.status, first.json.fields]).toEqual([
    409,
    { registrationNo: 'Another vehicle has this registration number' },
  ]);
  // Sealed numbers are found as well.
  const second = await make(8_000, { chassisNo: chassis(1) });
  expect([second.status, second.json.fields]).toEqual([409, { chassisNo: 'Another vehicle has this chassis number' }]);
  let told = 2;
  for (; told < hidden; told += 1) if ((await make(told)).status !== 409) break;
  expect(told).toBe(assetLimits.anHour);
  const [taken, free] = [await make(3), await make(8_001)];
  expect([taken.status, free.status]).toEqual([429, 429]);
  expect(free.json.message).toBe(taken.json.message);
  expect(free.json.fields).toEqual(taken.json.fields);
  const check = await product.call('POST', '/vehicle/import/check', {
    token: owner,
    body: {
      mode: 'create',
      key: ['registrationNo'],
      rows: [5, 8_003].map((at, line) => ({ line: line + 2, cells: body(at, own) })),
    },
  });
  expect(check.status, check.text).toBe(200);
  const [late, lateFree] = check.json.data.rows;
  expect(late.messages).toEqual({ '': expect.stringContaining('belong to other organisations were entered') });
  expect(lateFree.messages).toEqual(late.messages);
  // What stays as it is asks nothing.
  const [mine] = (await product.call('GET', '/vehicle?take=1', { token: owner })).json.data;
  const same = await product.call('POST', `/vehicle/status/${mine.id}`, { token: owner, body: { status: 1 } });
  expect(same.status).not.toBe(429);
  // Staff see every vehicle.
  expect((await product.call('POST', '/vehicle', { token: admin, body: body(4, own) })).status).toBe(409);
  product.clock.move(61 * 60_000);
  owner = await product.login('client@roadkeeper.test');
  const later = await make(8_002);
  expect(later.status, later.text).toBe(201);
});
