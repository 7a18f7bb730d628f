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

const told = async (who: 'kyc' | 'owner') => {
  await product.product.jobs.runDue();
  const token = who === 'kyc' ? await product.login('kyc@roadkeeper.test') : papers.as.owner;
  const { json } = await product.call('GET', '/notification?take=100', { token });
  return (json.data as { topic: string; title: string; link: string }[]).filter(
    ({ topic }) => topic === 'documents-waiting',
  );
};

test('reviewers are told once a day that an organisation has sent documents, however many', async () => {
  const { id } = await papers.vehicle();
  await papers.upload('RC', { vehicleId: id, validUpto: '2030-12-31' });
  await papers.upload('INSURANCE', { vehicleId: id, validUpto: '2028-12-31' });
  const first = await told('kyc');
  expect(first).toMatchObject([
    { title: expect.stringMatching(/ has sent documents for review$/), link: '/document-review' },
  ]);
  expect(await told('owner')).toEqual([]);
  product.clock.move(24 * 3_600_000);
  await papers.signIn();
  const next = await papers.vehicle();
  await papers.upload('PUC', { vehicleId: next.id, validUpto: '2028-12-31' });
  expect((await told('kyc')).length).toBe(2);
});
