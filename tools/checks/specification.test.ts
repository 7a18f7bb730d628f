import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { sampleBody } from '#apps/server/tests/samples.ts';
import { catalogues } from '#areas/areas.ts';
import { flatTexts, mergeTexts, readTextFiles } from '../texts/text-files.ts';
import { calls, defaultTexts, numbers, storageKeys, variants } from './specification.ts';

const root = join(import.meta.dirname, '../..');
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('every call of the specification that is marked as built answers, and none is built unmarked', async () => {
  const routes = new Set(product.product.specs.map((spec) => `${spec.method} ${spec.path}`));
  const missing = calls.filter((call) => call.built && !routes.has(`${call.method} ${call.path}`));
  const unmarked = calls.filter((call) => !call.built && routes.has(`${call.method} ${call.path}`));
  expect(missing.map((call) => `${call.method} ${call.path}`)).toEqual([]);
  expect(unmarked.map((call) => `${call.method} ${call.path}`)).toEqual([]);
  for (const call of calls.filter((one) => one.built)) {
    const answer = await product.call(call.method, call.path.replace('{id}', '01a1fc17-27e9-7627-921e-d6ed735c9999'));
    expect(answer.status, `${call.method} ${call.path}`).toBe(401);
  }
  const open = calls.filter((call) => !call.built);
  console.log(
    `specification: ${calls.length - open.length} of ${calls.length} calls built; open: ${open.map((call) => `${call.method} ${call.path}`).join(', ')}`,
  );
});

test('the calls of every built catalogue work as the specification has them', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const [organisation] = (await product.call('GET', '/organisation?take=1', { token })).json.data;
  const made: Record<string, string> = { organisation: organisation.id };
  const roles = (await product.call('GET', '/role?take=100', { token })).json.data as { id: string; name: string }[];
  const roleFor = (path: string) =>
    roles.find(({ name }) => name === (path === 'app-user' ? 'Client viewer' : 'RTO clerk'))?.id as string;
  const standard = catalogues.filter(
    ({ path, ownWrites }) => !ownWrites && calls.some((call) => call.built && call.path === `/${path}`),
  );
  expect(standard.length).toBeGreaterThan(0);
  const inOrder = [...standard].sort((a, b) => depth(a.path) - depth(b.path));
  for (const [index, definition] of inOrder.entries()) {
    const { path, one } = definition;
    made['role'] = roleFor(path);
    const full = definition.multipart ? multipart(sampleBody(definition, 700 + index, made)) : undefined;
    const body = full ? undefined : sampleBody(definition, 700 + index, made);
    const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, what = {}) => {
      const answer = await product.call(method, url, { token, ...what });
      expect(answer.status, `${method} ${url} ${answer.text}`).toBe(method === 'POST' ? 201 : 200);
      return answer.json as { message: string; data: { id: string; status: number } };
    };
    const created = await send('POST', `/${path}`, full ?? { body });
    expect(created.message).toBe(`${one} created successfully.`);
    made[path] = created.data.id;
    expect((await send('PUT', `/${path}/${created.data.id}`, full ?? { body })).message).toBe(
      `${one} updated successfully.`,
    );
    const flipped = await send('PUT', `/${path}/status/${created.data.id}`);
    expect([flipped.message, flipped.data.status]).toEqual(['Status updated successfully.', 0]);
    await send('PUT', `/${path}/status/${created.data.id}`);
  }
  const asked = variants.filter((variant) => standard.some(({ path }) => variant.split('?')[0] === `/${path}`));
  for (const variant of asked) {
    const answer = await product.call('GET', variant, { token });
    expect(answer.status, `${variant} ${answer.text.slice(0, 200)}`).toBe(200);
    expect(Array.isArray(answer.json.data), variant).toBe(true);
    if (/option=true/.test(variant) && answer.json.data.length > 0)
      expect(Object.keys(answer.json.data[0]), variant).toEqual(['id', 'name', 'label', 'value']);
  }
  for (const definition of inOrder.toReversed()) {
    const { path, one } = definition;
    const gone = await product.call('DELETE', `/${path}/${made[path]}`, { token });
    expect([gone.status, gone.json.message], path).toEqual([200, `${one} deleted successfully.`]);
  }
});

/** How many catalogues a row of this one stands on, so that parents are made first and deleted last. */
const depth = (path: string): number => product.product.kit.registry.dependencies(path).length;

function multipart(values: Record<string, unknown>): { payload: string; headers: Record<string, string> } {
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `--rk\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : String(value)}\r\n`,
  );
  return { payload: `${parts.join('')}--rk--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=rk' } };
}

test('every default text stands word for word in the language files', () => {
  expect(flatTexts(mergeTexts(readTextFiles(root)))).toMatchObject(defaultTexts);
  expect(Object.keys(defaultTexts)).toHaveLength(40);
});

test('the browser keeps things under the specified names, and the specified numbers hold', () => {
  const store = readFileSync(join(root, 'kit/web/storage/store.ts'), 'utf8');
  for (const key of storageKeys) expect(store, key).toMatch(new RegExp(`\\n  ${key}: `));
  expect(store).toMatch(/transactionPageTab: '1'/);
  expect(store).toMatch(/modulePageActiveTab: '1'/);
  expect(store).toMatch(/tokenType = 'Bearer'/);
  const constants = readFileSync(join(root, 'kit/web/constants.ts'), 'utf8').replaceAll('_', '');
  for (const [name, value] of Object.entries(numbers)) expect(constants, name).toContain(`${name}: ${value},`);
});
