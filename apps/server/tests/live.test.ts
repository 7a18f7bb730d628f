import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpOwnClients } from '#areas/rights/testing/own-clients.ts';
import { catalogues } from '#areas/areas.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { type AnyCatalogue, catalogue } from '#kit/contract/catalogue.ts';
import { ref, text } from '#kit/contract/fields.ts';
import { systemClock } from '#kit/server/clock.ts';
import { enter, follow, listen, openSocket, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { cloneDatabase } from '#kit/server/testing/database.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { createProduct, type Product } from '../product.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

/** Rows of this one belong to organisations. */
const fuelCard: AnyCatalogue = catalogue('fuel-card', {
  one: 'Fuel card',
  many: 'Fuel cards',
  icon: 'car',
  group: 'group-fleet',
  about: 'Cards that pay for fuel.',
  scope: 'organisation',
  fields: { name: text({ label: 'Number', list: true }), orgId: ref('organisation', { label: 'Organisation' }) },
});

let product: TestProduct;
let url: string;
let admin: string;
let serial = 0;

beforeAll(async () => {
  product = await startTestProduct({ catalogues: [...catalogues, fuelCard], sql: draftTable(fuelCard) });
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m
     where r.name in ('Client owner', 'Client viewer') and m.key = 'fuel-card'`,
  );
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const paths = (client: TestSocket) =>
  client.said
    .filter(({ type, topic, key }) => type === 'data' && topic === 'changes' && key !== '')
    .map(({ data }) => data.path as string);
const write = async (token = admin) => {
  serial += 1;
  const body = { name: `Kind ${serial}`, wheels: 4, speedClass: 'N' };
  const answer = await product.call('POST', '/vehicle-type', { token, body });
  expect(answer.status, answer.text).toBe(201);
};
const watch = async (token: string) => {
  const client = await enter(product, url, token);
  await follow(client, 'changes');
  return client;
};

test('a write is told to those who may view its module, and to nobody else', async () => {
  const email = 'no.types@roadkeeper.test';
  await product.product.db.query(
    `delete from permission where role_id = (select id from role where name = 'Finance') and module_id = (select id from module where key = 'vehicle-type')`,
  );
  await product.addStaff(email, 'Finance');
  const [staff, client, blind] = [
    await watch(admin),
    await watch(await product.login('client@roadkeeper.test')),
    await watch(await product.login(email)),
  ];
  await write();
  for (const one of [staff, client])
    expect(await one.next(({ key }) => key === 'vehicle-type')).toEqual({
      type: 'data',
      topic: 'changes',
      key: 'vehicle-type',
      data: { path: 'vehicle-type' },
    });
  const office = await product.call('POST', '/rto/bulk', {
    token: admin,
    body: { action: 'deactivate', filter: { state: 'GA' } },
  });
  expect(office.json.data.done).toBeGreaterThan(2);
  await blind.next(({ key }) => key === 'rto');
  expect(new Set(paths(blind))).toEqual(new Set(['rto']));
  for (const { socket } of [staff, client, blind]) socket.terminate();
});

test('many writes are few messages: one at once, and one each half second for what came meanwhile', async () => {
  await sleep(600);
  const staff = await watch(admin);
  /** How many were written when each message came: the last must come when all are, or screens would stay behind. */
  const written: Promise<number>[] = [];
  const countWritten = async () => {
    const [row] = await product.product.db.query<{ n: number }>(
      "select count(*)::int as n from rto where district = 'Of many'",
    );
    return row?.n ?? 0;
  };
  staff.socket.on('message', () => {
    if (staff.said.at(-1)?.key === 'rto') written.push(countWritten());
  });
  const from = performance.now();
  const { json } = await product.call('POST', '/rto/bulk', {
    token: admin,
    body: { action: 'edit', filter: { state: 'MH' }, set: { district: 'Of many' } },
  });
  expect(json.data.done).toBe(50);
  const tookMs = performance.now() - from;
  await sleep(1_200);
  const before = paths(staff).length;
  expect(new Set(paths(staff))).toEqual(new Set(['rto']));
  expect((await Promise.all(written)).at(-1)).toBe(50);
  expect(before).toBeLessThanOrEqual(2 + Math.floor(tookMs / 500));
  await sleep(600);
  expect(paths(staff).length, 'and then it is quiet').toBe(before);
  staff.socket.terminate();
});

test('what a client changes is told in its own organisation and to staff', async () => {
  const token = await product.login('client@roadkeeper.test');
  const [own, other, staff] = [
    await watch(token),
    await watch(await product.login('viewer@roadkeeper.test')),
    await watch(admin),
  ];
  const made = await product.call('POST', '/fuel-card', { token, body: { name: 'HP 4711' } });
  expect(made.status, made.text).toBe(201);
  for (const client of [own, staff]) await client.next(({ key }) => key === 'fuel-card');
  product.product.kit.live.publish('me', {}, 'mark', 'mark');
  await other.next(({ data }) => data === 'mark');
  expect(paths(other)).toEqual([]);
  // Nor does whoever comes later hear of it.
  const opening = async (as: string) => {
    const client = await watch(as);
    const { data } = await client.next(({ topic, key }) => topic === 'changes' && key === '');
    client.socket.terminate();
    return (data.changed as { path: string }[]).map(({ path }) => path);
  };
  expect(await opening(token)).toContain('fuel-card');
  expect(await opening(await product.login('viewer@roadkeeper.test'))).not.toContain('fuel-card');
  for (const { socket } of [own, other, staff]) socket.terminate();
});

test('staff who work for their own clients hear of those only, and at once when they are given others', async () => {
  const { person, personId, own, foreign } = await setUpOwnClients(product);
  const manager = await watch(person);
  const rename = async (id: string, name: string, kind: string) => {
    const answer = await product.call('PUT', `/organisation/${id}`, { token: admin, body: { name, kind } });
    expect(answer.status, answer.text).toBe(200);
  };
  const mark = async (name: string) => {
    product.product.kit.live.publish('me', {}, 'mark', name);
    await manager.next(({ data }) => data === name);
  };
  await rename(own, 'Sahyadri Logistics Ltd', 'COMPANY');
  await mark('one');
  expect(paths(manager)).not.toContain('organisation');
  const given = await product.call('PUT', `/user/${personId}/scope`, {
    token: admin,
    body: { rtoIds: [], organisationIds: [own] },
  });
  expect(given.status, given.text).toBe(200);
  await manager.next(({ type }) => type === 'rights');
  await sleep(600);
  await rename(foreign, 'Kulkarni household', 'FAMILY');
  await mark('two');
  expect(paths(manager)).not.toContain('organisation');
  await sleep(600);
  await rename(own, 'Sahyadri Logistics', 'COMPANY');
  await manager.next(({ type, key }) => type === 'data' && key === 'organisation');
  manager.socket.terminate();
});

test('whoever comes is told what has changed, and how long ago', async () => {
  await write();
  await sleep(300);
  const staff = await watch(admin);
  const { data } = await staff.next(({ topic, key }) => topic === 'changes' && key === '');
  expect(data.watchedMs).toBeGreaterThan(1_000);
  const { agoMs } = data.changed.find(({ path }: { path: string }) => path === 'vehicle-type');
  expect(agoMs).toBeGreaterThanOrEqual(300);
  expect(agoMs).toBeLessThan(20_000);
  staff.socket.terminate();
});

test('of two processes over one database each learns what is written, and who is signed out, in the other', async () => {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-two-'));
  const start = () =>
    createProduct({
      database: database.app,
      dataDir,
      clock: systemClock,
      alone: false,
      demo: true,
      secure: false,
      log: false,
    });
  const [here, there] = [await start(), await start()];
  try {
    await loadReference(here.db, systemClock.now());
    await loadDemo(here.db, here.passwords, systemClock.now());
    const call = async (of: Product, path: string, body: object | undefined, token?: string) =>
      (
        await of.app.inject({
          method: 'POST',
          url: `/api/v1${path}`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
          ...(body ? { payload: body } : {}),
        })
      ).json();
    const token: string = (await call(here, '/login', { email: 'admin@roadkeeper.test', password: demoPassword }))
      .accessToken;
    const at = await here.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await openSocket(at);
    client.send({ type: 'ticket', ticket: (await call(here, '/live/ticket', undefined, token)).data.ticket });
    await client.next(({ type }) => type === 'ready');
    await follow(client, 'changes');
    const stray = await openSocket(at);
    stray.send({ type: 'ticket', ticket: (await call(there, '/live/ticket', undefined, token)).data.ticket });
    expect((await stray.ended).code, 'a ticket is good in the process that gave it').toBe(1008);

    // Until the first look at the table nothing can be told apart.
    await sleep(1_200);
    await call(there, '/vehicle-type', { name: 'Made elsewhere', wheels: 4, speedClass: 'N' }, token);
    await client.next(({ key }) => key === 'vehicle-type');
    const from = performance.now();
    await call(there, '/logout', undefined, token);
    const end = await client.ended;
    expect(end.code).toBe(4401);
    expect(end.at - from).toBeLessThan(5_000);
  } finally {
    await Promise.all([here.close(), there.close()]);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 30_000);
