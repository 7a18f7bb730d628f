import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const fields = { slaFirstResponseMin: 60, slaResolutionMin: 600, position: 900 };
async function make(name: string, parentId?: string) {
  const body = { ...fields, name, ...(parentId ? { parentId } : {}) };
  const answer = await product.call('POST', '/help-category', { token, body });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.json.data.id as string, name };
}
const hang = (one: { id: string; name: string }, parentId: string) =>
  product.call('PUT', `/help-category/${one.id}`, { token, body: { ...fields, name: one.name, parentId } });

test('nothing hangs below itself, by itself or through others', async () => {
  const top = await make('Ring top');
  const middle = await make('Ring middle', top.id);
  const low = await make('Ring low', middle.id);
  const self = await hang(top, top.id);
  expect([self.status, self.json.fields]).toEqual([400, { parentId: 'Parent category cannot be the record itself' }]);
  const ring = await hang(top, low.id);
  expect([ring.status, ring.json.fields]).toEqual([
    400,
    { parentId: 'Parent category cannot be a record below this one' },
  ]);
  const bulk = await product.call('POST', '/help-category/bulk', {
    token,
    body: { action: 'edit', ids: [top.id, low.id], set: { parentId: middle.id } },
  });
  expect([bulk.json.data.done, bulk.json.data.failed.length]).toEqual([1, 1]);
  expect((await hang(low, top.id)).status).toBe(200);
});

test('two that are hung below each other at once do not close a ring', async () => {
  for (let round = 0; round < 15; round += 1) {
    const one = await make(`One ${round}`);
    const other = await make(`Other ${round}`);
    const answers = await Promise.all([hang(one, other.id), hang(other, one.id)]);
    expect(answers.map((answer) => answer.status).sort(), `round ${round}`).toEqual([200, 400]);
  }
});
