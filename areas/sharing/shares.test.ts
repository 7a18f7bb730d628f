import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { addTrip, placeVehicle } from '#areas/trips/testing/trips.ts';
import { type Shares, sharesOf } from './testing/shared.ts';

let product: TestProduct;
let shares: Shares;
beforeAll(async () => {
  product = await startTestProduct();
  shares = await sharesOf(product);
});
beforeEach(() => shares.wait(24 * 60));
afterAll(() => product?.close());

const reads = (id: string) => [`/shared-vehicle/${id}`, `/shared-vehicle/trips/${id}`];
/** The bytes of each read, and of giving it back, less the number of the request. */
async function saidTo(token: string, id: string): Promise<string[]> {
  const answers = [
    ...(await Promise.all(reads(id).map((path) => shares.get(path, token)))),
    await shares.call('POST', `/shared-vehicle/return/${id}`, token),
  ];
  return answers.map(({ status, text }) => `${status} ${text.replace(/"requestId":"[^"]+"/, '')}`);
}
const nothing = '01890000-0000-7000-8000-000000000000';
/** Whoever this is answered as if it had never been. */
async function seesNothing(token: string, id: string): Promise<void> {
  const said = await saidTo(token, id);
  expect(said.every((one) => one.startsWith('404 '))).toBe(true);
  expect(said).toEqual(await saidTo(token, nothing));
  const list = await shares.get('/shared-vehicle', token);
  expect(list.text).not.toContain(id);
}
const seesIt = async (id: string) => expect((await shares.get(`/shared-vehicle/${id}`)).status).toBe(200);
const given = async (vehicleId: string) =>
  (await shares.get(`/vehicle-share?vehicleId=${vehicleId}`, shares.tokens.owner)).json.data;
const ago = (minutes: number) => new Date(product.clock.now().getTime() - minutes * 60_000).toISOString();

test('what is shared is the vehicle, its papers by state, where it is and what it drove since, and nothing besides', async () => {
  const { vehicleId, bindingId, orgId } = await shares.fleet.carrier();
  const driverId = await shares.fleet.driver(orgId);
  await shares.fleet.sql(async (db) => {
    await db.query(
      `insert into vehicle_kyc_doc (id, type_id, org_id, vehicle_id, number, valid_from, valid_upto, review_state, note)
       select gen_random_uuid(), t.id, $2, $1, 'SECRET-NUMBER', '2026-01-01', '2027-01-01', 'VERIFIED', 'SECRET-NOTE'
       from kyc_doc t where t.applies_to = 'VEHICLE' and t.status = 1 order by t.position limit 1`,
      [vehicleId, orgId],
    );
  });
  await placeVehicle(product, bindingId, { fixAt: ago(5) });
  await addTrip(product, { bindingId, startAt: ago(60), driverId });
  const { share } = await shares.share(vehicleId);
  const before = await shares.get(`/shared-vehicle/${share}`);
  const { registrationNo } = (await shares.get(`/vehicle/${vehicleId}`, shares.tokens.owner)).json.data;
  expect(before.json.data).toEqual({
    id: share,
    vehicleNo: registrationNo,
    model: expect.stringMatching(/\w/),
    owner: 'Sahyadri Logistics',
    since: product.clock.now().toISOString(),
    until: null,
    state: expect.any(String),
    verdict: expect.any(String),
    isOffDuty: false,
    position: null,
    documents: [{ type: expect.any(String), state: 'VERIFIED', validUpto: '2027-01-01' }],
  });
  expect((await shares.get(`/shared-vehicle/trips/${share}`)).json).toMatchObject({ count: 0, data: [] });

  await shares.wait(30);
  await placeVehicle(product, bindingId, { fixAt: ago(1) });
  await addTrip(product, { bindingId, startAt: ago(25), driverId });
  const after = await shares.get(`/shared-vehicle/${share}`);
  expect(after.json.data.position).toEqual({
    at: ago(1),
    lat: 23.0349126,
    lon: 72.4752554,
    place: expect.objectContaining({ town: 'Bopal', district: 'Ahmedabad' }),
    kmh: 42.5,
    moving: true,
  });
  const trips = await shares.get(`/shared-vehicle/trips/${share}`);
  expect(trips.json).toMatchObject({ count: 1, data: [{ startAt: ago(25), distanceM: 12_345.6, maxKmh: 71.5 }] });
  const list = await shares.get('/shared-vehicle');
  expect(list.json.data.map((one: { id: string }) => one.id)).toContain(share);
  for (const { text } of [before, after, trips, list])
    for (const kept of ['SECRET', driverId, vehicleId, orgId, bindingId, 'Driver', 'chassis', 'engine'])
      expect(text).not.toContain(kept);
  // The record itself stays its owner's, and so does what hangs on it.
  for (const path of [`/vehicle/${vehicleId}`, `/vehicle/${vehicleId}/drivers`, `/vehicle/${vehicleId}/history`])
    expect((await shares.get(path)).status).toBe(404);
  expect((await shares.get(`/vehicle-trips?vehicleId=${vehicleId}`)).json.data.count).toBe(0);
  expect((await shares.get(`/vehicle-kyc-doc?vehicleId=${vehicleId}`)).json.count).toBe(0);
});

test('a third organisation, a colleague, the owner, staff, and who acts as the receiver find nothing', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { share } = await shares.share(vehicleId);
  const orgId = shares.fleet.orgNamed('Deccan Cold Chain');
  await product.addStaff('colleague@roadkeeper.test', 'Client owner', orgId);
  const colleague = await product.login('colleague@roadkeeper.test');
  const { admin } = shares.fleet;
  const [person] = (await shares.get('/app-user?q=deccan%40roadkeeper.test', admin)).json.data;
  const acting = await product.call('POST', '/session/impersonation', {
    token: admin,
    body: { userId: person.id, reason: 'To see what they see' },
  });
  expect(acting.status, acting.text).toBeLessThan(300);
  for (const token of [shares.tokens.third, colleague, shares.tokens.owner]) await seesNothing(token, share);
  for (const token of [admin, acting.json.accessToken]) {
    for (const path of reads(share)) expect((await shares.get(path, token)).status).toBe(404);
    expect((await shares.get('/shared-vehicle', token)).json.count).toBe(0);
    expect((await shares.get('/share-invitation', token)).json.count).toBe(0);
  }
  await seesIt(share);
});

test('somebody whose role does not let them is refused before anything is looked for', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { share, invitation } = await shares.share(vehicleId);
  const id = await product.addStaff(
    'bare@roadkeeper.test',
    'Client viewer',
    shares.fleet.orgNamed('Deccan Cold Chain'),
  );
  await shares.fleet.sql(async (db) => {
    const [role] = await db.query<{ id: string }>(
      `insert into role (id, name, level, audience) values (gen_random_uuid(), 'Bare', 9, 'client') returning id`,
    );
    await db.query('update account set role_id = $2 where email = $1', ['bare@roadkeeper.test', role?.id ?? '']);
  });
  void id;
  const bare = await product.login('bare@roadkeeper.test');
  for (const path of [...reads(share), '/shared-vehicle', '/share-invitation', '/vehicle-share'])
    expect((await shares.get(path, bare)).status).toBe(403);
  expect((await shares.answer(invitation, 'ACCEPT', bare)).status).toBe(403);
  expect((await shares.call('DELETE', `/vehicle-share/${share}`, bare)).status).toBe(403);
  expect((await shares.offer(vehicleId, {}, bare)).status).toBe(403);
  await seesIt(share);
});

test('another vehicle of the same owner stays hidden, and so does what was shared with somebody else', async () => {
  const one = await shares.fleet.carrier();
  const two = await shares.fleet.carrier();
  const { share } = await shares.share(one.vehicleId);
  const offered = (await shares.offer(two.vehicleId, { mobile: '7000000041' })).json.data.id;
  expect((await shares.answer(offered, 'ACCEPT', shares.tokens.third)).status).toBe(200);
  const [theirs] = await given(two.vehicleId);
  await addTrip(product, { bindingId: two.bindingId, startAt: ago(0) });
  await placeVehicle(product, two.bindingId, { fixAt: ago(0) });
  await seesNothing(shares.tokens.receiver, theirs.id);
  await seesNothing(shares.tokens.third, share);
  for (const id of [one.vehicleId, two.vehicleId]) await seesNothing(shares.tokens.receiver, id);
  const mine = await shares.get(`/shared-vehicle/${share}`);
  expect(mine.json.data.position).toBeNull();
  expect((await shares.get(`/shared-vehicle/trips/${share}`)).json.count).toBe(0);
});

test('the owner ends it at once, and nobody else can', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { share } = await shares.share(vehicleId);
  for (const token of [shares.tokens.receiver, shares.tokens.third])
    expect((await shares.call('DELETE', `/vehicle-share/${share}`, token)).status).toBe(404);
  await seesIt(share);
  const ended = await shares.call('DELETE', `/vehicle-share/${share}`, shares.tokens.owner);
  expect([ended.status, ended.json.message]).toEqual([
    200,
    expect.stringMatching(/^MH\w+ is no longer shared with .+\.$/),
  ]);
  expect((await shares.call('DELETE', `/vehicle-share/${share}`, shares.tokens.owner)).status).toBe(404);
  await seesNothing(shares.tokens.receiver, share);
  expect((await given(vehicleId))[0]).toMatchObject({ id: share, endedWhy: 'REVOKED', endedAt: expect.any(String) });
  const history = (await shares.get(`/vehicle/${vehicleId}/history`, shares.tokens.owner)).text;
  expect(history).toContain('sharedWith');
  // In words, not in codes; and of a share without an end no end.
  expect(history).toContain('Ended by the owner');
  expect(history).not.toMatch(/REVOKED|sharedUntil/);
});

test('the receiver gives it back, and both histories tell of it', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { share } = await shares.share(vehicleId);
  const returned = await shares.call('POST', `/shared-vehicle/return/${share}`, shares.tokens.receiver);
  expect([returned.status, returned.json.message]).toEqual([
    200,
    expect.stringMatching(/^MH\w+ is no longer shared with you\.$/),
  ]);
  await seesNothing(shares.tokens.receiver, share);
  expect((await given(vehicleId))[0]).toMatchObject({ endedWhy: 'RETURNED' });
  const rows = await shares.fleet.sql((db) =>
    db.query<{ org: string; actor: string | null }>(
      `select o.name as org, h.actor_id as actor from history h join organisation o on o.id = h.org_id where h.record_id = any($1::uuid[])
         and h.action = 'update' order by o.name`,
      [[share, vehicleId]],
    ),
  );
  expect(rows.filter(({ org }) => org === 'Deccan Cold Chain').length).toBe(1);
  // The owner reads a name, and no account of another organisation.
  expect(rows.filter(({ org }) => org === 'Sahyadri Logistics').every(({ actor }) => actor === null)).toBe(true);
});

test('it is over after its last day, before the sweep as well as after', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const today = product.clock.now().toISOString().slice(0, 10);
  const { share } = await shares.share(vehicleId, { until: today });
  await seesIt(share);
  await shares.wait(24 * 60);
  await seesNothing(shares.tokens.receiver, share);
  expect((await given(vehicleId))[0]).toMatchObject({ endedWhy: 'OVER', endedAt: expect.stringContaining('T18:30') });
  await product.product.jobs.runDue();
  await seesNothing(shares.tokens.receiver, share);
  expect((await given(vehicleId))[0]).toMatchObject({ endedWhy: 'OVER', endedAt: expect.stringContaining('T18:30') });
});

test('a share that is offered anew gets another end and keeps its beginning; one that was over begins anew', async () => {
  const { vehicleId, bindingId } = await shares.fleet.carrier();
  const first = await shares.share(vehicleId, { until: product.clock.now().toISOString().slice(0, 10) });
  const { since } = (await shares.get(`/shared-vehicle/${first.share}`)).json.data;
  await shares.wait(30);
  const second = await shares.share(vehicleId);
  expect(second.share).toBe(first.share);
  expect((await shares.get(`/shared-vehicle/${first.share}`)).json.data).toMatchObject({ since, until: null });
  await shares.call('DELETE', `/vehicle-share/${first.share}`, shares.tokens.owner);
  await addTrip(product, { bindingId, startAt: ago(0), minutes: 5 });
  await shares.wait(30);
  const third = await shares.share(vehicleId);
  expect(third.share).not.toBe(first.share);
  expect((await shares.get(`/shared-vehicle/trips/${third.share}`)).json.count).toBe(0);
});

test('a vehicle in the trash, out of use, or of another owner is shared no longer', async () => {
  const [trashed, retired, sold] = [
    await shares.fleet.carrier(),
    await shares.fleet.carrier(),
    await shares.fleet.carrier(),
  ];
  const ids = [] as string[];
  for (const { vehicleId } of [trashed, retired, sold]) ids.push((await shares.share(vehicleId)).share);
  await shares.call('DELETE', `/vehicle/${trashed.vehicleId}`, shares.tokens.owner);
  await shares.call('PUT', `/vehicle/status/${retired.vehicleId}`, shares.tokens.owner);
  const offered = await shares.call('POST', `/vehicle/transfer/${sold.vehicleId}`, shares.tokens.owner, {
    toMobile: '7000000041',
    reason: 'Sold',
  });
  const decision = { decision: 'APPROVE' };
  const taken = await shares.call(
    'POST',
    `/ownership-transfer/decide/${offered.json.data.id}`,
    shares.tokens.third,
    decision,
  );
  expect(taken.status, taken.text).toBe(200);
  for (const id of ids) await seesNothing(shares.tokens.receiver, id);
  // It does not come back with the vehicle.
  await shares.call('POST', `/vehicle/restore/${trashed.vehicleId}`, shares.tokens.owner);
  await shares.call('PUT', `/vehicle/status/${retired.vehicleId}`, shares.tokens.owner);
  for (const id of ids) await seesNothing(shares.tokens.receiver, id);
  expect((await given(trashed.vehicleId))[0]).toMatchObject({ endedWhy: 'VEHICLE' });
  // What the former owner gave is not the new owner's to see.
  expect(await given(sold.vehicleId)).toEqual([]);
  const asNew = await shares.get(`/vehicle-share?vehicleId=${sold.vehicleId}`, shares.tokens.third);
  expect(asNew.json.count).toBe(0);
});

test('a receiver who is switched off finds nothing when they come back', async () => {
  const { vehicleId } = await shares.fleet.carrier();
  const { share } = await shares.share(vehicleId);
  const [person] = (await shares.get('/app-user?q=deccan%40roadkeeper.test', shares.fleet.admin)).json.data;
  const toggle = () => shares.call('PUT', `/app-user/status/${person.id}`, shares.fleet.admin);
  expect((await toggle()).status).toBe(200);
  await expect.poll(async () => (await given(vehicleId))[0].endedWhy).toBe('RECEIVER');
  expect((await toggle()).status).toBe(200);
  await shares.signIn();
  await seesNothing(shares.tokens.receiver, share);
});

test('an organisation that is switched off neither shares nor is shared with', async () => {
  const { vehicleId, orgId } = await shares.fleet.carrier();
  const { share } = await shares.share(vehicleId);
  const toggle = () => shares.call('PUT', `/organisation/status/${orgId}`, shares.fleet.admin);
  expect((await toggle()).status).toBe(200);
  await seesNothing(shares.tokens.receiver, share);
  expect((await toggle()).status).toBe(200);
  await seesIt(share);
});
