import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let team: Json;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  team = await it.team();
  await sql('delete from help_team_member where team_id = $1', [team['id']]);
  await sql(
    `insert into help_team_member (team_id, account_id, added_at) select $1::uuid, a.id, now() from account a
     where a.email in ('operations@roadkeeper.test', 'support@roadkeeper.test') on conflict do nothing`,
    [team['id']],
  );
  await sql('update help_category set default_team_id = $1 where id = $2', [team['id'], it.category['id']]);
});
afterAll(() => product?.close());
beforeEach(() => product.product.jobs.runDue());

const sql = <Row>(text: string, params: readonly string[] = []) =>
  product.product.db.transact(everything, (db) => db.query<Row>(text, [...params]));
/** Whom a ticket told what, and nobody twice. */
async function told(id: string): Promise<string[]> {
  await product.product.jobs.runDue();
  const rows = await sql<{ one: string }>(
    `select n.topic || ' ' || split_part(a.email, '@', 1) as one from notice n join account a on a.id = n.account_id
     where n.record_id = $1 order by n.at, n.id`,
    [id],
  );
  return rows.map(({ one }) => one);
}
const mails = (id: string) =>
  sql<{ template: string; body: string }>(
    `select template, body_text as body from mail where record_id = $1 and to_address = 'client@roadkeeper.test'
       and template ~ '^ticket-(answered|resolved|closed)' order by created_at, id`,
    [id],
  );

test('a new question is told to those of its team on the screen, without an email, and not to who of them wrote it', async () => {
  const { id } = await it.ask();
  expect((await told(id)).sort()).toEqual(['ticket-new operations', 'ticket-new support']);
  expect(await sql(`select 1 from mail where record_id = $1 and to_address ~ '^(operations|support)@'`, [id])).toEqual(
    [],
  );
  const own = await sql<{ orgId: string }>('select org_id as "orgId" from help_desk where id = $1', [id]);
  const written = await it.ask({ orgId: own[0]?.orgId }, 'agent');
  expect(await told(written['id'])).toEqual(['ticket-new support']);
});

test('who is assigned a ticket is told, and of a team each but who assigns it; nobody is told when it is nobody’s', async () => {
  const { id } = await it.ask();
  const before = (await told(id)).length;
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [id], teamId: null, userId: null }));
  expect((await told(id)).slice(before)).toEqual([]);
  await it.must(it.call('agent', 'POST', '/help-desk/assign', { ids: [id], teamId: team['id'] }));
  expect((await told(id)).slice(before)).toEqual(['ticket-given support']);
});

test.each([
  [4, 'ticket-resolved-answer', 'With this, your ticket is resolved.'],
  [5, 'ticket-closed-answer', 'With this, your ticket is closed.'],
])('the end of a ticket with an answer is told once, with that answer: status %i', async (status, template, end) => {
  const { id } = await it.ask();
  await it.must(it.turn('agent', id, status, 'The camera was wrong. It is withdrawn.'));
  expect((await told(id)).filter((one) => one.endsWith(' client'))).toEqual(['ticket-over client']);
  const [mail, ...more] = await mails(id);
  expect([mail?.template, more]).toEqual([template, []]);
  expect(mail?.body).toContain('The camera was wrong. It is withdrawn.');
  expect(mail?.body).toContain(end);
});

test('a ticket that the desk opens again is told to its customer, once, with or without an answer', async () => {
  for (const remark of [undefined, 'We look at it again.']) {
    const { id } = await it.ask();
    await it.must(it.turn('agent', id, 4));
    const before = (await told(id)).length;
    await it.must(it.turn('agent', id, 6, remark));
    expect((await told(id)).slice(before)).toEqual([`ticket-${remark ? 'answered' : 'reopened'} client`]);
  }
});
