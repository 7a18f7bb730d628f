import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
let sahyadri: string;
let deccan: string;
let iyer: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
  iyer = await product.login('iyer@roadkeeper.test');
});
afterAll(() => product?.close());

const post = (path: string, body: object, token: string) => product.call('POST', path, { token, body });
const offer = (id: string, body: object, token = sahyadri) =>
  post(`/vehicle/transfer/${id}`, { reason: 'Sold', ...body }, token);
const decide = (id: string, decision: string, token: string, note?: string) =>
  post(`/ownership-transfer/decide/${id}`, { decision, ...(note ? { note } : {}) }, token);
const listOf = async (token: string, query = '') =>
  (await product.call('GET', `/ownership-transfer${query}`, { token })).json;
const status = async (path: string, token: string) => (await product.call('GET', path, { token })).status;

test('an offer by mobile number: seen by both, accepted by the other, and the vehicle is theirs', async () => {
  const id = await fleet.readyVehicle({ fastagId: 'FT1', financier: 'A bank', ownerSerial: 1 });
  const driver = await fleet.readyDriver();
  await fleet.give(id, driver);
  product.clock.move(1_000);
  const made = await offer(id, { toMobile: '+91 70000 00031', on: '2026-11-20' });
  expect([made.status, made.text]).toEqual([400, expect.stringContaining('got the vehicle after this date')]);
  const offered = await offer(id, { toMobile: '+91 70000 00031' });
  expect(offered.status, offered.text).toBe(201);
  const transfer = offered.json.data.id as string;
  expect((await listOf(sahyadri)).data).toMatchObject([
    { id: transfer, vehicleId: id, toName: '•••• 0031', state: 'OPEN', may: ['WITHDRAW'] },
  ]);
  expect((await listOf(deccan)).data).toMatchObject([
    { id: transfer, vehicleId: null, fromName: 'Sahyadri Logistics', may: ['APPROVE', 'REFUSE'] },
  ]);
  expect((await listOf(iyer)).count).toBe(0);
  expect((await decide(transfer, 'APPROVE', sahyadri)).status).toBe(403);
  expect((await decide(transfer, 'APPROVE', iyer)).status).toBe(404);
  expect((await offer(id, { toMobile: '7000000041' })).status).toBe(409);
  const taken = await decide(transfer, 'APPROVE', deccan);
  expect([taken.status, taken.json.message]).toEqual([
    200,
    expect.stringMatching(/^MH12ZA\d+ transferred to its new owner\.$/),
  ]);
  const mails = await fleet.sql((db) =>
    db.query('select to_address as to, subject from mail where record_id = $1 order by created_at, id', [transfer]),
  );
  expect(mails).toEqual([
    { to: 'deccan@roadkeeper.test', subject: expect.stringMatching(/ is offered to you$/) },
    { to: 'client@roadkeeper.test', subject: expect.stringMatching(/ has been transferred$/) },
  ]);
  expect(await status(`/vehicle/${id}`, sahyadri)).toBe(404);
  expect(await fleet.row('vehicle', id, deccan)).toMatchObject({
    state: 'DRAFT',
    verdict: 'RED',
    driverId: null,
    fastagId: null,
    financier: null,
    ownerSerial: 2,
  });
  expect((await fleet.row('drivers', driver)).vehicleId).toBeNull();
  expect((await decide(transfer, 'REFUSE', deccan)).status).toBe(409);
  const papers = (token: string) => product.call('GET', '/vehicle-kyc-doc?take=100', { token });
  expect((await papers(deccan)).json.count).toBe(0);
  const kept = (await papers(sahyadri)).json.data.filter((row: { vehicleId: string }) => row.vehicleId === id);
  expect(new Set(kept.map((row: { reviewState: string }) => row.reviewState))).toEqual(new Set(['SUPERSEDED']));
  const history = (await product.call('GET', `/vehicle/${id}/history`, { token: deccan })).json.data;
  expect(JSON.stringify(history)).not.toContain('A bank');
  expect(history).toContainEqual(expect.objectContaining({ after: expect.objectContaining({ transfer: 'TAKEN' }) }));
  const owners = await fleet.sql((db) =>
    db.query('select to_at is null as now from vehicle_owner where vehicle_id = $1 order by from_at', [id]),
  );
  expect(owners).toEqual([{ now: false }, { now: true }]);
});

test('whoever has both numbers of its papers asks for a vehicle, and its owner decides', async () => {
  const body = fleet.body({});
  const { data } = (await post('/vehicle', body, fleet.admin)).json;
  const ask = (over: object) =>
    post(
      '/ownership-transfer',
      { registrationNo: body.registrationNo, chassisNo: body.chassisNo, reason: 'Bought it', ...over },
      iyer,
    );
  const none = await ask({ registrationNo: 'MH12XX9999' });
  const half = await ask({ chassisNo: 'MA3EWDE1S00999999' });
  expect([none.status, half.status]).toEqual([404, 404]);
  expect(half.json.message).toBe(none.json.message);
  const asked = await ask({ registrationNo: body.registrationNo.toLowerCase() });
  expect(asked.status, asked.text).toBe(201);
  const { id } = asked.json.data;
  expect((await listOf(sahyadri, '?state=OPEN')).data).toMatchObject([
    { id, kind: 'REQUEST', toName: 'Lakshmi Iyer', may: ['APPROVE', 'REFUSE'] },
  ]);
  expect((await decide(id, 'REFUSE', sahyadri, 'Not sold yet')).status).toBe(200);
  expect((await listOf(iyer)).data[0]).toMatchObject({ state: 'REFUSED', decisionNote: 'Not sold yet', may: [] });
  expect(await status(`/vehicle/${data.id}`, iyer)).toBe(404);
  const again = (await ask({})).json.data.id as string;
  expect((await decide(again, 'WITHDRAW', sahyadri)).status).toBe(403);
  expect((await decide(again, 'WITHDRAW', iyer)).status).toBe(200);
});

test('what is stolen or retired does not change hands, and what is sold comes into use with its new owner', async () => {
  const say = (id: string, situation: string) =>
    post(`/vehicle/situation/${id}`, { situation, note: 'It is so' }, fleet.admin);
  for (const situation of ['STOLEN', 'RETIRED']) {
    const id = await fleet.vehicle();
    await say(id, situation);
    expect((await offer(id, { toMobile: '7000000031' })).status, situation).toBe(409);
  }
  const later = await fleet.vehicle();
  const open = (await offer(later, { toMobile: '7000000031' })).json.data.id as string;
  await say(later, 'STOLEN');
  expect((await decide(open, 'APPROVE', deccan)).json.message).toContain('reported stolen');
  const sold = await fleet.vehicle();
  await say(sold, 'SOLD');
  const { id } = (await offer(sold, { toMobile: '7000000031' })).json.data;
  expect((await decide(id, 'APPROVE', deccan)).status).toBe(200);
  expect(await fleet.row('vehicle', sold, deccan)).toMatchObject({ state: 'DRAFT', situation: 'IN_USE' });
});

test('a number that nobody has here is answered like one that somebody has', async () => {
  const [known, unknown] = [await fleet.vehicle(), await fleet.vehicle()];
  const one = await offer(known, { toMobile: '7000000041' });
  const other = await offer(unknown, { toMobile: '9999999999' });
  const bare = (answer: typeof one) => [
    answer.status,
    answer.json.message.replace(/MH12ZA\d+/, ''),
    Object.keys(answer.json.data),
  ];
  expect(bare(one)).toEqual(bare(other));
  const rows = (await listOf(sahyadri, '?state=OPEN')).data as {
    toName: string;
    may: string[];
    registrationNo: string;
  }[];
  expect(rows.slice(0, 2).map(({ toName, may }) => [toName, may])).toEqual([
    ['•••• 9999', ['WITHDRAW']],
    ['•••• 0041', ['WITHDRAW']],
  ]);
});

test('staff that may approve decide for either side; others of the staff do not', async () => {
  const id = await fleet.vehicle();
  const made = await offer(id, { toOrgId: fleet.orgNamed('Deccan Cold Chain') }, fleet.admin);
  expect(made.status, made.text).toBe(201);
  const clerk = await product.login('clerk@roadkeeper.test');
  expect((await decide(made.json.data.id, 'APPROVE', clerk)).status).toBe(403);
  expect((await offer(await fleet.vehicle(), { toOrgId: fleet.orgNamed('Deccan Cold Chain') })).status).toBe(400);
  const kyc = await product.login('kyc@roadkeeper.test');
  expect((await decide(made.json.data.id, 'APPROVE', kyc)).status).toBe(200);
  expect((await fleet.row('vehicle', id)).orgId).toBe(fleet.orgNamed('Deccan Cold Chain'));
});

test('no other way leads from one organisation to another, and a deleted vehicle takes its open transfer along', async () => {
  const body = fleet.body({});
  const { data } = (await post('/vehicle', body, fleet.admin)).json;
  const put = await product.call('PUT', `/vehicle/${data.id}`, {
    token: fleet.admin,
    body: { ...body, orgId: fleet.orgNamed('Deccan Cold Chain') },
  });
  expect([put.status, put.json.fields]).toEqual([
    400,
    { orgId: 'A record stays with the organisation it was made for' },
  ]);
  const { id } = (await offer(data.id, { toMobile: '7000000031' })).json.data;
  expect((await product.call('DELETE', `/vehicle/${data.id}`, { token: fleet.admin })).status).toBe(200);
  expect((await decide(id, 'APPROVE', deccan)).status).toBe(409);
});
