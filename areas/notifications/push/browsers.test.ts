import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withKeys } from '#areas/integrations/testing/keys.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { Who } from '../testing/notices.ts';
import { newBrowser } from '../testing/push-service.ts';
import { type Pushes, startPushes } from '../testing/pushes.ts';

let its: Pushes;
beforeAll(async () => {
  its = await startPushes();
}, 120_000);
afterAll(() => its?.close());
beforeEach(async () => {
  its.service.reset();
  await its.sql('delete from push_subscription');
});

const list = async (token: string) =>
  (await its.must(its.test.call('GET', '/notification/browser', { token }))).data.browsers as {
    id: string;
    device: string;
    isThis: boolean;
  }[];
/** How many browsers an urgent notice reaches. */
let serial = 0;
async function reached(who: Who): Promise<number> {
  its.service.pushed.length = 0;
  await its.urgent([who], { onceKey: `reached ${(serial += 1)}` });
  await its.send();
  return its.service.pushed.length;
}

test('a browser is kept once, by its name, with its address and keys sealed', async () => {
  const { body, token, id } = await its.turnOn('owner');
  expect((await its.say(token, body)).status).toBe(200);
  const other = await its.turnOn('owner');
  const seen = await list(token);
  expect(seen).toEqual([
    expect.objectContaining({ id: other.id, isThis: false }),
    {
      id,
      device: 'Chrome on Windows',
      isPhone: false,
      isThis: true,
      createdAt: '2026-11-23T06:00:00.000Z',
      sentAt: null,
      failingSince: null,
    },
  ]);
  const stored = JSON.stringify(await its.sql('select * from push_subscription'));
  for (const secret of [body.endpoint.slice(-20), body.keys.auth, body.keys.p256dh.slice(0, 20)])
    expect(stored).not.toContain(secret);
  await its.must(its.test.call('DELETE', `/notification/browser/${other.id}`, { token }));
  expect((await list(token)).map((one) => one.id)).toEqual([id]);
  expect(await reached('owner')).toBe(1);
});

test.each([
  ['an address inside the house', { endpoint: 'https://10.0.0.1/push' }, 'endpoint'],
  ['the metadata of a cloud', { endpoint: 'https://169.254.169.254/push' }, 'endpoint'],
  ['a name of the house', { endpoint: 'https://push.internal/x' }, 'endpoint'],
  ['no https', { endpoint: 'http://push.example.in/x' }, 'endpoint'],
  ['a password', { endpoint: 'https://a:b@push.example.in/x' }, 'endpoint'],
  ['another port', { endpoint: 'https://push.example.in:22/x' }, 'endpoint'],
  ['no address', { endpoint: 'push' }, 'endpoint'],
  ['nothing', { endpoint: '' }, 'endpoint'],
  ['a number', { endpoint: 7 }, 'endpoint'],
  ['too long an address', { endpoint: `https://push.example.in/${'x'.repeat(1_000)}` }, 'endpoint'],
  ['a key that is no point', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }, 'keys'],
  ['a short key', { keys: { p256dh: 'BBBB', auth: 'A'.repeat(22) } }, 'keys'],
  ['a long secret', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(23) } }, 'keys'],
  ['an address before that is none', { was: '' }, 'was'],
  ['more than is asked', { expirationTime: null }, 'expirationTime'],
])('%s is refused', async (_, wrong, field) => {
  const { body } = newBrowser('https://push.example.in');
  const answer = await its.say(await its.signIn('owner'), { ...body, ...wrong });
  expect([answer.status, Object.keys(answer.json.fields)], answer.text).toEqual([400, [field]]);
});

test('nobody else sees or removes it, no API key and nobody in one’s name touches it, and without a session there is none', async () => {
  const { id, body } = await its.turnOn('owner');
  for (const who of ['stranger', 'desk'] as const) {
    const token = await its.signIn(who);
    expect(await list(token)).toEqual([]);
    expect((await its.test.call('DELETE', `/notification/browser/${id}`, { token })).status).toBe(404);
    expect((await its.test.call('POST', '/notification/browser/test', { token })).status).toBe(409);
  }
  const { key } = await withKeys(its.test).make();
  const started = await its.test.call('POST', '/session/impersonation', {
    token: await its.test.login('admin@roadkeeper.test'),
    body: { userId: (await its.accountOf('desk')).id, reason: 'They ask why nothing comes' },
  });
  const acting = (started.json.accessToken ?? started.json.data.accessToken) as string;
  for (const [token, status] of [
    [key, 403],
    [acting, 403],
    [undefined, 401],
  ] as const)
    for (const [method, path] of [
      ['GET', '/notification/browser'],
      ['PUT', '/notification/browser'],
      ['DELETE', `/notification/browser/${id}`],
      ['POST', '/notification/browser/test'],
    ] as const) {
      const answer = await its.test.call(method, path, {
        ...(token === undefined ? {} : { token }),
        ...(method === 'PUT' ? { body } : {}),
      });
      expect([path, answer.status], answer.text).toEqual([path, status]);
    }
  expect(await its.sql('select id from push_subscription')).toEqual([{ id }]);
});

test('the browser of somebody else who signs in there is theirs alone, and a session has one', async () => {
  const { body, token } = await its.turnOn('owner');
  await its.turnOn('stranger', { ...its.service.browser(), body });
  expect(await list(token)).toEqual([]);
  expect(await reached('owner')).toBe(0);
  const next = its.service.browser();
  await its.say(token, its.service.browser().body);
  expect((await its.say(token, next.body)).status).toBe(200);
  expect(await reached('owner')).toBe(1);
  expect(its.service.pushed[0]?.path).toBe(next.path);
});

test('whoever signs in there again is told again without a question, unless it was removed or somebody else is', async () => {
  const { body, token, id } = await its.turnOn('owner');
  await its.must(its.test.call('POST', '/logout', { token }));
  expect(await reached('owner')).toBe(0);
  const again = await its.signIn('owner');
  expect((await its.say(again, { ...body, was: body.endpoint })).status).toBe(200);
  expect((await list(again)).map((one) => one.id)).toEqual([id]);
  expect(await reached('owner')).toBe(1);
  // The push service gave it another address.
  const next = its.service.browser();
  expect((await its.say(again, { ...next.body, was: body.endpoint })).status).toBe(200);
  expect((await list(again)).map((one) => one.id)).toEqual([id]);
  expect(await reached('owner')).toBe(1);
  expect(its.service.pushed[0]?.path).toBe(next.path);
  const stranger = await its.signIn('stranger');
  expect((await its.say(stranger, { ...next.body, was: next.body.endpoint })).status).toBe(409);
  expect(await reached('owner'), 'a refused call changes nothing').toBe(1);
  await its.must(its.test.call('DELETE', `/notification/browser/${id}`, { token: again }));
  for (const one of [again, await its.signIn('owner')])
    expect((await its.say(one, { ...next.body, was: next.body.endpoint })).status).toBe(409);
  expect(await reached('owner')).toBe(0);
});

test('ten browsers of a person at most: the oldest goes', async () => {
  const { id } = await its.turnOn('desk');
  its.test.clock.move(1_000);
  for (let count = 0; count < 10; count += 1) await its.turnOn('desk');
  const left = await its.sql<{ id: string }>('select id from push_subscription');
  expect(left).toHaveLength(10);
  expect(left).not.toContainEqual({ id });
});

test('two tabs that turn it on at once, and two people of one browser, leave one', async () => {
  const one = its.service.browser();
  const [owner, stranger] = [await its.signIn('owner'), await its.signIn('stranger')];
  const answers = await Promise.all([owner, owner, stranger, owner, stranger].map((token) => its.say(token, one.body)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await its.sql('select id from push_subscription')).toHaveLength(1);
});

test('a test goes to all of one’s browsers, once in ten seconds', async () => {
  const { token } = await its.turnOn('owner');
  await its.turnOn('owner');
  const other = await its.turnOn('desk');
  const ask = (who = token) => its.test.call('POST', '/notification/browser/test', { token: who });
  expect((await its.must(ask())).data).toEqual({ sent: 2 });
  await its.send();
  expect(its.service.pushed.map(({ content }) => content)).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({ title: 'Roadkeeper', body: 'Notifications reach this browser.', isTest: true }),
    ),
  );
  const again = await ask();
  expect([again.status, again.headers['retry-after']]).toEqual([429, '10']);
  expect((await ask(other.token)).status, 'somebody else').toBe(200);
  its.test.clock.move(10_000);
  expect((await ask()).status).toBe(200);
});

test('whoever signs out, loses the session, changes the password, is switched off or has no organisation any more is told nothing', async () => {
  const first = await its.turnOn('owner');
  const second = await its.turnOn('owner');
  expect(await reached('owner')).toBe(2);
  await its.must(its.test.call('POST', '/logout', { token: first.token }));
  expect((await list(second.token)).map(({ id }) => id)).toEqual([second.id]);
  expect(await reached('owner')).toBe(1);

  // Signed out on another device.
  const third = await its.turnOn('owner');
  const sessions = (await its.must(its.test.call('GET', '/session/list', { token: third.token }))).data as {
    id: string;
    isCurrent: boolean;
  }[];
  for (const { id, isCurrent } of sessions)
    if (!isCurrent) await its.must(its.test.call('DELETE', `/session/${id}`, { token: third.token }));
  expect(await reached('owner')).toBe(1);

  const fourth = await its.turnOn('owner');
  await its.must(
    its.test.call('POST', '/session/password', {
      token: fourth.token,
      body: { current: demoPassword, password: 'Another-Roadkeeper-2026' },
    }),
  );
  expect(await reached('owner')).toBe(1);
  expect(its.service.pushed[0]?.path).toBe(fourth.path);

  const { id, orgId } = await its.accountOf('owner');
  await its.sql('update account set status = 0 where id = $1', [id]);
  expect(await reached('owner')).toBe(0);
  await its.sql('update account set status = 1 where id = $1', [id]);
  expect((await its.say(fourth.token, fourth.body)).status).toBe(200);
  expect(await reached('owner')).toBe(1);
  await its.sql('update organisation set status = 0 where id = $1', [orgId]);
  expect(await reached('owner')).toBe(0);
  await its.sql('update organisation set status = 1 where id = $1', [orgId]);
});

test('what waited while somebody lost the session, or the right to look at it, is not sent', async () => {
  const { token } = await its.turnOn('desk');
  its.service.answer.status = 503;
  expect(await reached('desk')).toBe(1);
  its.service.answer.status = 201;
  const [role] = await its.sql<{ role: string }>('select role_id as role from account where id = $1', [
    (await its.accountOf('desk')).id,
  ]);
  const taken = await its.sql<{ module_id: string }>(
    `delete from permission where role_id = $1 and module_id in (select id from module where key = 'alarm') returning module_id`,
    [role?.role ?? ''],
  );
  expect(taken.length).toBeGreaterThan(0);
  await its.later(60_000);
  expect(its.service.pushed).toHaveLength(1);
  expect(await its.waiting()).toEqual([]);
  expect(await list(token)).toHaveLength(1);
});
