import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { carriersOf } from '#areas/gateway/testing/carriers.ts';
import { driverBody } from '#areas/vehicles/testing/bodies.ts';
import type { FirstStep } from '../dashboard-answers.contract.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const stepsOf = async (token: string): Promise<FirstStep[]> =>
  (await product.call('GET', '/dashboard', { token })).json.data.firstSteps;

test('a new organisation is told what to do first, until all of it is done', async () => {
  const fleet = await carriersOf(product);
  const made = await product.call('POST', '/organisation', {
    token: fleet.admin,
    body: { name: 'New Fleet', kind: 'COMPANY' },
  });
  expect(made.status, made.text).toBe(201);
  const orgId: string = made.json.data.id;
  await product.addStaff('owner@newfleet.test', 'Client owner', orgId);
  const token = await product.login('owner@newfleet.test');
  const done = async () => (await stepsOf(token)).flatMap(({ module, isDone }) => (isDone ? [module] : []));
  expect((await stepsOf(token)).map(({ module }) => module)).toEqual([
    'vehicle',
    'vehicle-kyc-doc',
    'drivers',
    'geofence',
    'app-user',
  ]);
  expect(await done()).toEqual([]);
  await fleet.vehicle(orgId);
  expect(await done()).toEqual(['vehicle']);
  expect(
    (await product.call('POST', '/drivers', { token: fleet.admin, body: { ...driverBody(77), orgId } })).status,
  ).toBe(201);
  expect(await done()).toEqual(['vehicle', 'drivers']);
  // What others have is not theirs.
  expect(await stepsOf(fleet.admin)).toEqual([]);
});
