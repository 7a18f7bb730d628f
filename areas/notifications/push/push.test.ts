import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Pushes, startPushes } from '../testing/pushes.ts';
import { newBrowser, startPushService } from '../testing/push-service.ts';
import { contentOf } from './push-message.ts';
import { encryptFor } from './push-keys.ts';

const minute = 60_000;
const dayMs = 86_400_000;
let its: Pushes;
beforeAll(async () => {
  its = await startPushes();
}, 120_000);
afterAll(() => its?.close());
beforeEach(async () => {
  its.service.reset();
  await its.sql('delete from push_subscription');
  await its.sql('delete from notice');
  await its.sql('delete from notice_choice');
  await its.sql('delete from notice_setting');
  await its.sql('update account set language = null');
  // Another day, at 11:30 in India.
  const now = its.test.clock.now().getTime();
  its.test.clock.move((Math.floor(now / dayMs) + 1) * dayMs + 6 * 60 * minute - now);
});
const bodies = () => its.service.pushed.map(({ content }) => content.body);

test('an urgent notice reaches each browser of its reader once, encrypted, signed, and in no other hands', async () => {
  const [one, two] = [await its.turnOn('owner'), await its.turnOn('owner')];
  await its.turnOn('stranger');
  await its.turnOn('support');
  await its.urgent(['owner', 'stranger'], { onceKey: 'same' });
  await its.urgent(['owner', 'stranger'], { onceKey: 'same' });
  await its.send();
  expect(its.service.problems).toEqual([]);
  expect(its.service.pushed.map(({ path }) => path).sort()).toEqual([one.path, two.path].sort());
  const [{ headers, content, signed, publicKey, size }] = its.service.pushed as [(typeof its.service.pushed)[number]];
  expect(content).toEqual({
    title: 'Alarms',
    body: 'Power cut: MH12AB1234, 24 Nov 2026, 11:30',
    link: expect.stringMatching(/^\/alarm\/01a1fc17/),
    severity: 'urgent',
    tag: expect.stringMatching(/^[\w-]{32}$/),
    lang: 'en',
    at: '2026-11-24T06:00:00.000Z',
    notice: (await its.list('owner'))[0]?.id,
  });
  expect(headers).toMatchObject({
    ttl: '86400',
    urgency: 'high',
    topic: content.tag,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  });
  expect(size).toBeLessThan(3_000);
  const now = its.test.clock.now().getTime() / 1_000;
  expect(signed).toEqual({ aud: its.service.origin, sub: 'mailto:no-reply@localhost', exp: now + 12 * 3_600 });
  const { data } = (await its.test.call('GET', '/notification/browser', { token: one.token })).json;
  expect(data.publicKey).toBe(publicKey);
  expect(data.browsers.map(({ sentAt }: { sentAt: string }) => sentAt)).toEqual(
    Array.from({ length: 2 }, () => '2026-11-24T06:00:00.000Z'),
  );
  await its.later(2 * minute);
  expect(its.service.pushed).toHaveLength(2);
  expect(await its.waiting()).toEqual([]);
});

test('what one did not choose for browsers is not sent there, what one chose is, and in one’s language', async () => {
  const { token } = await its.turnOn('desk');
  const ready = (key: string) => ({
    topic: { key: 'export-ready' },
    orgId: null,
    params: { name: 'Vehicles' },
    onceKey: key,
  });
  await its.urgent(['desk'], ready('not chosen'));
  await its.send();
  expect(bodies()).toEqual([]);
  await its.choose('desk', {
    topics: [
      { key: 'export-ready', channels: ['push'] },
      { key: 'device-alarm-urgent', channels: ['app'] },
    ],
  });
  await its.must(its.test.call('PUT', '/session/language', { token, body: { language: 'hi' } }));
  await its.urgent(['desk'], ready('chosen'));
  await its.urgent(['desk']);
  await its.send();
  expect(its.service.problems).toEqual([]);
  expect(
    its.service.pushed.map(({ content: { title, body, lang, severity } }) => ({ title, body, lang, severity })),
  ).toEqual([{ title: 'Roadkeeper', body: 'आपका निर्यात तैयार है: Vehicles', lang: 'hi', severity: 'info' }]);
  expect(its.service.pushed[0]?.headers).toMatchObject({ ttl: '14400', urgency: 'low' });
});

test('quiet hours hold what is not urgent until they end, and what was read by then is not sent', async () => {
  await its.turnOn('desk');
  await its.choose('desk', {
    quietFrom: 11 * 60,
    quietTo: 12 * 60,
    topics: [{ key: 'device-alarm', channels: ['app', 'push'] }],
  });
  await its.urgent(['desk'], {
    topic: { key: 'device-alarm' },
    onceKey: 'held',
    params: { alarm: 'Low battery', vehicle: 'A', at: 'now' },
  });
  await its.urgent(['desk'], {
    topic: { key: 'device-alarm' },
    onceKey: 'read',
    params: { alarm: 'Low battery', vehicle: 'B', at: 'now' },
  });
  await its.urgent(['desk'], {
    topic: { key: 'device-alarm' },
    onceKey: 'gone',
    params: { alarm: 'Low battery', vehicle: 'C', at: 'now' },
  });
  await its.urgent(['desk'], { params: { alarm: 'Power cut', vehicle: 'D', at: 'now' } });
  await its.send();
  expect(bodies()).toEqual(['Power cut: D, now']);
  const idOf = async (key: string) =>
    (await its.sql<{ id: string }>('select id from notice where once_key = $1', [key]))[0]?.id ?? '';
  await its.must(its.call('desk', 'PUT', '/notification/read', { ids: [await idOf('read')] }));
  await its.must(its.call('desk', 'DELETE', '/notification', { ids: [await idOf('gone')] }));
  await its.later(29 * minute);
  expect(bodies()).toHaveLength(1);
  await its.later(minute);
  expect(bodies()).toEqual(['Power cut: D, now', 'Low battery: A, now']);
  expect(await its.waiting()).toEqual([]);
});

test('what was turned off while quiet hours held it does not come, and what was turned off and on again does', async () => {
  await its.turnOn('desk');
  const choose = (key: string, channels: ('app' | 'push')[] | null) =>
    its.choose('desk', { quietFrom: 11 * 60, quietTo: 12 * 60, topics: [{ key, channels }] });
  const held = (key: string, more: object) => its.urgent(['desk'], { topic: { key }, onceKey: `held ${key}`, ...more });
  for (const key of ['device-alarm', 'export-ready', 'import-done']) await choose(key, ['app', 'push']);
  await held('device-alarm', { params: { alarm: 'Low battery', vehicle: 'A', at: 'now' } });
  await held('export-ready', { orgId: null, params: { name: 'Vehicles' } });
  await held('import-done', { orgId: null, params: { name: 'Drivers' } });
  await its.send();
  expect(await its.waiting()).toHaveLength(3);
  await choose('device-alarm', ['app']);
  // The usual choice has no browser in it either.
  await choose('export-ready', null);
  await choose('import-done', ['app']);
  await choose('import-done', ['push']);
  await its.later(31 * minute);
  expect(bodies()).toEqual(['Your import is done: Drivers']);
  expect(await its.waiting()).toEqual([]);
});

test('a push says in a sentence what happened, below where it happened, in the words of its reader', async () => {
  const { token } = await its.turnOn('owner');
  await its.choose('owner', { topics: [{ key: 'wallet-low', channels: ['push'] }] });
  const low = (onceKey: string) =>
    its.urgent(['owner'], {
      topic: { key: 'wallet-low' },
      params: { name: 'Sahyadri Logistics', amount: '₹400.00' },
      onceKey,
    });
  await low('english');
  await its.send();
  await its.must(its.test.call('PUT', '/session/language', { token, body: { language: 'hi' } }));
  await low('hindi');
  await its.send();
  expect(its.service.pushed.map(({ content: { title, body } }) => [title, body])).toEqual([
    ['Wallets', 'The wallet of Sahyadri Logistics is low: ₹400.00 available'],
    ['वॉलेट', 'Sahyadri Logistics के वॉलेट में पैसे कम हैं: ₹400.00 उपलब्ध'],
  ]);
});

test('of a hundred that were read before they were due none is sent, and what is behind them is', async () => {
  await its.turnOn('desk');
  await its.choose('desk', {
    quietFrom: 11 * 60,
    quietTo: 12 * 60,
    topics: [{ key: 'device-alarm', channels: ['app', 'push'] }],
  });
  for (let count = 0; count < 100; count += 1)
    await its.urgent(['desk'], { topic: { key: 'device-alarm' }, onceKey: `many ${count}` });
  await its.send();
  await its.must(its.call('desk', 'PUT', '/notification/read', {}));
  await its.urgent(['desk'], { topic: { key: 'device-alarm' }, onceKey: 'behind' });
  await its.send();
  expect(await its.waiting()).toHaveLength(101);
  await its.later(31 * minute);
  expect(its.service.pushed).toHaveLength(1);
  expect(await its.waiting()).toEqual([]);
});

test('a push service that is busy or broken is tried again, later where it says so, as long as the message is of use', async () => {
  const { path } = await its.turnOn('owner');
  const answer = { status: 429, headers: { 'retry-after': '600' }, hangs: false };
  its.service.answerOf.set(path, answer);
  await its.urgent(['owner'], { onceKey: 'first' });
  await its.send();
  await its.later(5 * minute);
  expect(its.service.pushed).toHaveLength(1);
  answer.headers = { 'retry-after': new Date(its.test.clock.now().getTime() + 10 * minute).toUTCString() };
  await its.later(5 * minute + 1_000);
  expect(its.service.pushed).toHaveLength(2);
  await its.later(4 * minute);
  expect(its.service.pushed).toHaveLength(2);
  Object.assign(answer, { status: 503, headers: {} });
  await its.later(6 * minute);
  expect(its.service.pushed).toHaveLength(3);
  answer.status = 201;
  // The third wait is five minutes, and a fifth more at most.
  await its.later(3 * minute);
  expect(its.service.pushed).toHaveLength(3);
  await its.later(3 * minute);
  expect(its.service.pushed).toHaveLength(4);
  expect(await its.waiting()).toEqual([]);

  answer.status = 500;
  await its.urgent(['owner'], { onceKey: 'second' });
  await its.send();
  const { length } = its.service.pushed;
  for (let hour = 0; hour < 24; hour += 1) await its.later(61 * minute);
  expect(its.service.pushed.length).toBeGreaterThan(length + 10);
  expect(await its.waiting(), 'of no use any more').toEqual([]);
});

test('a browser that its service no longer knows is forgotten; a message that is refused is given up, and the next one sent', async () => {
  const [gone, lost, stays] = [await its.turnOn('owner'), await its.turnOn('owner'), await its.turnOn('owner')];
  its.service.answerOf.set(gone.path, { status: 410, headers: {}, hangs: false });
  its.service.answerOf.set(lost.path, { status: 404, headers: {}, hangs: false });
  its.service.answerOf.set(stays.path, { status: 403, headers: { location: its.service.origin }, hangs: false });
  await its.urgent(['owner'], { onceKey: 'refused' });
  await its.send();
  await its.later(61 * minute);
  expect(its.service.pushed).toHaveLength(3);
  const [left, ...more] = await its.sql<{ id: string; failures: number; since: string }>(
    'select id, failures, failing_since as since from push_subscription',
  );
  expect(more).toEqual([]);
  expect(left).toMatchObject({ id: stays.id, failures: 1, since: expect.any(String) });
  its.service.answerOf.clear();
  await its.urgent(['owner'], { onceKey: 'taken' });
  await its.send();
  expect(its.service.pushed).toHaveLength(4);
  expect(await its.sql('select failures, failing_since as since from push_subscription')).toEqual([
    { failures: 0, since: null },
  ]);
});

test('a push service that hangs is left, keeps those of another waiting for nothing, and few of its own are open', async () => {
  const other = await startPushService();
  const slow = [];
  // Eight at once are too many tries to sign in.
  for (let count = 0; count < 8; count += 1) slow.push(await its.turnOn('owner'));
  for (const { path } of slow) its.service.answerOf.set(path, { status: 201, headers: {}, hangs: true });
  const quick = other.browser();
  await its.turnOn('desk', quick);
  const { orgId } = await its.accountOf('owner');
  await its.urgent(['owner'], { orgId, onceKey: 'slow' });
  await its.run();
  await its.urgent(['desk'], { orgId, onceKey: 'quick' });
  await its.run();
  await expect.poll(() => other.pushed.length, { timeout: 700 }).toBe(1);
  expect(its.service.open.now).toBeGreaterThan(0);
  await its.test.product.mail.idle();
  expect(its.service.open.most).toBeLessThanOrEqual(5);
  its.service.answerOf.clear();
  its.service.pushed.length = 0;
  for (let time = 0; time < 4; time += 1) await its.later(minute);
  expect(new Set(its.service.pushed.map(({ path }) => path)).size).toBe(8);
  expect(await its.waiting()).toEqual([]);
  await other.close();
});

test('a process that is killed while it sends loses nothing, and what was sent before the end is not sent again', async () => {
  const { path } = await its.turnOn('owner');
  await its.urgent(['owner'], { onceKey: 'killed' });
  its.service.answerOf.set(path, { status: 201, headers: {}, hangs: true });
  await its.run();
  await expect.poll(() => its.service.pushed.length, { timeout: 10_000 }).toBe(1);
  // It goes down while the service is silent: nobody knows whether that was shown.
  await its.test.restart();
  its.service.answerOf.clear();
  await its.send();
  expect(its.service.pushed).toHaveLength(1);
  await its.later(62_000);
  expect(its.service.pushed).toHaveLength(2);
  const [first, second] = its.service.pushed;
  expect(second?.headers['topic'], 'the one takes the place of the other').toBe(first?.headers['topic']);
  await its.test.restart();
  await its.later(2 * minute);
  expect(its.service.pushed).toHaveLength(2);
});

test('what became of a message is kept in mind while the database is away, and the message is sent once', async () => {
  await its.turnOn('owner');
  await its.urgent(['owner'], { onceKey: 'away' });
  its.service.hooks.before = () => asOwner('alter table push_message rename to push_message_away');
  await its.run();
  await expect.poll(() => its.service.pushed.length, { timeout: 10_000 }).toBe(1);
  // The first try to write it down finds no table.
  await expect.poll(() => its.service.open.now).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await asOwner('alter table push_message_away rename to push_message');
  await its.test.product.mail.idle();
  expect(await its.waiting()).toEqual([]);
  await its.later(2 * minute);
  expect(its.service.pushed).toHaveLength(1);
});
async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client(its.test.database.owner);
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('the key of the installation is the same after a restart', async () => {
  const keyNow = async () =>
    (await its.must(its.call('owner', 'GET', '/notification/browser'))).data.publicKey as string;
  const before = await keyNow();
  expect(Buffer.from(before, 'base64url')).toHaveLength(65);
  await its.test.restart();
  expect(await keyNow()).toBe(before);
});

test('a message stays small, whatever it tells of and in whichever script', () => {
  const { body } = newBrowser('https://push.example');
  const notice = {
    id: '01a1fc17-27e9-7627-921e-d6ed73000001',
    topic: 'x',
    params: { name: 'वाहन '.repeat(1_000) },
    link: `/alarm/${'x'.repeat(2_000)}`,
    severity: 'info',
    module: null,
    recordId: null,
  } as const;
  const topic = {
    key: 'x',
    texts: { name: 'नाम', title: '{{name}}' },
    severity: 'info',
    channels: {},
  } as const;
  const content = contentOf(topic, 'नाम '.repeat(200), notice, 'en', new Date(0));
  expect(content.link).toBe('/notifications');
  expect(content.body.endsWith('…')).toBe(true);
  expect(encryptFor({ endpoint: body.endpoint, ...body.keys }, content).length).toBeLessThan(3_000);
});
