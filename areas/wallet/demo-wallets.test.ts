import { afterAll, beforeAll, expect, test } from 'vitest';
import { prove } from '#areas/ledger/testing/books.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
}, 60_000);
afterAll(() => product?.close());

test('the demo has wallets with months of movement, and its books balance', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const get = async (path: string) => (await product.call('GET', path, { token })).json;
  const wallets = await get('/wallet');
  expect(wallets.count).toBe(3);
  for (const wallet of wallets.data) expect(wallet.availablePaise).toBeGreaterThan(0);
  const { data, count } = await get('/wallet-transaction?take=100');
  expect(count).toBeGreaterThan(80);
  expect(new Set(data.map(({ status }: { status: number }) => status))).toEqual(new Set([0, 1, 2]));
  expect((await get('/wallet-transaction?hold=1&status=0')).count).toBe(2);
  expect((await get('/wallet-transaction?approval=1')).count).toBe(1);
  expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0, faults: [] });
  // Every completed transaction is what the books say.
  const sum = (rows: { transactionType: number; amountPaise: number }[]) =>
    rows.reduce((total, row) => total + (row.transactionType === 1 ? 1 : -1) * row.amountPaise, 0);
  for (const wallet of wallets.data) {
    const done = await get(`/wallet-transaction?status=1&walletId=${wallet.id}&take=100`);
    expect(sum(done.data)).toBe(wallet.balancePaise);
  }
});
