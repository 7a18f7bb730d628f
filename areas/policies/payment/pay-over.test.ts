import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof policiesOf>>;
let wallet: string;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  its = await policiesOf(product);
  const opened = await its.post('/wallet', {}, its.as.owner);
  if (opened.status !== 201) throw new Error(opened.text);
  wallet = opened.json.data.id;
  const finance = await product.login('finance@roadkeeper.test');
  for (let at = 0; at < 8; at += 1) {
    const body = { walletId: wallet, transactionType: 1, amountPaise: 500_000, note: 'For the test' };
    const added = await its.post('/wallet/adjustment', body, finance);
    if (added.status !== 201) throw new Error(added.text);
  }
}, 60_000);
afterAll(() => product?.close());

const issued = async (from: string, to: string) => its.made(its.fields((await its.vehicle()).id, from, to));
const pay = ({ id, totalPaise }: { id: string; totalPaise: number }) =>
  its.call('POST', `/app-user-policy/pay/${id}`, { walletId: wallet, amountPaise: totalPaise }, its.as.owner);

test('an inactive policy is not paid', async () => {
  const policy = await issued('2026-11-01', '2027-10-31');
  const flip = () => its.call('PUT', `/app-user-policy/status/${policy.id}`);
  expect((await flip()).status).toBe(200);
  const refused = await pay(policy);
  expect([refused.status, refused.json.message]).toEqual([409, 'This policy is inactive. Activate it first']);
  expect((await flip()).status).toBe(200);
  const paid = await pay(policy);
  expect([paid.status, paid.json.warnings ?? []]).toEqual([201, []]);
});

test('one whose cover is over is paid with a plain warning', async () => {
  const policy = await issued('2025-06-01', '2026-05-31');
  expect((await its.policy(policy.id)).state).toBe('LAPSED');
  const paid = await pay(policy);
  expect([paid.status, paid.json.warnings]).toEqual([
    201,
    ['The cover of this policy expired on 31 May 2026. Paying the premium does not bring it back'],
  ]);
});
