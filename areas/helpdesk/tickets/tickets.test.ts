import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';
import { planTickets } from './tickets.job.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

/** Hours and minutes of a moment in India. */
const clockOf = (iso: string | null): string | null =>
  iso === null ? null : new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(11, 16);
/** Read by the product itself, which sees everything. */
const sql = <Row>(text: string, params: readonly string[] = []) =>
  product.product.db.transact(everything, (db) => db.query<Row>(text, [...params]));
/** Moves the clock on to a moment; it never goes back. */
const at = (iso: string) => product.clock.move(Math.max(0, Date.parse(iso) - product.clock.now().getTime()));

test('a question has a number, times that are due, and its customer; another organisation does not see it', async () => {
  at('2026-11-23T06:00:00Z');
  const made = await it.call('client', 'POST', '/help-desk', {
    subject: 'Where is my invoice?',
    description: 'I paid for three trackers and have no invoice.',
    categoryId: it.category['id'],
    priority: 'NORMAL',
  });
  expect([made.status, made.json.message], made.text).toEqual([201, 'New Request added succesfully.']);
  const ticket = made.json.data as Json;
  expect(ticket['ticketNo']).toMatch(/^HD-2611-\d{5}$/);
  expect(ticket).toMatchObject({ requestStatus: 0, promise: 'ON_TIME', channel: 'WEB', reopenedCount: 0 });
  expect(ticket['appUser'].label).toBeTruthy();
  expect([clockOf(ticket['firstDueAt']), clockOf(ticket['resolutionDueAt']), clockOf(ticket['dueAt'])]).toEqual([
    '12:30',
    '15:30',
    '12:30',
  ]);
  const next = await it.ask();
  expect(Number(next['ticketNo'].slice(-5))).toBe(Number(ticket['ticketNo'].slice(-5)) + 1);
  for (const path of [
    `/help-desk/${ticket['id']}`,
    `/help-desk/get-remarks/${ticket['id']}`,
    `/help-desk/due/${ticket['id']}`,
  ])
    expect((await it.call('stranger', 'GET', path)).status).toBe(404);
  expect((await it.turn('stranger', ticket['id'], 5)).status).toBe(404);
});

test('the clock of a ticket: waiting stops it, forwarding does not, an answer goes on with it, and it says why', async () => {
  at('2026-11-24T05:00:00Z');
  const { id } = await it.ask();
  at('2026-11-24T05:30:00Z');
  await it.must(it.turn('agent', id, 2, 'Which vehicle is it about?'));
  const waiting = await it.ticket(id);
  expect(waiting).toMatchObject({ requestStatus: 2, promise: 'PAUSED', dueAt: null });
  expect(clockOf(waiting['firstRepliedAt'])).toBe('11:00');
  at('2026-11-24T07:30:00Z');
  await it.reply('client', id, 'MH 12 QJ 4821.');
  const answered = await it.ticket(id);
  // 30 minutes of 240 are used, so 210 are left from 13:00 on.
  expect([answered['requestStatus'], answered['promise'], clockOf(answered['dueAt'])]).toEqual([1, 'ON_TIME', '16:30']);
  const team = await it.team();
  at('2026-11-24T08:00:00Z');
  const forwarded = await it.must(
    it.call('agent', 'POST', '/help-desk/forward', {
      ticketId: id,
      to: { teamId: team['id'] },
      reason: 'They sold the policy too.',
    }),
  );
  expect([forwarded['requestStatus'], forwarded['team'].label, clockOf(forwarded['dueAt'])]).toEqual([
    3,
    team['title'],
    '16:30',
  ]);
  const why = await it.get('client', `/help-desk/due/${id}`);
  expect(why['solution']).toMatchObject({ state: 'RUNNING', usedMin: 60, targetMin: 240 });
  expect(why['stretches'].map(({ isCounted, why, words }: Json) => [isCounted, why, words])).toEqual([
    [true, null, null],
    [false, 'WAITING', 'Which vehicle is it about?'],
    [true, null, null],
  ]);
  expect(why['days']).toMatchObject([{ day: '2026-11-24', minutes: 60, holiday: null }]);
  // The next day it is resolved late.
  at('2026-11-25T05:00:00Z');
  await it.must(it.turn('agent', id, 4, 'Done.'));
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 4, promise: 'MISSED', dueAt: null });
});

test('a customer opens again what was resolved, closes it and rates it; what is closed stays', async () => {
  at('2026-11-25T05:30:00Z');
  const { id } = await it.ask();
  await it.must(it.turn('agent', id, 4, 'Solved.'));
  expect((await it.call('client', 'POST', `/help-desk/satisfaction/${id}`, { score: 6 })).status).toBe(400);
  await it.reply('client', id, 'It is not.');
  expect(await it.ticket(id)).toMatchObject({
    requestStatus: 6,
    reopenedCount: 1,
    resolvedAt: null,
    promise: 'ON_TIME',
  });
  expect((await it.call('client', 'POST', `/help-desk/satisfaction/${id}`, { score: 2 })).status).toBe(409);
  // A customer neither resolves nor forwards.
  for (const status of [1, 2, 3, 4]) expect((await it.turn('client', id, status)).status).toBe(400);
  expect(
    (await it.call('client', 'POST', '/help-desk/forward', { ticketId: id, to: { teamId: id }, reason: 'Me' })).status,
  ).toBe(403);
  await it.must(it.turn('client', id, 5));
  const rated = await it.must(
    it.call('client', 'POST', `/help-desk/satisfaction/${id}`, { score: 4, comment: 'Quick enough.' }),
  );
  expect(rated).toMatchObject({ satisfaction: 4, satisfactionNote: 'Quick enough.', requestStatus: 5 });
  expect((await it.call('agent', 'POST', `/help-desk/satisfaction/${id}`, { score: 5 })).status).toBe(409);
  const more = await it.call('client', 'POST', '/ticket-reply', { ticketId: id, text: 'One more thing.' });
  expect([more.status, more.json.message]).toEqual([409, 'This ticket is closed. Ask a new question that follows it']);
  const follows = await it.ask({ followsId: id });
  expect(follows['follows'].id).toBe(id);
  const others = await it.call('stranger', 'POST', '/help-desk', {
    subject: 'Not mine at all',
    description: 'It follows what is not mine.',
    categoryId: it.category['id'],
    priority: 'LOW',
    followsId: id,
  });
  expect([others.status, Object.keys(others.json.fields ?? {})]).toEqual([400, ['followsId']]);
});

test('what the desk notes and forwards never reaches a customer', async () => {
  at('2026-11-25T06:00:00Z');
  const { id, ticketNo } = await it.ask();
  const canary = 'CANARY-7319';
  const { id: noteId } = await it.note(id, `${canary} says the customer lies.`);
  const team = await it.team();
  await it.must(
    it.call('agent', 'POST', '/help-desk/forward', {
      ticketId: id,
      to: { teamId: team['id'] },
      reason: `${canary} forward`,
    }),
  );
  await it.reply('agent', id, 'We look into it.');
  const mine = await it.talk(id);
  expect(mine.map(({ kind }) => kind)).toEqual(['STATUS', 'NOTE', 'FORWARD', 'STATUS', 'REPLY']);
  expect(mine.filter(({ text }) => text.includes(canary))).toHaveLength(2);
  const theirs = await it.talk(id, 'client');
  expect(theirs.map(({ kind, author }) => [kind, author])).toEqual([
    ['STATUS', expect.any(String)],
    ['STATUS', 'Help desk'],
    ['REPLY', 'Help desk'],
  ]);
  // In progress is all that a customer knows of a forward.
  expect(theirs[1]).toMatchObject({ fromStatus: 0, toStatus: 1 });
  expect(JSON.stringify(theirs)).not.toContain(canary);
  for (const path of ['/ticket-note', `/ticket-note/${noteId}`, `/ticket-note?q=${canary}`])
    expect((await it.call('client', 'GET', path)).status).toBe(403);
  for (const path of [
    `/help-desk?q=${canary}`,
    `/ticket-reply?q=${canary}`,
    `/search?q=${canary}`,
    `/help-desk/${id}`,
    `/ticket-reply?ticketId=${id}`,
    `/history?take=100`,
  ])
    expect((await it.call('client', 'GET', path)).text, path).not.toContain(canary);
  const mails = await sql<{ all: string }>('select string_agg(m::text, $1) as all from mail m', ['\n']);
  expect(mails[0]?.all).toContain(ticketNo);
  expect(mails[0]?.all).not.toContain(canary);
  // Not by the database either, whatever a query forgets.
  const org = (await it.ticket(id))['orgId'] as string;
  const seen = await product.product.db.transact({ orgId: org, client: true }, (db) =>
    db.query('select id from ticket_note'),
  );
  expect(seen).toEqual([]);
  expect(
    await product.product.db.transact({ orgId: org, client: true }, (db) =>
      db.query('select id from ticket_note_rows'),
    ),
  ).toEqual([]);
  // Of that transaction the replies are there, so that it could have seen them.
  const replies = await product.product.db.transact({ orgId: org, client: true }, (db) =>
    db.query('select id from ticket_reply'),
  );
  expect(replies.length).toBeGreaterThan(0);
});

test('who wrote something changes it within five minutes, and it is taken away by few', async () => {
  at('2026-11-25T06:30:00Z');
  const { id } = await it.ask();
  const reply = await it.reply('agent', id, 'Chek your papers.');
  const put = (who: 'agent' | 'admin', text: string) =>
    it.call(who, 'PUT', `/ticket-reply/${reply['id']}`, { ticketId: id, text });
  expect((await put('admin', 'Mine now.')).status).toBe(409);
  product.clock.move(4 * 60_000);
  expect((await put('agent', 'Check your papers.')).status).toBe(200);
  const item = (await it.talk(id, 'client')).find(({ kind }) => kind === 'REPLY');
  expect(item).toMatchObject({ text: 'Check your papers.', editableUntil: null });
  expect(item?.editedAt).not.toBeNull();
  product.clock.move(61_000);
  expect((await put('agent', 'Check nothing.')).json.message).toBe(
    'This can be changed for five minutes only. Write another one',
  );
  // Taken away it is by those alone whose role says so, and it is in the trash then.
  for (const who of ['agent', 'client'] as const)
    expect((await it.call(who, 'DELETE', `/ticket-reply/${reply['id']}`)).status).toBe(403);
  await it.must(it.call('admin', 'DELETE', `/ticket-reply/${reply['id']}`));
  expect((await it.talk(id, 'client')).map(({ kind }) => kind)).toEqual(['STATUS', 'STATUS']);
});

test('tickets are assigned together, merged with their words, and stand still while they are switched off', async () => {
  at('2026-11-26T05:00:00Z');
  const [one, two] = [await it.ask(), await it.ask({ subject: 'The same once more' })] as [Json, Json];
  const team = await it.team();
  const agent = (await it.get('admin', '/user?q=insurance@roadkeeper.test'))[0] as Json;
  expect(
    await it.must(
      it.call('agent', 'POST', '/help-desk/assign', {
        ids: [one['id'], two['id']],
        teamId: team['id'],
        userId: agent['id'],
      }),
    ),
  ).toEqual({ changed: 2 });
  const given = await it.ticket(one['id']);
  expect([given['assignee'].label, given['team'].label, given['requestStatus']]).toEqual([
    agent['title'],
    team['title'],
    0,
  ]);
  // A customer is not told who it is, neither by the ticket nor by its history.
  const theirs = await it.ticket(one['id'], 'client');
  expect([theirs['assigneeId'], theirs['assignee'], theirs['teamId'], theirs['team']]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect((await it.call('client', 'GET', `/help-desk?assigneeId=${agent['id']}`)).status).toBe(400);
  for (const path of [`/help-desk/${one['id']}/history`, '/history?take=100']) {
    const told = (await it.call('client', 'GET', path)).text;
    for (const id of [agent['id'], team['id']]) expect(told, path).not.toContain(id);
  }
  expect((await it.call('agent', 'GET', '/history?take=100')).text).toContain(team['id']);
  // Who watches it is for the desk.
  const watching = () => it.get('agent', `/help-desk/watch/${one['id']}`);
  expect(await watching()).toEqual({ watching: false, watchers: [] });
  await it.must(it.call('agent', 'POST', `/help-desk/watch/${one['id']}`, { watching: true }));
  expect(await watching()).toEqual({ watching: true, watchers: ['Farida Shaikh'] });
  expect((await it.call('client', 'GET', `/help-desk/watch/${one['id']}`)).status).toBe(403);
  expect((await it.call('agent', 'POST', '/help-desk/assign', { ids: [one['id']], teamId: one['id'] })).status).toBe(
    400,
  );
  await it.reply('client', two['id'], 'And the colour is wrong.');
  const merged = await it.must(it.call('agent', 'POST', '/help-desk/merge', { ids: [two['id']], intoId: one['id'] }));
  expect(merged['id']).toBe(one['id']);
  expect(await it.ticket(two['id'])).toMatchObject({ requestStatus: 5, mergedIntoId: one['id'] });
  expect((await it.talk(one['id'], 'client')).find(({ kind }) => kind === 'REPLY')).toMatchObject({
    text: 'And the colour is wrong.',
    ofTicket: two['ticketNo'],
  });
  expect((await it.call('agent', 'POST', '/help-desk/merge', { ids: [two['id']], intoId: one['id'] })).status).toBe(
    400,
  );
  const stranger = await it.ask({}, 'stranger');
  const across = await it.call('agent', 'POST', '/help-desk/merge', { ids: [stranger['id']], intoId: one['id'] });
  expect([across.status, across.json.fields.ids]).toEqual([400, `${stranger['ticketNo']} is of another organisation`]);
  // Switched off for an hour: an hour later it is due an hour later.
  const before = await it.ticket(one['id']);
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${one['id']}`));
  expect((await it.ticket(one['id']))['promise']).toBe('PAUSED');
  at('2026-11-26T06:00:00Z');
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${one['id']}`));
  const after = await it.ticket(one['id']);
  const later = Date.parse(after['resolutionDueAt']) - Date.parse(before['resolutionDueAt']);
  expect(Math.round(later / 1_000)).toBe(3_600);
});

test('what was written to a ticket goes to the trash and comes back with it, and goes for good with it', async () => {
  at('2026-11-26T06:30:00Z');
  const { id } = await it.ask();
  const [kept, gone] = [await it.reply('agent', id, 'Stays.'), await it.reply('agent', id, 'Goes first.')] as [
    Json,
    Json,
  ];
  await it.note(id, 'For the desk.');
  await it.must(it.call('admin', 'DELETE', `/ticket-reply/${gone['id']}`));
  await it.must(it.call('admin', 'DELETE', `/help-desk/${id}`));
  expect((await it.call('agent', 'GET', `/help-desk/get-remarks/${id}`)).status).toBe(404);
  expect((await it.call('agent', 'GET', `/ticket-reply/${kept['id']}`)).status).toBe(404);
  await it.must(it.call('admin', 'POST', `/help-desk/restore/${id}`));
  const words = (await it.talk(id)).filter(({ text }) => text !== '').map(({ text }) => text);
  expect(words).toEqual(['Stays.', 'For the desk.']);
  await it.must(it.call('admin', 'DELETE', `/help-desk/${id}`));
  await it.must(it.call('admin', 'DELETE', `/trash/${id}`));
  for (const table of ['help_desk_turn', 'ticket_reply', 'ticket_note'])
    expect(await sql(`select 1 from ${table} where ticket_id = $1`, [id]), table).toEqual([]);
});

test('the look-out warns when a ticket is due soon and late, once each, and closes what was resolved for a week', async () => {
  at('2026-11-30T04:30:00Z');
  const [late, quiet] = [await it.ask(), await it.ask()] as [Json, Json];
  const agent = (await it.get('admin', '/user?q=operations'))[0] as Json;
  await it.must(it.call('agent', 'POST', '/help-desk/assign', { ids: [late['id']], userId: agent['id'] }));
  await it.must(it.turn('agent', quiet['id'], 4, 'Done.'));
  const told = async () =>
    (
      await sql<{ subject: string }>(
        `select subject from mail where record_id = $1 and template = 'ticket-news' and subject ~ 'answer is (due|late)' order by id`,
        [late['id']],
      )
    ).map(({ subject }) => subject);
  await planTickets(product.product.db, product.product.jobs, product.clock.now());
  // 10:45 in India: three quarters of the first hour are over.
  for (const moment of [
    '2026-11-30T05:15:30Z',
    '2026-11-30T05:16:30Z',
    '2026-11-30T05:30:30Z',
    '2026-11-30T05:31:30Z',
  ]) {
    at(moment);
    await product.product.jobs.runDue();
  }
  expect((await it.ticket(late['id']))['promise']).toBe('LATE');
  expect(await told()).toEqual([
    `${late['ticketNo']}: The first answer is due on 30 Nov 2026, 11:00.`,
    `${late['ticketNo']}: The first answer is late. It was due on 30 Nov 2026, 11:00.`,
  ]);
  at('2026-12-07T04:29:30Z');
  await product.product.jobs.runDue();
  expect((await it.ticket(quiet['id']))['requestStatus']).toBe(4);
  at('2026-12-07T04:31:30Z');
  await product.product.jobs.runDue();
  expect(await it.ticket(quiet['id'])).toMatchObject({ requestStatus: 5, promise: 'MET' });
});

test('two agents and fifty questions at once, everything sent twice: nothing is lost, nothing is doubled', async () => {
  at('2026-12-08T05:00:00Z');
  const before = await sql<{ count: number }>('select count(*) from help_desk');
  const twice = async (who: 'agent' | 'admin' | 'client' | 'stranger', path: string, body: Json, key: string) => {
    const answers = await Promise.all([1, 2].map(() => it.call(who, 'POST', path, body, { 'idempotency-key': key })));
    // The second is answered like the first, or told that the first is on its way.
    const [done] = answers.filter(({ status }) => status === 201);
    expect(done, answers.map(({ text }) => text).join()).toBeDefined();
    for (const { status, json } of answers) if (status !== 409) expect(json.data.id).toBe(done?.json.data.id);
    return done?.json.data as Json;
  };
  // Whoever signs in again does it once.
  for (const who of ['agent', 'admin', 'client', 'stranger'] as const) await it.call(who, 'GET', '/help-desk?take=1');
  const asked = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      twice(
        n % 2 ? 'client' : 'stranger',
        '/help-desk',
        {
          subject: `Question number ${n}`,
          description: `What question number ${n} is about.`,
          categoryId: it.category['id'],
          priority: 'NORMAL',
        },
        `ask-${n}`,
      ),
    ),
  );
  expect((await sql<{ count: number }>('select count(*) from help_desk'))[0]?.count).toBe((before[0]?.count ?? 0) + 50);
  const numbers = asked.map(({ ticketNo }) => Number(String(ticketNo).slice(-5))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => (numbers[0] ?? 0) + n));
  // Both agents and the customer write to the same tickets in the same moment.
  await Promise.all(
    asked
      .slice(0, 12)
      .flatMap(({ id }, n) => [
        twice('agent', '/ticket-reply', { ticketId: id, text: 'By one agent' }, `one-${n}`),
        twice('admin', '/ticket-reply', { ticketId: id, text: 'By another agent' }, `two-${n}`),
        twice(n % 2 ? 'client' : 'stranger', '/ticket-reply', { ticketId: id, text: 'And one more' }, `more-${n}`),
      ]),
  );
  for (const { id } of asked.slice(0, 12)) {
    const talk = await it.talk(id);
    expect(
      talk
        .filter(({ kind }) => kind === 'REPLY')
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['And one more', 'By another agent', 'By one agent']);
    // One turn for the question, one for the first answer of the desk.
    expect(talk.filter(({ kind }) => kind === 'STATUS').map(({ toStatus }) => toStatus)).toEqual([0, 1]);
  }
  const mails = await sql<{ count: number }>(
    `select count(*) from mail where template = 'ticket-answered' and record_id = any($1::uuid[])`,
    // A list travels as its text.
    [`{${asked.map(({ id }) => id).join(',')}}`],
  );
  expect(mails[0]?.count).toBe(24);
});
