import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  papers = await documentsOf(product);
});
afterAll(() => product?.close());

const dueOf = async (query: string, token?: string) => {
  const { json } = await papers.get(`/obligation?${query}`, token);
  return [json.count, json.data.map(({ kind, due }: { kind: string; due: string }) => `${kind} ${due}`)];
};

test('deadlines of one record are all that it has, the soonest first, however far away', async () => {
  const { id: vehicleId } = await papers.vehicle();
  await papers.verified('TAX', { vehicleId, validUpto: '2031-03-31' });
  await papers.verified('PUC', { vehicleId, validUpto: '2026-11-30' });
  const { id: other } = await papers.vehicle();
  await papers.verified('PUC', { vehicleId: other, validUpto: '2026-12-01' });
  expect(await dueOf(`subjectId=${vehicleId}`)).toEqual([2, ['PAPER 2026-11-30', 'PAPER 2031-03-31']]);
  expect(await dueOf(`subjectId=${vehicleId.toUpperCase()}&take=1`)).toEqual([2, ['PAPER 2026-11-30']]);
  expect(await dueOf(`subjectId=${vehicleId}&to=2026-12-31`)).toEqual([1, ['PAPER 2026-11-30']]);
  const { id: driverId } = await papers.driver({ dlValidNt: '2033-06-30' });
  expect(await dueOf(`subjectId=${driverId}`)).toEqual([1, ['LICENCE 2033-06-30']]);
  await papers.sql(`update driver set medical_upto = '2026-12-31' where id = $1`, [driverId]);
  expect(await dueOf(`subjectId=${driverId}`)).toEqual([2, ['MEDICAL 2026-12-31', 'LICENCE 2033-06-30']]);
});

test('deadlines of what is no record, or another organisation’s, are none', async () => {
  const { id: vehicleId } = await papers.vehicle();
  await papers.verified('PUC', { vehicleId, validUpto: '2026-11-30' });
  expect(await dueOf('subjectId=vehicle')).toEqual([0, []]);
  expect(await dueOf(`subjectId=${crypto.randomUUID()}`)).toEqual([0, []]);
  const stranger = await product.login('deccan@roadkeeper.test');
  expect(await dueOf(`subjectId=${vehicleId}`, stranger)).toEqual([0, []]);
  expect((await dueOf(`subjectId=${vehicleId}`))[0]).toBe(1);
});
