import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

/** A provider of tokens: counts, and answers as the test says. */
let provider: Server;
let asked: string[] = [];
let answerWith: { status: number; body: string } = { status: 200, body: '' };
let product: TestProduct;
let admin: string;
let folder: string;
const logged: string[] = [];
const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, at) => at % 251));

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push(body);
      response.writeHead(answerWith.status, { 'content-type': 'application/json' }).end(answerWith.body);
    });
  });
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), 'rk-map-'));
  await writeFile(join(folder, 'india.pmtiles'), bytes);
  await writeFile(join(folder, 'index.html'), '<head></head><!--frame--><!--/frame-->');
  product = await startTestProduct({
    webDirectory: folder,
    site: { log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) },
    maps: { tokenUrl: new URL(`http://127.0.0.1:${port}/token`), pmtiles: { file: join(folder, 'india.pmtiles') } },
  });
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(async () => {
  await product?.close();
  provider?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  answerWith = {
    status: 200,
    body: JSON.stringify({ access_token: 'tok-1', token_type: 'bearer', expires_in: 3_600 }),
  };
});

const call = (method: string, path: string, body?: object, token = admin) =>
  product.call(method as 'GET', path, { token, ...(body ? { body } : {}) });
let serial = 0;
const make = async (over: object): Promise<{ id: string } & Record<string, unknown>> => {
  serial += 1;
  const made = await call('POST', '/map-setting', { name: `Map ${serial}`, provider: 'RASTER', ...over });
  expect(made.status, made.text).toBe(201);
  return made.json.data;
};
const tiles = (host: string) => `https://${host}/{z}/{x}/{y}.png`;
const client = { provider: 'MAPPLS', tileUrl: `https://mt.example.in/{token}/{z}/{x}/{y}.png`, clientId: 'our-id' };
const active = async (token = admin) => (await call('GET', '/map-setting/active', undefined, token)).json;
const actives = async () =>
  (await call('GET', '/map-setting?status=1')).json.data.map((row: { name: string }) => row.name) as string[];
const policy = async () => {
  const page = await product.product.app.inject({ url: '/', headers: { accept: 'text/html' } });
  return String(page.headers['content-security-policy']);
};

test('one setting is active: making or activating one ends the others, and the built-in map takes the place of one that ends', async () => {
  expect(await actives()).toEqual(['Built-in map']);
  const one = await make({ tileUrl: tiles('one.example.in'), attribution: '© One', maxZoom: 17 });
  expect(await actives()).toEqual([one['name']]);
  const two = await make({ tileUrl: tiles('two.example.in') });
  expect(await actives()).toEqual([two['name']]);
  await call('PUT', `/map-setting/status/${one.id}`);
  expect(await actives()).toEqual([one['name']]);
  const history = (await call('GET', `/map-setting/${two.id}/history`)).json.data;
  expect(history[0]).toMatchObject({ action: 'status', before: { status: 1 }, after: { status: 0 } });
  await call('PUT', `/map-setting/status/${one.id}`);
  expect(await actives()).toEqual(['Built-in map']);
  const [{ id: builtIn }] = (await call('GET', '/map-setting?provider=BUILT_IN')).json.data;
  const refused = await call('PUT', `/map-setting/status/${builtIn}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'One map setting must be active. Activate another one instead',
  ]);
  expect((await call('DELETE', `/map-setting/${builtIn}`)).status).toBe(409);
  // One that is deleted while it is active is not active when it is restored.
  await call('PUT', `/map-setting/status/${two.id}`);
  expect((await call('DELETE', `/map-setting/${two.id}`)).status).toBe(200);
  expect(await actives()).toEqual(['Built-in map']);
  await call('POST', `/map-setting/restore/${two.id}`);
  expect(await actives()).toEqual(['Built-in map']);
});

test('of many that are activated at once one is active in the end', async () => {
  const ids: string[] = [];
  for (const host of ['a', 'b', 'c', 'd']) ids.push((await make({ tileUrl: tiles(`${host}.example.in`) })).id);
  const answers = await Promise.all(ids.map((id) => call('PUT', `/map-setting/status/${id}`)));
  // The last one was active, so its call ends it: whatever came first, one is left.
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await actives()).toHaveLength(1);
});

test('addresses that are not https or of this server, and those that would add a word to the content policy, are refused', async () => {
  const hostile = [
    'http://tiles.example.in/{z}/{x}/{y}.png',
    'javascript:alert(1)/{z}/{x}/{y}',
    'data:image/png;base64,{z}{x}{y}',
    '//tiles.example.in/{z}/{x}/{y}.png',
    'https://*/{z}/{x}/{y}.png',
    'https://*.example.in/{z}/{x}/{y}.png',
    'https://a;script-src/{z}/{x}/{y}.png',
    "https://example.in 'unsafe-inline'/{z}/{x}/{y}.png",
    'https://user:secret@example.in/{z}/{x}/{y}.png',
    'https://127.0.0.1/{z}/{x}/{y}.png',
    'https://0x7f.1/{z}/{x}/{y}.png',
    'https://[::1]/{z}/{x}/{y}.png',
    'https://localhost/{z}/{x}/{y}.png',
    'https://{x}.example.in/{z}/{x}/{y}.png',
    'https://example.in\\@evil.example/{z}/{x}/{y}.png',
    'https://tiles.example.in/{z}/{x}.png',
    'https://tiles.example.in/{z}/{x}/{y}/{s}.png',
    '/\\evil.example/{z}/{x}/{y}.png',
  ];
  for (const tileUrl of hostile) {
    const answer = await call('POST', '/map-setting', { name: 'Hostile', provider: 'RASTER', tileUrl });
    expect([answer.status, Object.keys(answer.json.fields ?? {})], tileUrl).toEqual([400, ['tileUrl']]);
  }
  await make({ tileUrl: '/tiles/{z}/{x}/{y}.png' });
  await make({ provider: 'VECTOR', tileUrl: 'https://tiles.example.in:8443/style.json?key=a' });
  for (const [body, field] of [
    [{ provider: 'RASTER' }, 'tileUrl'],
    [{ provider: 'MAPPLS', tileUrl: tiles('mt.example.in') }, 'mappleAccessToken'],
    [{ provider: 'RASTER', tileUrl: 'https://t.example.in/{z}/{x}/{y}?k={token}' }, 'mappleAccessToken'],
    [{ ...client }, 'clientSecret'],
    [{ provider: 'RASTER', tileUrl: tiles('t.example.in'), clientId: 'a', clientSecret: 'b' }, 'clientId'],
  ] as const) {
    const answer = await call('POST', '/map-setting', { name: 'Lacking', ...body });
    expect([answer.status, Object.keys(answer.json.fields ?? {})], JSON.stringify(body)).toEqual([400, [field]]);
  }
});

test('the host of tiles is in the content policy while its setting is active, and no longer', async () => {
  const { id } = await make({ tileUrl: tiles('policy.example.in:8443') });
  expect(await policy()).toContain("img-src 'self' blob: data: https://policy.example.in:8443;");
  expect(await policy()).toContain("connect-src 'self' https://policy.example.in:8443;");
  expect(await policy()).toContain("script-src 'self';");
  await call('PUT', `/map-setting/status/${id}`);
  expect(await policy()).not.toContain('policy.example.in');
});

test('with client ID and secret the token is fetched as it is saved, given to every session, and renewed before it ends', async () => {
  const made = await make({ ...client, clientSecret: 'our-secret' });
  expect(asked).toEqual(['grant_type=client_credentials&client_id=our-id&client_secret=our-secret']);
  const viewer = await product.login('viewer@roadkeeper.test');
  const answer = await active(viewer);
  expect(answer).toMatchObject({
    mappleAccessToken: 'tok-1',
    data: { mappleAccessToken: 'tok-1', provider: 'MAPPLS' },
    pmtiles: '/map-setting/basemap',
  });
  expect(JSON.stringify(answer)).not.toContain('our-');
  expect((await call('GET', '/map-setting', undefined, viewer)).status).toBe(403);
  const row = (await call('GET', `/map-setting/${made.id}`)).json.data;
  expect(row).toMatchObject({ clientSecret: '••••', clientId: 'our-id', tokenExpiresAt: '2026-11-21T07:00:00.000Z' });
  // Nobody is shown the secret.
  expect((await call('POST', `/map-setting/reveal/${made.id}`, { field: 'clientSecret' })).status).toBe(400);
  const everywhere = await Promise.all(
    ['', `/${made.id}`, `/${made.id}/history`, '?option=true'].map((path) => call('GET', `/map-setting${path}`)),
  );
  expect(everywhere.map(({ text }) => text).join('')).not.toMatch(/our-secret|tok-1/);
  // Saved again without another secret, it is not fetched again; with another client it is.
  const { id, version: _, ...rest } = row;
  const body = Object.fromEntries(
    Object.entries({ ...rest, attribution: '© Mappls' }).filter(([name]) =>
      ['name', 'provider', 'tileUrl', 'attribution', 'mappleAccessToken', 'clientId', 'clientSecret'].includes(name),
    ),
  );
  expect((await call('PUT', `/map-setting/${id}`, body)).status).toBe(200);
  expect(asked).toHaveLength(1);
  answerWith.body = JSON.stringify({ access_token: 'tok-2', expires_in: '7200' });
  product.clock.move(50 * 60_000);
  await product.product.planJobs();
  product.clock.move(5 * 60_000);
  await product.product.jobs.runDue();
  expect(asked).toHaveLength(2);
  admin = await product.login('admin@roadkeeper.test');
  expect((await active()).mappleAccessToken).toBe('tok-2');
});

test('credentials that are refused are not saved; a provider that is away is tried again', async () => {
  answerWith = { status: 401, body: '{"error":"invalid_client"}' };
  const refused = await call('POST', '/map-setting', { ...client, name: 'Refused', clientSecret: 'wrong' });
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { clientSecret: 'Mappls refused the client ID or secret' },
  ]);
  for (const answer of [
    { status: 503, body: '' },
    { status: 200, body: 'no json' },
    { status: 200, body: JSON.stringify({ access_token: 'a b\n', expires_in: 10 }) },
  ]) {
    answerWith = answer;
    serial += 1;
    const body = { ...client, name: `Away ${serial}`, clientSecret: 'right' };
    const saved = await call('POST', '/map-setting', body);
    expect([saved.status, saved.json.warnings]).toEqual([
      201,
      ['Mappls could not be reached. The token is fetched as soon as it can be'],
    ]);
  }
  expect((await active()).mappleAccessToken).toBeNull();
  answerWith = { status: 200, body: JSON.stringify({ access_token: 'tok-3', expires_in: 3_600 }) };
  product.clock.move(6 * 60_000);
  await product.product.jobs.runDue();
  admin = await product.login('admin@roadkeeper.test');
  expect((await active()).mappleAccessToken).toBe('tok-3');
});

test('nothing of the secret or the token lies in the database as it is, or in the log', async () => {
  expect(logged.join('')).toContain('/api/v1/map-setting');
  expect(logged.join('')).not.toMatch(/our-secret|tok-\d|"wrong"|invalid_client/);
  const rows = await transact(product.product.db, everything, (db) =>
    db.query<{ text: string }>('select m::text as text from map_setting m union all select h::text from history h'),
  );
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/our-secret|tok-\d/);
});

test('the file of the base map is given in parts, to whoever is signed in', async () => {
  const part = (range?: string, token: string | undefined = admin) =>
    product.call('GET', '/map-setting/basemap', {
      ...(token ? { token } : {}),
      headers: range === undefined ? {} : { range },
    });
  const first = await part('bytes=0-16383');
  expect([first.status, first.headers['content-range']]).toEqual([206, 'bytes 0-16383/40000']);
  expect(first.raw.equals(bytes.subarray(0, 16_384))).toBe(true);
  const last = await part('bytes=39990-99999');
  expect([last.status, last.headers['content-range']]).toEqual([206, 'bytes 39990-39999/40000']);
  expect((await part('bytes=40000-40001')).status).toBe(416);
  for (const range of [undefined, 'bytes=5-', 'bytes=-5', 'bytes=9-5', 'bytes=0-5000000', 'bytes=0-1,5-6', 'lines=0-1'])
    expect((await part(range)).status, range ?? 'none').toBe(400);
  expect((await product.call('GET', '/map-setting/basemap', { headers: { range: 'bytes=0-1' } })).status).toBe(401);
});
