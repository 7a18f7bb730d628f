import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import sharp from 'sharp';
import { bounceOf, inboundOf, incomingMail, mailOf } from '../testing/inbound.ts';
import { deskOf } from '../testing/tickets.ts';
import { signatureOf } from './webhook.routes.ts';

let product: TestProduct;
let desk: Awaited<ReturnType<typeof deskOf>>;
let mails: ReturnType<typeof inboundOf>;
const client = 'Client <client@roadkeeper.test>';
const stranger = 'deccan@roadkeeper.test';
const agent = 'operations@roadkeeper.test';

beforeAll(async () => {
  product = await startTestProduct({ fleet: true, mail: incomingMail });
  desk = await deskOf(product);
  mails = inboundOf(product);
});
afterAll(() => product?.close());

const replies = async (ticketId: string) => (await desk.talk(ticketId)).filter(({ kind }) => kind === 'REPLY');
const notes = async (ticketId: string) => (await desk.talk(ticketId)).filter(({ kind }) => kind === 'NOTE');
const toKey = (key: string) => `support+${key}@roadkeeper.test`;

test('the webhook takes what is signed, of now, once, and nothing else', async () => {
  const raw = mailOf({ from: client, subject: 'Signed once' });
  const now = String(Math.floor(product.clock.now().getTime() / 1_000));
  const secret = incomingMail.incoming.secret;
  const old = String(Number(now) - 600);
  expect((await mails.post(raw, { signature: 'a'.repeat(64) })).status).toBe(401);
  expect((await mails.post(raw, { signature: 'short' })).status).toBe(401);
  expect((await mails.post(raw, { timestamp: old })).json.message).toBe('The signature is too old');
  // The time is part of what is signed.
  expect((await mails.post(raw, { signature: await signatureOf(secret, old, raw) })).status).toBe(401);
  expect((await mails.post(raw, { type: 'application/json' })).status).toBe(200);
  expect((await mails.post(raw, { type: 'text/plain' })).status).toBe(415);
  expect((await mails.post(raw)).json.data).toEqual({ result: 'copy' });
  const large = Buffer.alloc(21 * 1024 * 1024, 'a');
  expect((await mails.post(large)).status).toBe(413);
  await mails.work();
  expect((await mails.stored()).map(({ state, copies }) => [state, copies])).toEqual([['TICKET', 1]]);
});

test('a new mail of a customer becomes a ticket of theirs, and its answer by mail a reply in it', async () => {
  const made = await mails.receive({
    from: client,
    subject: 'Re: hi',
    text: 'Broken\n\n-- \nClient\nPune',
  });
  expect(made).toMatchObject({ state: 'TICKET', reason: null, isKept: false });
  const id = made.ticketId as string;
  expect(await desk.ticket(id, 'client')).toMatchObject({
    subject: 'hi (by email)',
    description: 'Broken\n\n(sent by email)',
    channel: 'EMAIL',
    requestStatus: 0,
  });
  const received = await mails.sent(id, 'ticket-received');
  expect(received.replyKey).toMatch(/^[a-z2-7]{26}$/);
  await desk.reply('agent', id, 'Which vehicle is it?');
  await desk.must(desk.turn('agent', id, 2));
  const answered = await mails.sent(id, 'ticket-answered');
  const reply = await mails.receive({
    from: client,
    to: toKey(answered.replyKey),
    subject: `Re: ${answered.subject}`,
    text: 'MH 12 AB 1234\n\nOn Sat, 21 Nov 2026 at 11:30, Help desk <no-reply@localhost> wrote:\n> Which vehicle is it?',
  });
  expect(reply).toMatchObject({ state: 'REPLY', ticketId: id });
  expect(await desk.ticket(id)).toMatchObject({ requestStatus: 1 });
  const said = (await replies(id)).at(-1);
  expect(said).toMatchObject({ text: 'MH 12 AB 1234', byStaff: false });
  expect(said?.quoted).toContain('> Which vehicle is it?');
  const asClient = (await desk.talk(id, 'client')).filter(({ kind }) => kind === 'REPLY').at(-1);
  expect(asClient?.quoted).toBe(said?.quoted);
  const asked = await desk.call('client', 'GET', `/help-desk/get-remarks/${id}`);
  expect(asked.json.quoted).toBe('--\nClient\nPune');
});

test('an answer is known by what it refers to, and by the number in its subject of the customer alone', async () => {
  const ticket = await desk.ask({ subject: 'Known by what it refers to' });
  const received = await mails.sent(ticket['id'], 'ticket-received');
  const byId = await mails.receive({ from: client, headers: { 'In-Reply-To': `<${received.id}@localhost>` } });
  expect(byId).toMatchObject({ state: 'REPLY', ticketId: ticket['id'] });
  const byThread = await mails.receive({
    from: client,
    headers: { References: `<x@y> <rk.${received.replyKey}@localhost>` },
  });
  expect(byThread).toMatchObject({ state: 'REPLY', ticketId: ticket['id'] });
  const byNumber = await mails.receive({ from: client, subject: `About ${ticket['ticketNo']}` });
  expect(byNumber).toMatchObject({ state: 'REPLY', ticketId: ticket['id'] });
  // Somebody of another organisation asks something of their own.
  const others = await mails.receive({ from: stranger, subject: `About ${ticket['ticketNo']}` });
  expect(others.state).toBe('TICKET');
  expect(others.ticketId).not.toBe(ticket['id']);
  const passedOn = await mails.receive({ from: stranger, to: toKey(received.replyKey) });
  expect(passedOn).toMatchObject({
    state: 'HELD',
    reason: 'It answers an email about a ticket of another organisation',
  });
  const unknown = await mails.receive({ from: 'nobody@elsewhere.example', to: toKey(received.replyKey) });
  expect(unknown).toMatchObject({ state: 'HELD', isKept: true });
  expect(await replies(ticket['id'])).toHaveLength(3);
});

test('an answer to what is resolved opens it again, and one to what is closed makes a ticket that follows it', async () => {
  const ticket = await desk.ask({ subject: 'Resolved and closed' });
  const { replyKey } = await mails.sent(ticket['id'], 'ticket-received');
  await desk.must(desk.turn('agent', ticket['id'], 4));
  await mails.receive({ from: client, to: toKey(replyKey), text: 'It is not.' });
  expect(await desk.ticket(ticket['id'])).toMatchObject({ requestStatus: 6 });
  await desk.must(desk.turn('agent', ticket['id'], 5));
  const follows = await mails.receive({ from: client, to: toKey(replyKey), text: 'It is still not.', subject: '' });
  expect(follows).toMatchObject({ state: 'TICKET' });
  expect(await desk.ticket(follows.ticketId as string)).toMatchObject({
    subject: 'No subject',
    follows: { id: ticket['id'] },
  });
});

test('staff answer by mail what was mailed to them, and only that; a note stays a note', async () => {
  const ticket = await desk.ask({ subject: 'Answered by mail' });
  const id = ticket['id'] as string;
  await desk.must(desk.call('agent', 'POST', `/help-desk/watch/${id}`, { watching: true }));
  await desk.note(id, 'CANARY of a note');
  await desk.reply('client', id, 'Is anybody there?');
  const news = await mails.sent(id, 'ticket-news');
  expect(news.to).toBe(agent);
  const customers = await mails.sent(id, 'ticket-received');
  const wrong = await mails.receive({ from: agent, to: toKey(customers.replyKey), text: 'A guess' });
  expect(wrong.state).toBe('HELD');
  const forged = await mails.receive({
    from: agent,
    to: toKey(news.replyKey),
    headers: { 'Authentication-Results': 'mx.roadkeeper.test; dmarc=fail' },
  });
  expect(forged.state).toBe('HELD');
  const said = await mails.receive({ from: agent, to: toKey(news.replyKey), text: 'Yes, we look at it.' });
  expect(said).toMatchObject({ state: 'STAFF_REPLY', ticketId: id });
  const seen = (await desk.talk(id, 'client')).filter(({ kind }) => kind === 'REPLY');
  expect(seen.map(({ text, author, byStaff }) => [text, author, byStaff]).at(-1)).toEqual([
    'Yes, we look at it.',
    'Help desk',
    true,
  ]);
  expect(await desk.ticket(id)).toMatchObject({ requestStatus: 1 });
  const [outbox] = await mails.sql<{ count: number }>(
    `select count(*) from mail where body_text like '%CANARY%' or body_html like '%CANARY%' or subject like '%CANARY%'`,
  );
  expect(outbox?.count).toBe(0);
});

test('a sender who is not proven is told to staff, and a number alone then opens nothing', async () => {
  const ticket = await desk.ask({ subject: 'Not proven' });
  const { replyKey } = await mails.sent(ticket['id'], 'ticket-received');
  const failed = { 'Authentication-Results': 'mx.roadkeeper.test; spf=fail smtp.mailfrom=evil.example' };
  const reply = await mails.receive({ from: client, to: toKey(replyKey), headers: failed });
  expect(reply.state).toBe('REPLY');
  expect((await notes(ticket['id'])).at(-1)?.text).toContain('is not proven');
  expect((await desk.talk(ticket['id'], 'client')).some(({ kind }) => kind === 'NOTE')).toBe(false);
  const guessed = await mails.receive({ from: client, subject: ticket['ticketNo'], headers: failed });
  expect(guessed.state).toBe('TICKET');
});

test('what no person wrote is put aside, and what one sender writes too often waits for staff, who let it in', async () => {
  const ticket = await desk.ask({ subject: 'Two programs' });
  const { replyKey, id } = await mails.sent(ticket['id'], 'ticket-received');
  const to = toKey(replyKey);
  expect((await mails.receive({ from: client, to, headers: { 'Auto-Submitted': 'auto-replied' } })).state).toBe(
    'AUTO_REPLY',
  );
  expect((await mails.receive({ from: client, to, headers: { Precedence: 'bulk' } })).state).toBe('AUTO_REPLY');
  expect((await mails.receive({ from: 'support@roadkeeper.test', to })).state).toBe('LOOP');
  expect((await mails.receive({ from: client, to, messageId: `${id}@localhost` })).state).toBe('LOOP');
  expect(await replies(ticket['id'])).toHaveLength(0);
  const states = [];
  for (let n = 0; n < 12; n += 1) states.push((await mails.receive({ from: client, to, text: `Answer ${n}` })).state);
  expect(states).toEqual([...Array(10).fill('REPLY'), 'HELD', 'HELD']);
  const held = (await mails.stored()).filter(({ state, ticketId }) => state === 'HELD' && ticketId === ticket['id']);
  expect(held.map(({ text, isKept }) => [text, isKept])).toEqual([
    ['Answer 10', true],
    ['Answer 11', true],
  ]);
  for (const one of held)
    await desk.must(desk.call('agent', 'POST', `/help-mail/${one.id}/ticket`, { appUserId: ticket['appUserId'] }));
  expect((await replies(ticket['id'])).map(({ text }) => text).slice(-2)).toEqual(['Answer 10', 'Answer 11']);
  product.clock.move(3_600_000);
  expect((await mails.receive({ from: client, to, text: 'An hour later' })).state).toBe('REPLY');
});

test('a report that a mail did not arrive stops mails to that address, and is told to the agents alone', async () => {
  const ticket = await desk.ask({ subject: 'It bounces' });
  const sent = await mails.sent(ticket['id'], 'ticket-received');
  await mails.sql(`update mail set state = 'sent', due_at = null, sent_at = now() where id = $1`, [sent.id]);
  // About somebody else: it is not believed.
  expect((await mails.receive(bounceOf({ id: sent.id, to: 'other@roadkeeper.test' }))).state).toBe('AUTO_REPLY');
  expect((await mails.receive(bounceOf(sent, '4.4.1', 'delayed'))).state).toBe('AUTO_REPLY');
  const bounce = await mails.receive(bounceOf(sent, '5.1.1'));
  expect(bounce).toMatchObject({ state: 'BOUNCE', ticketId: ticket['id'] });
  await mails.receive(bounceOf(sent, '5.1.1'));
  const [mail] = await mails.sql('select state, last_error as error from mail where id = $1', [sent.id]);
  expect(mail).toEqual({ state: 'bounced', error: '5.1.1 550 No such user here' });
  expect(await mails.sql('select address from mail_suppression')).toEqual([{ address: 'client@roadkeeper.test' }]);
  expect((await notes(ticket['id'])).map(({ text }) => text)).toEqual([
    `The email “${sent.subject}” did not reach client@roadkeeper.test: 5.1.1 550 No such user here`,
  ]);
  expect((await desk.talk(ticket['id'], 'client')).some(({ text }) => text.includes('5.1.1'))).toBe(false);
  await mails.sql('delete from mail_suppression');
});

test('files are checked as uploads are: the first five that are taken, and the rest told to staff', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const files = [
    { name: 'run.exe', type: 'application/octet-stream', bytes: Buffer.from('MZ') },
    { name: 'fake.png', type: 'image/png', bytes: Buffer.from('<script>') },
    ...[1, 2, 3, 4, 5, 6].map((n) => ({ name: `scene-${n}.png`, type: 'image/png', bytes: png })),
  ];
  const made = await mails.receive({ from: client, subject: 'With files', text: '', files });
  const ticket = await desk.ticket(made.ticketId as string);
  expect(ticket).toMatchObject({ description: 'The email has no text. See its attachments.' });
  expect(['attachment', 'attachment2', 'attachment5'].map((name) => ticket[name]?.name)).toEqual([
    'scene-1.webp',
    'scene-2.webp',
    'scene-5.webp',
  ]);
  const note = (await notes(made.ticketId as string))[0]?.text ?? '';
  expect(note).toMatch(/run\.exe: this kind of file is not taken/);
  expect(note).toMatch(/fake\.png: this kind/);
  expect(note).toMatch(/scene-6\.png: only 5 files are taken/);
});

test('a long mail is cut and the rest kept, and a whole Aadhaar number is written nowhere', async () => {
  const text = `My number is 2345 6789 0124. ${'All of this is needed. '.repeat(400)}THE END`;
  const made = await mails.receive({ from: client, subject: 'x'.repeat(300), text });
  const ticket = await desk.ticket(made.ticketId as string);
  expect(ticket['subject']).toHaveLength(150);
  expect(ticket['description'].length).toBeLessThanOrEqual(5_000);
  const asked = await desk.call('client', 'GET', `/help-desk/get-remarks/${made.ticketId}`);
  expect(asked.json.quoted).toMatch(/THE END$/);
  expect(JSON.stringify([ticket, asked.json, made])).not.toMatch(/2345\D?6789/);
});

test('strangers wait, are answered nothing, and cannot fill the database', async () => {
  const before = await mails.sql('select count(*) from mail');
  for (let n = 0; n < 25; n += 1) await mails.post(mailOf({ from: 'spam@elsewhere.example', text: `Buy ${n}` }));
  await mails.work();
  const counted = await mails.sql(
    `select state, count(*), count(cipher) as kept from help_mail where from_address = 'spam@elsewhere.example' group by state order by state`,
  );
  expect(counted).toEqual([
    { state: 'HELD', count: 20, kept: 20 },
    { state: 'REFUSED', count: 5, kept: 0 },
  ]);
  expect(await mails.sql('select count(*) from mail')).toEqual(before);
});

test('staff read what waits as plain text, make a ticket of it for a customer or discard it, and no client sees it', async () => {
  const waits = await mails.receive({
    from: 'Ravi <ravi@elsewhere.example>',
    subject: 'From my other address',
    text: 'My truck stands still since Monday.',
  });
  expect(waits).toMatchObject({ state: 'HELD', reason: 'Nobody here has this address.', isKept: true });
  const path = `/help-mail/${waits.id}`;
  for (const ask of ['/help-mail', '/help-mail/state', path])
    expect((await desk.call('client', 'GET', ask)).status, ask).toBe(403);
  expect(await desk.get('agent', path)).toMatchObject({
    from: 'ravi@elsewhere.example',
    fromName: 'Ravi',
    text: 'My truck stands still since Monday.',
    kept: true,
  });
  const [listed] = (await desk.get('agent', '/help-mail?state=HELD&q=ravi+other')) as { id: string }[];
  expect(listed?.id).toBe(waits.id);
  const { call } = desk;
  const staffId = (await mails.sql<{ id: string }>(`select id from account where email = $1`, [agent]))[0]?.id;
  expect((await call('agent', 'POST', `${path}/ticket`, { appUserId: staffId })).status).toBe(400);
  const customer = (
    await mails.sql<{ id: string }>(`select id from account where email = 'client@roadkeeper.test'`)
  )[0];
  const made = await desk.must(call('agent', 'POST', `${path}/ticket`, { appUserId: customer?.id }));
  expect(await desk.ticket(made['ticketId'], 'client')).toMatchObject({
    subject: 'From my other address',
    channel: 'EMAIL',
    appUser: { id: customer?.id },
  });
  expect((await call('agent', 'POST', `${path}/ticket`, { appUserId: customer?.id })).status).toBe(409);
  const spam = await mails.receive({ from: 'spammer@elsewhere.example' });
  expect((await call('agent', 'POST', `/help-mail/${spam.id}/discard`, { reason: ' ' })).status).toBe(400);
  await desk.must(call('agent', 'POST', `/help-mail/${spam.id}/discard`, { reason: 'Advertising' }));
  expect(await desk.get('agent', `/help-mail/${spam.id}`)).toMatchObject({
    state: 'DISCARDED',
    reason: 'Advertising',
    kept: false,
  });
  const written = await mails.sql(`select 1 from mail where to_address like '%elsewhere.example'`);
  expect(written).toHaveLength(0);
});

test('the category of tickets that come by mail is set by who may', async () => {
  const path = '/help-mail/category';
  expect((await desk.call('client', 'PUT', path, { categoryId: desk.category['id'] })).status).toBe(403);
  await desk.must(desk.call('admin', 'PUT', path, { categoryId: desk.category['id'] }));
  expect(await desk.get('admin', '/help-mail/state')).toMatchObject({
    category: { id: desk.category['id'], label: 'Questions of tests' },
    mailbox: null,
    webhook: true,
    address: 'support@roadkeeper.test',
  });
  const made = await mails.receive({ from: client, subject: 'In that category' });
  expect(await desk.ticket(made.ticketId as string)).toMatchObject({ category: { id: desk.category['id'] } });
});

test('a mail that fails is tried again later, given up in the end, and tried anew when staff ask for it', async () => {
  await mails.post(mailOf({ from: client, subject: 'It fails' }));
  const [row] = await mails.sql<{ id: string }>(`select id from help_mail where state = 'NEW'`);
  // Its bytes were changed: it cannot be opened.
  await mails.sql(`update help_mail set tag = decode(repeat('00', 16), 'hex') where id = $1`, [row?.id ?? '']);
  for (let n = 0; n < 7; n += 1) {
    await mails.work();
    product.clock.move(3_600_000);
  }
  const failed = await desk.get('agent', `/help-mail/${row?.id}`);
  expect(failed).toMatchObject({ state: 'FAILED', kept: true });
  await desk.must(desk.call('agent', 'POST', `/help-mail/${row?.id}/retry`, {}));
  expect(await desk.get('agent', `/help-mail/${row?.id}`)).toMatchObject({ state: 'NEW' });
  expect((await desk.call('agent', 'POST', `/help-mail/${row?.id}/retry`, {})).status).toBe(409);
});

test('a ticket that came by mail is confirmed also where the desk never opens, and its folded text goes along with a split', async () => {
  const [hours] = (await product.product.db.query<{ id: string }>(
    `insert into business_hours (id, name, is_usual, holidays) values (gen_random_uuid(), 'Never', false, 'NONE') returning id`,
  )) as [{ id: string }];
  const category = await desk.must(
    desk.call('admin', 'POST', '/help-category', {
      name: 'Never answered',
      slaFirstResponseMin: 60,
      slaResolutionMin: 240,
      businessHoursId: hours.id,
      position: 902,
    }),
  );
  const before = (await desk.get('admin', '/help-mail/state'))['category'];
  await desk.must(desk.call('admin', 'PUT', '/help-mail/category', { categoryId: category['id'] }));
  const text = 'The screen of the tracker stays dark.\n\n> On Monday you wrote:\n> Switch it off and on.';
  const made = await mails.receive({ from: client, subject: 'Dark screen', text });
  await desk.must(desk.call('admin', 'PUT', '/help-mail/category', { categoryId: before.id }));
  const receipt = await mails.sent(made.ticketId as string, 'ticket-received-undated');
  expect(receipt.subject).toMatch(/: we have your question$/);
  const answer = await mails.receive({
    from: client,
    to: toKey(receipt.replyKey),
    text: 'And it is hot.\n\n> We have your question.',
  });
  const id = made.ticketId as string;
  expect(answer.ticketId).toBe(id);
  const [said] = await replies(id);
  expect(said?.quoted).toContain('We have your question.');
  const quotedOf = async (ticketId: string) =>
    (await desk.call('agent', 'GET', `/help-desk/get-remarks/${ticketId}`)).json.quoted;
  const split = await desk.must(
    desk.call('agent', 'POST', `/help-desk/split/${id}`, { wordIds: [id, said?.id], subject: 'Dark and hot' }),
  );
  expect(await quotedOf(split['id'])).toBe(await quotedOf(id));
  expect((await replies(split['id']))[0]?.quoted).toBe(said?.quoted);
});
