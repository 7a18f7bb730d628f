import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { manualClock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { isOwnOnly, type RouteSpec } from '#kit/server/http/route.ts';
import { cloneDatabase } from '#kit/server/testing/database.ts';
import { createProduct } from '../product.ts';
import { sampleBody } from './samples.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let child: string;
const nobody = '01a1fc17-27e9-7627-921e-d6ed735c9999';
const reason = 'A challan does not show';
const nameOf = (spec: RouteSpec) => `${spec.method} ${spec.path}`;

beforeAll(async () => {
  product = await startTestProduct();
  const userId = await product.addStaff('ops@roadkeeper.test', 'Operations');
  const token = await product.login('admin@roadkeeper.test');
  const answer = await product.call('POST', '/session/impersonation', { token, body: { userId, reason } });
  if (answer.status !== 200) throw new Error(answer.text);
  child = answer.json.accessToken;
});
afterAll(() => product?.close());

/** Whether a call is refused because the session acts as somebody else, before anything of it is looked at. */
async function isRefused(spec: RouteSpec): Promise<boolean> {
  const path = spec.path.replace(/\{\w+\}/g, nobody);
  const { status, json } = await product.call(spec.method, path, { token: child });
  if (json?.code !== 'impersonating') return false;
  expect([nameOf(spec), status]).toEqual([nameOf(spec), 403]);
  return true;
}

test('of all calls of the product exactly those are refused to whoever acts as somebody else that declare it', async () => {
  const specs = product.product.specs.filter((spec) => spec.access !== 'public');
  const refused: string[] = [];
  for (const spec of specs) if (await isRefused(spec)) refused.push(nameOf(spec));
  expect(refused).toEqual(specs.filter(isOwnOnly).map(nameOf));
  console.log(`refused while acting as somebody else, ${refused.length} of ${specs.length} calls:${listed(refused)}`);
  const allowed = specs.filter((spec) => spec.method !== 'GET' && !isOwnOnly(spec)).map(nameOf);
  console.log(`allowed though they write, ${allowed.length}:${listed(allowed)}`);
});

/** The list for people: the calls that every catalogue has are told once, with the catalogues they stand for. */
function listed(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const path = catalogues.find((one) => new RegExp(` /${one.path}(/|$)`).test(name))?.path;
    const line = path ? name.replace(`/${path}`, '/{catalogue}') : name;
    groups.set(line, [...(groups.get(line) ?? []), ...(path ? [path] : [])]);
  }
  const some = (paths: readonly string[]) =>
    paths.length === 0 ? '' : paths.length === catalogues.length ? ' (all)' : ` (${paths.join(', ')})`;
  return [...groups].map(([line, paths]) => `\n  ${line}${some(paths)}`).join('');
}

/** What must never be possible, said once more by name: a route that declares too much is caught here. */
const never = [
  /impersonation$|user-wise-login/,
  /^(POST|PUT|DELETE) \/(user|role|module|permission)(\/|$)/,
  /password|two-step|totp|recovery|profile$/,
  /^(POST|PUT|DELETE) .*\/session\/(?!impersonation)/,
  /\/export(\/job|\/\{id\}\/file)?$|^(POST|PUT|DELETE) .*\/import/,
  /^DELETE \/trash/,
  /wallet|device\/command/,
];

test('what touches a way in, rights, whole lists or what is gone for good is among the refused', () => {
  const specs = product.product.specs.filter(
    (spec) => spec.access !== 'public' && !/^GET .*\/export$/.test(nameOf(spec)),
  );
  const open = specs.filter((spec) => spec.method !== 'GET' || spec.whileImpersonating !== undefined);
  const wrong = open.filter((spec) => !isOwnOnly(spec) && never.some((one) => one.test(nameOf(spec)))).map(nameOf);
  expect(wrong).toEqual([]);
  const isNever = (name: string) => never.some((one) => one.test(name));
  const planted = [
    'PUT /user/{id}',
    'POST /password/change',
    'DELETE /session/{id}',
    'POST /rto/export/job',
    'POST /wallet',
  ];
  expect(planted.filter(isNever)).toEqual(planted);
  expect(['PUT /rto/{id}', 'POST /app-user/bulk'].filter(isNever)).toEqual([]);
});

test('a route that says nothing about it is refused when it writes', async () => {
  expect(isOwnOnly({ method: 'POST' })).toBe(true);
  expect(isOwnOnly({ method: 'PUT', whileImpersonating: 'allowed' })).toBe(false);
  expect(isOwnOnly({ method: 'GET' })).toBe(false);
  expect(isOwnOnly({ method: 'GET', whileImpersonating: 'refused' })).toBe(true);
  const paths = (await product.call('GET', '/openapi.json')).json.paths;
  expect(paths['/api/v1/user/{id}'].put.description).toContain('Refused while signed in as another user');
  expect(paths['/api/v1/rto/{id}'].put.description).not.toContain('acting');
});

test('every write that is allowed, to whatever catalogue, leaves both names', async () => {
  const [organisation] = (await product.call('GET', '/organisation?take=1', { token: child })).json.data;
  const [person] = (await product.call('GET', '/app-user?take=1', { token: child })).json.data;
  const made: Record<string, string> = { organisation: organisation.id, 'app-user': person.id };
  // One map setting is active: a write to one is a write to another as well.
  const open = catalogues.filter(
    ({ path, sensitive, guarded, ownWrites }) => path !== 'map-setting' && !sensitive && !guarded && !ownWrites,
  );
  const { registry } = product.product.kit;
  const inOrder = [...open].sort((a, b) => registry.dependencies(a.path).length - registry.dependencies(b.path).length);
  let writes = 0;
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await product.call(method, path, { token: child, ...(body ? { body } : {}) });
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
    writes += 1;
    return answer.json.data;
  };
  for (const [index, definition] of inOrder.entries()) {
    const { path } = definition;
    const { id } = await send('POST', `/${path}`, sampleBody(definition, 800 + index, made));
    made[path] = id;
    await send('PUT', `/${path}/status/${id}`);
    await send('POST', `/${path}/bulk`, { action: 'activate', ids: [id] });
    await send('DELETE', `/${path}/${id}`);
    await send('POST', `/${path}/restore/${id}`);
  }
  const names = await transact(product.product.db, everything, (db) =>
    db.query<{ actor: string; behalf: string | null; count: number }>(
      `select actor_name as actor, on_behalf_of_name as behalf, count(*) as count from history
       where source <> 'seed' and module <> 'session' group by 1, 2`,
    ),
  );
  expect(names).toEqual([{ actor: 'Asha Menon', behalf: 'ops@roadkeeper.test', count: writes }]);
  expect(writes).toBe(inOrder.length * 5);
  const token = await product.login('admin@roadkeeper.test');
  const { json } = await product.call('GET', '/session/impersonation', { token });
  expect(json.data).toMatchObject([{ writes, endedAt: null }]);
});

test('it outlives a restart, ends on time after it, and so does the way back', async () => {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-test-'));
  const clock = manualClock('2026-11-21T06:00:00Z');
  const open = () =>
    createProduct({ database: database.app, dataDir, clock, alone: true, demo: true, secure: false, log: false });
  let running = await open();
  try {
    await loadReference(running.db, clock.now());
    await loadDemo(running.db, running.passwords, clock.now());
    const call = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) => {
      const answer = await running.app.inject({
        method,
        url: `/api/v1${url}`,
        headers,
        ...(payload ? { payload } : {}),
      });
      return { status: answer.statusCode, headers: answer.headers, json: answer.json() };
    };
    const login = await call('POST', '/login', {}, { email: 'admin@roadkeeper.test', password: demoPassword });
    const own = { authorization: `Bearer ${login.json.accessToken}` };
    const cookie = String(login.headers['set-cookie']).split(';')[0] as string;
    const people = await call('GET', '/app-user?q=Meera', own);
    const begun = await call('POST', '/session/impersonation', own, { userId: people.json.data[0].id, reason });
    const acting = { authorization: `Bearer ${begun.json.accessToken}` };
    const restart = async () => {
      await running.close();
      running = await open();
    };
    await restart();
    clock.move(29 * 60_000);
    expect((await call('GET', '/token', acting)).json.userData.impersonatedBy.name).toBe('Asha Menon');
    await restart();
    clock.move(60_000);
    expect((await call('GET', '/token', acting)).status).toBe(401);
    const renewed = await call('POST', '/session/refresh', { cookie });
    expect(renewed.status).toBe(200);
    const list = await call('GET', '/session/impersonation', { authorization: `Bearer ${renewed.json.accessToken}` });
    expect(list.json.data).toMatchObject([{ ending: 'time ran out', subjectName: 'Meera Joshi' }]);
  } finally {
    await running.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
