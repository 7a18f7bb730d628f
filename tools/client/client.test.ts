import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { withKeys } from '#areas/integrations/testing/keys.ts';
import { type ApiDocument, clientOf } from './generate.ts';

const run = promisify(execFile);
let product: TestProduct;
let folder: string;
let url: string;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  url = await product.product.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'rk-client-'));
  const wrapper = await readFile(new URL('./wrapper.ts', import.meta.url), 'utf8');
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as ApiDocument;
  await writeFile(join(folder, 'roadkeeper-client.ts'), clientOf(document, wrapper));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

const program = `
import { createClient, RoadkeeperError } from './roadkeeper-client.ts';
const [baseUrl = '', key = ''] = process.argv.slice(2);
const roadkeeper = createClient({ baseUrl, key });
const vehicles = await roadkeeper.call('GET /vehicle', { query: { take: 3 } });
const first = vehicles.data[0];
if (!first) throw new Error('No vehicle');
const one = await roadkeeper.call('GET /vehicle/{id}', { path: { id: first.id } });
const categories = await roadkeeper.call('GET /help-category');
const body = { subject: 'Wrong bill', description: 'Please look', categoryId: categories.data[0]?.id ?? '', priority: 'NORMAL' as const };
const ticket = await roadkeeper.call('POST /help-desk', { body, onceKey: 'bill-42-from-the-script' });
const again = await roadkeeper.call('POST /help-desk', { body, onceKey: 'bill-42-from-the-script' });
let refused: unknown;
try {
  await roadkeeper.call('POST /help-desk', { body: { ...body, subject: '' } });
} catch (error) {
  if (error instanceof RoadkeeperError) refused = [error.status, error.code, Object.keys(error.fields)];
}
console.log(JSON.stringify({ count: vehicles.data.length, same: one.data.id === first.id, once: ticket.data.id === again.data.id, refused }));
`;
/** What the compiler says of programs, each by the name of its file. */
const check = async (programs: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  const types = join(import.meta.dirname, '../../node_modules/@types');
  const flags =
    '--noEmit --strict --target esnext --module nodenext --moduleDetection force --allowImportingTsExtensions';
  return run(tsc, [...flags.split(' '), '--typeRoots', types, '--types', 'node', ...Object.keys(programs)], {
    cwd: folder,
  }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
};

test('a program written with the client is checked by the compiler, and works against the product', async () => {
  expect(await check({ 'program.ts': program })).toBe('');
  const { key } = await withKeys(product).make({
    scopes: { vehicle: ['view'], 'help-category': ['view'], 'help-desk': ['view', 'create'] },
  });
  const { stdout } = await run(process.execPath, ['program.ts', url, key], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ count: 3, same: true, once: true, refused: [400, 'bad_input', ['subject']] });
}, 60_000);

test('what the product does not take does not compile: a wrong name, a missing field, a call that no key can make', async () => {
  const changes = [
    ["'GET /vehicle', {", "'GET /vehicles', {"],
    ['query: { take: 3 }', 'query: { takes: 3 }'],
    ["'GET /help-category'", "'GET /session/list'"],
    ['{ path: { id: first.id } }', '{}'],
    ['first.id } }', 'first.wheels } }'],
    ["priority: 'NORMAL' as const", "priority: 'URGENTEST' as const"],
  ] as const;
  for (const [from] of changes) expect(program).toContain(from);
  const wrong = changes.map(([from, to], at) => [`wrong-${at}.ts`, program.replace(from, to)]);
  const said = await check(Object.fromEntries(wrong));
  for (const [at, [, to]] of changes.entries()) expect(said, to).toMatch(new RegExp(`wrong-${at}\\.ts.*error TS\\d+`));
}, 120_000);
