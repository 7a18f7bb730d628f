import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type RouteSpec } from '#kit/server/http/route.ts';
import { catalogues } from '#areas/areas.ts';
import { clientLimits } from '#kit/server/http/clients/limits.ts';
import { importable, keysOf } from '#kit/server/import/headings.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { patternOf } from '../../isolation/testing/routes.ts';
import { startTestProduct, type TestProduct } from '../../testing.ts';
import {
  bodiesOf,
  boundary,
  fillers,
  formsOf,
  shapelessBodies,
  type Shape,
  strangeBodiesOf,
  usualBody,
} from './longest-bodies.ts';
import { sendInPieces, tooSlow } from './testing/measure.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product.close());

const addressOf = ({ path }: RouteSpec): string => path.replace(/\{\w+\}/g, '01a1fc17-27e9-7627-921e-d6ed735c9999');

const specsToTry = (): RouteSpec[] => {
  const seen = new Set<string>();
  return product.product.specs.filter((spec) => {
    // What a catalogue takes is its own; the other calls of catalogues take the same, whichever it is.
    const pattern = patternOf(spec, catalogues);
    const isNew = !seen.has(pattern) || pattern === 'POST /{catalogue}';
    seen.add(pattern);
    return isNew;
  });
};

/** The longest body that a call takes. */
const limitOf = ({ bodyLimit, access }: RouteSpec): number =>
  bodyLimit ?? (access === 'public' ? clientLimits.publicBody : usualBody);

/** Every call that takes more than half a megabyte, each with the test that sends the longest that it takes. */
const longCalls: Readonly<Record<string, string>> = {
  'POST /{catalogue}/import/check': 'ten thousand rows to check or to take in do not stop it either',
  'POST /{catalogue}/import': 'ten thousand rows to check or to take in do not stop it either',
  'POST /{catalogue}/import/read': 'no form stops it, however many long texts it has',
  'PUT /road-import/{id}/piece': 'a piece of a file of roads does not stop the event loop',
  'POST /evidence/verify': 'an evidence bundle does not stop it, whatever it unpacks to',
  'POST /wallet/settlement': 'a settlement file does not stop it, whatever its lines are',
  'POST /mail/inbound': 'an email does not stop it, neither where it comes in nor where it is read',
};
const isLong = (spec: RouteSpec): boolean => patternOf(spec, catalogues) in longCalls;

test('every call with a long body is named with the test that tries it', () => {
  const long = product.product.specs.filter((spec) => limitOf(spec) > 512 * 1024);
  expect([...new Set(long.map((spec) => patternOf(spec, catalogues)))].toSorted()).toEqual(
    Object.keys(longCalls).toSorted(),
  );
  const tests = ['longest-inputs.test.ts', 'long-files.test.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  for (const name of Object.values(longCalls)) expect(tests.join('\n'), name).toContain(`test('${name}'`);
});

test('no body that a call takes stops the event loop, however long it is', async () => {
  const { paths } = (await product.call('GET', '/openapi.json')).json;
  const slow: string[] = [];
  const open = new Set<string>();
  let calls = 0;
  for (const spec of specsToTry()) {
    const content = paths[basePath + spec.path][spec.method.toLowerCase()].requestBody?.content;
    const schema: Shape | undefined = content?.['application/json']?.schema;
    if (!schema || isLong(spec)) continue;
    for (const [name, fill] of Object.entries(fillers))
      for (const payload of bodiesOf(schema, limitOf(spec), fill)) {
        calls += 1;
        if (spec.access === 'public') open.add(spec.path);
        const headers = { 'content-type': 'application/json' };
        // What is refused for its length was not looked into.
        const send = async () =>
          expect(
            (await product.call(spec.method, addressOf(spec), { token: admin, payload, headers })).status,
            `${spec.path}, ${name}`,
          ).not.toBe(413);
        slow.push(...(await tooSlow(`${spec.method} ${spec.path}, ${name}, ${payload.length} characters`, send)));
      }
  }
  expect(calls).toBeGreaterThan(500);
  expect([...open]).toEqual(expect.arrayContaining(['/login', '/password/forgot', '/invitation/open']));
  expect(slow).toEqual([]);
}, 120_000);

test('no address stops the event loop, however long it is', async () => {
  const slow: string[] = [];
  let calls = 0;
  for (const spec of specsToTry()) {
    const names = Object.keys(spec.query ?? {});
    if (names.length === 0) continue;
    for (const [name, fill] of Object.entries(fillers)) {
      // The server takes addresses of 16 KB; a character may take nine.
      const each = Math.floor(15_000 / names.length) - 20;
      const value = encodeURIComponent(fill(each)).slice(0, each).replace(/%\w?$/, '');
      const query = names.map((one) => `${one}=${value}`).join('&');
      calls += 1;
      const send = () => product.call(spec.method, `${addressOf(spec)}?${query}`, { token: admin });
      slow.push(...(await tooSlow(`${spec.method} ${spec.path}, ${name}`, send)));
    }
  }
  expect(calls).toBeGreaterThan(200);
  expect(slow).toEqual([]);
}, 120_000);

test('ten thousand rows to check or to take in do not stop it either', async () => {
  const fields = ['name', 'district', 'address', 'hours', 'email', 'phone', 'pin'];
  const cells = Object.fromEntries(Object.values(fillers).map((fill, at) => [fields[at] as string, fill(120)]));
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ line: at + 2, cells: { ...cells, code: `MH${at}` } }));
  const order = { mode: 'create', key: ['code'], rows };
  const slow: string[] = [];
  for (const [path, body] of [
    ['/rto/import/check', order],
    ['/rto/import', { ...order, fileName: 'offices.csv', partial: true }],
  ] as const) {
    const payload = JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const send = async () =>
      expect((await product.call('POST', path, { token: admin, payload, headers })).json.message).toMatch(
        /^(OK|Import started\.)$/,
      );
    slow.push(...(await tooSlow(`${path}, ${payload.length} characters`, send)));
  }
  expect(slow).toEqual([]);
}, 120_000);

/** Cells that cost whoever takes them apart most. */
const marks = ['a,', '\n', '; ', '"""x;', '2341 '];

test('no cell of an import stops it, however long it is, in whatever field', async () => {
  const slow: string[] = [];
  let calls = 0;
  for (const spec of product.product.specs) {
    const definition = catalogues.find(({ path }) => spec.path === `/${path}/import/check`);
    if (!definition) continue;
    const key = keysOf(definition).at(-1);
    for (const mark of marks) {
      const cell = `1${mark.repeat(19_900 / mark.length)}x`;
      const rows = [{ line: 2, cells: Object.fromEntries(importable(definition).map(([name]) => [name, cell])) }];
      const payload = JSON.stringify({ mode: 'create', key, rows });
      const headers = { 'content-type': 'application/json' };
      const send = async () => {
        const { status, text } = await product.call('POST', spec.path, { token: admin, payload, headers });
        expect(status, `${spec.path}: ${text.slice(0, 300)}`).toBe(200);
      };
      calls += 1;
      slow.push(...(await tooSlow(`${spec.path}, ${JSON.stringify(mark)}`, send)));
    }
  }
  expect(calls).toBeGreaterThan(100);
  expect(slow).toEqual([]);
}, 180_000);

test('no body of names and lists that a call does not know stops it', async () => {
  const { paths } = (await product.call('GET', '/openapi.json')).json;
  const slow: string[] = [];
  let calls = 0;
  const seen = new Set<string>();
  for (const spec of specsToTry()) {
    // Calls of one shape are all alike in what they do not know.
    const pattern = patternOf(spec, catalogues);
    if (seen.has(pattern)) continue;
    seen.add(pattern);
    const content = paths[basePath + spec.path][spec.method.toLowerCase()].requestBody?.content;
    const schema: Shape | undefined = content?.['application/json']?.schema;
    if (!schema || isLong(spec)) continue;
    const limit = limitOf(spec);
    const shapeless = ['/drivers', '/login'].includes(spec.path) ? shapelessBodies(limit) : {};
    for (const [name, payload] of Object.entries({ ...strangeBodiesOf(schema, limit), ...shapeless })) {
      calls += 1;
      const headers = { 'content-type': 'application/json' };
      const send = async () => {
        const { status } = await product.call(spec.method, addressOf(spec), { token: admin, payload, headers });
        expect([413, 500], `${spec.path}, ${name}`).not.toContain(status);
      };
      slow.push(...(await tooSlow(`${spec.method} ${spec.path}, ${name}`, send)));
    }
  }
  expect(calls).toBeGreaterThan(80);
  expect(slow).toEqual([]);
}, 120_000);

test('no form stops it, however many long texts it has', async () => {
  // Over a socket, where it comes in pieces.
  const url = await listen(product);
  const driver = catalogues.find(({ path }) => path === 'drivers');
  const slow: string[] = [];
  for (const [name, body] of formsOf(Object.keys(driver?.fields ?? {})))
    for (const path of name.startsWith('groups')
      ? ['/drivers', '/client/driver-on-boarding', '/drivers/import/read']
      : ['/drivers']) {
      const headers = {
        authorization: `Bearer ${admin}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      };
      const send = async () => {
        const { status, text } = await sendInPieces(`${url}${basePath}${path}`, headers, body);
        expect(status, text).not.toBe(500);
      };
      slow.push(...(await tooSlow(`${path}, ${name}, ${body.length} bytes`, send)));
    }
  expect(slow).toEqual([]);
}, 120_000);
