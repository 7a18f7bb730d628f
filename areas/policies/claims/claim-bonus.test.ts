import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof policiesOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  its = await policiesOf(product);
}, 60_000);
afterAll(() => product?.close());

const free = '20 %: the previous cover was free of claims';
const claimed = '0 %: there was a claim on the previous cover';
const reason = async (id: string) => (await its.policy(id)).ncbReason as string;

test('a claim after the renewal, its change and its end work out the reason of the later policy anew, and warn', async () => {
  const { id: vehicleId } = await its.vehicle();
  const old = await its.made(its.fields(vehicleId, '2025-11-15', '2026-11-14'));
  const next = await its.made(
    its.fields(vehicleId, '2026-11-15', '2027-11-14', { previousPolicyId: old.id, ncbPercent: 20 }),
  );
  expect(await reason(next.id)).toBe(free);
  const claim = {
    claimNo: 'CL/LATE/1',
    policyId: old.id,
    claimType: 'OWN_DAMAGE',
    happenedOn: '2026-11-10',
    amountPaise: 1_000_000,
    claimState: 'REPORTED',
  };
  const made = await its.call('POST', '/policy-claim', claim);
  expect(made.status, made.text).toBe(201);
  expect(made.json.warnings).toEqual([
    `Policy ${next.policyNo} has a no-claim bonus of 20 %. By the rules it is 0 % now: there was a claim on the previous cover`,
  ]);
  expect(await reason(next.id)).toBe(claimed);
  const history = await its.sql(`select 1 from history where record_id = $1 and after ->> 'ncbReason' = $2`, [
    next.id,
    claimed,
  ]);
  expect(history).toHaveLength(1);
  const { id } = made.json.data;
  const change = (more: object) => its.call('PUT', `/policy-claim/${id}`, { ...claim, ...more });
  expect((await change({ claimState: 'WITHDRAWN' })).json.warnings ?? []).toEqual([]);
  expect(await reason(next.id)).toBe(free);
  expect((await change({ note: 'Reported again' })).json.warnings).toHaveLength(1);
  expect(await reason(next.id)).toBe(claimed);
  // One on third-party cover costs nothing.
  expect((await change({ claimType: 'THIRD_PARTY' })).status).toBe(200);
  expect(await reason(next.id)).toBe(free);
  expect((await change({})).status).toBe(200);
  for (const [method, path, then] of [
    ['PUT', `/policy-claim/status/${id}`, free],
    ['PUT', `/policy-claim/status/${id}`, claimed],
    ['DELETE', `/policy-claim/${id}`, free],
    ['POST', `/policy-claim/restore/${id}`, claimed],
  ] as const) {
    const answer = await its.call(method, path);
    expect(answer.status, answer.text).toBe(200);
    expect(await reason(next.id)).toBe(then);
  }
});

test('what becomes of the policy before is noted with the later one as well', async () => {
  const { id: vehicleId } = await its.vehicle();
  const first = its.fields(vehicleId, '2025-11-15', '2026-11-14');
  const old = await its.made(first);
  const next = await its.made(its.fields(vehicleId, '2026-11-20', '2027-11-19', { ncbPercent: 20 }));
  expect(await reason(next.id)).toBe(free);
  expect((await its.change(old.id, { ...first, ncbPercent: 25 })).status).toBe(200);
  expect(await reason(next.id)).toBe('35 %: the previous cover was free of claims');
  const cancelled = await its.call('POST', `/app-user-policy/cancel/${old.id}`, {
    cancelledOn: '2026-11-01',
    reason: 'Sold for a while',
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await reason(next.id)).toBe('25 %: the previous cover was shorter than a year');
  const deleted = await its.call('DELETE', `/app-user-policy/${old.id}`);
  expect(deleted.status, deleted.text).toBe(200);
  expect(await reason(next.id)).toBe('0 %: this is the first own-damage cover of the vehicle');
});

test('a claim above the IDV is pointed out, whatever it is on the vehicle', async () => {
  const { id: policyId } = await its.made(its.fields((await its.vehicle()).id, '2026-01-01', '2026-12-31'));
  const said = async (claimType: string, amountPaise: number) => {
    const claim = { claimNo: `CL/IDV/${claimType}/${amountPaise}`, policyId, claimType, amountPaise };
    const made = await its.call('POST', '/policy-claim', {
      ...claim,
      happenedOn: '2026-11-10',
      claimState: 'REPORTED',
    });
    expect(made.status, made.text).toBe(201);
    return made.json.warnings ?? [];
  };
  const above = ['More than the IDV of ₹5,00,000.00. Check the amount'];
  expect(await said('OWN_DAMAGE', 50_000_001)).toEqual(above);
  expect(await said('THEFT', 5_000_000_000)).toEqual(above);
  expect(await said('TOTAL_LOSS', 50_000_000)).toEqual([]);
  expect(await said('OWN_DAMAGE', 37_500_001)).toEqual(['More than 75 % of the IDV: this may be a total loss']);
  expect(await said('THIRD_PARTY', 5_000_000_000)).toEqual([]);
});

test('clients take away claims of their own, and none that staff recorded', async () => {
  const { id: policyId } = await its.made(its.fields((await its.vehicle()).id, '2026-01-01', '2026-12-31'));
  const record = async (claimNo: string, token: string) => {
    const claim = { claimNo, policyId, claimType: 'OWN_DAMAGE', happenedOn: '2026-11-10', amountPaise: 1_000 };
    const made = await its.call('POST', '/policy-claim', { ...claim, claimState: 'REPORTED' }, token);
    expect(made.status, made.text).toBe(201);
    return made.json.data.id as string;
  };
  const [theirs, own] = [await record('CL/STAFF', its.desk()), await record('CL/OWN', its.as.owner)];
  for (const [method, path] of [
    ['DELETE', `/policy-claim/${theirs}`],
    ['PUT', `/policy-claim/status/${theirs}`],
  ] as const) {
    const refused = await its.call(method, path, undefined, its.as.owner);
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'This claim was recorded by staff. Ask them to withdraw it',
    ]);
  }
  expect((await its.call('DELETE', `/policy-claim/${own}`, undefined, its.as.owner)).status).toBe(200);
  expect((await its.call('DELETE', `/policy-claim/${theirs}`)).status).toBe(200);
});
