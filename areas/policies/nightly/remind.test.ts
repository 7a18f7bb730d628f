import { randomUUID } from 'node:crypto';
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

const until = async (to: string, more: Record<string, unknown> = {}) => {
  const from = `${Number(to.slice(0, 4)) - 1}-${to.slice(5)}`;
  const day = new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);
  return (await it.made(it.fields((await it.vehicle()).id, day, to, more))) as { id: string; policyNo: string };
};
const remind = (ids: readonly string[], more: object = {}, token = it.desk()) =>
  it.call('POST', '/app-user-policy/remind', { ids, ...more }, token);
const mailsOf = async (id: string, template = 'policy-ends') =>
  Number(
    (
      await it.sql<{ n: number }>('select count(*) as n from mail where record_id = $1 and template = $2', [
        id,
        template,
      ])
    )[0]?.n,
  );

test('chosen policies are reminded of once for each stage, unless it is asked for again', async () => {
  const due = await until('2026-12-01');
  const far = await until('2027-08-31');
  const over = await until('2026-10-31');
  const draft = await until('2026-12-02', { issued: false });
  const answer = await remind([due.id, far.id, over.id, draft.id, due.id]);
  expect([answer.status, answer.json.message]).toEqual([200, '2 reminders sent, 2 skipped']);
  expect(answer.json.data.failed).toEqual([
    {
      id: far.id,
      label: far.policyNo,
      message: 'Not due yet: cover expires on 31 Aug 2027, more than 30 days from now',
    },
    { id: draft.id, label: draft.policyNo, message: 'Reminders are sent for active, issued policies only' },
  ]);
  const sent = await mailsOf(due.id);
  expect(sent).toBeGreaterThan(0);
  // What is over has words of its own: nobody can renew it before a day that has passed.
  expect([await mailsOf(over.id), await mailsOf(over.id, 'policy-over')]).toEqual([0, sent]);
  // Together and again: nobody is told twice, and the night knows of it.
  const more = await Promise.all([remind([due.id]), remind([due.id]), remind([due.id])]);
  expect(more.map(({ json }) => json.data.failed[0].message)).toEqual(
    Array.from({ length: 3 }, () => 'A reminder was sent on 21 Nov 2026'),
  );
  await product.product.planJobs();
  await product.product.jobs.runDue();
  expect(await mailsOf(due.id)).toBe(sent);
  expect((await remind([due.id], { again: true })).json.data).toEqual({ done: 1, failed: [] });
  expect(await mailsOf(due.id)).toBe(2 * sent);
  const lines = await it.sql(
    `select 1 from history where record_id = $1 and after ->> 'reminded' = '2026-12-01' order by id`,
    [due.id],
  );
  expect(lines.length).toBe(2);
});

test('by a filter as well, at most two hundred at a time, and nobody reminds of what they do not see', async () => {
  const one = await until('2026-12-05');
  const found = await it.call('POST', '/app-user-policy/remind', { filter: { q: one.policyNo } });
  expect(found.json.data).toEqual({ done: 1, failed: [] });
  const stranger = await product.login('deccan@roadkeeper.test');
  const other = await until('2026-12-06');
  const refused = await remind([other.id], {}, stranger);
  expect(refused.json.data).toEqual({
    done: 0,
    failed: [{ id: other.id, label: other.id, message: 'This record no longer exists' }],
  });
  expect(await mailsOf(other.id)).toBe(0);
  expect((await remind([other.id], {}, it.as.viewer)).status).toBe(403);
  expect((await remind(Array.from({ length: 201 }, () => randomUUID()))).status).toBe(400);
  expect((await it.call('POST', '/app-user-policy/remind', {})).status).toBe(400);
  expect((await it.call('POST', '/app-user-policy/remind', { ids: ['x'] })).status).toBe(400);
  const listless = await it.call('POST', '/app-user-policy/remind', { ids: 'x' });
  expect(listless.json.fields).toEqual({ ids: 'Choose records: a list of their ids' });
});

test('the document of a policy is reminded of as the policy: one mail, and renewals know of it', async () => {
  const { id: vehicleId, plate } = await it.vehicle();
  const both = await it.made(it.fields(vehicleId, '2025-12-07', '2026-12-06'));
  const other = await it.vehicle();
  const liability = { coverType: 'THIRD_PARTY', odFrom: null, odTo: null, odPremiumPaise: null, ncbPercent: null };
  const third = await it.made(it.fields(other.id, '2025-12-07', '2026-12-06', { ...liability, idvPaise: null }));
  await product.product.planJobs();
  await product.product.jobs.runDue();
  const people = await mailsOf(both.id);
  expect(people).toBeGreaterThan(0);
  expect(await mailsOf(third.id)).toBe(people);
  for (const vehicle of [{ id: vehicleId, plate }, other]) {
    const [document] = (await it.get(`/vehicle-kyc-doc?vehicleId=${vehicle.id}`)).json.data;
    expect(document.reviewState).toBe('EXPIRING_SOON');
    expect(await it.sql(`select 1 from mail where record_id = $1 and template = 'paper-ends'`, [document.id])).toEqual(
      [],
    );
    const duties = (await it.get(`/obligation?q=${vehicle.plate}`)).json.data;
    expect(duties.find(({ key }: { key: string }) => key === `paper:${document.id}`).reminded).toEqual(['2026-11-21']);
  }
});

test('cover that is cancelled for a day to come is reminded of by hand as it is at night: it ends the day before', async () => {
  const { id } = await until('2027-10-31');
  const cancel = (cancelledOn: string) =>
    it.call('POST', `/app-user-policy/cancel/${id}`, { cancelledOn, reason: 'To be sold' });
  expect((await cancel('2026-12-02')).status).toBe(200);
  expect((await it.policy(id)).state).toBe('DUE');
  expect((await remind([id])).json.data).toEqual({ done: 1, failed: [] });
  const [mail] = await it.sql<{ day: string }>(
    `select day from (select r.stage::text as day from policy_reminder r where r.policy_id = $1 order by r.at) d`,
    [id],
  );
  expect(mail?.day).toBe('15');
  const night = await mailsOf(id);
  await product.product.planJobs();
  await product.product.jobs.runDue();
  expect(await mailsOf(id)).toBe(night);
  // One that is cancelled by now needs no reminder.
  const over = await until('2026-12-03');
  const done = { cancelledOn: '2026-11-21', reason: 'Sold' };
  expect((await it.call('POST', `/app-user-policy/cancel/${over.id}`, done)).status).toBe(200);
  expect((await remind([over.id])).json.data.failed[0].message).toBe('This policy is cancelled');
});
