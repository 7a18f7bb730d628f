import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { listTable, listViews } from '#kit/server/catalogue/read/list-table.ts';
import { encodeCursor } from '#kit/server/catalogue/read/list-sql.ts';
import { type Queryable, type Scope } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

/*
 * Lists over more rows than a call may look at one by one. How many a call looked at is what PostgreSQL says of each of its statements:
 * a figure that no busy machine changes.
 */

const [drivers, papers, vehicles] = [24_000, 3_000, 8_000];
let rig: TestProduct;
const people: Record<string, string> = {};
/** Rows of the large tables that the statements since the last reset looked at. */
let lookedAt = 0;

beforeAll(async () => {
  rig = await startTestProduct({ fleet: true });
  await withClient(rig.database.owner, fill);
  people['staff'] = await rig.login('admin@roadkeeper.test');
  people['client'] = await rig.login('client@roadkeeper.test');
  const { db } = rig.product.kit;
  const transact = db.transact.bind(db);
  db.transact = (scope: Scope, work) => transact(scope, (tx) => work(measured(tx)));
});
afterAll(() => rig?.close());

/** Half of the drivers are the demo client's. Every second one is called Zubin, and so stands at the end; five are called Quill. */
async function fill(client: pg.Client): Promise<void> {
  const id = (kind: string) => `overlay(overlay(md5('${kind}' || n) placing '7' from 13) placing '8' from 17)::uuid`;
  await client.query(`select set_config('app.scope', 'staff', false)`);
  await client.query(
    `with o as (select array_agg(id order by name = 'Sahyadri Logistics' desc, name) as ids from organisation)
     insert into driver (id, name, org_id, mobile, dl_no, dl_no_hash)
     select ${id('driver')}, case when n <= 5 then 'Quill' when n % 2 = 0 then 'Zubin' else 'Amar' end || ' ' || lpad(n::text, 6, '0'),
       o.ids[1 + n / 2 % 2], '6' || lpad((n::bigint * 7919913 % 1000000000)::text, 9, '0'), '••••', 'large' || n from generate_series(1, ${drivers}) n, o`,
  );
  await client.query(
    `insert into vehicle_kyc_doc (id, org_id, driver_id, type_id)
     select ${id('paper')}, d.org_id, d.id, (select id from kyc_doc order by code limit 1)
     from generate_series(1, ${papers}) n join driver d on d.id = ${id('driver')}`,
  );
  // All of one model: what a model or a brand finds is half of the list.
  await client.query(
    `with o as (select array_agg(id order by name = 'Sahyadri Logistics' desc, name) as ids from organisation),
       m as (select id from vehicle_model order by name limit 1)
     insert into vehicle (id, registration_no, org_id, registration_kind, model_id, driver_id, chassis_no, chassis_no_hash, engine_no, engine_no_hash, state)
     select ${id('vehicle')}, 'MH04QA' || lpad(n::text, 4, '0'), o.ids[1 + n / 2 % 2], 'PERMANENT', m.id, case when n <= 5 then ${id('driver')} end,
       '••••', 'large' || n, '••••', 'large' || n, 'ACTIVE' from generate_series(1, ${vehicles}) n, o, m`,
  );
  await client.query('vacuum analyze vehicle');
  await client.query('vacuum analyze driver');
  await client.query('vacuum analyze vehicle_kyc_doc');
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}
const rowsOf = (plan: Plan): number => {
  const own =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isLarge = ['driver', 'vehicle_kyc_doc', 'vehicle'].includes(plan['Relation Name'] ?? '');
  return (isLarge ? own * plan['Actual Loops'] : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
};
/** The same transaction; what it reads is explained first. */
const measured = (tx: Queryable): Queryable => {
  const explain = async (text: string, params: Parameters<Queryable['query']>[1]) => {
    if (!/^\s*select/.test(text) || !/driver|vehicle/.test(text)) return;
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      { text: `explain (analyze, format json) ${text}`, replan: true },
      params,
    );
    lookedAt += row ? rowsOf(row['QUERY PLAN'][0].Plan) : 0;
  };
  return {
    ...tx,
    async query(statement, params) {
      await explain(typeof statement === 'string' ? statement : statement.text, params);
      return tx.query(statement, params);
    },
    async text(statement, params) {
      await explain(statement.text, params);
      return tx.text(statement, params);
    },
  };
};

const get = async (path: string, who = 'staff') => {
  lookedAt = 0;
  const answer = await rig.call('GET', path, { token: people[who] as string });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.json;
};
const cursor = (name: string) =>
  encodeCursor({ name: 'name', descending: false }, name, '00000000-0000-7000-8000-000000000000');
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const sql = <Row>(text: string) => rig.product.db.transact({ orgId: null }, (db) => db.query<Row>(text));

test.for(['staff', 'client'])('what few have is found without looking through the list: %s', async (who) => {
  const quills = (
    await sql<{ name: string; mobile: string; client: boolean }>(
      `select d.name, d.mobile, o.name = 'Sahyadri Logistics' as client from driver d join organisation o on o.id = d.org_id where d.name like 'Quill%' order by 1`,
    )
  ).filter(({ client }) => who === 'staff' || client);
  expect(quills.length).toBeGreaterThan(1);
  const found = await get('/drivers?q=quill', who);
  expect([names(found.data), found.count, found.more]).toEqual([names(quills), quills.length, undefined]);
  expect(lookedAt).toBeLessThan(100);
  const mobile = quills[0]?.mobile.slice(1) ?? '';
  expect((await get(`/drivers?q=${mobile}&sort=-name`, who)).count).toBe(1);
  expect(lookedAt).toBeLessThan(100);
  expect((await get('/drivers/option?q=quill&take=20', who)).data.length).toBe(quills.length);
  expect(lookedAt).toBeLessThan(100);
  expect((await get('/search?q=quill%2000', who)).data.map((row: { title: string }) => row.title)).toContain(
    quills[0]?.name,
  );
  expect(lookedAt).toBeLessThan(2_000);
  // Vehicles are found by the names and numbers of their drivers, and nothing is looked through for what no model is called.
  expect((await get('/vehicle?q=quill', who)).count).toBe(quills.length);
  expect(lookedAt).toBeLessThan(200);
  expect((await get(`/vehicle?q=${quills[0]?.mobile}`, who)).count).toBe(1);
  expect(lookedAt).toBeLessThan(200);
  expect((await get('/search?q=zzyzx', who)).data).toEqual([]);
  expect(lookedAt).toBeLessThan(200);
  // Papers are found by the names of their drivers.
  expect((await get('/vehicle-kyc-doc?q=quill', who)).count).toBe(quills.length);
  expect(lookedAt).toBeLessThan(200);
});

test.for(['staff', 'client'])('a page deep in the list costs what the first one does: %s', async (who) => {
  await get('/drivers?take=50', who);
  const page = await get(`/drivers?take=50&after=${cursor('zubin 020000')}`, who);
  expect(page.data[0].name >= 'Zubin 020000' && page.data.length === 50).toBe(true);
  // The number of all is remembered.
  expect(lookedAt).toBeLessThan(200);
});

test('of a word that many have, so many are counted, and the page is right wherever they stand', async () => {
  const zubins = names(await sql(`select name from driver where name like 'Zubin%' order by lower(name), id limit 60`));
  const found = await get('/drivers?q=zubin&take=50');
  expect([found.count, found.more]).toEqual([10_000, true]);
  expect(names(found.data)).toEqual(zubins.slice(0, 50));
  const next = await get(`/drivers?q=zubin&take=10&after=${found.next}`);
  expect(names(next.data)).toEqual(zubins.slice(50));
  expect(names((await get('/drivers?q=zubin&take=10&skip=50')).data)).toEqual(zubins.slice(50));
  const amars = names(
    await sql(`select name from driver where name like 'Amar%' order by lower(name) desc, id desc limit 50`),
  );
  expect(names((await get('/drivers?q=amar&take=50&sort=-name')).data)).toEqual(amars);
  const byMobile = await sql<{ name: string }>(
    `select name from driver where name like 'Zubin%' order by mobile limit 5`,
  );
  expect(names((await get('/drivers?q=zubin&take=5&sort=mobile')).data)).toEqual(names(byMobile));
  const options = await get('/drivers/option?q=zubin&take=5');
  expect([options.data.length, options.count, options.more]).toEqual([5, 10_000, true]);
  // By a name that many have, and a word that one has.
  const [paper] = (await get('/vehicle-kyc-doc?q=amar')).data;
  expect(paper.driver.label).toMatch(/^Amar/);
  expect((await get('/vehicle-kyc-doc?q=amar%20000007')).count).toBe(1);
});

test('pages by number end where rows would be passed one by one, and say how to go on', async () => {
  const refused = await rig.call('GET', '/drivers?skip=10001', { token: people['staff'] as string });
  expect([refused.status, refused.json.fields]).toEqual([400, { skip: 'Must be a whole number from 0 to 10000' }]);
  expect((await get('/drivers?skip=10000&take=1')).data.length).toBe(1);
});

test('an export of a search has all that match, in order, and its history says how many', async () => {
  const answer = await rig.call('POST', '/drivers/export', {
    token: people['staff'] as string,
    body: { format: 'csv', filter: { q: 'zubin' }, columns: ['name'] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const lines = answer.text.trim().split('\r\n').slice(1);
  expect(lines.length).toBe(drivers / 2 - 2);
  expect(lines).toEqual([...lines].sort());
  const [act] = await sql<{ rows: number }>(
    `select (after->>'rows')::integer as rows from history where action = 'export' order by at desc limit 1`,
  );
  expect(act?.rows).toBe(lines.length);
});

test('the views that lists read show what row security shows, to whomever, and every column', async () => {
  const orgs = await sql<{ id: string }>('select id from organisation order by name');
  const one = orgs[0]?.id as string;
  const scopes: Scope[] = [
    { orgId: null },
    { orgId: one },
    { orgId: null, orgIds: [] },
    { orgId: null, orgIds: orgs.slice(0, 2).map(({ id }) => id) },
  ];
  const walled = catalogues.filter(({ rowSecurity }) => rowSecurity);
  expect(walled.length).toBeGreaterThan(7);
  for (const definition of walled) {
    const { table } = definition;
    for (const scope of scopes) {
      const view = listTable(definition, scope);
      const [counts] = await rig.product.db.transact(scope, (db) =>
        db.query<{ table: string; view: string }>(
          `select (select md5(string_agg(t.id::text, ',' order by t.id)) from ${table} t) as "table",
             (select md5(string_agg(t.id::text, ',' order by t.id)) from ${view} t) as "view"`,
        ),
      );
      expect([view, scope, counts?.view]).toEqual([view, scope, counts?.table]);
    }
    const columns = (name: string) =>
      sql(`select column_name, data_type from information_schema.columns where table_name = '${name}' order by 1`);
    for (const view of Object.values(listViews(definition))) expect(await columns(view)).toEqual(await columns(table));
  }
  // Outside any scope there is nothing, and the staff's view is the staff's alone.
  for (const view of ['driver_rows', 'driver_all'])
    expect(await rig.product.db.query(`select 1 from ${view} limit 1`)).toEqual([]);
  expect(await rig.product.db.transact({ orgId: one }, (db) => db.query('select 1 from driver_all limit 1'))).toEqual(
    [],
  );
});

test('whether somebody’s driver has a number is found without looking at all of them', async () => {
  lookedAt = 0;
  const made = await rig.call('POST', '/drivers', {
    token: people['client'] as string,
    body: { name: 'Zorawar Singh', mobile: '9822010077', dlNo: 'MH1420110012377' },
  });
  expect(made.status, made.text).toBe(201);
  expect(lookedAt).toBeLessThan(200);
});
