import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { calls, numbers, storageKeys, texts } from './specification.ts';

const root = join(import.meta.dirname, '..');
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

test('every default text stands word for word in the language file', () => {
  const file = JSON.parse(readFileSync(join(root, 'apps/web/public/assets/locales/en.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const found = (key: string) =>
    key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], file);
  for (const [key, text] of Object.entries(texts)) expect(found(key), key).toBe(text);
  for (const [key, text] of Object.entries(texts).filter(
    ([key]) => /^toast\.[\w-]+\.created$/.test(key) && !/helpdesk|role/.test(key),
  ))
    for (const verb of ['updated', 'deleted'])
      expect(found(key.replace('created', verb)), `${key} ${verb}`).toBe(text.replace('created', verb));
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
