import { afterAll, beforeAll, expect, test } from 'vitest';
import { ticketGiven, ticketNotice } from '#areas/helpdesk/helpdesk.server.ts';
import { queueMail } from '#areas/mail/mail.server.ts';
import { everything, type Scope, transact } from '#kit/server/db/database.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { type Notices, startNotices } from './testing/notices.ts';

let its: Notices;
let orgId: string;
beforeAll(async () => {
  its = await startNotices();
  orgId = (await its.accountOf('owner')).orgId ?? '';
  await its.test.product.planJobs();
}, 120_000);
afterAll(() => its?.close());

let serial = 0;
/** The support desk is told something of a topic that has no mails of its own. */
async function happens(topic: Pick<Topic, 'key'> = { key: 'challan-contested' }, who: 'support' | 'desk' = 'support') {
  serial += 1;
  const { id } = await its.accountOf(who);
  const ticket = { id, orgId, ticketNo: `HD-${serial}`, subject: 'Sample' };
  const notice = ticketNotice(ticketGiven, ticket, [{ id }], `p${serial}`);
  await its.publish({ ...notice, topic, params: { challan: `CH-${serial}`, by: '2026-12-01' }, onceKey: `p${serial}` });
  await its.run();
}
/** Moves to an hour and minute of India on the day that it is, or on the next. */
function toIndia(hour: number, minute = 0): void {
  const now = its.test.clock.now().getTime();
  const at = new Date(now + 19_800_000);
  const wanted = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), hour, minute) - 19_800_000;
  its.test.clock.move(wanted > now ? wanted - now : wanted + 86_400_000 - now);
}
/** A mail that the help desk sends by itself, from within a scope. */
const deskMail = (scope: Scope, who: 'support' | 'desk', key: string) =>
  transact(its.test.product.db, scope, async (db) =>
    queueMail(db, its.test.product.mail, {
      template: 'ticket-news',
      topic: 'ticket-news',
      to: { address: its.email(who), name: 'Desk', accountId: (await its.accountOf(who)).id },
      orgId: null,
      values: { name: 'Desk', ticket: 'HD-1', subject: 'Sample', what: 'The customer wrote.', link: '/help-desk' },
      onceKey: key,
    }),
  );

test('preferences list what somebody can be notified of at all, as it is usual until they choose', async () => {
  const staff = await its.preferences('support');
  const client = await its.preferences('owner');
  const keys = (one: typeof staff) => one.topics.map(({ key }) => key);
  expect(staff).toMatchObject({ digestHour: 8, quietFrom: null, quietTo: null });
  expect(keys(staff)).toEqual(expect.arrayContaining(['ticket-given', 'ticket-late', 'export-ready']));
  expect(keys(staff)).not.toContain('ticket-answered');
  expect(keys(client)).toEqual(
    expect.arrayContaining(['ticket-answered', 'policy-expiring', 'document-rejected', 'incident-raised']),
  );
  expect(keys(client)).not.toContain('ticket-given');
  const given = staff.topics.find(({ key }) => key === 'ticket-given');
  expect(given).toMatchObject({ channels: ['app', 'email'], usual: ['app', 'email'] });
  for (const one of [...staff.topics, ...client.topics]) expect(one.name, one.key).not.toBe('');
});

test('a choice is kept, is that of one person, and goes back to the usual one', async () => {
  await its.choose('support', { topics: [{ key: 'ticket-given', channels: ['digest', 'digest'] }] });
  const of = async (who: 'support' | 'desk') =>
    (await its.preferences(who)).topics.find(({ key }) => key === 'ticket-given')?.channels;
  expect([await of('support'), await of('desk')]).toEqual([['digest'], ['app', 'email']]);
  await its.choose('desk', { topics: [{ key: 'ticket-given', channels: ['email'] }] });
  await its.choose('support', { topics: [{ key: 'ticket-given', channels: null }] });
  expect([await of('support'), await of('desk')]).toEqual([['app', 'email'], ['email']]);
  await its.choose('desk', { topics: [{ key: 'ticket-given', channels: null }] });
  for (const body of [
    { topics: [{ key: 'ticket-answered', channels: ['app'] }] },
    { topics: [{ key: 'ticket-given', channels: ['pigeon'] }] },
    { digestHour: 24 },
    { quietFrom: 60 },
    { quietFrom: 60, quietTo: 60 },
    { quietFrom: -1, quietTo: 10 },
    { colour: 'red' },
  ])
    expect((await its.call('support', 'PUT', '/notification/preferences', body)).status, JSON.stringify(body)).toBe(
      400,
    );
});

test('without a channel nobody is told; by email at once a mail leaves, once', async () => {
  await its.choose('support', { topics: [{ key: 'challan-contested', channels: [] }] });
  const before = await its.unread('support');
  await happens();
  expect([await its.unread('support'), (await its.mails('support', 'notice')).length]).toEqual([before, 0]);
  await its.choose('support', { topics: [{ key: 'challan-contested', channels: ['email'] }] });
  await happens();
  await its.run();
  expect(await its.unread('support')).toBe(before);
  expect(await its.mails('support', 'notice')).toMatchObject([
    { subject: `Challan CH-${serial} is contested. Decide it by 1 Dec 2026` },
  ]);
});

test('mails that an area sends by itself follow the choice, whatever the scope of the write; those of no topic do not', async () => {
  const client = { orgId, client: true };
  expect(await deskMail(everything, 'desk', 'usual')).toBeDefined();
  await its.choose('desk', { topics: [{ key: 'ticket-news', channels: ['app'] }] });
  expect(await deskMail(everything, 'desk', 'chosen')).toBeUndefined();
  // A customer writes: the choice of staff is behind the wall, and counts all the same.
  expect(await deskMail(client, 'desk', 'chosen by a customer').catch((error: Error) => error.message)).toBeUndefined();
  const seen = await transact(its.test.product.db, client, async (db) => {
    await its.test.product.mail.choice?.(db, {
      matter: 'ticket-news',
      accountId: (await its.accountOf('desk')).id,
      now: its.test.clock.now(),
    });
    return db.query('select 1 from account where org_id is distinct from $1', [orgId]);
  });
  // Nothing of the look over the wall stays in the transaction.
  expect(seen).toEqual([]);
});

test('in quiet hours nothing disturbs, mails wait for their end, and an emergency does not', async () => {
  await its.choose('support', {
    quietFrom: 22 * 60,
    quietTo: 7 * 60,
    topics: [{ key: 'challan-contested', channels: ['app', 'email'] }],
  });
  toIndia(23, 30);
  const count = (await its.mails('support', 'notice')).length;
  await happens();
  const [held] = (await its.mails('support', 'notice')).slice(count);
  // Kept: this product has no mail server. What would be its time stands in the choice.
  expect(held?.state).toBe('kept');
  const choice = async (matter: string) =>
    transact(its.test.product.db, everything, async (db) =>
      its.test.product.mail.choice?.(db, {
        matter,
        accountId: (await its.accountOf('support')).id,
        now: its.test.clock.now(),
      }),
    );
  const end = new Date(its.test.clock.now().getTime() + 7.5 * 3_600_000);
  expect(await choice('ticket-news')).toEqual(end);
  expect(await choice('incident-escalated')).toBe('now');
  expect(await choice('password-reset')).toBe('now');
  toIndia(7);
  expect(await choice('ticket-news')).toBe('now');
  await its.choose('support', { quietFrom: null, quietTo: null });
});

test('emails that wait for the end of quiet hours do not come once they are turned off; others do', async () => {
  const { db } = its.test.product;
  await its.choose('support', { topics: [{ key: 'challan-contested', channels: ['app', 'email'] }] });
  await happens();
  const [notice] = (await its.mails('support', 'notice')).slice(-1);
  for (const who of ['support', 'desk'] as const) {
    await its.choose(who, { topics: [{ key: 'ticket-news', channels: ['email'] }] });
    await deskMail(everything, who, `held for ${who}`);
  }
  const keys = ['held for support', 'held for desk'];
  // This product has no mail server: the mails are made to wait as they would with one.
  const later = new Date(its.test.clock.now().getTime() + 3_600_000).toISOString();
  await transact(db, everything, (db) =>
    db.send(`update mail set state = 'queued', due_at = $1 where id = $2 or once_key = any($3::text[])`, [
      later,
      notice?.id ?? '',
      keys,
    ]),
  );
  const states = () =>
    transact(db, everything, async (db) => {
      const rows = await db.query<{ state: string }>(
        'select state from mail where id = $1 or once_key = any($2::text[]) order by array_position($2::text[], once_key) nulls first',
        [notice?.id ?? '', keys],
      );
      return rows.map(({ state }) => state);
    });
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
  // Usual is no email either, and that is what going back to it means.
  await its.choose('support', { topics: [{ key: 'challan-contested', channels: null }] });
  expect(await states()).toEqual(['cancelled', 'queued', 'queued']);
  await its.choose('support', { topics: [{ key: 'ticket-news', channels: [] }] });
  expect(await states()).toEqual(['cancelled', 'cancelled', 'queued']);
});

test('the digest comes at the chosen hour, once however often the product restarts, and only when there is something', async () => {
  await its.choose('support', { digestHour: 18, topics: [{ key: 'challan-contested', channels: ['app', 'digest'] }] });
  const digests = () => its.mails('support', 'notice-digest');
  toIndia(10);
  await its.run();
  await happens();
  await happens();
  toIndia(17, 30);
  await its.run();
  expect(await digests()).toEqual([]);
  toIndia(18, 5);
  await its.run();
  const [first, ...more] = await digests();
  expect(more).toEqual([]);
  expect(first?.subject).toBe('2 notifications in Roadkeeper');
  expect(first?.text).toContain(
    `• Challan CH-${serial} is contested. Decide it by 1 Dec 2026\n• Challan CH-${serial - 1} is contested. Decide it by 1 Dec 2026`,
  );
  await happens();
  await its.test.restart();
  await its.test.product.planJobs();
  toIndia(19, 30);
  await its.run();
  expect(await digests()).toHaveLength(1);
  // The next day, although nothing ran at the hour itself.
  toIndia(2);
  toIndia(21, 40);
  await its.run();
  expect((await digests()).map(({ subject }) => subject)).toEqual([
    '2 notifications in Roadkeeper',
    '1 notification in Roadkeeper',
  ]);
  // What was read is not told, and nothing is no mail.
  await happens();
  await its.must(its.call('support', 'PUT', '/notification/read', {}));
  toIndia(2);
  toIndia(23);
  await its.run();
  expect(await digests()).toHaveLength(2);
});

test('who acts for somebody reads what they were told, and neither marks it as read nor chooses for them', async () => {
  await happens({ key: 'export-ready' }, 'desk');
  const admin = await its.test.login('admin@roadkeeper.test');
  const { id } = await its.accountOf('desk');
  const started = await its.test.call('POST', '/session/impersonation', {
    token: admin,
    body: { userId: id, reason: 'They ask why they are told so much' },
  });
  expect(started.status, started.text).toBeLessThan(300);
  const token = (started.json.accessToken ?? started.json.data.accessToken) as string;
  const list = await its.test.call('GET', '/notification', { token });
  expect(list.json.data.length).toBeGreaterThan(0);
  for (const [method, path, body] of [
    ['PUT', '/notification/read', {}],
    ['DELETE', '/notification', {}],
    ['PUT', '/notification/preferences', { digestHour: 9 }],
  ] as const)
    expect((await its.test.call(method, path, { token, body })).status, path).toBe(403);
});
