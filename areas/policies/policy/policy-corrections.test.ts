import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { policiesOf } from '../testing/policies.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof policiesOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  it = await policiesOf(product);
}, 60_000);
afterAll(() => product?.close());

test('what a reviewer verified counts on while a client cancels, reinstates and corrects the policy', async () => {
  const { id: vehicleId } = await it.vehicle();
  const fields = it.fields(vehicleId, '2026-11-01', '2027-10-31');
  const { id } = await it.made(fields, { token: it.as.owner });
  const listed = async (): Promise<Record<string, string>[]> =>
    (await it.get(`/vehicle-kyc-doc?vehicleId=${vehicleId}&status=1`)).json.data;
  const documents = async () => (await listed()).map((one) => `${one['reviewState']} ${one['validUpto']}`).sort();
  const act = async (what: string, body: object) => {
    const answer = await it.call(
      'POST',
      `/app-user-policy/${what}/${id}`,
      { reason: 'Asked for', ...body },
      it.as.owner,
    );
    expect(answer.status, answer.text).toBe(200);
    return documents();
  };
  const put = async (more: object, options: { token?: string; pdf?: boolean } = { token: it.as.owner }) => {
    const answer = await it.change(id, { ...fields, ...more }, options);
    expect(answer.status, answer.text).toBe(200);
    return documents();
  };
  const verify = async () => {
    const waiting = (await listed()).find(({ reviewState }) => reviewState === 'PENDING');
    const decided = await it.decide(String(waiting?.['id']), 'VERIFY');
    expect(decided.status, decided.text).toBe(200);
    return documents();
  };
  expect(await verify()).toEqual(['VERIFIED 2027-10-31']);
  expect(await act('cancel', { cancelledOn: '2027-03-01' })).toEqual(['VERIFIED 2027-02-28']);
  expect(await act('reinstate', {})).toEqual(['VERIFIED 2027-10-31']);
  expect(await act('cancel', { cancelledOn: '2026-11-01' })).toEqual([]);
  expect(await act('reinstate', {})).toEqual(['VERIFIED 2027-10-31']);
  // Later days wait for a reviewer beside what was verified, and are gone with their correction.
  const waits = ['PENDING 2027-11-30', 'VERIFIED 2027-10-31'];
  expect(await put({ tpTo: '2027-11-30' })).toEqual(waits);
  expect((await it.shown(vehicleId)).insuranceUpto).toBe('2027-10-31');
  expect(await put({})).toEqual(['VERIFIED 2027-10-31']);
  expect(await put({ tpTo: '2027-11-30' })).toEqual(waits);
  // Cancelled and reinstated meanwhile, both are as they were.
  expect(await act('cancel', { cancelledOn: '2027-01-01' })).toEqual(['VERIFIED 2026-12-31']);
  expect(await act('reinstate', {})).toEqual(waits);
  expect(await verify()).toEqual(['SUPERSEDED 2027-10-31', 'VERIFIED 2027-11-30']);
  // Another file and another number are compared as well, and take the place of what said the same days.
  const was = await put({ tpTo: '2027-11-30' }, { token: it.as.owner, pdf: true });
  expect(was).toEqual(['PENDING 2027-11-30', 'SUPERSEDED 2027-10-31', 'VERIFIED 2027-11-30']);
  const { id: newest } = (await listed()).find(({ reviewState }) => reviewState === 'PENDING') ?? {};
  await verify();
  expect((await listed()).find(({ reviewState }) => reviewState === 'VERIFIED')?.['id']).toBe(newest);
  const number = { tpTo: '2027-11-30', policyNo: `${fields.policyNo}/A` };
  expect((await put(number)).filter((one) => !one.startsWith('SUPERSEDED'))).toEqual([
    'PENDING 2027-11-30',
    'VERIFIED 2027-11-30',
  ]);
  // Staff compare as they write.
  expect((await put({ ...number, tpTo: '2027-12-31' }, {})).filter((one) => !one.startsWith('SUPERSEDED'))).toEqual([
    'VERIFIED 2027-12-31',
  ]);
});

test('a policy renews an issued one that began before it, and one alone does', async () => {
  const { id: vehicleId } = await it.vehicle();
  const old = await it.made(it.fields(vehicleId, '2025-12-01', '2026-11-30'));
  const refused = async (from: string, to: string, previousPolicyId: string) =>
    (await it.add(it.fields(vehicleId, from, to, { previousPolicyId }))).json.fields;
  expect(await refused('2015-01-01', '2015-12-31', old.id)).toEqual({
    previousPolicyId: 'This policy begins on 1 Dec 2025. Choose one that begins before 1 Jan 2015',
  });
  expect((await it.policy(old.id)).state).toBe('DUE');
  const draft = await it.made(it.fields(vehicleId, '2026-12-01', '2027-11-30', { issued: false }));
  expect(await refused('2027-12-01', '2028-11-30', draft.id)).toEqual({
    previousPolicyId: 'This policy is a draft. Choose an issued policy',
  });
  const next = await it.made(it.fields(vehicleId, '2026-12-01', '2027-11-30', { previousPolicyId: old.id }));
  expect((await it.policy(old.id)).state).toBe('RENEWED');
  expect(await refused('2027-12-01', '2028-11-30', old.id)).toEqual({
    previousPolicyId: `This policy is renewed already, by policy ${next.policyNo}`,
  });
  const off = await it.call('PUT', `/client/app-user-policy/status/${next.id}`);
  expect([off.status, (await it.policy(old.id)).state]).toEqual([200, 'DUE']);
});

test('a cover that lasts unusually long is pointed out, and one that nobody sells is refused', async () => {
  const { id: vehicleId } = await it.vehicle();
  const said = async (odTo: string, tpTo: string) => {
    const answer = await it.add({ ...it.fields(vehicleId, '2026-11-21', odTo), tpTo });
    if (answer.status === 201) await it.call('DELETE', `/app-user-policy/${answer.json.data.id}`);
    return answer.json.fields ?? (answer.json.warnings ?? []).filter((one: string) => one.includes('lasts'));
  };
  expect(await said('2027-11-20', '2029-11-20')).toEqual([]);
  expect(await said('2027-11-20', '2029-11-21')).toEqual(['Third party cover lasts over 3 years. Check the dates']);
  expect(await said('2032-11-20', '2032-11-20')).toEqual(['This cover lasts 6 years. Check the dates']);
  expect(await said('2056-11-20', '2041-11-21')).toEqual({
    odTo: 'A cover lasts at most 15 years',
    tpTo: 'A cover lasts at most 15 years',
  });
  // Of two-wheelers five years are usual.
  const [bike] = await it.sql<{ id: string }>(
    `update vehicle set category_id = (select id from vehicle_category where tp_premium_class = 'TWO_WHEELER' order by name limit 1)
     where id = $1 returning id`,
    [vehicleId],
  );
  expect(bike?.id).toBe(vehicleId);
  expect(await said('2027-11-20', '2031-11-20')).toEqual([]);
  expect(await said('2027-11-20', '2033-11-20')).toEqual(['Third party cover lasts 7 years. Check the dates']);
  // What was entered before stays: only other days are looked at.
  const fields = it.fields(vehicleId, '2026-11-21', '2027-11-20', { tpTo: '2033-11-20' });
  const made = await it.made(fields);
  await it.sql(`update app_user_policy set tp_to = '2056-11-20' where id = $1`, [made.id]);
  const noted = await it.change(made.id, { ...fields, tpTo: '2056-11-20', note: 'Checked' });
  expect([noted.status, noted.json.warnings ?? []]).toEqual([200, expect.not.arrayContaining([/lasts/])]);
});

test('cover is not taken away from under a claim, and clients are not told who of the staff wrote', async () => {
  const { id: vehicleId } = await it.vehicle();
  const fields = it.fields(vehicleId, '2026-01-01', '2026-12-31');
  const { id } = await it.made(fields);
  const claim = {
    claimNo: 'CL/2',
    policyId: id,
    claimType: 'OWN_DAMAGE',
    happenedOn: '2026-11-10',
    amountPaise: 1_000_000,
    claimState: 'REPORTED',
  };
  const made = await it.call('POST', '/policy-claim', claim);
  expect(made.status, made.text).toBe(201);
  const cancel = (cancelledOn: string, more: object = {}) =>
    it.call('POST', `/app-user-policy/cancel/${id}`, { cancelledOn, reason: 'Sold', ...more });
  expect((await cancel('2026-11-10')).json.fields).toEqual({
    cancelledOn: 'There is a claim of 10 Nov 2026 on this policy. Choose a day after it',
  });
  const covered = 'There is a claim of 10 Nov 2026 on this policy, and own damage must cover that day';
  const put = async (more: object) => (await it.change(id, { ...fields, ...more })).json.fields;
  expect(await put({ odTo: '2026-11-09' })).toEqual({ odTo: covered });
  expect(await put({ odFrom: '2026-11-11' })).toEqual({ odFrom: covered });
  expect(await put({ coverType: 'THIRD_PARTY', odFrom: null, odTo: null })).toEqual({ coverType: covered });
  const endorsed = await it.call('POST', `/app-user-policy/endorse/${id}`, {
    effectiveOn: '2026-06-01',
    reason: 'Shorter',
    changes: { odTo: '2026-11-09' },
  });
  expect([endorsed.status, Object.values(endorsed.json.fields)]).toEqual([400, [covered]]);
  expect(await put({ tpTo: '2026-11-30' })).toBeUndefined();
  for (const refundPaise of [-1, 1.5, 'x'])
    expect((await cancel('2026-11-11', { refundPaise })).json.fields).toEqual({
      refundPaise: 'Enter an amount in whole paise, 0 or more',
    });
  const withdrawn = await it.call('PUT', `/policy-claim/${made.json.data.id}`, { ...claim, claimState: 'WITHDRAWN' });
  expect(withdrawn.status, withdrawn.text).toBe(200);
  expect((await cancel('2026-11-10')).status).toBe(200);
  const names = async (token: string) =>
    (await it.get(`/client/history-app-user-policy/${vehicleId}`, token)).json.data.map(
      (one: { by: string | null }) => one.by,
    );
  expect(await names(it.as.owner)).toEqual([null, null, null]);
  expect(await names(it.desk())).toEqual(Array.from({ length: 3 }, () => expect.any(String)));
  const { id: own } = await it.vehicle();
  await it.made(it.fields(own, '2026-01-01', '2026-12-31'), { token: it.as.owner });
  const [mine] = (await it.get(`/client/history-app-user-policy/${own}`)).json.data;
  expect(mine.by).toEqual(expect.any(String));
});

test('every act on a policy is of the version that was seen, of one policy that the caller sees', async () => {
  const { id: vehicleId } = await it.vehicle();
  const { id } = await it.made(it.fields(vehicleId, '2026-01-01', '2026-12-31'));
  const stranger = await product.login('deccan@roadkeeper.test');
  const acts = [
    ['endorse', { effectiveOn: '2026-11-21', reason: 'Dearer', changes: { idvPaise: 60_000_000 } }],
    ['cancel', { cancelledOn: '2026-11-21', reason: 'Sold' }],
    ['reinstate', { reason: 'Not sold' }],
  ] as const;
  const before = [];
  for (const [name, body] of acts) {
    const act = (headers: Record<string, string>, token = it.desk(), of = id) =>
      product.call('POST', `/app-user-policy/${name}/${of}`, { token, body, headers });
    const { version } = await it.policy(id);
    before.push(version);
    const seen = [
      await act({ 'if-match': `"v${version - 1}"` }),
      await act({}, stranger),
      await act({}, it.desk(), vehicleId),
      await act({ 'if-match': `"v${version}"` }),
    ];
    expect([name, ...seen.map(({ status }) => status)]).toEqual([name, 412, 404, 404, 200]);
    expect(seen[3]?.json.data).toMatchObject({ id, rights: expect.any(Array) });
    expect(seen[3]?.json.data.version).toBeGreaterThan(version);
  }
  expect(new Set(before).size).toBe(3);
});
