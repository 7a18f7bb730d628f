import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
const people = {
  finance: 'finance@roadkeeper.test',
  operations: 'operations@roadkeeper.test',
  client: 'client@roadkeeper.test',
  viewer: 'viewer@roadkeeper.test',
} as const;
type Who = keyof typeof people;
let tokens: Record<Who, string>;
let wallet: string;
beforeAll(async () => {
  product = await startTestProduct();
  const signIn = Object.entries(people).map(async ([who, email]) => [who, await product.login(email)] as const);
  tokens = Object.fromEntries(await Promise.all(signIn)) as Record<Who, string>;
  wallet = (await post('client', '/wallet', {})).json.data.id;
}, 60_000);
afterAll(() => product?.close());

const get = (who: Who, path: string) => product.call('GET', path, { token: tokens[who] });
const post = (who: Who, path: string, body: unknown) => product.call('POST', path, { token: tokens[who], body });

test('who may approve changes how much one person adjusts alone, and others do not', async () => {
  const set = (who: Who, alonePaise: unknown) =>
    product.call('PUT', '/wallet/adjustment-limit', { token: tokens[who], body: { alonePaise } });
  const adjust = async (amountPaise: number) =>
    (
      await post('operations', '/wallet/adjustment', {
        walletId: wallet,
        transactionType: 1,
        amountPaise,
        note: 'Limit',
      })
    ).json.message as string;
  const limitFor = async (who: Who) => (await get(who, '/wallet/adjustment-limit')).json.data;
  expect(await limitFor('client')).toEqual({ alonePaise: 500_000, ownPaise: 500_000 });
  for (const who of ['client', 'viewer'] as const) expect((await set(who, 1)).status).toBe(403);
  for (const wrong of [-1, 1.5, '5', null, 100_000_001]) expect((await set('finance', wrong)).status).toBe(400);
  expect((await set('finance', 1_000)).json).toMatchObject({ data: { alonePaise: 1_000, ownPaise: 1_000 } });
  expect(await adjust(1_001)).toBe('Adjustment sent for approval.');
  expect(await adjust(1_000)).toBe('Adjustment completed.');
  // Who raises it gains nothing by it, in however many steps, until another person has saved it as well.
  for (const alonePaise of [2_000, 500_000]) {
    expect((await set('operations', alonePaise)).json.data).toEqual({ alonePaise, ownPaise: 1_000 });
    expect(await adjust(1_001)).toBe('Adjustment sent for approval.');
  }
  expect(await limitFor('finance')).toEqual({ alonePaise: 500_000, ownPaise: 500_000 });
  expect((await set('finance', 500_000)).json.data).toEqual({ alonePaise: 500_000, ownPaise: 500_000 });
  expect(await adjust(1_001)).toBe('Adjustment completed.');
});

test('a premium is not paid by naming it, and days of a statement follow one another', async () => {
  const paid = await post('client', '/wallet/payment', {
    walletId: wallet,
    amountPaise: 100,
    reason: 'PREMIUM',
    subject: 'POL/1',
  });
  expect(paid.status).toBe(400);
  expect(paid.json.fields.reason).toBe('Pay a premium on the page of its policy');
  const backwards = '?from=2026-11-21&to=2026-11-20';
  expect((await get('client', `/wallet/${wallet}/statement${backwards}`)).status).toBe(400);
  const body = { format: 'pdf', from: '2026-11-21', to: '2026-11-20' };
  expect((await post('client', `/wallet/${wallet}/statement/export`, body)).status).toBe(400);
});
