import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { calls } from './calls.ts';
import { type Call, formKey, keyOf } from './call.ts';
import { effectProblems, formProblems, shapeProblems } from './testing/shapes.ts';
import { worldOf } from './testing/world.ts';
import { waiting } from './waiting.ts';

interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}
let product: TestProduct;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  product = await startTestProduct();
  paths = (await product.call('GET', '/openapi.json')).json.paths;
});
afterAll(() => product?.close());

const built = calls.filter((call) => call.built);
const operationOf = ({ method, path }: Call) => paths[`/api/v1${path}`]?.[method.toLowerCase()];
const mediaTypes = { JSON: 'application/json', multipart: 'multipart/form-data' } as const;
const nobody = '01a1fc17-27e9-7627-921e-d6ed735c9999';

test('every call that is built is there with its method and path, and none of those that are not', async () => {
  const routes = new Set(product.product.specs.map((spec) => keyOf(spec)));
  expect(built.filter((call) => !routes.has(keyOf(call))).map(keyOf), 'marked as built, and not there').toEqual([]);
  const open = calls.filter((call) => !call.built);
  expect(open.filter((call) => routes.has(keyOf(call))).map(keyOf), 'there, and not marked as built').toEqual([]);
  const token = await product.login('admin@roadkeeper.test');
  for (const call of open) {
    const answer = await product.call(call.method, call.path.replace('{id}', nobody), { token });
    expect(answer.status, keyOf(call)).toBe(404);
  }
});

test('without a token every call is answered 401', async () => {
  for (const call of built) {
    const answer = await product.call(call.method, call.path.replace('{id}', nobody));
    expect(answer.status, keyOf(call)).toBe(401);
  }
});

test('every call declares the body, the fields and the parameters that the specification names', () => {
  const problems = built.flatMap((call) => {
    const operation = operationOf(call);
    const content = operation?.requestBody?.content ?? {};
    const declared = new Set(operation?.parameters.filter((one) => one.in === 'query').map(({ name }) => name));
    const named = (call.forms ?? []).flatMap(({ query }) => [...new URLSearchParams(query).keys()]);
    const fields = Object.keys(content['application/json']?.schema.properties ?? {});
    // A form with files of its own rules declares no schema; what it takes is shown by sending it.
    const isOwnForm = call.body === 'multipart' && Object.keys(content).length === 0;
    return [
      ...named.filter((name) => !declared.has(name)).map((name) => `${keyOf(call)} does not declare ?${name}`),
      ...(call.fields ?? []).filter((name) => !fields.includes(name)).map((name) => `${keyOf(call)} has no ${name}`),
      ...(call.body === 'none' && call.method !== 'DELETE' && operation?.requestBody
        ? [`${keyOf(call)} takes a body`]
        : []),
      ...(call.body !== 'none' && !isOwnForm && !content[mediaTypes[call.body]]
        ? [`${keyOf(call)} does not take ${call.body}`]
        : []),
    ];
  });
  expect(problems).toEqual([]);
});

test('every call answers in its shape to the body and the parameters that it has in the specification', async () => {
  const world = await worldOf(product);
  const { token } = world;
  const problems = new Map<string, string[]>();
  const note = (key: string, found: readonly string[]) => {
    if (found.length > 0) problems.set(key, [...(problems.get(key) ?? []), ...found]);
  };
  for (const call of world.inOrder(built)) {
    const { method, forms = [] } = call;
    const path = world.pathOf(call);
    const answer = await product.call(method, path, { token, ...(await world.sentWith(call)) });
    if (answer.status !== (method === 'POST' && answer.status === 201 ? 201 : 200)) {
      note(keyOf(call), [`${answer.status} ${answer.text.slice(0, 200)}`]);
      continue;
    }
    note(keyOf(call), shapeProblems(call.answer, answer.json));
    world.keep(call, answer.json.data);
    if (call.path.endsWith('/status/{id}')) {
      const back = await product.call(method, path, { token });
      note(keyOf(call), [answer, back].map(({ json }) => json.data?.status).join() === '0,1' ? [] : ['does not turn']);
    }
    for (const form of forms) {
      const asked = await product.call('GET', `${path}?${form.query}`, { token });
      const key = formKey(call, form);
      // A list that is too long to be given whole says how it is asked for by pages.
      if (asked.status === 400 && form.most === undefined && /\btake\b/.test(asked.text)) continue;
      if (asked.status !== 200) {
        note(key, [`${asked.status} ${asked.text.slice(0, 200)}`]);
        continue;
      }
      const wrong = shapeProblems(form.answer, asked.json);
      if (wrong.length > 0) {
        note(key, wrong);
        continue;
      }
      const get = async (of: string) => (await product.call('GET', of, { token })).json;
      note(key, [...formProblems(form, asked.json), ...(await effectProblems(path, form, asked.json, get))]);
    }
  }
  for (const key of Object.keys(waiting)) {
    if (problems.has(key)) problems.delete(key);
    else if (calls.some((call) => keyOf(call) === key || call.forms?.some((form) => formKey(call, form) === key)))
      problems.set(key, ['is as the specification has it: take it out of waiting.ts']);
  }
  expect(Object.fromEntries(problems)).toEqual({});
});

test('a status is turned by a call without a body, and one with a body is refused', async () => {
  const token = await product.login('admin@roadkeeper.test');
  for (const call of built.filter(({ method, body }) => method === 'PUT' && body === 'none')) {
    const list = call.path.replace('/status/{id}', '');
    const [row] = (await product.call('GET', `${list}?take=1&sort=-createdAt`, { token })).json.data;
    if (!row) continue;
    const refused = await product.call('PUT', `${list}/status/${row.id}`, { token, body: { status: 0 } });
    expect([refused.status, refused.json.message], list).toEqual([400, 'This call takes no body']);
    const after = await product.call('GET', `${list}/${row.id}`, { token });
    expect(after.json.data.status, list).toBe(row.status);
  }
});

test('a parameter that a call does not have is refused by its name', async () => {
  const token = await product.login('admin@roadkeeper.test');
  for (const call of built.filter(({ forms = [] }) => forms.length > 0)) {
    const answer = await product.call('GET', `${call.path}?colour=red`, { token });
    expect([answer.status, Object.keys(answer.json.fields)], keyOf(call)).toEqual([400, ['colour']]);
  }
});
