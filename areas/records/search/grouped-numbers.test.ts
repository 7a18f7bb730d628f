import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

const owner = 'client@roadkeeper.test';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
});
afterAll(() => product?.close());

const sql = <Row = Record<string, unknown>>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const get = async (path: string, who: string) => {
  const { status, json, text } = await product.call('GET', path, { token: await product.login(who) });
  expect(status, text).toBe(200);
  return json.data as { id: string; module: string; match: { label: string; value: string } | null }[];
};
const ofOwner = `org_id = (select org_id from account where email = '${owner}')`;

/** A record of the owner in a catalogue, with a number that looks like those of others. */
async function numbered(table: string, column: string, no: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `update ${table} set ${column} = $1 where id = (select id from ${table} where ${ofOwner} and deleted_at is null order by id limit 1) returning id`,
    [no],
  );
  expect(row, table).toBeDefined();
  return row?.id ?? '';
}

test.for<[path: string, table: string, column: string, no: string, label: string | undefined, others: string[]]>([
  ['help-desk', 'help_desk', 'ticket_no', 'HD-2611-90010', 'Number', ['hd261190010', 'HD 2611 90010', 'hd/2611/90010']],
  ['challan', 'challan', 'challan_no', 'MH31/2611/0947712', undefined, ['MH3126110947712', 'mh31-2611-0947712']],
  ['app-user-policy', 'app_user_policy', 'policy_no', 'SPEC/INS/2026/900097', undefined, ['SPECINS2026900097']],
])(
  '%s: a number is found whole, whatever stands between its groups',
  async ([path, table, column, no, label, others]) => {
    const id = await numbered(table, column, no);
    for (const q of [no, ...others]) {
      const found = (await get(`/search?q=${encodeURIComponent(q)}`, owner)).filter(({ module }) => module === path);
      expect(
        found.map((one) => [one.id, one.match?.label, one.match?.value]),
        q,
      ).toEqual([[id, label, label && no]]);
      expect(
        (await get(`/${path}?q=${encodeURIComponent(q)}`, owner)).map((one) => one.id),
        q,
      ).toEqual([id]);
      expect(await get(`/search?q=${encodeURIComponent(q)}`, 'deccan@roadkeeper.test'), q).toEqual([]);
    }
    // A part of it is found as it stands there, and no other number by what is only much like it.
    expect((await get(`/search?q=${others[0]}9`, owner)).map((one) => one.id)).not.toContain(id);
  },
);

test('in the views that lists read, the number is found by its index', async () => {
  for (const [view, column] of [
    ['challan', 'challan_no'],
    ['help_desk', 'ticket_no'],
    ['incident', 'incident_no'],
    ['app_user_policy', 'policy_no'],
    ['policy_claim', 'claim_no'],
  ] as const) {
    const plan = await transact(product.product.db, everything, async (db) => {
      await db.query('set local enable_seqscan = off');
      return db.query(
        `explain select t.id from ${view}_rows t where lower(translate(t.${column}, ' -/.', '')) = 'hd261190010'`,
      );
    });
    expect(JSON.stringify(plan)).toContain(`${view}_${column}_bare`);
  }
});

test('the last part of a number finds its ticket before what only has the same digits somewhere', async () => {
  const id = await numbered('help_desk', 'ticket_no', 'HD-2611-77013');
  await numbered('app_user_policy', 'policy_no', 'SPEC/INS/2026/9770137');
  const found = await get('/search?q=77013', owner);
  expect(found.map(({ module }) => module)).toContain('app-user-policy');
  expect(found[0]).toMatchObject({ id, module: 'help-desk', match: { label: 'Number', value: 'HD-2611-77013' } });
});
