import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '../testing/documents.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  product = await startTestProduct();
  papers = await documentsOf(product);
});
afterAll(() => product?.close());

const names = [
  'registrationNo',
  'registrationKind',
  'registrationEndsOn',
  'modelId',
  'categoryId',
  'chassisNo',
  'engineNo',
];
/** Changes some facts of a vehicle, as its owner does. */
async function change(id: string, facts: object): Promise<void> {
  const row = await papers.shown(id);
  const body = { ...Object.fromEntries(names.map((name) => [name, row[name]])), ...facts };
  const answer = await product.call('PUT', `/vehicle/${id}`, { token: papers.as.owner, body });
  expect(answer.status, answer.text).toBe(200);
}
async function ready(more: Record<string, unknown> = {}): Promise<{ id: string; rc: string }> {
  const { id } = await papers.vehicle(more);
  const rc = await papers.verified('RC', { vehicleId: id, validUpto: '2030-12-31' });
  for (const code of ['INSURANCE', 'PUC', 'TAX', 'PHOTO_FRONT'])
    await papers.verified(code, { vehicleId: id, validUpto: '2028-12-31' });
  return { id, rc };
}

test('a certificate that was deleted while its vehicle changed waits for review when it comes back', async () => {
  const { id, rc } = await ready();
  expect((await papers.shown(id)).verdict).toBe('GREEN');
  const token = papers.as.operations;
  expect((await product.call('DELETE', `/vehicle-kyc-doc/${rc}`, { token })).status).toBe(200);
  await change(id, { chassisNo: 'MA3FJEB1S00999999' });
  expect((await product.call('POST', `/vehicle-kyc-doc/restore/${rc}`, { token })).status).toBe(200);
  expect(await papers.stateOf(rc)).toBe('PENDING');
  expect(await papers.shown(id)).toMatchObject({
    verdict: 'RED',
    verdictLine: 'Registration certificate is awaiting review',
  });
});

test('who prolongs a temporary number has its certificate looked at anew', async () => {
  const { id, rc } = await ready({ registrationKind: 'TEMPORARY', registrationEndsOn: '2026-11-25' });
  await change(id, { registrationEndsOn: '2027-06-30' });
  expect(await papers.stateOf(rc)).toBe('PENDING');
  expect((await papers.shown(id)).verdict).toBe('RED');
});

test('a category that asks for more asks its vehicles at once', async () => {
  const { id } = await ready();
  const token = await product.login('admin@roadkeeper.test');
  const { categoryId } = await papers.shown(id);
  const category = (await papers.get(`/vehicle-category/${categoryId}`, token)).json.data;
  const fields = ['name', 'code', 'licenceClasses', 'speedClass', 'vahanClasses', 'tpPremiumClass'];
  const body = { ...Object.fromEntries(fields.map((name) => [name, category[name]])), isTransport: true };
  const answer = await product.call('PUT', `/vehicle-category/${categoryId}`, { token, body });
  expect(answer.status, answer.text).toBe(200);
  await product.product.jobs.runDue();
  expect(await papers.shown(id)).toMatchObject({ verdict: 'RED', verdictLine: 'Fitness certificate is missing' });
});
