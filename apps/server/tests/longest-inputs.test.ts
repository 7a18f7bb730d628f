import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type RouteSpec } from '#kit/server/http/route.ts';
import { catalogues } from '#areas/areas.ts';
import { patternOf } from '../isolation/testing/routes.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

/**
 * Most processor time between two turns of the event loop, in milliseconds: for so long nobody else is answered. The goal is 50,
 * which two quick cores keep; twice that is for slow ones. What takes the square of a length takes seconds.
 */
const longestTurnMs = 100;
const usualBody = 256 * 1024;
/** Most characters of a text that a call looks into. */
const longestText = 40_000;

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product.close());

const number = '234123412346';
/** Texts that cost those who look into them most: each as long as asked for. */
const fillers: Readonly<Record<string, (length: number) => string>> = {
  'letters before a number': (length) => number.padStart(length, 'a'),
  'numbers of one digit': (length) => '2 '.repeat(length / 2),
  'an address that never ends': (length) => `a@${'a.'.repeat(length / 2 - 2)}@`,
  spaces: (length) => `x${' '.repeat(length - 2)}x`,
  'marks on one letter': (length) => `a${'\u0301'.repeat(length / 4)}${'\u0316'.repeat(length / 4)}${number}`,
  'one sign that is eighteen': (length) => '\uFDFA'.repeat(length / 3),
  'tokens and braces': (length) => '-eyJaaaaaaaa{{a,,\n'.repeat(length / 18),
};

type Shape = { [key: string]: unknown };
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const kindsOf = (schema: Shape): Shape[] => [
  schema,
  ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => ((schema[key] as Shape[] | undefined) ?? []).flatMap(kindsOf)),
];

/** A value of a schema in which every text is `text`, and every list is as long as it may be, or `most`. */
function filled(schema: Shape, text: string, most: number): unknown {
  const kinds = kindsOf(schema);
  const list = kinds.find((one) => one['type'] === 'array');
  if (list) {
    const one = filled((list['items'] as Shape | undefined) ?? {}, text, 1);
    return Array.from({ length: Math.min(most, (list['maxItems'] as number | undefined) ?? most) }, () => one);
  }
  const object = kinds.find((one) => one['type'] === 'object');
  if (object) {
    const { properties, additionalProperties: others } = object;
    const named = Object.entries((properties as Record<string, Shape> | undefined) ?? {});
    const free = isShape(others)
      ? Array.from({ length: Math.min(most, 20) }, (_, at) => [`k${at}`, others] as const)
      : [];
    return Object.fromEntries([...named, ...free].map(([name, one]) => [name, filled(one, text, most)]));
  }
  const chosen = kinds.find((one) => Array.isArray(one['enum']));
  if (chosen) return (chosen['enum'] as unknown[])[0];
  const plain = kinds.find((one) => one['type'] === 'integer' || one['type'] === 'number' || one['type'] === 'boolean');
  if (plain) return plain['type'] === 'boolean' ? true : ((plain['minimum'] as number | undefined) ?? 1);
  return text;
}

/** Bodies of a call at its limit: of few long texts, and of lists of many short ones. */
function bodiesOf(schema: Shape, bodyLimit: number, fill: (length: number) => string): string[] {
  const texts = JSON.stringify(filled(schema, '\u0001', 1)).split('\\u0001').length - 1;
  if (texts === 0) return [];
  const room = bodyLimit - 20_000;
  const length = Math.min(longestText, Math.floor(room / texts / 24) * 12);
  const perRow = JSON.stringify(filled(schema, fill(36), 1)).length;
  return [
    JSON.stringify(filled(schema, fill(length), 1)),
    JSON.stringify(filled(schema, fill(36), Math.floor(room / perRow))),
  ].filter((one) => Buffer.byteLength(one) <= bodyLimit);
}

/** The longest turn of the event loop while something is done, in milliseconds of processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let done = false;
  let before = process.threadCpuUsage();
  const watch = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  done = true;
  watch();
  return longest;
}

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
  let turn = await longestTurn(send);
  for (let again = 0; again < 2 && turn > longestTurnMs; again += 1) turn = Math.min(turn, await longestTurn(send));
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
