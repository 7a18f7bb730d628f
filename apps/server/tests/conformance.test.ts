import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing.ts';
import { catalogues } from '#areas/areas.ts';
import { type AnyCatalogue, refName } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { sortNames } from '#kit/contract/list-query.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { isFilledIn, ownParent, sampleBody, shownBody, wrongValues } from './samples.ts';

let product: TestProduct;
let admin: string;
let client: string;
const parents: Record<string, string> = {};
const roles: Record<string, string> = {};
const generated = catalogues.filter((definition) => !definition.ownWrites);
let serial = 100;
const unknownId = '01a1fc17-27e9-7627-921e-d6ed735c9999';
/** Catalogues whose rows may not be alike by rules of their own, which no set of fields says. */
const refusesTwins: ReadonlySet<string> = new Set(['challan-rule']);

/** Parents of everybody, while a catalogue has one of its own for each record. */
const shared: Record<string, string> = {};
function partParents(path: string): void {
  const own = ownParent[path];
  for (const [name, id] of Object.entries(shared)) if (name !== own) parents[name] = id;
  if (own === undefined) return;
  const id = parents[own];
  if (id !== undefined) shared[own] ??= id;
  delete parents[own];
}

/** A record of a catalogue, its parents first. */
async function make(definition: AnyCatalogue, full = true, isParent = false) {
  if (!isParent) partParents(definition.path);
  for (const field of Object.values<AnyField>(definition.fields))
    if (field.kind === 'ref' && field.to !== 'role' && field.to !== definition.path && !parents[field.to]) {
      const target = catalogues.find((one) => one.path === field.to) as AnyCatalogue;
      parents[field.to] = (await make(target, true, true)).id;
    }
  // A role is given, not made: one for the audience of the catalogue.
  parents['role'] = roles[definition.path === 'app-user' ? 'Client viewer' : 'RTO clerk'] as string;
  serial += 1;
  const body = sampleBody(definition, serial, parents, full);
  const answer = await product.call('POST', `/${definition.path}`, { token: admin, body });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.json.data.id as string, row: answer.json.data, body };
}
const get = (path: string, token = admin) => product.call('GET', path, { token });
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  client = await product.login('viewer@roadkeeper.test');
  for (const one of (await get('/role?take=100')).json.data) roles[one.name] = one.id;
});
afterAll(() => product.close());

describe.each(generated.map((definition) => [definition.path, definition] as const))('/%s', (path, definition) => {
  const schema = () => rowSchema(product.product.kit.registry, definition);

  test('makes, reads, changes, flips, deletes, restores and purges, with a history row for each', async () => {
    const { id, row, body } = await make(definition);
    expect(schema().safeParse(row).error?.issues ?? []).toEqual([]);
    expect(row).toMatchObject(shownBody(definition, body));
    const one = await get(`/${path}/${id}`);
    // What a single record says besides is its area's affair.
    const besides = Object.keys(product.product.kit.policies[path]?.details?.schema ?? {});
    for (const name of besides) expect(one.json.data, name).toHaveProperty(name);
    const shown = Object.entries(one.json.data).filter(([name]) => !besides.includes(name));
    expect(Object.fromEntries(shown)).toEqual(row);
    expect(one.headers['etag']).toBe('"v1"');
    const required = sampleBody(definition, serial, parents, false);
    const put = await product.call('PUT', `/${path}/${id}`, {
      token: admin,
      body: required,
      headers: { 'if-match': '"v1"' },
    });
    expect(put.status, put.text).toBe(200);
    for (const [name, field] of Object.entries<AnyField>(definition.fields))
      if (field.optional && name !== 'orgId' && !(name in required) && !isFilledIn(definition, name))
        expect(put.json.data[name], name).toEqual(isMany(field) ? [] : null);
    const stale = await product.call('PUT', `/${path}/${id}`, {
      token: admin,
      body: required,
      headers: { 'if-match': '"v99"' },
    });
    expect(stale.status).toBe(412);
    expect(stale.json.current.id).toBe(id);
    for (const [status, headers] of [
      [0, {}],
      [1, { 'content-type': 'application/json' }],
    ] as const) {
      const flip = await product.call('PUT', `/${path}/status/${id}`, { token: admin, headers });
      expect(flip.json.data.status).toBe(status);
    }
    expect((await product.call('DELETE', `/${path}/${id}`, { token: admin })).status).toBe(200);
    expect((await get(`/${path}/${id}`)).status).toBe(404);
    expect((await get(`/${path}?trash=true&take=100`)).json.data.map((one: { id: string }) => one.id)).toContain(id);
    expect((await product.call('POST', `/${path}/restore/${id}`, { token: admin })).json.data.id).toBe(id);
    expect((await product.call('DELETE', `/trash/${id}`, { token: admin })).status).toBe(404);
    await product.call('DELETE', `/${path}/${id}`, { token: admin });
    const history = await get(`/${path}/${id}/history`);
    // Whose a record is stays where it is left out.
    const named = (sent: object) => JSON.stringify(Object.entries(sent).filter(([name]) => name !== 'orgId'));
    const changed = named(required) === named(body) ? [] : ['update'];
    expect(history.json.data.map((one: { action: string }) => one.action)).toEqual([
      'delete',
      'restore',
      'delete',
      'status',
      'status',
      ...changed,
      'create',
    ]);
    expect(history.json.data.at(-1)).toMatchObject({ actorName: 'Asha Menon', before: null, recordId: id });
    expect((await product.call('DELETE', `/trash/${id}`, { token: admin })).status).toBe(200);
    expect((await product.call('POST', `/${path}/restore/${id}`, { token: admin })).status).toBe(404);
  });

  test('refuses wrong values of every field with a message at the field, and writes nothing', async () => {
    await make(definition);
    const before = (await get(`/${path}?take=1`)).json.count;
    for (const [name, field] of Object.entries<AnyField>(definition.fields))
      for (const value of wrongValues(field)) {
        serial += 1;
        const body = { ...sampleBody(definition, serial, parents), [name]: value };
        const answer = await product.call('POST', `/${path}`, { token: admin, body });
        expect(answer.status, `${name}: ${JSON.stringify(value)?.slice(0, 60)} → ${answer.text}`).toBe(400);
        expect(Object.keys(answer.json.fields), name).toContain(name);
      }
    for (const extra of ['id', 'version', 'createdAt', 'createdBy', 'status', 'orgId', 'nonsense', '__proto__']) {
      if (extra in definition.fields) continue;
      const payload = `{"${extra}":1,${JSON.stringify(sampleBody(definition, serial, parents)).slice(1)}`;
      const answer = await product.call('POST', `/${path}`, {
        token: admin,
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status, extra).toBe(400);
    }
    const send = (payload: string, type: string) =>
      product.call('POST', `/${path}`, { token: admin, payload, headers: { 'content-type': type } });
    expect((await send('{"a":', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(400);
    expect((await send('a=1', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await send(JSON.stringify({ name: 'x'.repeat(400_000) }), 'application/json')).status).toBe(413);
    expect((await get(`/${path}?take=1`)).json.count).toBe(before);
  });

  test('keeps keys unique whatever the case, repeats a request once, and two at once make one', async () => {
    const { id, body } = await make(definition);
    const twin = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' && definition.fields[name].kind === 'text' && !definition.fields[name].pattern
          ? value.toUpperCase()
          : value,
      ]),
    );
    const duplicate = await product.call('POST', `/${path}`, { token: admin, body: twin });
    const isRefused = definition.unique.length > 0 || refusesTwins.has(path);
    expect(duplicate.status, duplicate.text).toBe(refusesTwins.has(path) ? 400 : isRefused ? 409 : 201);
    if (isRefused) expect(Object.keys(duplicate.json.fields)).toHaveLength(1);
    await product.call('DELETE', `/${path}/${id}`, { token: admin });
    const key = randomUUID();
    const send = (what: unknown) =>
      product.call('POST', `/${path}`, { token: admin, body: what, headers: { 'idempotency-key': key } });
    const [first, second] = await Promise.all([send(body), send(body)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json.data.id).toBe(second.json.data.id);
    const other = { ...body, ...sampleBody(definition, (serial += 1), parents) };
    expect((await send(other)).status).toBe(422);
    const restored = await product.call('POST', `/${path}/restore/${id}`, { token: admin });
    expect(restored.status).toBe(isRefused ? 409 : 200);
  });

  test('lists by every sort, and cursors walk the same rows as skips', async () => {
    for (let index = 0; index < 4; index += 1) await make(definition, index % 2 === 0);
    for (const name of sortNames(definition))
      for (const sort of [name, `-${name}`]) {
        const walked: string[] = [];
        let after = '';
        for (let page = 0; page < 4; page += 1) {
          const answer = await get(`/${path}?take=7&sort=${sort}${after && `&after=${after}`}`);
          expect(answer.status, answer.text).toBe(200);
          walked.push(...answer.json.data.map((one: { id: string }) => one.id));
          if (!answer.json.next) break;
          after = answer.json.next;
        }
        const skipped = await get(`/${path}?take=100&sort=${sort}`);
        expect(walked, sort).toEqual(skipped.json.data.slice(0, walked.length).map((one: { id: string }) => one.id));
        expect(new Set(walked).size).toBe(walked.length);
      }
    const options = await get(`/${path}?option=true`);
    expect(options.json.data).toHaveLength(options.json.count);
    expect(Object.keys(options.json.data[0])).toEqual(['id', 'name', 'label', 'value']);
    // Rows that were chosen before have a name by their ids, inactive ones too.
    const [some] = (await get(`/${path}?take=1`)).json.data as { id: string; title: string }[];
    await product.call('PUT', `/${path}/status/${some?.id}`, { token: admin });
    const named = await get(`/${path}/option?id=${some?.id},${unknownId}`);
    const also = definition.optionFields.map(
      (name) => (some as Record<string, { label: string } | undefined> | undefined)?.[refName(name)]?.label,
    );
    expect(named.json.data.map((one: { label: string }) => one.label)).toEqual([[some?.title, ...also].join(' ')]);
    await product.call('PUT', `/${path}/status/${some?.id}`, { token: admin });
    expect((await get(`/${path}/option?id=${some?.id},x`)).json.fields).toEqual({ id: 'Must be ids of records' });
    const list = await get(`/${path}?take=1`);
    const again = await product.call('GET', `/${path}?take=1`, {
      token: admin,
      headers: { 'if-none-match': String(list.headers['etag']) },
    });
    expect(again.status).toBe(304);
    await make(definition);
    expect(
      (
        await product.call('GET', `/${path}?take=1`, {
          token: admin,
          headers: { 'if-none-match': String(list.headers['etag']) },
        })
      ).status,
    ).toBe(200);
  });

  test('refuses strangers before it reads, the rightless by right, and unknown things alike', async () => {
    const { id, body } = await make(definition);
    for (const [method, url] of [
      ['GET', `/${path}`],
      ['GET', `/${path}/${id}`],
      ['POST', `/${path}`],
      ['PUT', `/${path}/${id}`],
      ['PUT', `/${path}/status/${id}`],
      ['DELETE', `/${path}/${id}`],
      ['POST', `/${path}/bulk`],
      ['POST', `/${path}/export`],
    ] as const) {
      const stranger = await product.call(method, url, {
        payload: '{"broken',
        headers: { 'content-type': 'application/json' },
      });
      expect(stranger.status, `${method} ${url}`).toBe(401);
      if (method === 'GET') continue;
      const rightless = await product.call(method, url, {
        token: client,
        body:
          method === 'POST' && url.endsWith('bulk')
            ? { action: 'delete', ids: [id] }
            : url.endsWith('export')
              ? { format: 'csv' }
              : body,
      });
      expect(rightless.status, `${method} ${url}`).toBe(403);
    }
    const unknown = await get(`/${path}/${unknownId}`);
    expect(unknown.status).toBe(404);
    expect(bare((await get(`/${path}/no-id-at-all`)).text)).toBe(bare(unknown.text));
    for (const query of [
      'zz=1',
      'take=0',
      'take=101',
      'skip=-1',
      'sort=nothing',
      'status=2',
      'after=%%%',
      'after=abc',
      'q=1&q=2',
      'take=1e3',
    ])
      expect((await get(`/${path}?${query}`)).status, query).toBe(400);
  });

  test('works on many rows with a report, and exports what was asked', async () => {
    const made = [await make(definition), await make(definition)];
    const ids = made.map((one) => one.id);
    const bulk = (action: string, more: object) =>
      product.call('POST', `/${path}/bulk`, { token: admin, body: { action, ...more } });
    expect((await bulk('deactivate', { ids: [...ids, unknownId] })).json.data).toMatchObject({
      done: 2,
      failed: [{ id: unknownId }],
    });
    expect((await get(`/${path}/${ids[0]}`)).json.data.status).toBe(0);
    expect((await bulk('delete', { ids, filter: {} })).status).toBe(400);
    const csv = await product.call('POST', `/${path}/export`, { token: admin, body: { format: 'csv', ids } });
    expect(csv.text.startsWith('\uFEFF')).toBe(true);
    expect(csv.text.trim().split('\r\n')).toHaveLength(3);
    const xlsx = await product.call('POST', `/${path}/export`, {
      token: admin,
      body: { format: 'xlsx', filter: { status: '0' } },
    });
    expect(xlsx.raw.subarray(0, 2).toString()).toBe('PK');
    expect((await bulk('delete', { ids })).json.data.done).toBe(2);
    expect((await bulk('restore', { ids })).json.data.done).toBe(2);
  });
});

test('a parent that is used is not deleted, and a child does not come back below a deleted parent', async () => {
  const model = catalogues.find((one) => one.path === 'vehicle-model') as AnyCatalogue;
  const brand = await make(catalogues.find((one) => one.path === 'vehicle-brand') as AnyCatalogue);
  const child = await make(model);
  const moved = await product.call('PUT', `/vehicle-model/${child.id}`, {
    token: admin,
    body: { ...child.body, brandId: brand.id },
  });
  expect(moved.json.data.brand).toMatchObject({ id: brand.id, status: 1 });
  const refused = await product.call('DELETE', `/vehicle-brand/${brand.id}`, { token: admin });
  expect(refused.status).toBe(409);
  expect(refused.json.references).toEqual([
    { path: 'vehicle-model', field: 'brandId', label: 'Vehicle model', count: 1 },
  ]);
  await product.call('DELETE', `/vehicle-model/${child.id}`, { token: admin });
  expect((await product.call('DELETE', `/vehicle-brand/${brand.id}`, { token: admin })).status).toBe(200);
  expect((await product.call('POST', `/vehicle-model/restore/${child.id}`, { token: admin })).status).toBe(409);
});

test('deleting a parent while a child is made never leaves an orphan', async () => {
  const brandOf = catalogues.find((one) => one.path === 'vehicle-brand') as AnyCatalogue;
  const template = await make(catalogues.find((one) => one.path === 'vehicle-model') as AnyCatalogue);
  for (let round = 0; round < 25; round += 1) {
    const brand = await make(brandOf);
    const [gone, made] = await Promise.all([
      product.call('DELETE', `/vehicle-brand/${brand.id}`, { token: admin }),
      product.call('POST', '/vehicle-model', {
        token: admin,
        body: { ...template.body, name: `Orphan ${round}`, brandId: brand.id },
      }),
    ]);
    expect([gone.status, made.status].sort(), `round ${round}`).toEqual(gone.status === 200 ? [200, 400] : [201, 409]);
  }
});
