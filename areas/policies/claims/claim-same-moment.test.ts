import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { startTestProduct, type CallAnswer, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof policiesOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  its = await policiesOf(product);
}, 60_000);
afterAll(() => product?.close());

const issued = async () => its.made(its.fields((await its.vehicle()).id, '2026-01-01', '2026-12-31'));
let serial = 0;
const claim = (policyId: string, more: object = {}) => ({
  claimNo: `CL/${(serial += 1)}`,
  policyId,
  claimType: 'OWN_DAMAGE',
  happenedOn: '2026-11-10',
  amountPaise: 1_000_000,
  claimState: 'REPORTED',
  ...more,
});

/** Sends calls one after the other while the policy is held, so that each has begun before any of them gets it; then lets it go. */
async function atOnce(policyId: string, asks: readonly (() => Promise<CallAnswer>)[]): Promise<CallAnswer[]> {
  const { db } = product.product;
  const waiting = async () => {
    const [row] = await db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  const answers: Promise<CallAnswer>[] = [];
  await transact(db, everything, async (holder) => {
    await holder.query('select from app_user_policy where id = $1 for update', [policyId]);
    for (const ask of asks) {
      answers.push(ask());
      await expect.poll(waiting, { interval: 5 }).toBe(answers.length);
    }
  });
  return Promise.all(answers);
}

const ends = {
  cancel: (id: string) => () =>
    its.call('POST', `/app-user-policy/cancel/${id}`, { cancelledOn: '2026-11-10', reason: 'Sold' }),
  deactivate: (id: string) => () => its.call('PUT', `/app-user-policy/status/${id}`),
  delete: (id: string) => () => its.call('DELETE', `/app-user-policy/${id}`),
} as const;

it.each([
  ['cancel', 400, 'Covered from 1 Jan 2026 to 9 Nov 2026 only'],
  ['deactivate', 409, 'This policy is inactive and gives no cover'],
  ['delete', 409, undefined],
] as const)('to %s a policy and to claim on it at once end in one order or the other', async (how, refusedAs, why) => {
  for (const isClaimFirst of [true, false]) {
    const { id } = await issued();
    const asks = [() => its.call('POST', '/policy-claim', claim(id)), ends[how](id)];
    const answers = await atOnce(id, isClaimFirst ? asks : asks.toReversed());
    const [claimed, ended] = isClaimFirst ? answers : answers.toReversed();
    if (isClaimFirst) expect([claimed?.status, ended?.status]).toEqual([201, refusedAs]);
    else {
      expect([claimed?.status, ended?.status], claimed?.text).toEqual([400, 200]);
      if (why !== undefined) expect(claimed?.json.fields).toEqual({ happenedOn: why });
    }
  }
});

test('a policy is not deactivated from under a claim, and a claim counts again only where it is still covered', async () => {
  const { id } = await issued();
  const made = await its.call('POST', '/policy-claim', claim(id));
  expect(made.status, made.text).toBe(201);
  const refused = await ends.deactivate(id)();
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'There is a claim of 10 Nov 2026 on this policy, so it cannot be deactivated',
  ]);
  const bulk = await its.call('POST', '/app-user-policy/bulk', { action: 'deactivate', ids: [id] });
  expect(bulk.json.data).toMatchObject({ done: 0, failed: [{ id, message: refused.json.message }] });
  expect((await its.policy(id)).status).toBe(1);
  const claimId = made.json.data.id as string;
  // Taken back and out of the way, it lets the policy go, and does not count without cover.
  expect((await its.call('PUT', `/policy-claim/status/${claimId}`)).status).toBe(200);
  expect((await ends.cancel(id)()).status).toBe(200);
  const again = await its.call('PUT', `/policy-claim/status/${claimId}`);
  expect([again.status, again.json.message]).toEqual([
    409,
    'The policy does not cover the date of loss, 10 Nov 2026, any more',
  ]);
  // One that is withdrawn can be written to all the same.
  const withdrawn = await its.call('PUT', `/policy-claim/${claimId}`, {
    ...claim(id),
    claimState: 'WITHDRAWN',
    note: 'Policy cancelled',
  });
  expect(withdrawn.status, withdrawn.text).toBe(200);
  const addOn = await issued();
  expect((await ends.deactivate(addOn.id)()).status).toBe(200);
  expect((await its.call('POST', '/policy-claim', claim(addOn.id, { claimType: 'ADD_ON' }))).json.fields).toEqual({
    happenedOn: 'This policy is inactive and gives no cover',
  });
});
