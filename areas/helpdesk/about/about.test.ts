import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let fleet: Carriers;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  fleet = await carriersOf(product);
});
afterAll(() => product?.close());

const question = (more: Json) => ({
  subject: 'The distance is too short',
  description: 'We drove much more than is shown for this.',
  categoryId: it.category['id'],
  priority: 'NORMAL',
  ...more,
});
const subjects = async (who: 'client' | 'agent' | 'stranger', path: string) =>
  ((await it.get(who, path)) as Json[]).map(({ id }) => id);

test('a ticket about a trip says which one, is found by it, and is of the organisation whose trip it was', async () => {
  const { vehicleId, bindingId } = await fleet.carrier();
  const tripId = await addTrip(product, { bindingId, startAt: '2026-11-22T02:40:00.000Z' });
  const plate = (await it.get('admin', `/vehicle/${vehicleId}`))['registrationNo'] as string;
  const ticket = await it.ask({ tripId });
  expect([ticket['tripId'], ticket['tripName']]).toEqual([tripId, `${plate}, 22 Nov 2026, 08:10`]);
  expect(await subjects('client', `/help-desk?tripId=${tripId}`)).toEqual([ticket['id']]);
  expect(await subjects('agent', `/help-desk?q=${plate}`)).toContain(ticket['id']);
  expect(await subjects('stranger', `/help-desk?tripId=${tripId}`)).toEqual([]);
  // Somebody else's is answered like one that never was.
  for (const id of [tripId, '01900000-0000-7000-8000-000000000000'])
    expect((await it.call('stranger', 'POST', '/help-desk', question({ tripId: id }))).json.fields).toEqual({
      tripId: 'This record no longer exists',
    });
  const wrong = await it.call('client', 'POST', '/help-desk', question({ tripId: 'one' }));
  expect([wrong.status, wrong.json.fields]).toEqual([400, { tripId: 'Must be an id' }]);
  expect((await it.call('client', 'GET', '/help-desk?tripId=one')).status).toBe(400);
  // A ticket of staff is of an organisation that they name: the trip is of the same one.
  const deccan = fleet.orgNamed('Deccan Cold Chain');
  const across = await it.call('agent', 'POST', '/help-desk', question({ tripId, orgId: deccan }));
  expect([across.status, Object.keys(across.json.fields ?? {})]).toEqual([400, ['tripId']]);
  // It is taken off again, and put on with a change.
  const put = (more: Json) => it.must(it.call('client', 'PUT', `/help-desk/${ticket['id']}`, question(more)));
  expect((await put({ tripId: null }))['tripName']).toBeNull();
  expect((await put({ tripId }))['tripName']).toContain(plate);
  // What nobody reads stands in no file.
  const file = await it.call('client', 'POST', '/help-desk/export', { format: 'csv' });
  expect(file.text).toContain(`"${plate}, 22 Nov 2026, 08:10"`);
  expect(file.text).not.toContain(tripId);
  // A trip that is cut again is another one: the ticket goes on saying what it was about.
  await transact(product.product.db, everything, (db) => db.query('delete from trip where id = $1', [tripId]));
  expect(await it.ticket(ticket['id'])).toMatchObject({
    tripId: null,
    tripName: expect.stringContaining(plate),
  });
});

test('a ticket about a transaction says its number, is found by it, and is of the organisation whose money it was', async () => {
  const wallet = await it.must(it.call('client', 'POST', '/wallet', {}));
  const top = await it.must(
    it.call('client', 'POST', '/wallet/top-up', { walletId: wallet['id'], amountPaise: 50_000 }),
  );
  const one = await it.get('client', `/wallet-transaction/${top['id']}`);
  const ticket = await it.ask({ transactionId: one['id'] });
  expect([ticket['transactionId'], ticket['transactionNo']]).toEqual([one['id'], one['ref']]);
  expect(await subjects('agent', `/help-desk?q=${one['ref']}`)).toEqual([ticket['id']]);
  expect(await subjects('client', `/help-desk?transactionNo=${one['ref']}`)).toEqual([ticket['id']]);
  expect(await subjects('client', `/help-desk?transactionId=${one['id']}`)).toEqual([ticket['id']]);
  expect(await subjects('stranger', `/help-desk?q=${one['ref']}`)).toEqual([]);
  const others = await it.call('stranger', 'POST', '/help-desk', question({ transactionId: one['id'] }));
  expect([others.status, others.json.fields]).toEqual([400, { transactionId: 'This record no longer exists' }]);
});
