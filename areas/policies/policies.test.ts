import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { policiesOf } from './testing/policies.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof policiesOf>>;
beforeAll(async () => {
  // 11:30 in India.
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  it = await policiesOf(product);
});
afterAll(() => product?.close());

const casesFile = new URL('../../../shared/data/cases/tp_premium_cases.json', import.meta.url);
describe.skipIf(!existsSync(casesFile))('the third-party tariff', () => {
  test('answers every case as the gazette has it', async () => {
    const { cases } = JSON.parse(readFileSync(casesFile, 'utf8')) as {
      cases: { cls: string; value: number; by: string; premium: number; years?: number }[];
    };
    expect(cases.length).toBeGreaterThan(40);
    for (const { cls, value, premium, by, years = 1 } of cases) {
      const answer = await it.call('GET', `/tp-premium?cls=${cls}&value=${value}&years=${years}`);
      expect([cls, value, answer.json.data?.premium ?? answer.text]).toEqual([cls, value, premium]);
      expect(answer.json.data.basis).toBe(by);
    }
  });
});

test('a policy of the desk with its PDF is the insurance document of the vehicle', async () => {
  const { id: vehicleId } = await it.vehicle();
  const made = await it.made(it.fields(vehicleId, '2026-11-01', '2027-10-31'));
  expect(made).toMatchObject({ state: 'ACTIVE', nextEnd: '2027-10-31', gapDays: 0, versionNo: 1 });
  const [doc] = (await it.get(`/vehicle-kyc-doc?vehicleId=${vehicleId}`, it.desk())).json.data;
  expect(doc).toMatchObject({
    reviewState: 'VERIFIED',
    validFrom: '2026-11-01',
    validUpto: '2027-10-31',
    policyId: made.id,
  });
  expect(doc.front.id).toBe(made.document.id);
  expect((await it.shown(vehicleId)).insuranceUpto).toBe('2027-10-31');
  // It is changed with the policy, and not past it.
  const deleted = await it.call('DELETE', `/vehicle-kyc-doc/${doc.id}`);
  expect([deleted.status, deleted.json.message]).toEqual([
    409,
    'This document is the PDF of an insurance policy. Change the policy instead',
  ]);
  const { odFrom, odTo, tpFrom, policyNo, insurerId, coverType } = made;
  const kept = { policyNo, insurerId, vehicleId, coverType, issued: true, odFrom, odTo, tpFrom };
  const put = await it.change(made.id, { ...kept, tpTo: '2027-09-30' });
  expect([put.status, put.json.message]).toEqual([200, 'Insurance updated successfully.']);
  expect((await it.shown(vehicleId)).insuranceUpto).toBe('2027-09-30');
});

test('no two covers of one kind at once, as messages and by the database', async () => {
  const { id: vehicleId } = await it.vehicle();
  const first = await it.made(it.fields(vehicleId, '2026-01-01', '2026-12-31'));
  const second = await it.add(it.fields(vehicleId, '2026-12-31', '2027-12-30'));
  expect(second.status).toBe(400);
  expect(second.json.fields.odFrom).toBe(
    `Own damage is covered from 1 Jan 2026 to 31 Dec 2026 by policy ${first.policyNo}`,
  );
  expect(second.json.fields.tpFrom).toContain('Third party is covered');
  // Own damage beside it is refused, a draft is not, and what begins the day after neither.
  const standalone = { coverType: 'STANDALONE_OD', tpFrom: null, tpTo: null, tpPremiumPaise: null };
  expect((await it.add(it.fields(vehicleId, '2026-06-01', '2027-05-31', standalone))).status).toBe(400);
  await it.made(it.fields(vehicleId, '2026-06-01', '2027-05-31', { issued: false }));
  await it.made(it.fields(vehicleId, '2027-01-01', '2027-12-31', { previousPolicyId: first.id }));
  await expect(
    it.sql(`update app_user_policy set tp_to = date '2027-02-01' where id = $1`, [first.id]),
  ).rejects.toMatchObject({ code: '23P01' });
  // Together, one of two comes through.
  const { id: other } = await it.vehicle();
  const both = await Promise.all([1, 2, 3].map(() => it.add(it.fields(other, '2026-11-01', '2027-10-31'))));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});

test('the parts of a premium add up in whole paise, and what is odd is told', async () => {
  const { id: vehicleId } = await it.vehicle();
  const wrong = await it.add(it.fields(vehicleId, '2026-11-01', '2027-10-31', { gstPaise: 100, totalPaise: 1 }));
  expect(wrong.json.fields).toEqual({ totalPaise: 'The parts add up to ₹13,417.00' });
  const made = await it.add(
    it.fields(vehicleId, '2026-11-01', '2027-10-31', { ncbPercent: 20, addOnPremiumPaise: 33 }),
  );
  expect(made.json.data).toMatchObject({
    gstPaise: 241_494,
    totalPaise: 1_583_127,
    ncbReason: '0 %: this is the first own-damage cover of the vehicle',
  });
  expect(made.json.warnings).toContain(
    'The no-claim bonus by the rules is 0 %: this is the first own-damage cover of the vehicle',
  );
});

test('renewing: the day after, the next step of the bonus, both linked; 100 days late it is lost', async () => {
  const { id: vehicleId } = await it.vehicle({ registeredOn: '2024-11-25' });
  const old = await it.made(
    it.fields(vehicleId, '2025-11-29', '2026-11-28', { ncbPercent: 25, listedPricePaise: 100_000_000 }),
  );
  expect(old.state).toBe('DUE');
  const said = (await it.call('GET', `/app-user-policy/${old.id}/renewal`)).json.data;
  expect(said).toMatchObject({
    next: {
      odFrom: '2026-11-29',
      odTo: '2027-11-28',
      tpFrom: '2026-11-29',
      tpTo: '2027-11-28',
      ncbPercent: 35,
      idvPaise: 70_000_000,
    },
    ncb: { percent: 35, reason: 'NEXT_STEP' },
    idv: { percent: 30, months: 25, reason: 'BY_AGE' },
    gapDays: 0,
    renewedBy: null,
  });
  const next = await it.made(
    it.fields(vehicleId, '2026-11-29', '2027-11-28', { ncbPercent: 35, previousPolicyId: old.id }),
  );
  expect(next.state).toBe('SCHEDULED');
  expect((await it.policy(old.id)).state).toBe('RENEWED');
  const docs = (await it.get(`/vehicle-kyc-doc?vehicleId=${vehicleId}&sort=-createdAt`, it.desk())).json.data;
  expect(docs.map((one: { reviewState: string }) => one.reviewState)).toEqual(['UPCOMING', 'EXPIRING_SOON']);

  const { id: late } = await it.vehicle();
  const gone = await it.made(it.fields(late, '2025-08-14', '2026-08-13', { ncbPercent: 25 }));
  expect(gone).toMatchObject({ state: 'LAPSED' });
  const anew = (await it.call('GET', `/app-user-policy/${gone.id}/renewal`)).json.data;
  expect(anew).toMatchObject({ gapDays: 99, ncb: { percent: 0, reason: 'LAPSED' }, next: { odFrom: '2026-11-21' } });
  const bought = await it.add(it.fields(late, '2026-11-21', '2027-11-20', { previousPolicyId: gone.id }));
  expect(bought.json.warnings).toContain('The vehicle has no own-damage cover for 99 days after 13 Aug 2026');
  expect((await it.policy(bought.json.data.id)).gapDays).toBe(99);
});

test('a renewal is offered from 60 days before the end, and refused before that with the day', async () => {
  const { id: vehicleId } = await it.vehicle();
  const early = await it.made(it.fields(vehicleId, '2026-01-22', '2027-01-21'));
  const offered = async (id: string) => (await it.get(`/client/history-app-user-policy/${id}`)).json.renew;
  const why = 'This policy can be renewed from 22 Nov 2026, 60 days before its cover expires';
  const said = await it.call('GET', `/app-user-policy/${early.id}/renewal`);
  expect([said.status, said.json.message, await offered(vehicleId)]).toEqual([409, why, null]);
  const next = it.fields(vehicleId, '2027-01-22', '2028-01-21', { previousPolicyId: early.id });
  expect((await it.add(next)).json.fields).toEqual({ previousPolicyId: why });
  const { id: other } = await it.vehicle();
  const due = await it.made(it.fields(other, '2026-01-21', '2027-01-20'));
  expect((await it.call('GET', `/app-user-policy/${due.id}/renewal`)).status).toBe(200);
  expect(await offered(other)).toBe(due.id);
  // What lapsed and was followed by another policy is not renewed any more.
  await it.made(it.fields(vehicleId, '2025-01-01', '2025-06-30'));
  expect(await offered(vehicleId)).toBeNull();
});

test('a claim on own damage costs the bonus, unless it was rejected or the bonus is protected', async () => {
  const { id: vehicleId } = await it.vehicle();
  const old = await it.made(it.fields(vehicleId, '2025-11-29', '2026-11-28', { ncbPercent: 45 }));
  const claim = {
    claimNo: 'CL/1',
    policyId: old.id,
    claimType: 'OWN_DAMAGE',
    amountPaise: 4_000_000,
    claimState: 'REPORTED',
  };
  const outside = await it.call('POST', '/policy-claim', { ...claim, happenedOn: '2025-11-28' });
  expect(outside.json.fields).toEqual({ happenedOn: 'Covered from 29 Nov 2025 to 28 Nov 2026 only' });
  const made = await it.call('POST', '/policy-claim', { ...claim, happenedOn: '2026-03-01' });
  expect(made.status, made.text).toBe(201);
  const ncb = async () => (await it.call('GET', `/app-user-policy/${old.id}/renewal`)).json.data.ncb;
  expect(await ncb()).toEqual({ percent: 0, reason: 'CLAIM' });
  await it.call('PUT', `/policy-claim/${made.json.data.id}`, {
    ...claim,
    happenedOn: '2026-03-01',
    claimState: 'REJECTED',
  });
  expect(await ncb()).toEqual({ percent: 50, reason: 'NEXT_STEP' });
});

test('endorsed and cancelled: versions with their own days, cover that ends the day before', async () => {
  const { id: vehicleId } = await it.vehicle();
  const made = await it.made(it.fields(vehicleId, '2026-01-01', '2026-12-31'));
  const endorsed = await it.call('POST', `/app-user-policy/endorse/${made.id}`, {
    effectiveOn: '2026-06-01',
    reason: 'Higher value after a new body',
    changes: { idvPaise: 60_000_000, addOns: ['RSA'], addOnPremiumPaise: 50_000 },
  });
  expect([endorsed.status, endorsed.json.message]).toEqual([200, 'Policy endorsed.']);
  expect(endorsed.json.data).toMatchObject({ idvPaise: 60_000_000, totalPaise: 1_642_088, versionNo: 2 });
  const refused = await it.call('POST', `/app-user-policy/endorse/${made.id}`, {
    effectiveOn: '2026-06-01',
    reason: 'Another vehicle',
    changes: { vehicleId },
  });
  expect(refused.status).toBe(400);
  const cancelled = await it.call('POST', `/app-user-policy/cancel/${made.id}`, {
    cancelledOn: '2026-11-10',
    reason: 'Vehicle sold',
    refundPaise: 100_000,
  });
  expect([cancelled.status, cancelled.json.data.state]).toEqual([200, 'CANCELLED']);
  const history = (await it.call('GET', `/client/history-app-user-policy/${vehicleId}`)).json;
  expect(
    history.data.map((one: Record<string, unknown>) => [
      one['no'],
      one['kind'],
      one['effectiveOn'],
      one['idvPaise'],
      one['cancelledOn'],
    ]),
  ).toEqual([
    [1, 'ISSUED', '2026-01-01', 50_000_000, null],
    [2, 'ENDORSED', '2026-06-01', 60_000_000, null],
    [3, 'CANCELLED', '2026-11-10', 60_000_000, '2026-11-10'],
  ]);
  expect(history.lines[1]).toMatchObject({
    kind: 'TP',
    coveredDays: 313,
    gapDays: 12,
    overlapDays: 0,
    gaps: [{ from: '2026-11-10', to: '2026-11-21' }],
  });
  expect((await it.call('GET', `/client/app-user-policy/${vehicleId}`)).json.data).toEqual([]);
  // The flag of the record brings no cover back.
  await it.call('PUT', `/client/app-user-policy/status/${made.id}`);
  await it.call('PUT', `/client/app-user-policy/status/${made.id}`);
  expect((await it.policy(made.id)).state).toBe('CANCELLED');
  expect((await it.change(made.id, it.fields(vehicleId, '2026-01-01', '2026-12-31'))).status).toBe(409);
});

test('a client’s policy waits for a reviewer, others do not see it, and a policy’s id is no vehicle’s', async () => {
  const { id: vehicleId, plate } = await it.vehicle();
  const made = await it.made(it.fields(vehicleId, '2026-11-01', '2027-10-31'), { token: it.as.owner });
  const [doc] = (await it.get(`/vehicle-kyc-doc?vehicleId=${vehicleId}`)).json.data;
  expect(doc.reviewState).toBe('PENDING');
  expect((await it.decide(doc.id, 'VERIFY')).status).toBe(200);
  expect((await it.shown(vehicleId)).insuranceUpto).toBe('2027-10-31');
  const foreign = await product.login('deccan@roadkeeper.test');
  for (const path of [
    `/app-user-policy/${made.id}`,
    `/client/app-user-policy/${vehicleId}`,
    `/client/history-app-user-policy/${vehicleId}`,
  ])
    expect((await it.get(path, foreign)).status).toBe(404);
  expect((await it.get(`/client/app-user-policy/${made.id}`)).status).toBe(404);
  const covers = (await it.get(`/client/app-user-policy/${vehicleId}`)).json;
  expect(
    covers.data.map((one: { kind: string; to: string; daysLeft: number }) => [one.kind, one.to, one.daysLeft]),
  ).toEqual([
    ['OD', '2027-10-31', 344],
    ['TP', '2027-10-31', 344],
  ]);
  const listed = (await it.get('/client/app-user-policy?option=true')).json.data;
  expect(listed.find((one: { value: string }) => one.value === made.id)).toMatchObject({
    name: made.policyNo,
    label: `${made.policyNo} ${plate}`,
  });
});

test('a policy that ends today covers until midnight in India, then it is expired, after 90 days lapsed', async () => {
  const { id: vehicleId } = await it.vehicle();
  const made = await it.made(it.fields(vehicleId, '2025-11-22', '2026-11-21', { ncbPercent: 20 }));
  expect(made).toMatchObject({ state: 'DUE', nextEnd: '2026-11-21' });
  await product.product.planJobs();
  await product.product.jobs.runDue();
  const reminders = () =>
    it.sql<{ subject: string }>(
      `select subject from mail where template = 'policy-ends' and record_id = $1 order by created_at, id`,
      [made.id],
    );
  const first = await reminders();
  expect(new Set(first.map(({ subject }) => subject))).toEqual(
    new Set([expect.stringContaining('Own-damage cover expires today')]),
  );
  // 23:59:59, then a second more.
  product.clock.move(Date.parse('2026-11-21T18:29:59Z') - product.clock.now().getTime());
  await it.signIn();
  expect((await it.call('GET', `/client/app-user-policy/${vehicleId}`)).json.data).toHaveLength(2);
  product.clock.move(1_000);
  expect((await it.call('GET', `/client/app-user-policy/${vehicleId}`)).json.data).toEqual([]);
  product.clock.move(5_000);
  await product.product.jobs.runDue();
  await product.product.planJobs();
  await product.product.jobs.runDue();
  expect((await it.policy(made.id)).state).toBe('EXPIRED');
  expect(await reminders()).toEqual(first);
  product.clock.move(61 * 86_400_000);
  await product.product.jobs.runDue();
  await product.product.planJobs();
  await product.product.jobs.runDue();
  const later = (await reminders()).slice(first.length).map(({ subject }) => subject);
  expect(new Set(later)).toEqual(new Set([expect.stringContaining('No-claim bonus is lost in 28 days')]));
  product.clock.move(30 * 86_400_000);
  await product.product.jobs.runDue();
  await it.signIn();
  expect((await it.policy(made.id)).state).toBe('LAPSED');
});
