import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { formOf } from '#areas/people/testing/form.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const sql = <Row>(text: string, params: readonly string[] = []) =>
  product.product.db.transact(everything, (db) => db.query<Row>(text, [...params]));
const merge = (ids: unknown[], intoId: unknown) => it.call('agent', 'POST', '/help-desk/merge', { ids, intoId });
const mailsOf = (ticketId: string) =>
  sql<{ template: string; subject: string; body: string }>(
    `select template, subject, body_text as body from mail where record_id = $1 and template in ('ticket-merged', 'ticket-merged-by-mail', 'ticket-closed') order by id`,
    [ticketId],
  );
const words = (items: readonly { kind: string; text: string; ofTicket: string | null }[]) =>
  items.filter(({ kind }) => kind !== 'STATUS').map(({ kind, text, ofTicket }) => [kind, text, ofTicket]);

test('the question of a merged ticket and its files are shown in the one that stays; notes stay internal', async () => {
  const { json } = await product.call('POST', '/help-desk', {
    token: it.tokens.client,
    ...(await formOf(
      {
        subject: 'The same challan again',
        description: 'The photo shows that it is not my vehicle.',
        categoryId: it.category['id'],
        priority: 'NORMAL',
      },
      'attachment',
    )),
  });
  const twin = json.data as Json;
  const stays = await it.ask();
  await it.note(twin['id'], 'CANARY-5512 looks like a twin.');
  await it.reply('client', twin['id'], 'Please look.');
  await it.must(merge([twin['id']], stays['id']));
  const asked = 'The same challan again\n\nThe photo shows that it is not my vehicle.';
  expect(words(await it.talk(stays['id']))).toEqual([
    ['QUESTION', asked, twin['ticketNo']],
    ['NOTE', 'CANARY-5512 looks like a twin.', twin['ticketNo']],
    ['REPLY', 'Please look.', twin['ticketNo']],
    ['MERGE', twin['ticketNo'], null],
  ]);
  const theirs = await it.talk(stays['id'], 'client');
  expect(words(theirs)).toEqual([
    ['QUESTION', asked, twin['ticketNo']],
    ['REPLY', 'Please look.', twin['ticketNo']],
  ]);
  const [file] = theirs[0]?.attachments ?? [];
  expect(file?.id).toBe(twin['attachment'].id);
  expect((await it.call('client', 'GET', `/file/${file?.id}`)).status).toBe(200);
  expect((await it.call('stranger', 'GET', `/help-desk/get-remarks/${stays['id']}`)).status).toBe(404);
  // What was asked there can become a ticket of its own, with the file.
  const split = await it.call('agent', 'POST', `/help-desk/split/${stays['id']}`, {
    wordIds: [twin['id']],
    subject: 'Not the same after all',
  });
  expect(split.status, split.text).toBe(201);
  expect(split.json.data).toMatchObject({ description: asked, attachment: { bytes: twin['attachment'].bytes } });
});

test('the customer of a merged ticket is told where it is answered, and no number of a ticket that they cannot open', async () => {
  const [one, two, into] = [await it.ask(), await it.ask(), await it.ask()] as [Json, Json, Json];
  await it.must(merge([one['id']], into['id']));
  const [told, ...more] = await mailsOf(one['id']);
  expect([told?.template, more]).toEqual(['ticket-merged', []]);
  expect(told?.subject).toBe(`${one['ticketNo']} is now part of ${into['ticketNo']}`);
  expect(told?.body).toContain(`/help-desk/${into['id']}`);
  const role = await sql<{ id: string }>(`select p.role_id as id from identity_person p where p.id = $1`, [
    two['appUserId'],
  ]);
  await sql(
    `update permission set actions = array_remove(actions, 'view') where role_id = $1 and module_id = (select id from module where key = 'help-desk')`,
    [role[0]?.id ?? ''],
  );
  await it.must(merge([two['id']], into['id']));
  await sql(
    `update permission set actions = array_prepend('view', actions) where role_id = $1 and module_id = (select id from module where key = 'help-desk')`,
    [role[0]?.id ?? ''],
  );
  const [closing] = await mailsOf(two['id']);
  expect(closing?.template).toBe('ticket-merged-by-mail');
  expect(`${closing?.subject} ${closing?.body}`).not.toContain(into['ticketNo']);
  expect(closing?.body).not.toContain('/help-desk');
});

test('the customer of a ticket that the desk closes unresolved is told, and one who was told of the solution is not told twice', async () => {
  const [open, solved] = [await it.ask(), await it.ask()] as [Json, Json];
  await it.must(it.turn('agent', open['id'], 5));
  expect((await mailsOf(open['id'])).map(({ subject }) => subject)).toEqual([
    `${open['ticketNo']} is closed: ${open['subject']}`,
  ]);
  await it.must(it.turn('agent', solved['id'], 4));
  await it.must(it.turn('agent', solved['id'], 5));
  expect(await mailsOf(solved['id'])).toEqual([]);
  const own = await it.ask();
  await it.must(it.turn('client', own['id'], 5));
  expect(await mailsOf(own['id'])).toEqual([]);
});

test('nothing is merged into an inactive ticket, and a ticket that others were merged into is not deleted', async () => {
  const [one, off, into] = [await it.ask(), await it.ask(), await it.ask()] as [Json, Json, Json];
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${off['id']}`));
  const refused = await merge([one['id']], off['id']);
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { intoId: 'This ticket is inactive. Activate it first' },
  ]);
  await it.must(merge([one['id']], into['id']));
  const gone = await it.call('admin', 'DELETE', `/help-desk/${into['id']}`);
  expect([gone.status, gone.json.message]).toEqual([
    409,
    `${one['ticketNo']} was merged into this ticket, so it cannot be deleted`,
  ]);
  await it.must(it.call('admin', 'DELETE', `/help-desk/${one['id']}`));
  expect(words(await it.talk(into['id'])).map(([kind]) => kind)).toEqual(['MERGE']);
  await it.must(it.call('admin', 'DELETE', `/help-desk/${into['id']}`));
});

test('a ticket that was merged before anybody answered it kept and missed nothing, in time or late', async () => {
  const [quick, slow, into] = [await it.ask(), await it.ask(), await it.ask()] as [Json, Json, Json];
  const answered = await it.ask();
  await it.reply('agent', answered['id'], 'You asked this before.');
  await it.must(merge([quick['id'], answered['id']], into['id']));
  product.clock.move(2 * 60 * 60_000);
  expect((await it.ticket(slow['id']))['firstRepliedAt']).toBeNull();
  await it.must(merge([slow['id']], into['id']));
  for (const { id } of [quick, slow]) {
    for (const who of ['agent', 'client'] as const)
      expect(await it.ticket(id, who)).toMatchObject({ promise: null, dueAt: null, requestStatus: 5 });
  }
  // What was answered in it stays said.
  expect((await it.ticket(answered['id']))['promise']).toBe('MET');
  const listed = async (promise: string) =>
    ((await it.get('client', `/help-desk?promise=${promise}&take=100`)) as Json[]).map(({ id }) => id);
  for (const promise of ['MET', 'MISSED']) {
    expect(await listed(promise)).not.toContain(quick['id']);
    expect(await listed(promise)).not.toContain(slow['id']);
  }
});
