import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { enter, follow, listen, openSocket, ticketFor, type TestSocket } from './testing/sockets.ts';

let product: TestProduct;
let url: string;
let admin: string;
let open: TestSocket[] = [];
const live = () => product.product.kit.live;
const sql = <Row>(text: string, params: (string | number | null)[] = []) =>
  product.product.db.transact({ orgId: null }, (db) => db.query<Row>(text, params));
const as = async (token: string) => {
  const client = await enter(product, url, token);
  open.push(client);
  return client;
};
const data = (client: TestSocket, topic: string) =>
  client.said.filter((one) => one.type === 'data' && one.topic === topic).map((one) => one.data);
/** Everything that was published before has arrived when this has. */
const quiet = async (...clients: TestSocket[]) => {
  live().publish('me', {}, 'mark', 'mark');
  await Promise.all(clients.map((client) => client.next(({ data: what }) => what === 'mark')));
};

beforeAll(async () => {
  product = await startTestProduct();
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
  live().addTopic({
    name: 'notes',
    params: z.strictObject({ orgId: z.string(), about: z.optional(z.string()) }),
    authorise: ({ orgId }, params) => orgId === null || orgId === params.orgId,
    concerns: (params, key) => params.about === undefined || params.about === key,
  });
  live().addTopic({
    name: 'roads',
    // As one that has to look into the database first.
    authorise: async ({ grants }) => {
      await sleep(5);
      return grants['road-type']?.includes('edit') ?? false;
    },
  });
});
afterEach(() => {
  for (const { socket } of open) socket.terminate();
  open = [];
});
afterAll(() => product?.close());

test('a message goes to those it is for: an organisation with the staff, one account, or those with a right', async () => {
  const [client, viewer, staff] = [
    await as(await product.login('client@roadkeeper.test')),
    await as(await product.login('viewer@roadkeeper.test')),
    await as(admin),
  ];
  const orgOf = async (email: string) =>
    (await sql<{ org_id: string; id: string }>('select id, org_id from account where email = $1', [email]))[0] as {
      org_id: string;
      id: string;
    };
  const { org_id: orgId, id } = await orgOf('client@roadkeeper.test');
  const organisations = [orgId];
  live().publish('me', { organisations }, 'a', 'for the organisation');
  live().publish('me', { accountId: id }, 'b', 'for one person');
  live().publish('me', { right: { module: 'mail', action: 'view' } }, 'c', 'for those who may see mails');
  live().publish('me', { right: { module: 'mail', action: 'view' }, organisations }, 'd', 'both');
  await quiet(client, viewer, staff);
  expect(data(client, 'me')).toEqual(['for the organisation', 'for one person', 'mark']);
  expect(data(viewer, 'me')).toEqual(['mark']);
  expect(data(staff, 'me')).toEqual(['for the organisation', 'for those who may see mails', 'both', 'mark']);
  expect(() => live().publish('nothing', {}, '', '')).toThrow('No live topic nothing');
  expect(() => live().addTopic({ name: 'me', authorise: () => true })).toThrow('Two live topics are called me');
});

test('a topic of another organisation is refused like one of none, and its messages reach nobody else', async () => {
  const organisations = await sql<{ id: string }>(
    'select o.id from organisation o join account a on a.org_id = o.id where a.email = any(array[$1, $2]) order by a.email',
    ['client@roadkeeper.test', 'viewer@roadkeeper.test'],
  );
  const [own, other] = organisations.map(({ id }) => id);
  const client = await as(await product.login('client@roadkeeper.test'));
  const refusals = [];
  for (const orgId of [other, '01a1fc17-27e9-7627-921e-d6ed735c9999'])
    refusals.push({ ...(await follow(client, 'notes', { orgId })), params: '' });
  expect(refusals[0]).toEqual({ type: 'refused', topic: 'notes', params: '' });
  expect(refusals[1]).toEqual(refusals[0]);
  expect(await follow(client, 'notes', { orgId: own })).toMatchObject({ type: 'subscribed', params: { orgId: own } });
  const viewer = await as(await product.login('viewer@roadkeeper.test'));
  await follow(viewer, 'notes', { orgId: other });
  live().publish('notes', { organisations: [own as string] }, 'tyres', 'worn');
  await quiet(client, viewer);
  expect([data(client, 'notes'), data(viewer, 'notes')]).toEqual([['worn'], []]);
});

test('a subscription is told what it is about, once, and nothing after it is given up', async () => {
  const staff = await as(admin);
  const notes = { orgId: 'any' };
  await follow(staff, 'notes', { ...notes, about: 'tyres' });
  live().publish('notes', {}, 'lamps', 'not this');
  live().publish('notes', {}, 'tyres', 'this');
  await follow(staff, 'notes', notes);
  live().publish('notes', {}, 'tyres', 'one message for two subscriptions');
  staff.send({ type: 'unsubscribe', topic: 'notes', params: { ...notes, about: 'tyres' } });
  staff.send({ type: 'unsubscribe', topic: 'notes', params: notes });
  await follow(staff, 'changes');
  live().publish('notes', {}, 'tyres', 'too late');
  await quiet(staff);
  expect(data(staff, 'notes')).toEqual(['this', 'one message for two subscriptions']);
});

test('a session that is signed out takes its sockets along at once, and no other', async () => {
  const email = 'two.devices@roadkeeper.test';
  await product.addStaff(email, 'RTO clerk');
  const [first, second] = [await product.login(email), await product.login(email)];
  const [gone, also, stays] = [await as(first), await as(first), await as(second)];
  const from = performance.now();
  await product.call('POST', '/logout', { token: first });
  for (const client of [gone, also]) {
    const { code, reason, at } = await client.ended;
    expect([code, reason]).toEqual([4401, 'The session has ended']);
    expect(client.said.at(-1)).toEqual({ type: 'ended' });
    expect(at - from).toBeLessThan(5_000);
  }
  await quiet(stays);
});

test('what this process itself revokes or forgets is looked at without waiting for the next round', async () => {
  const small = await startTestProduct({ live: { checkMs: 3_600_000, believedMs: 7_200_000 } });
  try {
    const at = await listen(small);
    const [gone, stays] = [await small.login('clerk@roadkeeper.test'), await small.login('admin@roadkeeper.test')];
    const [loses, keeps] = [await enter(small, at, gone), await enter(small, at, stays)];
    await small.call('POST', '/logout', { token: gone });
    expect((await loses.ended).code).toBe(4401);
    await small.product.db.query("update module set sort_order = sort_order + 1 where key = 'rto'");
    small.product.sessions.forgetAll();
    await keeps.next(({ type }) => type === 'rights');
    keeps.socket.terminate();
  } finally {
    await small.close();
  }
});

test('whatever ends a session behind the server’s back closes its sockets within five seconds', async () => {
  const ways: [string, string][] = [
    ['revoked', `update session set revoked_at = now() where account_id = (select id from account where email = $1)`],
    ['deleted', `delete from session where account_id = (select id from account where email = $1)`],
    ['account switched off', 'update account set status = 0 where email = $1'],
    ['account deleted', 'update account set deleted_at = now() where email = $1'],
    [
      'organisation switched off',
      'update organisation set status = 0 where id = (select org_id from account where email = $1)',
    ],
  ];
  const clients = [];
  for (const [index, [way, text]] of ways.entries()) {
    const email = way.startsWith('organisation') ? 'viewer@roadkeeper.test' : `ended.${index}@roadkeeper.test`;
    if (!way.startsWith('organisation')) await product.addStaff(email, 'RTO clerk');
    clients.push({ way, text, email, client: await as(await product.login(email)) });
  }
  const from = performance.now();
  for (const { text, email } of clients) await sql(text, [email]);
  for (const { way, client } of clients) {
    const { code, at } = await client.ended;
    expect([way, code]).toEqual([way, 4401]);
    expect(at - from, way).toBeLessThan(5_000);
    expect(client.said.at(-1)).toEqual({ type: 'ended' });
  }
}, 15_000);

test('a role that loses a right: its people are told, and what they may no longer follow ends', async () => {
  const email = 'officer@roadkeeper.test';
  await product.addStaff(email, 'Road-safety officer');
  const officer = await as(await product.login(email));
  const staff = await as(admin);
  expect((await follow(officer, 'roads')).type).toBe('subscribed');
  expect((await follow(staff, 'roads')).type).toBe('subscribed');
  live().publish('roads', {}, 'k', 'before');
  await quiet(officer);
  await sql(
    `update permission set actions = array['view'] where module_id = (select id from module where key = 'road-type')
       and role_id = (select id from role where name = 'Road-safety officer')`,
  );
  const from = performance.now();
  product.product.sessions.forgetAll();
  await officer.next(({ type }) => type === 'rights');
  expect(await officer.next(({ type }) => type === 'refused')).toEqual({ type: 'refused', topic: 'roads' });
  expect(performance.now() - from).toBeLessThan(20_000);
  live().publish('roads', {}, 'k', 'after');
  live().publish('me', {}, 'end', 'end');
  await Promise.all([officer, staff].map((one) => one.next(({ data: what }) => what === 'end')));
  expect(data(officer, 'roads')).toEqual(['before']);
  expect(data(staff, 'roads')).toEqual(['before', 'after']);
  expect(
    staff.said.some(({ type }) => type === 'rights'),
    'nobody else is disturbed',
  ).toBe(false);
});

test('another role, and a module that is moved or switched off, are told without anybody saying so in this process', async () => {
  const email = 'promoted@roadkeeper.test';
  await product.addStaff(email, 'RTO clerk');
  const token = await product.login(email);
  const changes = [
    "update account set role_id = (select id from role where name = 'Finance') where email = 'promoted@roadkeeper.test'",
    "update module set sort_order = sort_order + 1 where key = 'rto'",
    "update module set status = 0 where key = 'purpose'",
  ];
  const rights = async () => (await product.call('GET', '/permission', { token })).text;
  for (const text of changes) {
    const client = await as(token);
    const before = await rights();
    await sql(text);
    const from = performance.now();
    await client.next(({ type }) => type === 'rights');
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(await rights(), 'whoever asks when told is not answered by what was believed before').not.toBe(before);
    client.socket.terminate();
  }
  await sql("update module set status = 1 where key = 'purpose'");
}, 15_000);

test('whoever acts as somebody else has sockets of their own, which end with it and take none from them', async () => {
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    "select id from account where email = 'client@roadkeeper.test'",
  );
  const acts = await product.call('POST', '/session/impersonation', {
    token: admin,
    body: { userId: id, reason: 'A list does not refresh' },
  });
  expect(acts.status, acts.text).toBe(200);
  const [acting, client] = [await as(acts.json.accessToken), await as(await product.login('client@roadkeeper.test'))];
  live().publish('me', { accountId: id }, 'k', 'for the client');
  for (const one of [acting, client]) await one.next(({ data: what }) => what === 'for the client');
  for (let more = 0; more < 5; more += 1) await as(acts.json.accessToken);
  expect((await acting.ended).code).toBe(4409);
  expect(client.socket.readyState).toBe(client.socket.OPEN);
  const last = open.at(-1) as TestSocket;
  await product.call('POST', '/session/impersonation/stop', { token: acts.json.accessToken });
  expect((await last.ended).code).toBe(4401);
  await quiet(client);
});

test('a session that is renewed keeps its sockets beyond the life of its tokens; one that is not loses them', async () => {
  const signIn = async () => {
    const answer = await product.call('POST', '/login', {
      body: { email: 'clerk@roadkeeper.test', password: demoPassword },
    });
    return { token: answer.json.accessToken as string, cookie: cookieOf(answer.headers['set-cookie']) };
  };
  const [kept, idle] = [await signIn(), await signIn()];
  const [keeps, loses] = [await as(kept.token), await as(idle.token)];
  product.clock.move(14 * 60_000);
  const renewed = await product.call('POST', '/session/refresh', { headers: { cookie: kept.cookie } });
  expect(renewed.status).toBe(200);
  product.clock.move(15 * 60_000);
  expect((await product.call('GET', '/token', { token: kept.token })).status, 'its first token is over').toBe(401);
  await sleep(2_200);
  await quiet(keeps, loses);
  // Half an hour without a renewal: now nobody can go on with it.
  product.clock.move(60_000);
  expect((await loses.ended).code).toBe(4401);
  expect(keeps.socket.readyState).toBe(keeps.socket.OPEN);
  product.clock.move(-30 * 60_000);
}, 15_000);
const cookieOf = (header: unknown) => String(Array.isArray(header) ? header[0] : header).split(';')[0] as string;

test('while sessions cannot be checked nobody is told anything, and nobody is sent away', async () => {
  const small = await startTestProduct({ live: { checkMs: 50, believedMs: 300 } });
  try {
    const at = await listen(small);
    const client = await enter(small, at, await small.login('admin@roadkeeper.test'));
    const { db, kit } = small.product;
    await db.transact({ orgId: null }, async (db) => {
      await db.query('lock table session in access exclusive mode');
      await sleep(600);
      for (let index = 0; index < 3; index += 1) kit.live.publish('me', {}, 'k', index);
      await sleep(900);
      expect(client.said).toEqual([{ type: 'ready' }]);
    });
    expect(await client.next(({ type }) => type === 'data')).toMatchObject({ data: 2 });
    expect(client.said.length, 'only the latest was kept').toBe(2);
    client.socket.terminate();
  } finally {
    await small.close();
  }
});

test('a session that may have ended is told nothing until the database has said that it lives', async () => {
  const small = await startTestProduct({ live: { checkMs: 50, believedMs: 60_000 } });
  try {
    const at = await listen(small);
    const client = await enter(small, at, await small.login('admin@roadkeeper.test'));
    const { db, kit, sessions } = small.product;
    await db.transact({ orgId: null }, async (db) => {
      await db.query('lock table session in access exclusive mode');
      sessions.forgetAll();
      kit.live.publish('me', {}, 'k', 'waits');
      await sleep(300);
      expect(client.said).toEqual([{ type: 'ready' }]);
    });
    expect(await client.next(({ type }) => type === 'data')).toMatchObject({ data: 'waits' });
    client.socket.terminate();
  } finally {
    await small.close();
  }
});

test('a session that ends while its socket is let in is told nothing', async () => {
  const small = await startTestProduct({ live: { checkMs: 60_000, believedMs: 60_000 } });
  const { sessions, kit } = small.product;
  const asked = sessions.stillLive.bind(sessions);
  try {
    const at = await listen(small);
    const token = await small.login('admin@roadkeeper.test');
    // It signs out between the answer about its session and the moment in which it is let in.
    let isOut = false;
    sessions.stillLive = async (ids) => {
      const found = await asked(ids);
      if (!isOut) {
        isOut = true;
        expect((await small.call('POST', '/logout', { token })).status).toBe(200);
      }
      return found;
    };
    const client = await openSocket(at);
    client.send({ type: 'ticket', ticket: await ticketFor(small, token) });
    await client.next(({ type }) => type === 'ready' || type === 'ended');
    kit.live.publish('me', {}, 'k', 'CANARY');
    expect(await client.ended).toMatchObject({ code: 4401 });
    expect(JSON.stringify(client.said)).not.toContain('CANARY');
  } finally {
    sessions.stillLive = asked;
    await small.close();
  }
});

test('a server that stops sends everybody away with 1012 and ends', async () => {
  const small = await startTestProduct({ live: { closeMs: 400 } });
  const at = await listen(small);
  const token = await small.login('admin@roadkeeper.test');
  const [client, deaf] = [await enter(small, at, token), await enter(small, at, token)];
  // One that does not answer the close frame must not hold the server up.
  deaf.socket.pause();
  const from = performance.now();
  const closed = small.close();
  expect(await client.ended).toMatchObject({ code: 1012, reason: 'The server restarts' });
  await closed;
  expect(performance.now() - from).toBeLessThan(20_000);
  deaf.socket.resume();
  if (deaf.socket.readyState !== deaf.socket.CLOSED) await once(deaf.socket, 'close');
});
