import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { listLimits } from '#kit/contract/list-query.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 120_000);
afterAll(() => product?.close());

test('the lists of vehicles beside the catalogue’s own are not cut either: beyond their bound they say how to ask', async () => {
  const token = await product.login('client@roadkeeper.test');
  const sql = <Row>(text: string, params: (string | number)[] = []) =>
    transact(product.product.kit.db, everything, (db) => db.query<Row>(text, params));
  const [own] = await sql<{ id: string; orgId: string }>(
    `select id, org_id as "orgId" from account where email = 'client@roadkeeper.test'`,
  );
  const { id = '', orgId = '' } = own ?? {};
  const fill = (from: number, upTo: number) =>
    sql(
      `insert into vehicle (id, registration_no, org_id, model_id, chassis_no, engine_no)
       select gen_random_uuid(), 'MH12ZZ' || lpad(n::text, 4, '0'), $1, (select id from vehicle_model limit 1), 'C' || n, 'E' || n
       from generate_series($2::int, $3::int) n`,
      [orgId, from, upTo],
    );
  const [{ count }] = (await sql<{ count: number }>(
    'select count(*)::int as count from vehicle where org_id = $1 and status = 1',
    [orgId],
  )) as [{ count: number }];
  await fill(count + 1, listLimits.maxActive);
  const person = () => product.call('GET', `/vehicle/app-user/${id}`, { token });
  const filtered = (query: string) => product.call('GET', `/vehicle/with-filters?${query}`, { token });
  expect((await person()).json.data).toHaveLength(listLimits.maxActive);
  expect((await filtered('status=1')).json.data.rows).toHaveLength(listLimits.maxActive);

  await fill(listLimits.maxActive + 1, listLimits.maxActive + 1);
  for (const answer of [await person(), await filtered('status=1')])
    expect([answer.status, answer.json.message]).toEqual([
      400,
      expect.stringMatching(/^More than 2,000 vehicles match, .*GET \/vehicle\?status=1&skip=0&take=100/),
    ]);
  const page = (await filtered('status=1&take=100&skip=2000')).json.data;
  expect([page.rows.length, page.count]).toEqual([1, listLimits.maxActive + 1]);
  expect((await filtered('option=true')).json.data.rows).toHaveLength(listLimits.maxActive + 1);
});
