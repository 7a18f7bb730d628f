import { afterAll, beforeAll, expect, test } from 'vitest';
import { ticketGiven, ticketNotice, ticketOver } from '#areas/helpdesk/helpdesk.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { enter, follow, listen } from '#kit/server/live/testing/sockets.ts';
import { publish, withdraw } from '#kit/server/notify/publish.ts';
import { noticesTopic } from './notice-answers.contract.ts';
import { type Notices, startNotices, type Who } from './testing/notices.ts';

let its: Notices;
let url: string;
let orgId: string;
beforeAll(async () => {
  its = await startNotices();
  url = await listen(its.test);
  orgId = (await its.accountOf('owner')).orgId ?? '';
}, 120_000);
afterAll(() => its?.close());

let serial = 0;
/** A notice about a ticket of the owner's organisation. */
async function given(to: readonly Who[], more: { key?: string; except?: string | null } = {}) {
  const no = (serial += 1);
  const people = await Promise.all(to.map((who) => its.accountOf(who)));
  const ticket = {
    id: `01a1fc17-27e9-7627-921e-d6ed73${String(no).padStart(6, '0')}`,
    orgId,
    ticketNo: `HD-2611-${String(no).padStart(5, '0')}`,
    subject: 'Tracker is silent',
  };
  return ticketNotice(ticketGiven, ticket, people, more.key ?? `key-${no}`, { except: more.except ?? null });
}

test('what is published is in the list of each person once, and counted, however often it is published', async () => {
  const notice = await given(['desk', 'support'], { key: 'twice' });
  await its.publish(notice);
  expect(await its.unread('desk')).toBe(0);
  await its.run();
  await its.publish(notice, notice);
  await its.run();
  const [row, ...more] = await its.list('desk');
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    topic: 'ticket-given',
    title: 'Ticket HD-2611-00001 is assigned to you or your team: Tracker is silent',
    severity: 'info',
    readAt: null,
    at: '2026-11-23T06:00:00.000Z',
  });
  expect([await its.unread('desk'), await its.unread('support'), await its.unread('owner')]).toEqual([1, 1, 0]);
});

test('a write that is rolled back tells nobody, and what was held can be withdrawn until its time', async () => {
  const before = await its.unread('desk');
  const lost = await given(['desk']);
  await expect(
    transact(its.test.product.db, everything, async (db) => {
      await publish(db, its.test.clock.now(), lost);
      throw new Error('the write failed');
    }),
  ).rejects.toThrow('the write failed');
  const heldUntil = new Date(its.test.clock.now().getTime() + 60_000);
  const [kept, taken] = [await given(['desk']), await given(['desk'])];
  await its.publish({ ...kept, heldUntil }, { ...taken, heldUntil });
  await its.run();
  expect(await its.unread('desk')).toBe(before);
  await transact(its.test.product.db, everything, (db) => withdraw(db, taken.onceKey));
  its.test.clock.move(61_000);
  await its.run();
  expect(await its.unread('desk')).toBe(before + 1);
});

test('clients of other organisations, whoever did it and who may not view the module are not told', async () => {
  const { id } = await its.accountOf('desk');
  await its.publish(await given(['desk', 'owner', 'stranger', 'support'], { key: 'walls', except: id }));
  await its.run();
  const told = await its.sql<{ email: string }>(
    `select a.email from notice n join account a on a.id = n.account_id where n.once_key = 'ticket-given:walls'`,
  );
  // It is a topic of staff: the owner of the ticket has topics of their own.
  expect(told.map(({ email }) => email)).toEqual(['support@roadkeeper.test']);
  const owner = await its.accountOf('owner');
  const ticket = { id: owner.id, orgId, ticketNo: 'HD-1', subject: 'A question' };
  await its.publish(
    ticketNotice(ticketOver, ticket, [owner, await its.accountOf('stranger')], 'closed'),
    // Nobody of finance sees tickets.
    { ...ticketNotice(ticketOver, ticket, [owner], 'hidden'), to: { module: 'help-desk', action: 'no-such-right' } },
  );
  await its.run();
  expect((await its.list('owner')).map(({ topic }) => topic)).toEqual(['ticket-over']);
  expect(await its.list('stranger')).toEqual([]);
});

test('pages follow each other without a gap, and filters narrow them', async () => {
  for (let count = 0; count < 7; count += 1) {
    await its.publish(await given(['support']));
    its.test.clock.move(1_000);
  }
  await its.run();
  const all = await its.list('support', '?take=100');
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await its.must(its.call('support', 'GET', `/notification?take=3${next ? `&after=${next}` : ''}`));
    seen.push(...page.data.map(({ id }: { id: string }) => id));
    next = page.next as string | null;
  }
  expect(seen).toEqual(all.map(({ id }) => id));
  expect(all.length).toBeGreaterThan(7);
  await its.must(its.call('support', 'PUT', '/notification/read', { ids: seen.slice(0, 2) }));
  expect(await its.list('support', '?unread=true&take=100')).toHaveLength(all.length - 2);
  expect(await its.list('support', '?severity=urgent')).toEqual([]);
  expect(await its.list('support', '?topic=ticket-given&take=100')).toHaveLength(all.length);
  const wrong = await its.call('support', 'GET', '/notification?topic=nonsense&take=0&after=7&colour=red');
  expect(wrong.status).toBe(400);
});

test('one marks and removes only one’s own; all at once, and as unread again', async () => {
  await its.publish(await given(['desk', 'support']), await given(['desk']));
  await its.run();
  const [first] = await its.list('desk');
  const foreign = await its.call('support', 'PUT', '/notification/read', { ids: [first?.id] });
  expect(foreign.json.data).toEqual({ changed: 0 });
  expect((await its.call('support', 'DELETE', '/notification', { ids: [first?.id] })).json.data).toEqual({
    removed: 0,
  });
  const count = await its.unread('desk');
  const all = await its.call('desk', 'PUT', '/notification/read', {});
  expect([all.json.message, all.json.data]).toEqual(['Marked as read.', { changed: count }]);
  expect(await its.unread('desk')).toBe(0);
  await its.must(its.call('desk', 'PUT', '/notification/read', { ids: [first?.id], read: false }));
  expect(await its.unread('desk')).toBe(1);
  expect((await its.call('desk', 'PUT', '/notification/read', { read: false })).status).toBe(400);
  for (const body of [null, [], [first?.id], 'all', 7]) {
    const refused = await its.call('desk', 'PUT', '/notification/read', body);
    expect([refused.status, refused.json.fields], JSON.stringify(body)).toEqual([400, { '': 'Send a JSON object' }]);
  }
  expect(await its.unread('desk')).toBe(1);
  await its.must(its.call('desk', 'DELETE', '/notification', { ids: [first?.id] }));
  expect(await its.unread('desk')).toBe(0);
  expect((await its.list('desk', '?take=100')).map(({ id }) => id)).not.toContain(first?.id);
  await its.publish(await given(['desk']));
  await its.run();
  await its.must(its.call('desk', 'DELETE', '/notification', {}));
  expect((await its.list('desk', '?take=100')).map(({ readAt }) => readAt)).toEqual([null]);
});

test('open browsers of a person hear of it, and of nobody else’s; what is read elsewhere as well', async () => {
  const socket = await enter(its.test, url, await its.test.login(its.email('desk')));
  const other = await enter(its.test, url, await its.test.login(its.email('support')));
  await follow(socket, noticesTopic);
  await follow(other, noticesTopic);
  // First of all they are told to ask for the number.
  await socket.next((one) => one.type === 'data' && !('notice' in (one.data as object)));
  await its.publish(await given(['desk']));
  await its.run();
  const { data } = await socket.next((one) => one.type === 'data' && 'notice' in (one.data as object));
  expect(data).toMatchObject({
    notice: { topic: 'ticket-given', params: { subject: 'Tracker is silent' } },
    isQuiet: false,
  });
  await its.must(its.call('desk', 'PUT', '/notification/read', {}));
  await socket.next((one) => one.type === 'data' && !('notice' in (one.data as object)));
  expect(other.said.filter((one) => one.type === 'data' && 'notice' in (one.data as object))).toEqual([]);
  for (const one of [socket, other]) one.socket.close();
});

test('many that are published together are told together, each once', async () => {
  const before = await its.unread('support');
  const many = await Promise.all(Array.from({ length: 250 }, () => given(['support'])));
  await its.publish(...many, ...many);
  expect(await its.sql(`select 1 from job where name = 'notice'`)).toHaveLength(5);
  await its.run();
  expect(await its.unread('support')).toBe(before + 250);
  await its.must(its.call('support', 'PUT', '/notification/read', {}));
});

test('what was published before the product ended is told after the next start, once', async () => {
  const before = await its.unread('desk');
  await its.publish(await given(['desk'], { key: 'before the end' }));
  await its.test.restart();
  await its.run();
  await its.publish(await given(['desk'], { key: 'before the end' }));
  await its.run();
  expect(await its.unread('desk')).toBe(before + 1);
});

test('after ninety days a notice is gone', async () => {
  expect((await its.list('support')).length).toBeGreaterThan(0);
  await its.test.product.planJobs();
  its.test.clock.move(91 * 86_400_000);
  await its.run();
  expect(await its.list('support')).toEqual([]);
});
