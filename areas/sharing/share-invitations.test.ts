import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Shares, sharesOf } from './testing/shared.ts';

let product: TestProduct;
let shares: Shares;
beforeAll(async () => {
  product = await startTestProduct();
  shares = await sharesOf(product);
});
beforeEach(() => shares.wait(1));
afterAll(() => product?.close());

const offers = async (token = shares.tokens.receiver) => (await shares.get('/share-invitation', token)).json;
const list = async (query = '') =>
  (await shares.get(`/client/vehicle-invitation?type=1${query}`, shares.tokens.owner)).json;
const mailsTo = (address: string) =>
  shares.fleet.sql((db) =>
    db.query<{ template: string }>(`select template from mail where to_address = $1 and template = 'vehicle-share'`, [
      address,
    ]),
  );

test('an offer waits for the one person it is for, who accepts it once', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const offered = await shares.offer(vehicleId, { message: 'For the trip to Nashik', until: '2026-12-31' });
  expect(offered.status, offered.text).toBe(201);
  expect(offered.json.message).toBe('Invitation sent.');
  const { id, vehicleNo } = offered.json.data;
  expect(offered.json.data).toMatchObject({
    type: 1,
    status: 0,
    mobile: '7000000031',
    email: null,
    driverId: null,
    vehicleId,
    shareUntil: '2026-12-31T18:30:00.000Z',
  });
  expect((await list('&status=0')).data[0].id).toBe(id);
  expect((await mailsTo('deccan@roadkeeper.test')).length).toBe(1);
  await product.product.jobs.runDue();
  const { json: bell } = await shares.get('/notification?topic=vehicle-shared');
  expect(bell.data.map(({ title, link }: { title: string; link: string }) => [title, link])).toEqual([
    [`Sahyadri Logistics wants to share ${vehicleNo} with you`, '/shared-vehicle'],
  ]);
  expect((await offers()).data).toEqual([
    {
      id,
      vehicleNo,
      owner: 'Sahyadri Logistics',
      invitedBy: 'Meera Joshi',
      message: 'For the trip to Nashik',
      until: '2026-12-31T18:30:00.000Z',
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
    },
  ]);
  for (const token of [shares.tokens.owner, shares.tokens.third]) {
    expect((await offers(token)).count).toBe(0);
    expect((await shares.answer(id, 'ACCEPT', token)).status).toBe(404);
  }
  const accepted = await shares.answer(id, 'ACCEPT');
  expect([accepted.status, accepted.json.message]).toEqual([
    200,
    `Sahyadri Logistics shares ${vehicleNo} with you now.`,
  ]);
  expect((await shares.answer(id, 'ACCEPT')).status).toBe(404);
  expect((await list('&status=1')).data[0]).toMatchObject({ id, status: 1, decidedAt: expect.any(String) });
});

test('the answer is the same whether anybody has the number or address, and nobody who has none is written to', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const shape = (json: { message: string; data: Record<string, unknown> }) => ({
    message: json.message,
    keys: Object.keys(json.data).sort(),
    status: json.data['status'],
    driverId: json.data['driverId'],
  });
  const known = await shares.offer(vehicleId, { email: 'Deccan@Roadkeeper.test' });
  const unknown = await shares.offer(vehicleId, { email: 'nobody@example.in' });
  const staff = await shares.offer(vehicleId, { email: 'operations@roadkeeper.test' });
  expect([known.status, unknown.status, staff.status]).toEqual([201, 201, 201]);
  expect(shape(unknown.json)).toEqual(shape(known.json));
  expect(shape(staff.json)).toEqual(shape(known.json));
  const again = await Promise.all(
    ['deccan@roadkeeper.test', 'nobody@example.in'].map((email) => shares.offer(vehicleId, { email })),
  );
  expect(again.map(({ status, json }) => [status, json.message])).toEqual(
    Array.from({ length: 2 }, () => [409, 'They already have an invitation to this vehicle']),
  );
  expect(await mailsTo('nobody@example.in')).toEqual([]);
  expect(await mailsTo('operations@roadkeeper.test')).toEqual([]);
  const ids = [known, unknown, staff].map(({ json }) => json.data.id as string);
  for (const id of ids) {
    const withdrawn = await shares.call('DELETE', `/client/vehicle-invitation/${id}`, shares.tokens.owner);
    expect([withdrawn.status, withdrawn.json.data.status]).toEqual([200, 4]);
  }
  expect((await shares.answer(ids[0] as string, 'ACCEPT')).status).toBe(404);
});

test('what is wrong with an offer is said at its field', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const theirs = await shares.fleet.carrier('Deccan Cold Chain');
  const said = async (body: Record<string, unknown>) => {
    const { status, json } = await shares.offer(vehicleId, body);
    return [status, Object.keys(json.fields ?? {})];
  };
  expect(await said({ email: 'a@example.in', mobile: '9000000001' })).toEqual([400, ['mobile']]);
  expect(await said({ mobile: undefined })).toEqual([400, ['mobile']]);
  expect(await said({ email: 'dispatch@roadkeeper.test' })).toEqual([400, ['email']]);
  expect(await said({ until: '2026-11-20' })).toEqual([400, ['until']]);
  expect(await said({ vehicleId: undefined })).toEqual([400, ['vehicleId']]);
  expect(await said({ vehicleId: theirs.vehicleId })).toEqual([400, ['vehicleId']]);
  expect(await said({ transfer: true })).toEqual([400, ['transfer']]);
  expect(await said({ message: 'See www.example.in' })).toEqual([400, ['message']]);
  const driver = await shares.offer(vehicleId, { type: 2, until: '2026-12-31' });
  expect([driver.status, Object.keys(driver.json.fields)]).toEqual([400, ['until']]);
});

test('an offer ends after 72 hours, is sent again three times, and is declined for good', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { id } = (await shares.offer(vehicleId)).json.data;
  const resend = () => shares.call('POST', `/client/vehicle-invitation/resend/${id}`, shares.tokens.owner);
  for (let round = 0; round < 3; round += 1) {
    await shares.wait(72 * 60 + 1);
    expect((await offers()).count).toBe(0);
    expect((await list('&status=3')).data[0].id).toBe(id);
    expect((await shares.answer(id, 'ACCEPT')).status).toBe(404);
    expect((await resend()).status).toBe(200);
    expect((await offers()).data[0].id).toBe(id);
  }
  expect((await resend()).status).toBe(409);
  const declined = await shares.answer(id, 'DECLINE');
  expect([declined.status, declined.json.message]).toEqual([200, 'Invitation declined.']);
  expect((await list('&status=2')).data[0].id).toBe(id);
  const { vehicleNo } = (await list('&status=2')).data[0];
  expect((await shares.get('/shared-vehicle')).text).not.toContain(vehicleNo);
});

test('one person is sent eight in a day, like drivers, whether they are known or not', async () => {
  for (const address of [{ mobile: '7000000031' }, { mobile: '9123456780' }]) {
    const statuses: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const { vehicleId } = await shares.fleet.carrier();
      statuses.push((await shares.offer(vehicleId, address)).status);
    }
    expect(statuses.filter((status) => status === 429).length, address.mobile).toBeGreaterThan(0);
    expect(statuses.at(-1)).toBe(429);
  }
});

test('a vehicle that goes takes its open offers with it', async () => {
  await shares.wait(24 * 60);
  const { vehicleId } = await shares.fleet.carrier();
  const { id } = (await shares.offer(vehicleId)).json.data;
  expect((await shares.call('DELETE', `/vehicle/${vehicleId}`, shares.tokens.owner)).status).toBe(200);
  expect((await list('&status=4')).data[0].id).toBe(id);
  expect((await offers()).data.some((one: { id: string }) => one.id === id)).toBe(false);
});

test('inviting drivers is no right to share: who shares may change the vehicle and see its trips', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const invites = await product.addStaff('invites@roadkeeper.test', 'Operations');
  await shares.fleet.sql((db) =>
    db.query(
      `update permission set actions = array['view'] where module_id = (select id from module where key = 'vehicle')
         and role_id = (select role_id from account where id = $1)`,
      [invites],
    ),
  );
  const token = await product.login('invites@roadkeeper.test');
  expect((await shares.offer(vehicleId, {}, token)).status).toBe(403);
  const open = await shares.offer(vehicleId);
  expect((await shares.call('POST', `/client/vehicle-invitation/resend/${open.json.data.id}`, token)).status).toBe(403);
});

test('whoever ends a share ends what else was offered of it to the same person', async () => {
  for (const ends of ['owner', 'receiver'] as const) {
    const { vehicleId } = await shares.fleet.carrier();
    const second = await shares.offer(vehicleId, { email: 'deccan@roadkeeper.test' });
    const { share } = await shares.share(vehicleId);
    const ended = await (ends === 'owner'
      ? shares.call('DELETE', `/vehicle-share/${share}`, shares.tokens.owner)
      : shares.call('POST', `/shared-vehicle/return/${share}`, shares.tokens.receiver));
    expect(ended.status, ended.text).toBe(200);
    expect((await shares.answer(second.json.data.id, 'ACCEPT')).status).toBe(404);
    expect((await list(`&vehicleId=${vehicleId}&status=0`)).count).toBe(0);
  }
});

test('an offer is not sent again for a vehicle that is out of use', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const offered = await shares.offer(vehicleId);
  await shares.wait(73 * 60);
  await shares.fleet.sql((db) => db.query('update vehicle set status = 0 where id = $1', [vehicleId]));
  const path = `/client/vehicle-invitation/resend/${offered.json.data.id}`;
  expect((await shares.call('POST', path, shares.tokens.owner)).json.message).toBe(
    'This vehicle is not in use, so it cannot be shared',
  );
});

test('the hours that an invitation names are those that it has', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const day = new Date(product.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const { json } = await shares.offer(vehicleId, { until: day });
  const hours = Math.round((Date.parse(json.data.expiresAt) - product.clock.now().getTime()) / 3_600_000);
  expect(hours).toBeLessThan(24);
  const [mail] = await shares.fleet.sql((db) =>
    db.query<{ values: string }>(
      `select row_to_json(m)::text as values from mail m where template = 'vehicle-share' order by created_at desc, id desc limit 1`,
    ),
  );
  expect(mail?.values).toContain(`expires in ${hours} hours`);
});
