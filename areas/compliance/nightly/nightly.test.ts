import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { nextMidnight } from './nightly.job.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  // 23:30 in India.
  product = await startTestProduct({ at: '2026-11-21T18:00:00Z' });
  papers = await documentsOf(product);
  await product.product.planJobs();
  await product.product.jobs.runDue();
});
afterAll(() => product?.close());

const dayMs = 86_400_000;
const pass = async (milliseconds: number) => {
  product.clock.move(milliseconds);
  await product.product.jobs.runDue();
  await papers.signIn();
};
const reminders = (id: string) =>
  papers.sql<{ subject: string; at: string }>(
    `select subject from mail where record_id = $1 and template = 'paper-ends' order by created_at, id`,
    [id],
  );

test('the night begins five seconds after midnight in India, whatever the hour of the server', () => {
  expect(nextMidnight(new Date('2026-11-21T18:29:59Z')).toISOString()).toBe('2026-11-21T18:30:05.000Z');
  expect(nextMidnight(new Date('2026-11-21T18:30:06Z')).toISOString()).toBe('2026-11-22T18:30:05.000Z');
});

test('a paper is valid until its last day is over in India, and the night after it the vehicle is held', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const of = { vehicleId, validUpto: '2028-10-31' };
  for (const code of ['RC', 'INSURANCE', 'TAX', 'PHOTO_FRONT']) await papers.verified(code, of);
  const puc = await papers.verified('PUC', { vehicleId, validUpto: '2026-11-21' });
  expect(await papers.stateOf(puc)).toBe('EXPIRING_SOON');
  expect(await papers.shown(vehicleId)).toMatchObject({ state: 'ACTIVE', verdict: 'AMBER' });
  await pass(29 * 60_000);
  expect(await papers.stateOf(puc)).toBe('EXPIRING_SOON');
  product.clock.move(61_000);
  const fresh = (await papers.get(`/vehicle/${vehicleId}/verdict`)).json.data;
  expect([fresh.on, fresh.colour]).toEqual(['2026-11-22', 'RED']);
  expect(await papers.stateOf(puc)).toBe('EXPIRING_SOON');
  await pass(5_000);
  expect(await papers.stateOf(puc)).toBe('EXPIRED');
  expect(await papers.shown(vehicleId)).toMatchObject({
    state: 'COMPLIANCE_HOLD',
    verdict: 'RED',
    verdictLine: 'Pollution under control certificate expired on 21 Nov 2026',
  });
  const [latest] = (await papers.get(`/vehicle-kyc-doc/${puc}/history`)).json.data;
  expect(latest).toMatchObject({
    source: 'job',
    before: { reviewState: 'EXPIRING_SOON' },
    after: { reviewState: 'EXPIRED' },
  });
  const listed = (await papers.get('/vehicle?verdict=RED&state=COMPLIANCE_HOLD')).json.data;
  expect(listed.map(({ id }: { id: string }) => id)).toContain(vehicleId);
});

test('a renewal takes the place of the old one on its first day, and reminders of the old one stop with it', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const old = await papers.verified('INSURANCE', { vehicleId, validUpto: '2026-11-24' });
  await pass(60_000);
  await pass(dayMs);
  expect(await reminders(old)).toHaveLength(1);
  const next = await papers.verified('INSURANCE', { vehicleId, validFrom: '2026-11-25', validUpto: '2027-11-24' });
  expect(await papers.stateOf(next)).toBe('UPCOMING');
  await pass(2 * dayMs);
  expect([await papers.stateOf(old), await papers.stateOf(next)]).toEqual(['SUPERSEDED', 'VERIFIED']);
  await pass(5 * dayMs);
  expect(await reminders(old)).toHaveLength(1);
});

test('each stage is reminded of once, and after a standstill only the latest, however often the night runs', async () => {
  const { id: vehicleId, plate } = await papers.vehicle();
  const today = (await papers.get(`/vehicle/${vehicleId}/verdict`)).json.data.on as string;
  const upto = new Date(Date.parse(today) + 32 * dayMs).toISOString().slice(0, 10);
  const id = await papers.verified('PUC', { vehicleId, validUpto: upto });
  await pass(dayMs);
  expect(await reminders(id)).toEqual([]);
  await pass(dayMs);
  const name = 'Pollution under control certificate';
  expect(await reminders(id)).toEqual([{ subject: `${name} of ${plate} expires in 30 days` }]);
  await product.product.planJobs();
  await product.product.jobs.runDue();
  await product.restart();
  await product.product.planJobs();
  await product.product.jobs.runDue();
  expect(await reminders(id)).toHaveLength(1);
  // Nothing runs for 24 days: the stages of 15 and 7 have both come.
  await pass(24 * dayMs);
  expect((await reminders(id)).slice(1)).toEqual([{ subject: `${name} of ${plate} expires in 6 days` }]);
  for (let day = 0; day < 6; day += 1) await pass(dayMs);
  expect((await reminders(id)).slice(2).map(({ subject }) => subject)).toEqual([
    `${name} of ${plate} expires tomorrow`,
    `${name} of ${plate} expires today`,
  ]);
  await pass(3 * dayMs);
  expect(await reminders(id)).toHaveLength(4);
  const [duty] = (await papers.get(`/obligation?q=${plate}`)).json.data;
  expect(duty).toMatchObject({ key: `paper:${id}`, days: -3, renewal: null });
  expect(duty.reminded).toHaveLength(4);
});

test('what is switched off ends all the same, and nobody is reminded of it', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const today = (await papers.get(`/vehicle/${vehicleId}/verdict`)).json.data.on as string;
  const id = await papers.verified('TAX', { vehicleId, validUpto: today });
  await product.call('PUT', `/vehicle-kyc-doc/status/${id}`, { token: papers.as.operations });
  await pass(2 * dayMs);
  expect(await papers.stateOf(id)).toBe('EXPIRED');
  expect(await reminders(id)).toEqual([]);
});

const workCard = async (key: string, as?: string) =>
  (await papers.get('/dashboard', as)).json.data.work.find((one: { key: string }) => one.key === key);
const listed = async (to: string) => (await papers.get(to.replace('/obligations', '/obligation'))).json.count as number;

test('numbers on the dashboard are those of the lists they open', async () => {
  const { id: vehicleId } = await papers.vehicle();
  const today = (await papers.get(`/vehicle/${vehicleId}/verdict`)).json.data.on as string;
  const inDays = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
  for (const [code, days] of [
    ['RC', 7],
    ['INSURANCE', 8],
    ['PUC', 30],
    ['TAX', 31],
  ] as const)
    await papers.verified(code, { vehicleId, validUpto: inDays(days) });
  await papers.upload('PUC', { vehicleId, validUpto: inDays(90) });
  const card = await workCard('deadlines-near');
  const [expired, week] = card.parts;
  expect([card.count, week.count]).toEqual([3, 1]);
  expect([await listed(card.to), await listed(expired.to), await listed(week.to)]).toEqual([3, expired.count, 1]);
  expect(await workCard('documents-to-review')).toBeUndefined();
  const review = await workCard('documents-to-review', papers.as.kyc);
  expect(review.count).toBe((await papers.get('/document-review', papers.as.kyc)).json.count);
  expect(review.count).toBeGreaterThan(0);
  // What has expired is still to be renewed.
  await pass(8 * dayMs);
  const after = await workCard('deadlines-near');
  expect([after.count, after.parts[0].count]).toEqual([3, 1 + expired.count]);
  expect([await listed(after.to), await listed(after.parts[0].to)]).toEqual([3, 1 + expired.count]);
});

test('a kind of paper that becomes needed, or stops to be, is asked of every vehicle and driver at once', async () => {
  const { id: vehicleId } = await papers.vehicle();
  for (const code of ['RC', 'INSURANCE', 'PUC', 'TAX', 'PHOTO_FRONT'])
    await papers.verified(code, { vehicleId, validUpto: '2028-12-31' });
  expect((await papers.shown(vehicleId)).verdict).toBe('GREEN');
  const admin = await product.login('admin@roadkeeper.test');
  const id = await papers.typeOf('NOC');
  const kind = (await papers.get(`/kyc-doc/${id}`, admin)).json.data;
  const names = ['name', 'code', 'appliesTo', 'vehicleUse', 'hasExpiry', 'graceDays', 'maxFileMb', 'mime', 'position'];
  const body = {
    ...Object.fromEntries(names.map((name) => [name, kind[name]])),
    mandatory: true,
    blocksOperation: true,
  };
  const changed = await product.call('PUT', `/kyc-doc/${id}`, { token: admin, body });
  expect(changed.status, changed.text).toBe(200);
  await product.product.jobs.runDue();
  expect(await papers.shown(vehicleId)).toMatchObject({
    verdict: 'RED',
    verdictLine: 'No objection certificate is missing',
    state: 'COMPLIANCE_HOLD',
  });
  await product.call('PUT', `/kyc-doc/status/${id}`, { token: admin });
  await product.product.jobs.runDue();
  expect(await papers.shown(vehicleId)).toMatchObject({ verdict: 'GREEN', state: 'ACTIVE' });
});

test('a licence is one duty, whether the record says its end, its paper, or both', async () => {
  const { id: driverId } = await papers.driver({ dlValidNt: '2027-06-30' });
  const [{ name } = { name: '' }] = await papers.sql<{ name: string }>('select name from driver where id = $1', [
    driverId,
  ]);
  const duties = async () =>
    (await papers.get(`/obligation?to=2030-01-01&q=${encodeURIComponent(name)}`)).json.data.map(
      ({ kind, due }: { kind: string; due: string }) => [kind, due],
    );
  expect(await duties()).toEqual([['LICENCE', '2027-06-30']]);
  const paper = await papers.verified('DL', { driverId, validUpto: '2027-06-30' });
  expect(await duties()).toEqual([['PAPER', '2027-06-30']]);
  await product.call('PUT', `/vehicle-kyc-doc/status/${paper}`, { token: papers.as.operations });
  expect(await duties()).toEqual([['LICENCE', '2027-06-30']]);
});
