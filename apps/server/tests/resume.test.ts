import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { type ClonedDatabase, testDatabase } from '#kit/server/testing/database.ts';
import { type HttpProcess, startHttpProcess } from '../testing/http-process.ts';
import { cloneSeeded } from '../testing/seeded.ts';

// What a killed product had begun under an Idempotency-Key. One product after the other runs on one database.

let dataDir: string;
let database: ClonedDatabase;
let product: HttpProcess;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
const at = '2026-11-21T06:00:00Z';
const later = '2026-11-21T06:00:11Z';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-test-'));
  database = await cloneSeeded({ at }, dataDir);
  // Stops before a row is written: whoever writes a brand or type of this name waits while the test holds the lock.
  await sql(`create function stop_here() returns trigger language plpgsql as $$
    begin if new.name like '%halt%' then perform pg_advisory_xact_lock(20); end if; return new; end $$`);
  for (const table of ['vehicle_brand', 'vehicle_type'])
    await sql(`create trigger stop_here before insert or update on ${table} for each row execute function stop_here()`);
  await start(at);
  const answer = await send('POST', '/login', { email: 'admin@roadkeeper.test', password: demoPassword });
  token = (answer.json as { accessToken: string }).accessToken;
});
afterAll(async () => {
  agent.destroy();
  await product?.kill();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(clockAt: string): Promise<void> {
  product = await startHttpProcess({ database: database.app, dataDir, at: clockAt });
}
const sql = <Row>(text: string, params: unknown[] = []) =>
  withClient({ ...testDatabase().admin, database: database.name }, async (client) => {
    return (await client.query(text, params)).rows as Row[];
  });

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: unknown;
}
/** Status 0: the connection broke before there was an answer. */
function send(method: string, path: string, body: unknown, key?: string, to = product): Promise<Answer> {
  return new Promise((resolve) => {
    const asked = request(`${to.url}${path}`, {
      method,
      agent,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
    });
    const broken = () => resolve({ status: 0, headers: {}, text: '', json: undefined });
    asked.on('error', broken);
    asked.on('response', (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('error', broken);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: text && JSON.parse(text) }),
      );
    });
    asked.end(JSON.stringify(body));
  });
}

/** Does `work` while writers of halting rows have to wait. */
const halted = <T>(work: () => Promise<T>): Promise<T> =>
  withClient({ ...testDatabase().admin, database: database.name }, async (client) => {
    await client.query('select pg_advisory_lock(20)');
    return work();
  });
const waitingWriters = async () =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.objid = 20 and not l.granted and d.datname = $1`,
      [database.name],
    )
  )[0]?.n;
const waitingForRows = async () =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = $1 and wait_event in ('transactionid', 'tuple')`,
      [database.name],
    )
  )[0]?.n;

const names = (kind: string) =>
  Array.from({ length: 30 }, (_, at) => `${kind} ${String(at).padStart(2, '0')}${at === 17 ? ' halt' : ''}`);
async function make(path: string, list: readonly string[], more: object): Promise<string[]> {
  const made = await Promise.all(list.map((name) => send('POST', path, { name, ...more })));
  return made.map(({ status, json, text }) => {
    expect(status, text).toBe(201);
    return (json as { data: { id: string } }).data.id;
  });
}
/** Times that each of the records was written to in this way. */
const acts = async (ids: readonly string[], action: string) =>
  (
    await sql<{ n: number }>(
      `select (select count(*)::int from history h where h.record_id = i.id and h.action = $2 and h.source = 'bulk') as n
       from unnest($1::uuid[]) as i (id)`,
      [ids, action],
    )
  ).map(({ n }) => n);
const all = (n: number) => Array.from({ length: 30 }, () => n);

test('a bulk call whose product was killed is finished by its repetition, each record once', async () => {
  const brands = await make('/vehicle-brand', names('Resumed'), {});
  const types = await make('/vehicle-type', names('Resumed type'), { wheels: 4, speedClass: 'N' });
  // The filter matches fewer and fewer of them while the work goes on.
  const switchOff = { action: 'deactivate', filter: { q: 'Resumed', status: '1', sort: 'name' } };
  const remove = { action: 'delete', ids: types };
  const [off, gone] = await halted(async () => {
    const asked = [
      send('POST', '/vehicle-brand/bulk', switchOff, 'off'),
      send('POST', '/vehicle-type/bulk', remove, 'gone'),
    ];
    await expect.poll(waitingWriters).toBe(2);
    expect((await send('POST', '/vehicle-brand/bulk', switchOff, 'off')).status, 'while it is worked on').toBe(409);
    await product.kill();
    return Promise.all(asked);
  });
  expect([off?.status, gone?.status]).toEqual([0, 0]);
  const killedAt = (await acts(brands, 'status')).filter((n) => n === 1).length;
  expect(killedAt).toBeGreaterThan(0);
  expect(killedAt).toBeLessThan(30);

  await start(at);
  const early = await send('POST', '/vehicle-brand/bulk', switchOff, 'off');
  expect([early.status, early.headers['retry-after']]).toEqual([409, '5']);
  await product.setClock(later);
  const other = await send('POST', '/vehicle-brand/bulk', { ...switchOff, action: 'activate' }, 'off');
  expect(other.status).toBe(422);
  for (const [path, body, key] of [
    ['/vehicle-brand/bulk', switchOff, 'off'],
    ['/vehicle-type/bulk', remove, 'gone'],
  ] as const) {
    const again = await send('POST', path, body, key);
    expect([again.status, again.json]).toEqual([200, { message: '30 done, 0 failed', data: { done: 30, failed: [] } }]);
    const replay = await send('POST', path, body, key);
    expect([replay.text, replay.headers['idempotency-replayed']]).toEqual([again.text, 'true']);
  }
  expect(await acts(brands, 'status')).toEqual(all(1));
  expect(await acts(types, 'delete')).toEqual(all(1));
  expect(await sql('select 1 from vehicle_brand where id = any($1) and status <> 0', [brands])).toEqual([]);
  expect(await sql('select 1 from vehicle_type where id = any($1) and deleted_at is null', [types])).toEqual([]);
});

test('where the database failed in between, the same key goes on', async () => {
  const brands = await make('/vehicle-brand', names('Interrupted'), {});
  const body = { action: 'deactivate', ids: brands };
  const first = await halted(() => send('POST', '/vehicle-brand/bulk', body, 'interrupted'));
  expect([first.status, (first.json as { message: string }).message]).toEqual([200, '17 done, 13 failed']);
  const again = await send('POST', '/vehicle-brand/bulk', body, 'interrupted');
  expect([again.status, again.json]).toEqual([200, { message: '30 done, 0 failed', data: { done: 30, failed: [] } }]);
  expect(await acts(brands, 'status')).toEqual(all(1));
});

test('a call that was silent for too long writes nothing once its repetition has gone on with it', async () => {
  const brands = await make('/vehicle-brand', names('Silent'), {});
  const body = { action: 'deactivate', ids: brands };
  const bulk = (to = product) => send('POST', '/vehicle-brand/bulk', body, 'silent', to);
  // Another process, whose clock says that nothing was heard of the call for a while.
  const other = await startHttpProcess({ database: database.app, dataDir, at: '2026-11-21T06:00:30Z' });
  const [first, second] = await halted(async () => {
    const asked = bulk();
    await expect.poll(waitingWriters).toBe(1);
    const repeated = bulk(other);
    // It goes on where the first one stands, and waits for it to let go of the record.
    await expect.poll(waitingForRows, { interval: 10 }).toBe(1);
    return [asked, repeated] as const;
  }).then((pair) => Promise.all(pair));
  await other.kill();
  expect([first?.status, second?.status]).toEqual([409, 200]);
  expect(second?.json).toEqual({ message: '30 done, 0 failed', data: { done: 30, failed: [] } });
  expect(await acts(brands, 'status')).toEqual(all(1));
});

test('a thousand requests with one key and a kill amid them make one record', { timeout: 60_000 }, async () => {
  const make = (name: string) => send('POST', '/vehicle-brand', { name }, 'one-of-a-thousand');
  const many = () => Promise.all(Array.from({ length: 1_000 }, () => make('Once halt')));
  const killed = await halted(async () => {
    const asked = many();
    await expect.poll(waitingWriters).toBe(1);
    await product.kill();
    return asked;
  });
  // A slow machine may tell some of them, before it is killed, that it takes too long.
  expect(killed.filter(({ status }) => ![0, 409, 429, 503].includes(status))).toEqual([]);
  expect(killed.some(({ status }) => status === 0)).toBe(true);
  expect(await sql(`select 1 from vehicle_brand where name = 'Once halt'`)).toEqual([]);

  await start(later);
  const answers = await many();
  // 409 while the first is worked on, a replay after it, and 429 where a slow machine lets the last of them wait too long.
  expect(answers.filter(({ status }) => ![201, 409, 429].includes(status))).toEqual([]);
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  const replayed = await make('Once halt');
  expect([replayed.status, replayed.text, replayed.headers['idempotency-replayed']]).toEqual([
    201,
    made[0]?.text,
    'true',
  ]);
  expect((await make('Another')).status).toBe(422);
  expect(await sql(`select 1 from vehicle_brand where name like 'Once%'`)).toHaveLength(1);
  const [history] = await sql<{ n: number }>(
    `select count(*)::int as n from history h join vehicle_brand b on b.id = h.record_id where b.name = 'Once halt'`,
  );
  expect(history?.n).toBe(1);
});
