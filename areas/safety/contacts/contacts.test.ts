import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
let token: string;
let staff: string;
let owner: { id: string; mobile: string };
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  token = await product.login('client@roadkeeper.test');
  staff = await product.login('operations@roadkeeper.test');
  const found = await product.call('GET', '/app-user?q=client@roadkeeper.test', { token: staff });
  owner = { id: found.json.data[0].id, mobile: '9822055000' };
  await transact(product.product.db, everything, (db) =>
    db.query('update account set mobile = $2 where id = $1', [owner.id, owner.mobile]),
  );
});
afterAll(() => product?.close());

const sunita = { name: 'Sunita Patil', relation: 'SPOUSE', mobile: '9822055017', notifyBy: ['CALL'] };
const add = (body: object, who = token) =>
  product.call('POST', '/client/emergency-contact', { token: who, body: { appUserId: owner.id, ...body } });
const listed = async (who = token): Promise<string[]> =>
  (await product.call('GET', `/emergency-contact?appUserId=${owner.id}`, { token: who })).json.data.map(
    ({ name }: { name: string }) => name,
  );
async function clear(): Promise<void> {
  const { data } = (await product.call('GET', `/emergency-contact?appUserId=${owner.id}`, { token })).json;
  for (const { id } of data) await product.call('DELETE', `/emergency-contact/${id}`, { token });
  expect(await listed()).toEqual([]);
}

test('a contact is the organisation’s of the person, and the next one is called after them', async () => {
  await clear();
  const first = await add(sunita);
  expect([first.status, first.json.message]).toEqual([201, 'Emergency contact created successfully.']);
  const second = await add({ ...sunita, name: 'Rohan Patil', mobile: '9822055018', relation: 'CHILD' }, staff);
  expect(second.status).toBe(201);
  expect(second.json.data.orgId).toEqual(first.json.data.orgId);
  expect(second.json.data.position).toBeGreaterThan(first.json.data.position);
  expect(await listed()).toEqual(['Sunita Patil', 'Rohan Patil']);
  const before = { ...sunita, name: 'Asha Kulkarni', mobile: '9822055019', relation: 'SIBLING', position: 1 };
  expect((await add(before)).status).toBe(201);
  expect(await listed()).toEqual(['Asha Kulkarni', 'Sunita Patil', 'Rohan Patil']);
  const order = [second.json.data.id, first.json.data.id];
  expect((await product.call('POST', '/emergency-contact/order', { token, body: { ids: order } })).status).toBe(200);
  expect(await listed()).toEqual(['Asha Kulkarni', 'Rohan Patil', 'Sunita Patil']);
  const others = await product.login('deccan@roadkeeper.test');
  expect(await listed(others)).toEqual([]);
  expect((await add(sunita, others)).json.fields).toEqual({
    appUserId: 'Contact of: this record no longer exists',
  });
});

test('one’s own number, the same number twice, a second number like the first, and email without an address are refused', async () => {
  await clear();
  expect((await add({ ...sunita, mobile: owner.mobile })).json.fields).toEqual({
    mobile: 'This is the person’s own number. Enter the number of the contact',
  });
  expect((await add({ ...sunita, altMobile: owner.mobile })).json.fields).toHaveProperty('altMobile');
  expect((await add({ ...sunita, altMobile: sunita.mobile })).json.fields).toHaveProperty('altMobile');
  expect((await add({ ...sunita, notifyBy: ['EMAIL'] })).json.fields).toEqual({
    email: 'Enter an email address, or do not choose Email',
  });
  const { id } = (await add(sunita)).json.data;
  const again = await add({ ...sunita, name: 'Sunita' });
  expect([again.status, Object.keys(again.json.fields)]).toEqual([409, ['mobile']]);
  const changed = await product.call('PUT', `/client/emergency-contact/${id}`, {
    token,
    body: { appUserId: owner.id, ...sunita, name: 'Sunita S. Patil' },
  });
  expect([changed.status, changed.json.message]).toEqual([200, 'Emergency contact updated successfully.']);
  const status = await product.call('PUT', `/client/emergency-contact/status/${id}`, { token });
  expect([status.status, status.json.data.status]).toEqual([200, 0]);
  expect((await product.call('DELETE', `/client/emergency-contact/${id}`, { token })).status).toBe(200);
});

test('a person has five at most, however many are added at once, and a sixth does not come back from the trash', async () => {
  await clear();
  const many = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => add({ ...sunita, name: `Contact ${n}`, mobile: `982205501${n}` })),
  );
  expect(many.filter(({ status }) => status === 201).length).toBe(5);
  for (const { status, json } of many.filter((one) => one.status !== 201))
    expect([status, json.fields]).toEqual([
      400,
      { appUserId: 'This person has 5 emergency contacts, which is the most. Delete one first' },
    ]);
  const [kept] = many.filter(({ status }) => status === 201);
  const id = kept?.json.data.id;
  expect((await product.call('DELETE', `/emergency-contact/${id}`, { token })).status).toBe(200);
  expect((await add({ ...sunita, mobile: '9822055031' })).status).toBe(201);
  const back = await product.call('POST', `/emergency-contact/restore/${id}`, { token: staff });
  expect(back.status).toBe(409);
  expect((await listed()).length).toBe(5);
});
