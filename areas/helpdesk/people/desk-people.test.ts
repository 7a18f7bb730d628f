import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let people: Record<string, Json>;
let roles: Record<string, string>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  const rows = (await it.get('admin', '/user?take=100')) as Json[];
  people = Object.fromEntries(rows.map((row) => [row['name'], row]));
  const all = (await it.get('admin', '/role?take=100')) as Json[];
  roles = Object.fromEntries(all.map((row) => [row['name'], row['id']]));
});
afterAll(() => product?.close());

const as = async (email: string, path: string) => {
  const token = await product.login(email);
  return product.call('GET', path, { token });
};
const forward = (ticketId: string, to: Json, more: Json = {}) =>
  it.call('agent', 'POST', '/help-desk/forward', { ticketId, to, reason: 'Yours to answer', ...more });
const told = (ticketId: string) =>
  product.product.db.transact(everything, (db) =>
    db.query<{ to: string }>(
      `select to_address as to from mail where record_id = $1 and template = 'ticket-news' order by to_address`,
      [ticketId],
    ),
  );

test('a ticket is forwarded to a role: it waits for all who hold it, they are told, and whoever takes it has it alone', async () => {
  const { id } = await it.ask();
  const answered = await forward(id, { roleId: roles['Finance'] });
  expect([answered.status, answered.json.message], answered.text).toEqual([200, 'Ticket forwarded to Finance.']);
  expect(answered.json.data).toMatchObject({
    requestStatus: 3,
    role: { label: 'Finance' },
    team: null,
    assignee: null,
  });
  expect((await told(id)).map(({ to }) => to)).toEqual(['finance@roadkeeper.test']);
  const mine = async (name: string, email: string) =>
    ((await as(email, `/help-desk?holderId=${people[name]?.['id']}&take=100`)).json.data as Json[]).some(
      (row) => row['id'] === id,
    );
  const [suresh, kavita] = ['Suresh Pillai', 'Kavita Deshpande'] as const;
  expect(await mine(suresh, 'finance@roadkeeper.test')).toBe(true);
  expect(await mine(kavita, 'insurance@roadkeeper.test')).toBe(false);
  const forwardedTo = (await it.talk(id)).find(({ kind }) => kind === 'FORWARD');
  expect(forwardedTo?.to).toBe('Finance');
  // The customer knows nothing of it, by no filter either.
  expect((await it.ticket(id, 'client'))['role']).toBeNull();
  expect(await it.get('client', `/help-desk?holderId=${people[suresh]?.['id']}`)).toEqual([]);
  expect((await it.call('client', 'GET', `/help-desk?roleId=${roles['Finance']}`)).status).toBe(400);
  await it.must(
    it.call('agent', 'POST', '/help-desk/assign', { ids: [id], userId: people[kavita]?.['id'], teamId: null }),
  );
  expect(await it.ticket(id)).toMatchObject({ role: null, assignee: { label: kavita } });
  expect(await mine(suresh, 'finance@roadkeeper.test')).toBe(false);
  expect(await mine(kavita, 'insurance@roadkeeper.test')).toBe(true);
});

test('a ticket goes to nobody who cannot open it: not as a person, not as a role, not as a member of a team', async () => {
  const { id } = await it.ask();
  const clerk = people['Vikram Rao'] as Json;
  const refused = 'Vikram Rao has no permission to view tickets';
  expect((await forward(id, { userId: clerk['id'] })).json.fields).toEqual({ userId: refused });
  expect((await it.call('agent', 'POST', '/help-desk/assign', { ids: [id], userId: clerk['id'] })).json.fields).toEqual(
    { userId: refused },
  );
  expect((await forward(id, { roleId: roles['RTO clerk'] })).json.fields).toEqual({
    roleId: 'RTO clerk has no permission to view tickets',
  });
  expect((await forward(id, { roleId: roles['Client owner'] })).json.fields).toEqual({
    roleId: 'This record no longer exists',
  });
  expect((await forward(id, {})).json.fields).toEqual({ teamId: 'Choose a team, a person or a role' });
  const both = { roleId: roles['Finance'], userId: people['Suresh Pillai']?.['id'] };
  expect((await forward(id, both)).json.fields).toEqual({ roleId: 'Choose either a role, or a team or person' });
  const team = await it.call('admin', 'POST', '/help-team', { name: 'Clerks', members: [clerk['id']] });
  expect(team.json.fields).toEqual({ members: `${refused}, so they cannot be added` });
  const offered = (await as('support@roadkeeper.test', '/help-team/people')).json.data as Json[];
  expect(offered.map(({ name }) => name)).not.toContain('Vikram Rao');
  expect(offered.map(({ name }) => name)).toContain('Suresh Pillai');
});

test('who works for some clients is given no ticket of another', async () => {
  const { id } = await it.ask();
  const role = roles['Finance'] as string;
  await product.product.db.transact(everything, (db) =>
    db.query(`update role set row_scope = 'OWN_CLIENTS' where id = $1`, [role]),
  );
  const answer = await forward(id, { userId: people['Suresh Pillai']?.['id'] });
  // Nobody is told either who does not reach it.
  await forward(id, { roleId: role });
  await product.product.db.transact(everything, (db) =>
    db.query(`update role set row_scope = 'ALL' where id = $1`, [role]),
  );
  expect(answer.json.fields).toEqual({ userId: 'Suresh Pillai has no access to tickets of this organisation' });
  expect(await told(id)).toEqual([]);
});

test('those who answer tickets see whom tickets may go to, and the names of staff that lists are narrowed by', async () => {
  const answer = await as('support@roadkeeper.test', '/help-desk/people');
  expect(answer.status, answer.text).toBe(200);
  const names = (answer.json.data.people as Json[]).map(({ name }) => name);
  expect(names).toContain('Nandini Bose');
  expect(names).not.toContain('Vikram Rao');
  expect((answer.json.data.roles as Json[]).map(({ name }) => name)).toContain('Finance');
  const id = people['Suresh Pillai']?.['id'] as string;
  const named = await as('support@roadkeeper.test', `/user/option?id=${id}`);
  expect([named.status, (named.json.data as Json[]).map(({ label }) => label)]).toEqual([200, ['Suresh Pillai']]);
  for (const path of ['/help-desk/people', `/user/option?id=${id}`])
    for (const email of ['client@roadkeeper.test', 'clerk@roadkeeper.test'])
      expect((await as(email, path)).status, `${email} ${path}`).toBe(403);
});
