import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAnswer, startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type OwnClients, setUpOwnClients, testOwnClients } from '../testing/own-clients.ts';

/** Row security taken away, as it would be by a mistake in a migration. */
const withoutWall = ['organisation', 'account', 'history', 'import_batch', 'export_file', 'export_part', 'user_client']
  .map((table) => `alter table ${table} no force row level security; alter table ${table} disable row level security;`)
  .concat(
    ['organisation', 'app_user'].map((listed) => `create or replace view ${listed}_rows as select * from ${listed};`),
  )
  .join('\n');

describe.each([
  ['with both walls', undefined],
  ['with row security switched off', withoutWall],
])('own clients, %s', (_, sql) => {
  let set: OwnClients;
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct(sql ? { sql } : {});
    set = await setUpOwnClients(product);
  });
  afterAll(() => product?.close());

  testOwnClients(() => set);
});

describe('row security by itself', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct();
  });
  afterAll(() => product?.close());
  const sql = <Row>(orgIds: string[], text: string) =>
    product.product.db.transact({ orgId: null, orgIds }, (db) => db.query<Row>(text));

  test('shows those who work for some clients the rows of these and of none, and lets them write no other', async () => {
    const all = await product.product.db.transact({ orgId: null }, (db) =>
      db.query<{ id: string; name: string }>('select id, name from organisation order by name'),
    );
    const idOf = (name: string) => all.find((one) => one.name === name)?.id as string;
    const [kulkarni, sahyadri] = [idOf('Kulkarni family'), idOf('Sahyadri Logistics')];
    const count = async (orgIds: string[], where: string) =>
      (await sql<{ count: number }>(orgIds, `select count(*) from ${where}`))[0]?.count;
    expect(await count([], 'organisation')).toBe(0);
    expect(await count([sahyadri], 'organisation')).toBe(1);
    expect(await count([sahyadri, kulkarni], 'organisation')).toBe(2);
    expect(await count([], `account where kind = 'client'`)).toBe(0);
    expect(await count([], `account where kind = 'staff'`)).toBe(8);
    expect(await count([sahyadri], `account where kind = 'client'`)).toBe(4);
    expect(
      await sql([sahyadri], `update organisation set name = 'Taken' where id = '${kulkarni}' returning id`),
    ).toEqual([]);
    await expect(
      sql(
        [sahyadri],
        `insert into user_client (user_id, org_id) select id, '${kulkarni}' from account where kind = 'staff' limit 1`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  test('every table of organisations is behind the same wall', async () => {
    const tables = await product.product.db.query<{ name: string; forced: boolean; wall: string | null }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
         (select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid and p.polname = c.relname || '_scope') as wall
       from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       where c.relkind in ('r', 'p') and (c.relname = 'organisation' or exists (select 1 from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped))`,
    );
    expect(tables.length).toBeGreaterThan(10);
    // Of saved views, staff see those of the staff, whoever they work for.
    const strange = tables.filter(
      ({ name, forced, wall }) => !forced || !(name === 'saved_view' || wall?.includes('scope_orgs()')),
    );
    expect(strange).toEqual([]);
  });
});

describe('own offices', () => {
  let product: TestProduct;
  let admin: string;
  let person: string;
  let given: CallAnswer;
  let offices: { title: string; id: string; code: string; version: number; rights: string[] }[];
  const get = (path: string, token = person) => product.call('GET', path, { token });
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = person) =>
    product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const body = (code: string) => ({ code, name: 'Office', state: 'MH', district: 'Pune', kind: 'RTO' });

  beforeAll(async () => {
    product = await startTestProduct();
    admin = await product.login('admin@roadkeeper.test');
    const clerk = (await get('/role?q=RTO clerk', admin)).json.data[0];
    const permissions = (await get(`/role/${clerk.id}/permissions`, admin)).json.data.map(
      ({
        moduleId,
        key,
        offered,
        actions,
      }: {
        moduleId: string;
        key: string;
        offered: string[];
        actions: string[];
      }) => ({
        moduleId,
        actions: key === 'rto' ? offered : actions,
      }),
    );
    const role = { name: 'Office keeper', audience: 'staff', rowScope: 'OWN_RTO', permissions };
    await send('POST', '/role', role, admin);
    const id = await product.addStaff('keeper@roadkeeper.test', 'Office keeper');
    person = await product.login('keeper@roadkeeper.test');
    const [one] = (await get('/rto?take=1')).json.data;
    given = await send('PUT', `/user/${id}/scope`, { rtoIds: [one.id], organisationIds: [] }, admin);
    offices = (await get('/rto?take=2')).json.data;
  });
  afterAll(() => product?.close());

  test('all are seen, with rights over one’s own', async () => {
    expect([given.status, given.json.data.rowScope, given.json.data.offices]).toEqual([
      200,
      'OWN_RTO',
      [{ id: offices[0]?.id, label: offices[0]?.title }],
    ]);
    expect(offices.map((one) => one.rights)).toEqual([
      ['view', 'create', 'edit', 'delete', 'status', 'export'],
      ['view', 'export'],
    ]);
    const admins = (await get('/rto?take=2', admin)).json.data;
    expect(admins.map((one: { rights: string[] }) => one.rights.includes('edit'))).toEqual([true, true]);
    expect((await get('/rto?option=true')).json.count).toBeGreaterThan(1_000);
  });

  test('only one’s own are written, by whatever call', async () => {
    const [own, other] = offices as [(typeof offices)[0], (typeof offices)[0]];
    expect((await send('PUT', `/rto/${own.id}`, body(own.code))).status).toBe(200);
    for (const answer of [
      await send('PUT', `/rto/${other.id}`, body(other.code)),
      await send('PUT', `/rto/status/${other.id}`),
      await send('DELETE', `/rto/${other.id}`),
      await send('POST', '/rto', body('ZZ99')),
    ])
      expect(answer.status, answer.text).toBe(403);
    const bulk = await send('POST', '/rto/bulk', { action: 'deactivate', ids: [own.id, other.id] });
    expect([bulk.json.data.done, bulk.json.data.failed]).toEqual([
      1,
      [{ id: other.id, label: expect.any(String), message: 'This office is not assigned to you' }],
    ]);
    const rows = [own, other].map(({ code }, at) => ({ line: at + 2, cells: { code, name: 'Brought in' } }));
    await send('POST', '/rto/import', { mode: 'update', key: ['code'], fileName: 'a.csv', partial: true, rows });
    await product.product.jobs.runDue();
    const [batch] = (await get('/rto/import')).json.data;
    expect([batch.updated, batch.failed]).toEqual([1, 1]);
  });
});

describe('giving offices and clients', () => {
  let product: TestProduct;
  let admin: string;
  let clerkId: string;
  const get = (path: string, token = admin) => product.call('GET', path, { token });
  const give = (id: string, body: unknown, token = admin, headers: Record<string, string> = {}) =>
    product.call('PUT', `/user/${id}/scope`, { token, body, headers });
  const none = { rtoIds: [], organisationIds: [] };

  beforeAll(async () => {
    product = await startTestProduct();
    admin = await product.login('admin@roadkeeper.test');
    clerkId = (await get('/user?q=Vikram')).json.data[0].id;
  });
  afterAll(() => product?.close());

  test('goes to people below, is told in their history, and keeps to the version that was seen', async () => {
    const [office] = (await get('/rto?q=MH12&take=1')).json.data;
    const [client] = (await get('/organisation?take=1')).json.data;
    const { version } = (await get(`/user/${clerkId}`)).json.data;
    const body = { rtoIds: [office.id], organisationIds: [client.id] };
    const given = await give(clerkId, body, admin, { 'if-match': `"v${version}"` });
    expect([given.status, given.json.message, given.headers['etag']]).toEqual([
      200,
      'User updated successfully.',
      `"v${version + 1}"`,
    ]);
    expect((await give(clerkId, none, admin, { 'if-match': `"v${version}"` })).status).toBe(412);
    const history = (await get(`/user/${clerkId}/history`)).json.data;
    expect(history.slice(0, 2).map((one: { after: object }) => one.after)).toEqual(
      expect.arrayContaining([{ offices: [office.title] }, { clients: [client.name] }]),
    );
    const read = (await get(`/user/${clerkId}/scope`)).json.data;
    expect(read).toEqual(given.json.data);
  });

  test('never to oneself, to somebody above, nor with what is not there', async () => {
    const adminId = (await get('/user?q=Asha')).json.data[0].id;
    expect((await give(adminId, none)).status).toBe(403);
    await product.addStaff('ops@roadkeeper.test', 'Operations');
    const ops = await product.login('ops@roadkeeper.test');
    expect((await give(adminId, none, ops)).status).toBe(403);
    expect((await give(clerkId, none, ops)).status).toBe(200);
    const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
    for (const body of [
      { rtoIds: [unknown], organisationIds: [] },
      { rtoIds: [], organisationIds: [unknown] },
      { rtoIds: ['x'], organisationIds: [] },
      { rtoIds: [] },
      { ...none, roleId: unknown },
      [],
    ])
      expect([JSON.stringify(body), (await give(clerkId, body)).status]).toEqual([JSON.stringify(body), 400]);
    expect((await give(unknown, none)).status).toBe(404);
    // App users are bound by their organisation alone.
    const client = (await get('/app-user?take=1')).json.data[0].id;
    expect((await give(client, none)).status).toBe(404);
  });
});
