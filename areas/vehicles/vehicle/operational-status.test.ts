import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { operationalStatusMoves } from './operational-status.contract.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';
import { type OperationalStatus, situations } from './vehicle.contract.ts';

let product: TestProduct;
let fleet: Fleet;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
});
afterAll(() => product?.close());

const say = (id: string, situation: string, note?: string, token = fleet.admin) =>
  product.call('POST', `/vehicle/situation/${id}`, { token, body: { situation, ...(note ? { note } : {}) } });

test('a vehicle becomes active once its papers are there, is held when one lapses, and people say the rest', async () => {
  const id = await fleet.vehicle();
  expect(await fleet.row('vehicle', id)).toMatchObject({ state: 'DRAFT', verdict: 'RED', situation: 'IN_USE' });
  await fleet.verify('vehicle', id, '2027-11-21');
  expect(await fleet.row('vehicle', id)).toMatchObject({ state: 'ACTIVE', verdict: 'GREEN', verdictLine: null });
  expect((await say(id, 'MAINTENANCE')).json.data).toMatchObject({
    state: 'MAINTENANCE',
    verdict: 'RED',
    verdictLine: 'The vehicle is under maintenance',
  });
  expect((await say(id, 'IN_USE')).json.data).toMatchObject({ state: 'ACTIVE', verdict: 'GREEN' });
  const history = (await product.call('GET', `/vehicle/${id}/history`, { token: fleet.admin })).json.data;
  expect(history.map((row: { after: object }) => Object.keys(row.after ?? {}).join())).toEqual(
    expect.arrayContaining(['situation,situationNote', 'state,verdictLine']),
  );
});

test('every move from one situation to another is allowed or refused as the table says, and no state is set by hand', async () => {
  for (const from of situations)
    for (const to of situations) {
      const id = await fleet.vehicle();
      if (from !== 'IN_USE') expect((await say(id, from, 'as it was')).status, from).toBe(200);
      const answer = await say(id, to, 'as it is');
      expect(answer.status, `${from} to ${to}`).toBe(operationalStatusMoves[from].includes(to) ? 200 : 409);
      const said: OperationalStatus = operationalStatusMoves[from].includes(to) ? to : from;
      expect((await fleet.row('vehicle', id)).state).toBe(said === 'IN_USE' ? 'DRAFT' : said);
    }
  const id = await fleet.vehicle();
  for (const state of ['DRAFT', 'ACTIVE', 'COMPLIANCE_HOLD'])
    expect((await say(id, state, 'by hand')).json.fields).toHaveProperty('situation');
  expect((await say(id, 'STOLEN')).json.fields).toEqual({ note: 'Enter details' });
});

test('what is sold or retired leaves its driver, and the period says why it ended', async () => {
  for (const situation of ['SOLD', 'RETIRED']) {
    const id = await fleet.readyVehicle();
    const driver = await fleet.readyDriver();
    expect((await fleet.give(id, driver)).status).toBe(200);
    await fleet.move(60_000);
    expect((await say(id, situation, 'to a dealer')).json.data).toMatchObject({ state: situation, driverId: null });
    expect((await fleet.row('drivers', driver)).vehicleId).toBeNull();
    const periods = (await product.call('GET', `/vehicle/${id}/drivers`, { token: fleet.admin })).json.data;
    expect(periods).toMatchObject([{ state: 'PAST', endReason: `Vehicle ${situation.toLowerCase()}` }]);
  }
});

test('what is stolen is told to those who keep the vehicles of its organisation', async () => {
  const id = await fleet.vehicle();
  expect((await say(id, 'STOLEN', 'Gone from the yard')).status).toBe(200);
  const mails = await fleet.sql((db) =>
    db.query<{ to: string; subject: string; body: string }>(
      'select to_address as to, subject, body_text as body from mail where record_id = $1',
      [id],
    ),
  );
  expect(mails.map(({ to }) => to)).toEqual(['client@roadkeeper.test']);
  expect(mails[0]?.subject).toMatch(/^MH12ZA\d+ is reported stolen$/);
  expect(mails[0]?.body).toContain('Gone from the yard');
});

test('another organisation’s vehicle is like none, and who may only look says nothing', async () => {
  const id = await fleet.vehicle();
  const deccan = await product.login('deccan@roadkeeper.test');
  const nobody = await say('0192f0c0-0000-7000-8000-000000000000', 'SOLD', 'no such', deccan);
  const other = await say(id, 'SOLD', 'not mine', deccan);
  expect([other.status, other.json.message]).toEqual([nobody.status, nobody.json.message]);
  expect(other.status).toBe(404);
  const viewer = await product.login('dispatch@roadkeeper.test');
  expect((await say(id, 'SOLD', 'may not', viewer)).status).toBe(403);
});
