import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type RouteSpec } from '#kit/server/http/route.ts';
import { catalogues } from '#areas/areas.ts';
import { longestTurn } from '#kit/server/testing/longest-turn.ts';
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

/**
 * Most processor time between two turns of the event loop, in milliseconds: for so long nobody else is answered. The goal is 50,
 * which two quick cores keep; twice that is for slow ones. What takes the square of a length takes seconds.
 */
const longestTurnMs = 100;

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

/** What is slow, each with its longest turn. A collection of garbage may fall into one: what is slow is slow again. */
async function tooSlow(name: string, send: () => Promise<unknown>): Promise<string[]> {
  let { turnMs: turn } = await longestTurn(send);
  for (let again = 0; again < 4 && turn > longestTurnMs; again += 1)
    turn = Math.min(turn, (await longestTurn(send)).turnMs);
  return turn > longestTurnMs ? [`${name}: ${Math.round(turn)} ms`] : [];
}

test('no body that a call takes stops the event loop, however long it is', async () => {
  const { paths } = (await product.call('GET', '/openapi.json')).json;
  const slow: string[] = [];
  let calls = 0;
  for (const spec of specsToTry()) {
    const content = paths[basePath + spec.path][spec.method.toLowerCase()].requestBody?.content;
    const schema: Shape | undefined = content?.['application/json']?.schema;
    if (!schema || (spec.bodyLimit ?? 0) > 2_000_000) continue;
    for (const [name, fill] of Object.entries(fillers))
      for (const payload of bodiesOf(schema, spec.bodyLimit ?? usualBody, fill)) {
        calls += 1;
        const headers = { 'content-type': 'application/json' };
        const send = () => product.call(spec.method, addressOf(spec), { token: admin, payload, headers });
        slow.push(...(await tooSlow(`${spec.method} ${spec.path}, ${name}, ${payload.length} characters`, send)));
      }
  }
  expect(calls).toBeGreaterThan(500);
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
    if (!schema || (spec.bodyLimit ?? 0) > 2_000_000) continue;
    const shapeless = spec.path === '/drivers' ? shapelessBodies() : {};
    for (const [name, payload] of Object.entries({ ...strangeBodiesOf(schema, spec.bodyLimit), ...shapeless })) {
      calls += 1;
      const headers = { 'content-type': 'application/json' };
      const send = async () =>
        expect((await product.call(spec.method, addressOf(spec), { token: admin, payload, headers })).status).not.toBe(
          500,
        );
      slow.push(...(await tooSlow(`${spec.method} ${spec.path}, ${name}`, send)));
    }
  }
  expect(calls).toBeGreaterThan(80);
  expect(slow).toEqual([]);
}, 120_000);

/** Sends a body as a network would bring it: whoever wrote all of it at once would hold the loop, which is the server's as well. */
async function sendInPieces(url: string, headers: Record<string, string>, body: Buffer) {
  const asked = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  // A server that has heard enough may close before all is sent.
  asked.on('error', () => undefined);
  for (let at = 0; at < body.length && !asked.destroyed; at += 65_536) {
    asked.write(body.subarray(at, at + 65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
  asked.end();
  const [response] = await answered;
  return { status: response.statusCode, text: await text(response) };
}

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
