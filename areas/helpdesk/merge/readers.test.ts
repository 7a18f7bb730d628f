import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let colleague: Json;
let own: Json;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  own = await it.ask();
  const rows = (await it.get('admin', '/app-user?take=100')) as Json[];
  colleague = rows.find(
    (row) => row['orgId'] === own['orgId'] && row['id'] !== own['appUserId'] && row['email'] && row['status'] === 1,
  ) as Json;
  // They hold the same role, so that both may open tickets.
  await sql('update account set role_id = (select role_id from account where id = $2) where id = $1', [
    colleague['id'],
    own['appUserId'],
  ]);
});
afterAll(() => product?.close());

const sql = <Row>(text: string, params: readonly string[] = []) =>
  product.product.db.transact(everything, (db) => db.query<Row>(text, [...params]));
const askedByColleague = () =>
  it.ask({ orgId: own['orgId'], appUserId: colleague['id'], subject: 'The same of a colleague' }, 'agent');
const merge = async (one: Json, into: Json) =>
  it.must(it.call('agent', 'POST', '/help-desk/merge', { ids: [one['id']], intoId: into['id'] }));
interface Mail {
  template: string;
  to: string;
  subject: string;
  body: string;
}
/** Mails about a ticket to its customers, after it was asked and merged. */
const mails = async ({ id }: Json): Promise<Mail[]> =>
  sql<Mail>(
    `select template, to_account_id as "to", subject, body_text as body from mail
     where record_id = $1 and template ~ '^ticket-(answered|resolved|closed)' order by id`,
    [id],
  );
const told = async (ticket: Json, who: Json) =>
  (await mails(ticket)).filter(({ to }) => to === who['id']).map(({ template }) => template);
/** Takes from the role of somebody the permission to view tickets, for as long as something is done. */
async function withoutTickets<T>(who: Json, work: () => Promise<T>): Promise<T> {
  const [role] = await sql<{ id: string }>(`select role_id as id from identity_person where id = $1`, [who['id']]);
  const where = `where role_id = $1 and module_id = (select id from module where key = 'help-desk')`;
  await sql(`update permission set actions = array_remove(actions, 'view') ${where}`, [role?.id ?? '']);
  const result = await work();
  await sql(`update permission set actions = array_prepend('view', actions) ${where}`, [role?.id ?? '']);
  return result;
}

test('whoever asked what was merged is written to as the customer of the ticket that stays, once, and reads nothing internal', async () => {
  const [theirs, twin, stays] = [await askedByColleague(), await it.ask(), await it.ask()];
  await it.reply('agent', stays['id'], 'Before the merge.');
  await merge(theirs, stays);
  await merge(twin, stays);
  await it.note(stays['id'], 'CANARY-7781 is not for them');
  await it.reply('agent', stays['id'], 'It was a mistake of the camera.');
  await it.must(it.turn('agent', stays['id'], 4));
  await it.must(it.turn('agent', stays['id'], 6));
  await it.must(it.turn('agent', stays['id'], 5));
  expect(await told(stays, colleague)).toEqual(['ticket-answered', 'ticket-resolved', 'ticket-closed']);
  // Whoever asked in both is written to once.
  expect(await told(stays, { id: own['appUserId'] })).toEqual([
    'ticket-answered',
    'ticket-answered',
    'ticket-resolved',
    'ticket-closed',
  ]);
  const [answered] = (await mails(stays)).filter(({ to }) => to === colleague['id']);
  expect(answered?.subject).toBe(`${stays['ticketNo']}: ${stays['subject']}`);
  expect(answered?.body).toContain(`Hello ${colleague['name']},\n\nIt was a mistake of the camera.`);
  expect(answered?.body).toContain(`/help-desk/${stays['id']}`);
  expect(JSON.stringify(await mails(stays))).not.toContain('CANARY-7781');
});

test('who cannot open tickets is answered by mail without a link, under the number of what they asked', async () => {
  const [theirs, stays] = [await askedByColleague(), await it.ask({ subject: 'Another challan for it' })];
  await merge(theirs, stays);
  await withoutTickets(colleague, async () => {
    await it.reply('agent', stays['id'], 'It is withdrawn.');
    await it.must(it.turn('agent', stays['id'], 4));
  });
  const all = await mails(stays);
  const theirMails = all.filter(({ to }) => to === colleague['id']);
  expect(theirMails.map(({ template }) => template)).toEqual(['ticket-answered-by-mail', 'ticket-resolved-by-mail']);
  expect(theirMails[0]?.body).toContain('It is withdrawn.');
  for (const { subject, body } of theirMails) {
    expect(subject).toContain(theirs['ticketNo']);
    expect(`${subject} ${body}`).not.toContain(stays['ticketNo']);
    expect(body).not.toContain('/help-desk');
  }
  // The same holds for whoever asked the ticket that stays.
  const ownMails = all.filter(({ to }) => to === own['appUserId']);
  expect(ownMails.map(({ template }) => template)).toEqual(['ticket-answered-by-mail', 'ticket-resolved-by-mail']);
  for (const { body } of ownMails) expect(body).not.toContain('/help-desk');
});

test('who belongs to another organisation since, or is inactive, is written to no more', async () => {
  const [theirs, stays] = [await askedByColleague(), await it.ask({ subject: 'One more challan for it' })];
  await merge(theirs, stays);
  await it.must(it.call('admin', 'PUT', `/app-user/status/${colleague['id']}`));
  await it.reply('agent', stays['id'], 'We look into it.');
  expect(await told(stays, colleague)).toEqual([]);
  await it.must(it.call('admin', 'PUT', `/app-user/status/${colleague['id']}`));
  await it.reply('agent', stays['id'], 'It is withdrawn.');
  expect(await told(stays, colleague)).toEqual(['ticket-answered']);
});
