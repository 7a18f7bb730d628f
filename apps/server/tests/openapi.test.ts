import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { sampleBody } from './samples.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, Record<string, unknown>> } }> };
  responses: Record<string, { content: Record<string, { schema?: Record<string, unknown> }> }>;
}
let product: TestProduct;
let admin: string;
let paths: Record<string, Record<string, Operation>>;
const operation = (method: string, path: string) => paths[`/api/v1${path}`]?.[method.toLowerCase()] as Operation;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  paths = (await product.call('GET', '/openapi.json')).json.paths;
});
afterAll(() => product?.close());

test('every call says what it answers and carries an id of its own', () => {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(new Set(all.map((one) => one.operationId)).size).toBe(all.length);
  for (const one of all) {
    const [status] = Object.keys(one.responses).filter((key) => key !== 'default');
    const content = one.responses[status as string]?.content ?? {};
    const json = content['application/json']?.schema as { properties: { data: object } } | undefined;
    if (json) expect(Object.keys(json.properties.data), one.operationId).not.toEqual([]);
    else expect(Object.keys(content).join(), one.operationId).toMatch(/^(image|text|application)\//);
  }
});

test('parameters carry their kinds, and headers stand only where they are honoured', () => {
  const list = operation('GET', '/vehicle-model').parameters;
  const schemaOf = (name: string) => list.find((one) => one.name === name)?.schema;
  expect(schemaOf('take')).toMatchObject({ type: 'integer', maximum: 10_000, default: 25 });
  expect(schemaOf('option')).toEqual({ type: 'boolean' });
  expect(schemaOf('sort')?.['enum']).toContain('-name');
  const headers = (method: string, path: string) =>
    operation(method, path)
      .parameters.filter((one) => one.in === 'header')
      .map((one) => one.name);
  expect(headers('POST', '/login')).toEqual([]);
  expect(headers('POST', '/rto/export')).toEqual([]);
  expect(headers('POST', '/rto/export/job')).toEqual(['Idempotency-Key']);
  expect(headers('POST', '/rto/bulk')).toEqual(['Idempotency-Key']);
  expect(headers('PUT', '/rto/{id}')).toEqual(['If-Match', 'Idempotency-Key']);
  const form = operation('POST', '/vehicle-brand').requestBody?.content['multipart/form-data'];
  expect(form?.schema.properties['logo']).toMatchObject({ type: 'string', contentMediaType: expect.any(String) });
});

/** The first record of a catalogue, or one that is made where the product brings none. */
async function firstOf(path: string): Promise<string> {
  const { data } = (await product.call('GET', `/${path}?take=1`, { token: admin })).json;
  if (data[0]) return data[0].id;
  const definition = catalogues.find((one) => one.path === path) as AnyCatalogue;
  const parents: Record<string, string> = {};
  for (const { to } of Object.values<{ to?: string }>(definition.fields))
    if (to !== undefined && to !== path) parents[to] ??= await firstOf(to);
  const body = sampleBody(definition, 1, parents);
  const made = await product.call('POST', `/${path}`, { token: admin, body });
  expect(made.status, `POST /${path}: ${made.text}`).toBe(201);
  return made.json.data.id;
}

test('what is answered is what the description says', async () => {
  const ajv = new Ajv2020({ strict: false });
  const check = async (method: 'GET' | 'POST', template: string, path = template, body?: unknown) => {
    const answer = await product.call(method, path, { token: admin, ...(body ? { body } : {}) });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 200)}`).toBeLessThan(300);
    const schema = operation(method, template).responses[String(answer.status)]?.content['application/json']?.schema;
    ajv.validate(schema as object, answer.json);
    expect(ajv.errors ?? [], `${method} ${path}`).toEqual([]);
    return answer.json;
  };
  await check('POST', '/login', '/login', { email: 'clerk@roadkeeper.test', password: demoPassword });
  await check('GET', '/token');
  await check('GET', '/permission');
  await check('GET', '/dashboard');
  const { data: file } = await check('POST', '/rto/export/job', '/rto/export/job', { format: 'csv' });
  await check('GET', '/export');
  await check('GET', '/export/{id}', `/export/${file.id}`);
  const [template] = (await check('GET', '/mail-template')).data;
  await check('GET', '/mail-template/{id}', `/mail-template/${template.id}`);
  await check('GET', '/mail-template/{id}/history', `/mail-template/${template.id}/history`);
  const { data: mail } = await check('POST', '/mail-template/{id}/test', `/mail-template/${template.id}/test`, {});
  await check('GET', '/mail');
  await check('GET', '/mail/{id}', `/mail/${mail.id}`);
  await check('GET', '/mail/state');
  await check('GET', '/mail-suppression');
  for (const { path, ownWrites } of catalogues) {
    const { data } = await check('GET', `/${path}`);
    await check('GET', `/${path}`, `/${path}?option=true`);
    // What people do not make has no record here.
    if (ownWrites && data.length === 0) continue;
    const id = await firstOf(path);
    await check('GET', `/${path}/{id}`, `/${path}/${id}`);
    await check('GET', `/${path}/{id}/usage`, `/${path}/${id}/usage`);
    await check('POST', `/${path}/bulk`, `/${path}/bulk`, { action: 'activate', ids: [id] });
    await check('GET', `/${path}/{id}/history`, `/${path}/${id}/history`);
  }
});
