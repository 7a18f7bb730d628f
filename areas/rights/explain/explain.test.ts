import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import type { Action } from '#kit/contract/rights.ts';
import type { Explanation } from '../permissions.contract.ts';

let product: TestProduct;
let admin: string;
const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
const keep = ['view', 'create', 'edit', 'delete', 'status', 'export'];

type Row = Record<string, unknown> & { id: string; title: string; name: string };
interface Someone {
  name: string;
  id: string;
  email: string;
  token: string;
}
const people: Someone[] = [];
const someone = (name: string) => people.find((one) => one.name === name) as Someone;
/** The token of somebody who, switched off and on again by another, has signed in anew where they could. */
async function tokenOf(person: Someone): Promise<string> {
  if ((await get('/token', person.token)).status === 401)
    person.token = await product.login(person.email).catch(() => person.token);
  return person.token;
}
const records: Record<string, Row[]> = {};

const get = (path: string, token = admin) => product.call('GET', path, { token });
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = admin) =>
  product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
/** A step that the tests stand on. */
async function must(answer: ReturnType<typeof send>) {
  const { status, text, json } = await answer;
  if (status >= 300) throw new Error(text);
  return json.data as Row;
}
const rows = async (path: string): Promise<Row[]> => (await get(path)).json.data;
const find = async (path: string, name: string) =>
  (await rows(`${path}?take=100`)).find((one) => one.name === name) as Row;
const ask = (query: Record<string, string>, token = admin) =>
  get(`/access/explain?${new URLSearchParams(query).toString()}`, token);

async function makeRole(name: string, grants: Record<string, string[]>, rowScope = 'ALL') {
  const matrix = (await get('/role/permissions')).json.data as { moduleId: string; key: string }[];
  const permissions = matrix.flatMap(({ moduleId, key }) => (grants[key] ? [{ moduleId, actions: grants[key] }] : []));
  return must(send('POST', '/role', { name, audience: 'staff', rowScope, permissions }));
}
async function join(name: string, role: string) {
  const email = `${name.replaceAll(' ', '.')}@roadkeeper.test`.toLowerCase();
  const id = await product.addStaff(email, role);
  people.push({ name, id, email, token: await product.login(email) });
  return id;
}

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  const all = { rto: keep, organisation: keep, 'app-user': keep, user: keep, role: keep, 'vehicle-brand': ['view'] };
  await makeRole('Lead', { ...all, history: ['view'] });
  await makeRole('Account manager', { ...all, trash: ['view'] }, 'OWN_CLIENTS');
  await makeRole('Office keeper', all, 'OWN_RTO');
  await makeRole('Nobody', {});
  await makeRole('Closed', all);
  // Leads first, so that those of the other roles stand below them.
  const roles = (await rows('/role?take=100&sort=level')) as (Row & { level: number })[];
  const lead = roles.find((one) => one.name === 'Lead') as Row;
  const roleIds = [lead.id, ...roles.filter((one) => one.level > 0 && one.id !== lead.id).map((one) => one.id)];
  await must(send('POST', '/role/update-level', { roleIds }));
  await join('Lena', 'Lead');
  await join('Arun', 'Account manager');
  await join('Omkar', 'Office keeper');
  await join('Nisha', 'Nobody');
  await join('Chetan', 'Closed');
  await join('Divya', 'Lead');
  for (const [name, email, path] of [
    ['Vikram Rao', 'clerk', '/user'],
    ['Meera Joshi', 'client', '/app-user'],
    ['Rohan Kulkarni', 'viewer', '/app-user'],
  ] as const) {
    const { id } = await find(path, name);
    const address = `${email}@roadkeeper.test`;
    people.push({ name, id, email: address, token: await product.login(address) });
  }
  records['rto'] = await rows('/rto?take=2');
  records['organisation'] = await rows('/organisation');
  records['app-user'] = await rows('/app-user');
  records['user'] = (await rows('/user?take=100')).filter((one) => people.some(({ id }) => id === one.id)).slice(0, 3);
  records['role'] = [lead, await find('/role', 'Nobody'), await find('/role', 'Client viewer')];
  records['vehicle-brand'] = await rows('/vehicle-brand?take=1');
  const own = records['organisation']?.find((one) => one.name === 'Sahyadri Logistics') as Row;
  await send('PUT', `/user/${someone('Arun').id}/scope`, { rtoIds: [], organisationIds: [own.id] });
  await send('PUT', `/user/${someone('Omkar').id}/scope`, { rtoIds: [records['rto']?.[0]?.id], organisationIds: [] });
  // Whoever is switched off keeps a token that was good.
  await must(send('PUT', `/user/status/${someone('Divya').id}`));
  await must(send('PUT', `/role/status/${(await find('/role', 'Closed')).id}`));
}, 60_000);
afterAll(() => product?.close());

let serial = 0;
/** Fields that a form would send, one of them another than before. */
async function changed(module: string, id: string): Promise<Record<string, unknown>> {
  serial += 1;
  const row = (await get(`/${module}/${id}`)).json.data;
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));
  switch (module) {
    case 'rto':
      return { ...pick('code', 'name', 'state', 'kind'), district: `District ${serial}` };
    case 'organisation':
      return { ...pick('name', 'kind'), city: `City ${serial}` };
    case 'app-user':
      return { ...pick('name', 'orgId', 'profileType', 'mobile', 'email', 'roleId'), city: `City ${serial}` };
    case 'user':
      return { ...pick('email', 'mobile', 'roleId'), name: `${row.name.replace(/ \d+$/, '')} ${serial}` };
    case 'role':
      return {
        ...pick('name', 'audience', 'rowScope'),
        description: `Text ${serial}`,
        permissions: row.permissions.map(({ moduleId, actions }: Row) => ({ moduleId, actions })),
      };
    default:
      return { ...pick('name', 'country'), country: `Land ${serial}` };
  }
}
const fresh = (module: string): unknown => {
  serial += 1;
  const name = `New ${serial}`;
  if (module === 'rto') return { code: `ZZ${100 + serial}`, name, state: 'MH', district: 'Pune', kind: 'RTO' };
  if (module === 'organisation') return { name, kind: 'COMPANY' };
  if (module === 'role') return { name, audience: 'staff', rowScope: 'OWN_CLIENTS', permissions: [] };
  if (module === 'vehicle-brand') return { name };
  const roleId = records['role']?.[2]?.id;
  return { name, email: `new${serial}@example.in`, roleId, ...(module === 'app-user' ? { profileType: '0' } : {}) };
};

/** What the server does when this person really tries, put back afterwards. */
async function really(token: string, module: string, action: Action, id?: string): Promise<number> {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  if (action === 'view') return (await call('GET', id ? `/${module}/${id}` : `/${module}?take=1`)).status;
  if (action === 'create') return (await call('POST', `/${module}`, fresh(module))).status;
  if (action === 'export') return (await call('POST', `/${module}/export`, { format: 'csv', filter: {} })).status;
  if (action === 'edit') return (await call('PUT', `/${module}/${id}`, await changed(module, id as string))).status;
  if (action === 'status') {
    const { status } = await call('PUT', `/${module}/status/${id}`);
    if (status === 200) await send('PUT', `/${module}/status/${id}`);
    return status;
  }
  const { status } = await call('DELETE', `/${module}/${id}`);
  if (status === 200) expect((await send('POST', `/${module}/restore/${id}`)).status).toBe(200);
  return status;
}
const isRefusal = (status: number) => [401, 403, 404].includes(status);

describe('the verdict is what the server does', () => {
  for (const module of ['rto', 'organisation', 'app-user', 'user', 'role', 'vehicle-brand'])
    test(`in ${module}, for each person, action and record`, async () => {
      const wrong: string[] = [];
      const seen = { allowed: 0, refused: 0 };
      for (const person of people)
        for (const action of ['view', 'create', 'export', 'edit', 'status', 'delete'] as const) {
          const about = ['create', 'export'].includes(action) ? [undefined] : (records[module] ?? []);
          for (const record of action === 'view' ? [undefined, ...about] : about) {
            const query = { userId: person.id, module, action, ...(record ? { recordId: record.id } : {}) };
            const { status, json, text } = await ask(query);
            expect(status, text).toBe(200);
            const explanation = json.data as Explanation;
            const answered = await really(await tokenOf(person), module, action, record?.id);
            seen[explanation.allowed ? 'allowed' : 'refused'] += 1;
            if (explanation.allowed === isRefusal(answered))
              wrong.push(`${person.name} ${action} ${record?.title ?? ''}: “${explanation.verdict}”, but ${answered}`);
            expect(explanation.allowed).toBe(explanation.steps.every((step) => step.ok !== false));
            expect(explanation.verdict).toMatch(explanation.allowed ? /^Yes: / : /^No: /);
          }
        }
      expect(wrong).toEqual([]);
      expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(3);
    }, 60_000);

  test('of pages that are no catalogue, and of what everybody sees', async () => {
    for (const person of people)
      for (const [module, path] of [
        ['history', '/history'],
        ['trash', '/trash'],
        ['module', '/module'],
        ['dashboard', '/dashboard'],
      ] as const) {
        const explanation = (await ask({ userId: person.id, module, action: 'view' })).json.data as Explanation;
        expect([person.name, module, explanation.allowed]).toEqual([
          person.name,
          module,
          !isRefusal((await get(path, await tokenOf(person))).status),
        ]);
      }
  });

  test('of a module that is switched off', async () => {
    const module = (await rows('/module')).find((one) => one['key'] === 'vehicle-brand') as Row;
    await send('PUT', `/module/status/${module.id}`);
    const { id } = someone('Lena');
    const token = await tokenOf(someone('Lena'));
    const explanation = (await ask({ userId: id, module: 'vehicle-brand', action: 'view' })).json.data as Explanation;
    expect([explanation.allowed, (await get('/vehicle-brand', token)).status]).toEqual([false, 403]);
    expect(explanation.verdict).toMatch(/is inactive/);
    await send('PUT', `/module/status/${module.id}`);
  });
});

test('each gate is told in a sentence, and the first closed one is the reason', async () => {
  const { id } = someone('Arun');
  const foreign = records['organisation']?.find((one) => one.name === 'Kulkarni family') as Row;
  const explanation = (await ask({ userId: id, module: 'organisation', action: 'edit', recordId: foreign.id })).json
    .data as Explanation;
  expect(explanation.steps.map(({ key, ok }) => [key, ok])).toEqual([
    ['account', true],
    ['signIn', true],
    ['role', true],
    ['module', true],
    ['right', true],
    ['reach', false],
  ]);
  expect(explanation.verdict).toMatch(
    /^No: .* cannot change Kulkarni family\. .* assigned clients only.* not visible to them\.$/,
  );
  const level = (
    await ask({ userId: someone('Omkar').id, module: 'user', action: 'edit', recordId: someone('Lena').id })
  ).json.data as Explanation;
  expect(level.steps.at(-2)).toMatchObject({ key: 'level', ok: false });
  expect(level.steps.at(-1)).toMatchObject({ key: 'impersonation', ok: null });
});

test('is for those who may view roles, about people below them and themselves', async () => {
  const lena = someone('Lena');
  const about = (userId: string, token: string) => ask({ userId, module: 'rto', action: 'view' }, token);
  const adminId = (await rows('/user?q=Asha'))[0]?.id as string;
  expect((await about(someone('Omkar').id, lena.token)).status).toBe(200);
  expect((await about(lena.id, lena.token)).status).toBe(200);
  for (const userId of [adminId, someone('Divya').id]) expect((await about(userId, lena.token)).status).toBe(403);
  expect((await about(someone('Nisha').id, someone('Vikram Rao').token)).status).toBe(403);
  expect((await about(someone('Nisha').id, someone('Meera Joshi').token)).status).toBe(403);
  expect((await product.call('GET', '/access/explain')).status).toBe(401);
});

test('tells nobody of people and records that they do not see', async () => {
  const { token } = someone('Arun');
  const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  const rohan = someone('Rohan Kulkarni').id;
  const foreign = records['organisation']?.find((one) => one.name === 'Kulkarni family') as Row;
  const both = async (one: Record<string, string>, other: Record<string, string>) => [
    await ask({ module: 'organisation', action: 'view', ...one }, token),
    await ask({ module: 'organisation', action: 'view', ...other }, token),
  ];
  for (const [theirs, nobodys] of [
    await both({ userId: rohan }, { userId: unknown }),
    await both(
      { userId: someone('Meera Joshi').id, recordId: foreign.id },
      { userId: someone('Meera Joshi').id, recordId: unknown },
    ),
  ])
    expect([theirs?.status, bare(theirs?.text ?? '')]).toEqual([404, bare(nobodys?.text ?? '')]);
});

test('a question that is none is refused with a message', async () => {
  const { id } = someone('Lena');
  const good = { userId: id, module: 'rto', action: 'view' };
  for (const [field, query] of [
    ['userId', { ...good, userId: 'x' }],
    ['userId', { module: 'rto', action: 'view' }],
    ['module', { userId: id, action: 'view' }],
    ['module', { ...good, module: "x' or 1=1" }],
    ['action', { ...good, action: 'fly' }],
    ['recordId', { ...good, recordId: 'x' }],
    ['recordId', { ...good, module: 'history', recordId: unknown }],
    ['zz', { ...good, zz: '1' }],
  ] as const) {
    const answer = await ask(query as Record<string, string>);
    expect([field, answer.status, Object.keys(answer.json.fields)]).toEqual([field, 400, [field]]);
  }
  expect((await ask({ ...good, recordId: unknown })).status).toBe(404);
});
