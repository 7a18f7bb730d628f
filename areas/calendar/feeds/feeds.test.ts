import ICAL from 'ical.js';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import type { DutyAnswer, MadeFeed } from '../calendar-answers.contract.ts';

const owner = 'client@roadkeeper.test';
const admin = 'admin@roadkeeper.test';
let product: TestProduct;
let logged = '';
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString();
      done();
    },
  });
  product = await startTestProduct({ fleet: true, site: { log: pino({ level: 'debug' }, sink) } });
});
afterAll(() => product?.close());

const sql = <Row = Record<string, unknown>>(text: string, params: (string | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const as = async (email: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  product.call(method, path, { token: await product.login(email), ...(body === undefined ? {} : { body }) });
let links = 0;
async function made(email: string, body: object = { name: `Phone ${(links += 1)}` }): Promise<MadeFeed> {
  const { status, json, text } = await as(email, 'POST', '/calendar/feed', body);
  expect(status, text).toBe(201);
  return json.data;
}
const pathOf = ({ link }: Pick<MadeFeed, 'link'>) => link.slice(link.indexOf('/calendar/feed/'));
const fetched = (feed: Pick<MadeFeed, 'link'>, headers: Record<string, string> = {}) =>
  product.call('GET', pathOf(feed), { headers });
/** The events of a file, as another program reads them. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      isDay: event.startDate.isDate,
      end: event.endDate.toString(),
      summary: event.summary,
      description: event.description,
      stamp: String(one.getFirstPropertyValue('dtstamp')),
      url: String(one.getFirstPropertyValue('url')),
    };
  });
}
const gone = async (feed: Pick<MadeFeed, 'link'>) => {
  const { status, json, headers } = await fetched(feed);
  expect([status, json.message, headers['etag']]).toEqual([404, 'Calendar not found', undefined]);
};

test('a link is told once and kept as a hash; a calendar program reads the deadlines that the calendar shows, without a session', async () => {
  const feed = await made(owner, { name: '  Phone of the owner ' });
  expect(feed).toMatchObject({ name: 'Phone of the owner', kinds: null, lastUsedAt: null });
  const secret = /\/api\/v1\/calendar\/feed\/(rkc_[\w-]{43})\.ics$/.exec(feed.link)?.[1] ?? '';
  expect(secret.slice(-4)).toBe(feed.hint);
  const stored = await sql('select * from calendar_feed where id = $1', [feed.id]);
  expect(stored[0]?.['token_hash']).toEqual(hashToken(secret));
  expect(JSON.stringify(stored)).not.toContain(secret);

  const { status, headers, text } = await fetched(feed);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ]);
  const events = eventsOf(text);
  const rows: DutyAnswer[] = [];
  for (const [from, to] of [
    ['2026-10-22', '2026-12-31'],
    ['2027-01-01', '2027-03-31'],
    ['2027-04-01', '2027-06-30'],
    ['2027-07-01', '2027-09-30'],
    ['2027-10-01', '2027-11-21'],
  ])
    for (let skip = 0; ; skip += 100) {
      const { json } = await as(owner, 'GET', `/calendar?from=${from}&to=${to}&take=100&skip=${skip}`);
      rows.push(...json.data);
      if (json.data.length < 100) break;
    }
  expect(rows.length).toBeGreaterThan(20);
  expect(events.map(({ uid, day }) => `${uid} ${day}`)).toEqual(rows.map(({ key, day }) => `${key}@roadkeeper ${day}`));
  expect(new Set(events.map(({ isDay }) => isDay))).toEqual(new Set([true]));
  const [first] = events;
  expect(first?.url).toMatch(/^https?:\/\/[^/]+\/[a-z-]+/);
  expect(first?.summary).toContain(rows[0]?.subject);
  expect(first?.description).toContain(first?.url);

  // Programs that ask first whether there is something.
  const head = await product.call('HEAD', pathOf(feed));
  expect([head.status, head.text, head.headers['etag'], head.headers['content-type']]).toEqual([
    200,
    '',
    headers['etag'],
    'text/calendar; charset=utf-8',
  ]);
  const none = await product.call('HEAD', `/calendar/feed/rkc_${'A'.repeat(43)}.ics`);
  expect([none.status, none.text]).toEqual([404, '']);

  expect(await as(owner, 'GET', '/calendar/feed').then(({ json }) => json.data[0])).toMatchObject({
    id: feed.id,
    lastUsedAt: '2026-11-21T06:00:00.000Z',
  });
  expect(logged).toContain('/calendar/feed/:file');
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain(secret.slice(4, 20));
});

test('the file is iCalendar as RFC 5545 has it: CRLF, no line over 75 octets, text escaped, the same bytes again', async () => {
  const [ticket] = await sql<{ id: string }>(
    `update help_desk set subject = $1, due_at = '2026-11-24T06:00:00Z', request_status = '0'
     where id = (select id from help_desk where org_id = (select org_id from account where email = $2) limit 1) returning id`,
    ['Brakes; gears, \\ and “क्लच” – all of them make a noise that nobody in the yard has heard before', owner],
  );
  const feed = await made(owner, { name: 'Tickets', kinds: ['TICKET'] });
  const { text, headers } = await fetched(feed);
  const lines = text.replace(/\r\n$/, '').split('\r\n');
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const event = eventsOf(text).find(({ uid }) => uid === `ticket:${ticket?.id}@roadkeeper`);
  expect(event).toMatchObject({ day: '2026-11-24', end: '2026-11-25' });
  expect(event?.summary).toContain('Brakes; gears, \\ and “क्लच” – all of them make a noise');
  expect(eventsOf(text).every(({ uid }) => uid.startsWith('ticket:'))).toBe(true);

  const etag = String(headers['etag']);
  const again = await fetched(feed, { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
  // The day moves: the event is the same one. Resolved: it is gone.
  await sql(`update help_desk set due_at = '2026-11-30T20:00:00Z', updated_at = '2026-11-21T05:30:00Z' where id = $1`, [
    ticket?.id ?? '',
  ]);
  const moved = await fetched(feed, { 'if-none-match': etag });
  expect(moved.status).toBe(200);
  // 20:00 UTC is the next day in India.
  expect(eventsOf(moved.text).find(({ uid }) => uid === event?.uid)).toMatchObject({
    day: '2026-12-01',
    stamp: '2026-11-21T05:30:00Z',
  });
  await sql(`update help_desk set request_status = '4' where id = $1`, [ticket?.id ?? '']);
  expect(eventsOf((await fetched(feed)).text).some(({ uid }) => uid === event?.uid)).toBe(false);
});

test('two links of one person have two names, and others may use them as well', async () => {
  await made(owner, { name: 'Phone in the car' });
  const again = await as(owner, 'POST', '/calendar/feed', { name: ' phone in the CAR' });
  expect([again.status, again.json.fields]).toEqual([
    409,
    { name: 'You have a calendar link of this name. Choose another' },
  ]);
  await made('operations@roadkeeper.test', { name: 'Phone in the car' });
});

test('a name is one line, and one with line breaks from before adds nothing to the file', async () => {
  for (const name of ['a\r\nBEGIN:VEVENT\r\nX:1', 'a\nb', 'a\rb', 'a\u2028b']) {
    const { status, json } = await as(owner, 'POST', '/calendar/feed', { name });
    expect([status, json.fields], JSON.stringify(name)).toEqual([
      400,
      { name: 'Write this on one line, without line breaks' },
    ]);
  }
  const feed = await made(owner, { name: 'My tickets', kinds: ['TICKET'] });
  await sql('update calendar_feed set name = $1 where id = $2', ['a\r\nBEGIN:VEVENT\r\nX:1\rb', feed.id]);
  const [subject] = await sql<{ subject: string }>(
    `update help_desk set subject = $1, due_at = '2026-11-24T06:00:00Z', request_status = '0'
     where id = (select id from help_desk where org_id = (select org_id from account where email = $2) limit 1) returning subject`,
    ['Brakes\r\nEND:VCALENDAR\rX:2\nX:3', owner],
  );
  const { text } = await fetched(feed);
  const lines = text.split('\r\n');
  expect(lines.filter((line) => /^(X-WR-CAL)?NAME:/.test(line))).toEqual([
    'NAME:a BEGIN:VEVENT X:1 b',
    'X-WR-CALNAME:a BEGIN:VEVENT X:1 b',
  ]);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(lines.filter((line) => line === 'END:VCALENDAR').length).toBe(1);
  expect(eventsOf(text).map(({ summary }) => summary.replaceAll(/\s/g, ' '))).toContainEqual(
    expect.stringContaining(String(subject?.subject).replaceAll(/\r\n|\s/g, ' ')),
  );
});

test('it is in the language of its owner', async () => {
  const feed = await made(owner, { name: 'हिन्दी', kinds: ['POLICY'] });
  await sql(`update account set language = 'hi' where email = $1`, [owner]);
  const { text } = await fetched(feed);
  await sql(`update account set language = null where email = $1`, [owner]);
  const [event] = eventsOf(text);
  expect(event?.summary).toContain('बीमा पॉलिसी');
  expect(event?.description).toContain('पॉलिसी नई करें');
  expect(eventsOf((await fetched(feed)).text)[0]?.summary).toContain('Insurance policy');
});

test('a withdrawn link, one of nobody and one of what is no link find nothing, and are told nothing', async () => {
  const feed = await made(owner, { name: 'Lost phone' });
  expect((await fetched(feed)).status).toBe(200);
  expect((await as('deccan@roadkeeper.test', 'DELETE', `/calendar/feed/${feed.id}`)).status, 'not theirs').toBe(404);
  expect((await as(admin, 'DELETE', `/calendar/feed/${feed.id}`)).status, 'nor of staff').toBe(404);
  expect((await as(owner, 'DELETE', `/calendar/feed/${feed.id}`)).json.message).toBe('Calendar link withdrawn.');
  await gone(feed);
  expect((await as(owner, 'DELETE', `/calendar/feed/${feed.id}`)).status).toBe(404);
  await gone({ link: `/calendar/feed/rkc_${'A'.repeat(43)}.ics` });
  await gone({ link: `/calendar/feed/${'A'.repeat(200)}` });
  const { json } = await as(owner, 'GET', '/history?module=calendar&take=10');
  expect(json.data.map(({ action, recordTitle }: Record<string, string>) => `${action} ${recordTitle}`)).toEqual(
    expect.arrayContaining(['create Lost phone', 'delete Lost phone']),
  );
});

test('rights are those of its owner in this moment: without them, or without an organisation, there is nothing', async () => {
  const feed = await made(owner);
  const kindsOf = async () => new Set(eventsOf((await fetched(feed)).text).map(({ uid }) => uid.split(':')[0]));
  expect(await kindsOf()).toContain('policy');
  const permissions = (module: string, actions: string) =>
    sql(
      `update permission p set actions = ${actions} from module m, role r, account a
       where m.id = p.module_id and m.key = '${module}' and r.id = p.role_id and r.id = a.role_id and a.email = $1`,
      [owner],
    );
  const before = await permissions('app-user-policy', `array[]::text[]`);
  expect(before).toBeDefined();
  expect(await kindsOf()).not.toContain('policy');
  await permissions('app-user-policy', `array['view']`);
  for (const [break_, mend] of [
    [`update account set status = 0 where email = $1`, `update account set status = 1 where email = $1`],
    [
      `update organisation set status = 0 where id = (select org_id from account where email = $1)`,
      `update organisation set status = 1 where id = (select org_id from account where email = $1)`,
    ],
    [
      `update organisation set deleted_at = now() where id = (select org_id from account where email = $1)`,
      `update organisation set deleted_at = null where id = (select org_id from account where email = $1)`,
    ],
    [
      `update account set must_change_password = true where email = $1`,
      `update account set must_change_password = false where email = $1`,
    ],
  ] as const) {
    await sql(break_, [owner]);
    await gone(feed);
    await sql(mend, [owner]);
    expect((await fetched(feed)).status, mend).toBe(200);
  }
  await permissions('calendar', `array[]::text[]`);
  await gone(feed);
  await permissions('calendar', `array['view']`);
  expect((await fetched(feed)).status).toBe(200);
});

test('staff who work for one organisation fetch its deadlines alone, and each says whose it is', async () => {
  const feed = await made('operations@roadkeeper.test', { name: 'Desk', kinds: ['PAPER'] });
  const before = eventsOf((await fetched(feed)).text);
  await sql(`update role set row_scope = 'OWN_CLIENTS' where name = 'Operations'`);
  await sql(
    `insert into user_client (user_id, org_id) select a.id, o.id from account a, organisation o
     where a.email = 'operations@roadkeeper.test' and o.name = 'Sahyadri Logistics'`,
  );
  const events = eventsOf((await fetched(feed)).text);
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThan(before.length);
  expect(events.filter(({ description }) => !description.includes('Sahyadri Logistics'))).toEqual([]);
  await sql(`update role set row_scope = 'ALL' where name = 'Operations'`);
});

test('nobody makes a link for somebody else, with an API key, or without having shown that it is them', async () => {
  const [account] = await sql<{ id: string }>('select id from account where email = $1', [owner]);
  const acting = await as(admin, 'POST', '/session/impersonation', {
    userId: account?.id,
    reason: 'To see what they see',
  });
  const token = acting.json.accessToken as string;
  for (const [method, path] of [
    ['POST', '/calendar/feed'],
    ['GET', '/calendar/feed'],
    ['DELETE', `/calendar/feed/${crypto.randomUUID()}`],
  ] as const) {
    const { status, json } = await product.call(method, path, {
      token,
      ...(method === 'POST' ? { body: { name: 'Phone' } } : {}),
    });
    expect([status, json.code], `${method} ${path}`).toEqual([403, 'impersonating']);
  }
  expect((await product.call('GET', '/calendar', { token })).status, 'looking is allowed').toBe(200);
  const late = await product.login('deccan@roadkeeper.test');
  product.clock.move(11 * 60_000);
  const refused = await product.call('POST', '/calendar/feed', { token: late, body: { name: 'Phone' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'prove_first']);
});

test('what is asked for wrongly is refused at its field, and ten links are enough', async () => {
  const fieldsOf = async (body: object) => {
    const { status, json } = await as('kulkarni@roadkeeper.test', 'POST', '/calendar/feed', body);
    expect(status, JSON.stringify(body)).toBe(400);
    return Object.keys(json.fields);
  };
  expect(await fieldsOf({})).toEqual(['name']);
  expect(await fieldsOf({ name: ' x ' })).toEqual(['name']);
  expect(await fieldsOf({ name: 'x'.repeat(61) })).toEqual(['name']);
  expect(await fieldsOf({ name: 'Phone', kinds: [] })).toEqual(['kinds']);
  expect(await fieldsOf({ name: 'Phone', kinds: ['BIRTHDAY'] })).toEqual(['kinds']);
  expect(await fieldsOf({ name: 'Phone', accountId: crypto.randomUUID() })).toEqual(['accountId']);
  const token = await product.login('kulkarni@roadkeeper.test');
  const many = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      product.call('POST', '/calendar/feed', { token, body: { name: `Link ${at + 1}` } }),
    ),
  );
  const statuses = many.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201).length).toBe(10);
  expect(statuses.filter((status) => status === 409).length).toBe(4);
});

test('one link that is fetched all the time is told to wait; another one is not', async () => {
  const [feed, other] = [await made(owner), await made(owner)];
  let answer = await fetched(feed);
  for (let tries = 0; tries < 40 && answer.status === 200; tries += 1) answer = await fetched(feed);
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60']);
  expect((await fetched(other)).status).toBe(200);
  product.clock.move(60_000);
  expect((await fetched(feed)).status).toBe(200);
});
