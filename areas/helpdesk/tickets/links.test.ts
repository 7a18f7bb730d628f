import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';
import { formOf } from '#areas/people/testing/form.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());
const at = (iso: string) => product.clock.move(Math.max(0, Date.parse(iso) - product.clock.now().getTime()));
const sql = <Row>(text: string, params: readonly string[] = []) =>
  product.product.db.transact(everything, (db) => db.query<Row>(text, [...params]));
const clockOf = (iso: string | null) =>
  iso === null ? null : new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(11, 16);
const linksOf = (id: string, who: 'agent' | 'client' | 'stranger' = 'agent') =>
  it.get(who, `/help-desk/links/${id}`) as Promise<Json[]>;
const canary = 'CANARY-4471';

test('tickets are linked within one organisation; both sides show it, and customers are told of related ones alone', async () => {
  const [one, two, three] = [await it.ask(), await it.ask(), await it.ask()] as [Json, Json, Json];
  const link = (from: Json, to: Json, kind: string, who: 'agent' | 'client' = 'agent') =>
    it.call(who, 'POST', `/help-desk/links/${from['id']}`, { toId: to['id'], kind });
  await it.must(link(one, two, 'RELATED'));
  await it.must(link(one, three, 'DUPLICATE_OF'));
  await it.must(link(three, two, 'CAUSED_BY'));
  const shown = async (ticket: Json, who: 'agent' | 'client' = 'agent') =>
    (await linksOf(ticket['id'], who)).map(({ kind, isFrom, ticketNo }) => [kind, isFrom, ticketNo]);
  expect(await shown(one)).toEqual([
    ['DUPLICATE_OF', true, three['ticketNo']],
    ['RELATED', true, two['ticketNo']],
  ]);
  expect(await shown(two)).toEqual([
    ['CAUSED_BY', false, three['ticketNo']],
    ['RELATED', false, one['ticketNo']],
  ]);
  expect(await shown(one, 'client')).toEqual([['RELATED', true, two['ticketNo']]]);
  expect(await shown(three, 'client')).toEqual([]);
  // Not by the database either, whatever a query forgets.
  const seen = await product.product.db.transact({ orgId: one['orgId'], client: true }, (db) =>
    db.query<{ kind: string }>('select kind from help_desk_link'),
  );
  expect(seen.map(({ kind }) => kind)).toEqual(['RELATED']);
  for (const path of [`/help-desk/${one['id']}/history`, '/history?take=100']) {
    const told = await it.call('client', 'GET', path);
    expect(told.text, path).not.toMatch(/Duplicate of|Caused by|Related to/);
  }
  const told = await it.call('agent', 'GET', '/history?take=100');
  expect(told.text).toContain(`Duplicate of ${three['ticketNo']}`);
  expect(told.text).toContain(`Has the duplicate ${one['ticketNo']}`);
  // Once in each way, from whichever side; not to itself, not to another organisation's, not by a customer.
  expect((await link(two, one, 'RELATED')).json.fields).toEqual({ toId: 'These tickets are linked like that already' });
  expect((await link(one, one, 'RELATED')).json.fields).toEqual({ toId: 'A ticket cannot be linked to itself' });
  expect((await link(one, two, 'SPLIT_FROM')).status).toBe(400);
  const others = await it.ask({}, 'stranger');
  expect((await link(one, others, 'RELATED')).json.fields).toEqual({
    toId: `${others['ticketNo']} is of another organisation`,
  });
  expect((await link(one, two, 'RELATED', 'client')).status).toBe(403);
  expect((await it.call('stranger', 'GET', `/help-desk/links/${one['id']}`)).status).toBe(404);
  const [duplicate] = (await linksOf(one['id'])) as [Json];
  const unlink = (ticket: Json, linkId: string) =>
    it.call('agent', 'POST', `/help-desk/unlink/${ticket['id']}`, { linkId });
  expect((await unlink(two, duplicate['id'])).status).toBe(404);
  await it.must(unlink(one, duplicate['id']));
  expect(await shown(three)).toEqual([['CAUSED_BY', true, two['ticketNo']]]);
});

test('part of a conversation becomes a ticket of its own: with the customer, copies of the words, and the clock of what was asked', async () => {
  at('2026-11-24T05:00:00Z');
  const old = await it.ask();
  at('2026-11-24T05:30:00Z');
  // Signs in again, where a token has ended.
  await it.get('client', '/help-desk?take=1');
  const { json } = await product.call('POST', '/ticket-reply', {
    token: it.tokens.client,
    ...(await formOf({ ticketId: old['id'], text: 'And my tracker shows Nagpur.' }, 'attachment')),
  });
  const asked = json.data as Json;
  at('2026-11-24T05:40:00Z');
  const note = await it.note(old['id'], `${canary} loose plug.`);
  const answer = await it.reply('agent', old['id'], 'Please check the plug of the antenna.');
  at('2026-11-24T06:30:00Z');
  const mailsTo = async () =>
    sql<{ template: string; subject: string; body: string }>(
      `select template, subject, m::text as body from mail m where template like 'ticket-%' order by id`,
    );
  const before = (await mailsTo()).length;
  const split = (wordIds: unknown[], more: Json = {}, who: 'agent' | 'client' = 'agent') =>
    it.call(who, 'POST', `/help-desk/split/${old['id']}`, { wordIds, subject: 'Tracker shows Nagpur', ...more });
  const answered = await split([answer['id'], asked['id'], note['id']]);
  expect([answered.status, answered.json.message], answered.text).toEqual([
    201,
    `Ticket ${answered.json.data.ticketNo} created.`,
  ]);
  const made = answered.json.data as Json;
  expect(made['ticketNo']).not.toBe(old['ticketNo']);
  // Asked by the same customer, by what they said first; answered when the desk answered that; due from when it was asked.
  expect(made).toMatchObject({
    subject: 'Tracker shows Nagpur',
    description: 'And my tracker shows Nagpur.',
    appUserId: old['appUserId'],
    orgId: old['orgId'],
    requestStatus: 1,
    createdAt: asked['createdAt'],
    firstRepliedAt: answer['createdAt'],
  });
  // 240 minutes from 11:00 in India.
  expect(clockOf(made['resolutionDueAt'])).toBe('15:00');
  const words = (items: readonly { kind: string; text: string }[]) =>
    items.filter(({ kind }) => kind !== 'STATUS').map(({ kind, text }) => [kind, text]);
  expect(words(await it.talk(made['id']))).toEqual([
    ['NOTE', `${canary} loose plug.`],
    ['REPLY', 'Please check the plug of the antenna.'],
    ['SPLIT_FROM', old['ticketNo']],
  ]);
  // The first words stay where they were, as they were.
  expect(words(await it.talk(old['id']))).toEqual([
    ['REPLY', 'And my tracker shows Nagpur.'],
    ['NOTE', `${canary} loose plug.`],
    ['REPLY', 'Please check the plug of the antenna.'],
    ['SPLIT_INTO', made['ticketNo']],
  ]);
  const copies = await sql<{ copied: string }>(
    'select copied_from_id as copied from ticket_reply where ticket_id = $1 union all select copied_from_id from ticket_note where ticket_id = $1 and copied_from_id is not null',
    [made['id']],
  );
  expect(copies.map(({ copied }) => copied).sort()).toEqual([answer['id'], note['id']].sort());
  // A file belongs to one record: the copy is another one with the same bytes, which the customer may open.
  const [file, copy] = [asked['attachment'], made['attachment']] as [Json, Json];
  expect([copy['name'], copy['bytes']]).toEqual([file['name'], file['bytes']]);
  expect(copy['id']).not.toBe(file['id']);
  expect((await it.call('client', 'GET', `/file/${copy['id']}`)).status).toBe(200);
  // The customer is told the new number once, and reads the same on both tickets.
  const mails = (await mailsTo()).slice(before).filter(({ template }) => template !== 'ticket-news');
  expect(mails.map(({ template }) => template)).toEqual(['ticket-split']);
  expect(mails[0]?.subject).toBe(`${made['ticketNo']}: Tracker shows Nagpur`);
  for (const ticket of [old, made])
    expect((await linksOf(ticket['id'], 'client')).map(({ kind, ticketNo }) => [kind, ticketNo])).toEqual([
      ['SPLIT_FROM', ticket === old ? made['ticketNo'] : old['ticketNo']],
    ]);
  expect(words(await it.talk(made['id'], 'client'))).toEqual([['REPLY', 'Please check the plug of the antenna.']]);
  // What the desk wrote for itself reaches no customer by the new ticket either.
  for (const path of [
    `/help-desk?q=${canary}`,
    `/ticket-reply?q=${canary}`,
    `/search?q=${canary}`,
    `/help-desk/${made['id']}`,
    `/help-desk/get-remarks/${made['id']}`,
    `/help-desk/links/${made['id']}`,
    `/help-desk/${made['id']}/history`,
    `/ticket-reply?ticketId=${made['id']}`,
    '/history?take=100',
  ])
    expect((await it.call('client', 'GET', path)).text, path).not.toContain(canary);
  for (const path of ['/help-desk/export', '/ticket-reply/export'])
    expect((await it.call('client', 'POST', path, { format: 'csv' })).text, path).not.toContain(canary);
  expect((await mailsTo()).map(({ body }) => body).join()).not.toContain(canary);
  const seen = await product.product.db.transact({ orgId: old['orgId'], client: true }, (db) =>
    db.query('select id from ticket_note_rows union all select id from ticket_note'),
  );
  expect(seen).toEqual([]);
  // A copy is not rewritten, and a split is not undone.
  const copied = (await it.talk(made['id'])).find(({ kind }) => kind === 'REPLY');
  expect(copied?.editableUntil).toBeNull();
  const put = await it.call('agent', 'PUT', `/ticket-reply/${copied?.id}`, { ticketId: made['id'], text: 'Other.' });
  expect([put.status, put.json.message]).toEqual([409, 'This is a copy. Change what was written first']);
  const [link] = (await linksOf(made['id'])) as [Json];
  expect((await it.call('agent', 'POST', `/help-desk/unlink/${made['id']}`, { linkId: link['id'] })).status).toBe(404);
  // The history has the new ticket and every copy.
  const told = (await it.get('agent', '/history?take=100')) as Json[];
  const created = told.filter(
    ({ action, recordTitle }) => action === 'create' && recordTitle === 'Tracker shows Nagpur',
  );
  expect(created.map(({ module }) => module).sort()).toEqual(['help-desk', 'ticket-note', 'ticket-reply']);
});

test('a split is of what the customer said in that ticket, and of the desk alone', async () => {
  at('2026-11-25T05:00:00Z');
  const [ticket, other] = [await it.ask(), await it.ask()] as [Json, Json];
  const note = await it.note(ticket['id'], 'For the desk.');
  const foreign = await it.reply('client', other['id'], 'Elsewhere.');
  const split = (wordIds: unknown[], who: 'agent' | 'client' = 'agent', more: Json = {}) =>
    it.call(who, 'POST', `/help-desk/split/${ticket['id']}`, { wordIds, subject: 'Something else', ...more });
  expect((await split([note['id']])).json.fields).toEqual({ wordIds: 'Choose at least one message of the customer' });
  expect((await split([foreign['id']])).json.fields).toEqual({
    wordIds: 'One of these is not a message of this ticket',
  });
  expect((await split([])).json.fields).toEqual({ wordIds: 'Choose messages' });
  expect((await split([ticket['id']], 'client')).status).toBe(403);
  expect((await split([ticket['id']], 'agent', { categoryId: ticket['id'] })).status).toBe(400);
  // The question itself can be split off as well, and twice sent it is made once.
  const twice = await Promise.all(
    [1, 2].map(() =>
      it.call(
        'agent',
        'POST',
        `/help-desk/split/${ticket['id']}`,
        { wordIds: [ticket['id']], subject: 'Only once' },
        { 'idempotency-key': 'split-1' },
      ),
    ),
  );
  expect(twice.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
  const [count] = await sql<{ count: number }>(`select count(*) from help_desk where subject = 'Only once'`);
  expect(count?.count).toBe(1);
});

test('in progress is all that a customer knows of a forward: in the ticket, lists, files and the history', async () => {
  at('2026-11-26T05:00:00Z');
  const { id } = await it.ask();
  const team = await it.team();
  await it.must(
    it.call('agent', 'POST', '/help-desk/forward', {
      ticketId: id,
      to: { teamId: team['id'] },
      reason: `${canary} forward`,
    }),
  );
  expect([(await it.ticket(id))['requestStatus'], (await it.ticket(id, 'client'))['requestStatus']]).toEqual([3, 1]);
  const listed = async (who: 'client' | 'agent', statuses: string) =>
    ((await it.get(who, `/help-desk?requestStatus=${statuses}&take=100`)) as Json[]).find((one) => one['id'] === id)?.[
      'requestStatus'
    ];
  expect([await listed('client', '1'), await listed('client', '3'), await listed('client', '0,2')]).toEqual([
    1,
    1,
    undefined,
  ]);
  expect([await listed('agent', '1'), await listed('agent', '3')]).toEqual([undefined, 3]);
  const fileOf = async (who: 'client' | 'agent') =>
    (await it.call(who, 'POST', '/help-desk/export', { format: 'csv' })).text;
  expect(await fileOf('client')).not.toContain('Forwarded');
  expect(await fileOf('client')).toContain('In progress');
  expect(await fileOf('agent')).toContain('Forwarded');
  const changes = async (who: 'client' | 'agent', path: string) =>
    ((await it.get(who, path)) as Json[]).filter((one) => 'requestStatus' in (one['after'] ?? {}));
  expect((await changes('client', `/help-desk/${id}/history`)).map(({ before, after }) => [before, after])).toEqual([
    [{ requestStatus: 0 }, { requestStatus: 1 }],
  ]);
  expect(
    (await changes('agent', '/history?take=100')).filter(({ recordId }) => recordId === id).map(({ after }) => after),
  ).toContainEqual({ requestStatus: 3 });
  expect(JSON.stringify(await changes('client', '/history?take=100'))).not.toContain('"requestStatus":3');
});
