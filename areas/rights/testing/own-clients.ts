import { expect, test } from 'vitest';
import type { TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';

const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
const keep = ['view', 'create', 'edit', 'delete', 'status', 'export'];

export interface OwnClients {
  product: TestProduct;
  admin: string;
  /** Somebody who works for their own clients only: Sahyadri Logistics, once it was given to them. */
  person: string;
  personId: string;
  own: string;
  foreign: string;
  ownMember: string;
  foreignMember: string;
}

/** A role for own clients with every right over them and what is granted beside, and somebody who has it but no client yet. */
export async function setUpOwnClients(
  product: TestProduct,
  beside: Readonly<Record<string, string[]>> = {},
): Promise<OwnClients> {
  const admin = await product.login('admin@roadkeeper.test');
  const get = async (path: string) => (await product.call('GET', path, { token: admin })).json.data;
  const grants: Record<string, string[]> = {
    organisation: keep,
    'app-user': keep,
    'vehicle-brand': keep,
    history: ['view', 'export'],
    trash: ['view'],
    role: ['view', 'delete'],
    user: ['view'],
    ...beside,
  };
  const matrix = (await get('/role/permissions')) as { moduleId: string; key: string }[];
  const permissions = matrix.flatMap(({ moduleId, key }) => (grants[key] ? [{ moduleId, actions: grants[key] }] : []));
  const body = { name: 'Account manager', audience: 'staff', rowScope: 'OWN_CLIENTS', permissions };
  expect((await product.call('POST', '/role', { token: admin, body })).status).toBe(201);
  const personId = await product.addStaff('manager@roadkeeper.test', 'Account manager');
  const idOf = async (path: string, name: string) =>
    ((await get(`${path}?take=100`)) as { id: string; name: string }[]).find((one) => one.name === name)?.id as string;
  return {
    product,
    admin,
    person: await product.login('manager@roadkeeper.test', demoPassword),
    personId,
    own: await idOf('/organisation', 'Sahyadri Logistics'),
    foreign: await idOf('/organisation', 'Kulkarni family'),
    ownMember: await idOf('/app-user', 'Meera Joshi'),
    foreignMember: await idOf('/app-user', 'Rohan Kulkarni'),
  };
}

/** What somebody who works for their own clients sees and may do. `given` stands for the client having been given. */
export function testOwnClients(set: () => OwnClients): void {
  const as = (token: string) => ({
    get: (path: string) => set().product.call('GET', path, { token }),
    send: (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => set().product.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) }),
  });
  const person = () => as(set().person);
  const give = (organisationIds: string[]) =>
    as(set().admin).send('PUT', `/user/${set().personId}/scope`, { rtoIds: [], organisationIds });
  const titles = async (path: string) =>
    ((await person().get(path)).json.data as { title?: string; label?: string }[]).map((one) => one.title ?? one.label);

  const titlesFound = async (q: string) =>
    ((await person().get(`/search?q=${q}`)).json.data as { title: string }[]).map(({ title }) => title);

  test('whoever has no client sees none, in no way', async () => {
    for (const path of ['/organisation', '/app-user', '/organisation?option=true', '/app-user?option=true'])
      expect([path, (await person().get(path)).json.count]).toEqual([path, 0]);
    expect((await person().get('/search?q=Sahyadri')).json.data).toEqual([]);
    expect((await person().get(`/organisation/${set().own}`)).status).toBe(404);
    expect((await person().get('/history?module=organisation,app-user')).json.count).toBe(0);
    const file = await person().send('POST', '/organisation/export', { format: 'csv', filter: {} });
    expect([file.status, file.text.trim().split('\n').length], file.text).toEqual([200, 1]);
  });

  test('a client that is given is there on the next request, and no other', async () => {
    const given = await give([set().own]);
    expect(given.status, given.text).toBe(200);
    expect(given.json.data.clients.map((one: { label: string }) => one.label)).toEqual(['Sahyadri Logistics']);
    expect(await titles('/organisation')).toEqual(['Sahyadri Logistics']);
    expect(await titles('/organisation?option=true')).toEqual(['Sahyadri Logistics']);
    expect((await titles('/app-user')).sort()).toEqual(['Ganesh Pawar', 'Imran Khan', 'Meera Joshi', 'Salim Ansari']);
    expect((await person().get('/search?q=Kulkarni')).json.data).toEqual([]);
    // The client itself first, and its people, who are found by it.
    const [first, ...people] = await titlesFound('Sahyadri');
    expect(first).toBe('Sahyadri Logistics');
    expect(people.sort()).toEqual(['Ganesh Pawar', 'Imran Khan', 'Meera Joshi', 'Salim Ansari']);
    const file = await person().send('POST', '/app-user/export', { format: 'csv', filter: {} });
    expect([file.text.includes('Meera'), file.text.includes('Rohan')]).toEqual([true, false]);
    expect((await person().get('/app-user?q=kulkarni')).json.count).toBe(0);
  });

  test('how people of another client sign in is nobody’s business, and their sessions go on', async () => {
    for (const [method, path] of [
      ['GET', '/user/ID/sign-in'],
      ['GET', '/user/ID/sessions'],
      ['DELETE', '/user/ID/sessions'],
    ] as const) {
      const ask = async (id: string) => {
        const { status, text } = await person().send(method, path.replace('ID', id));
        return [path, status, bare(text)];
      };
      expect(await ask(set().foreignMember)).toEqual(await ask(unknown));
      expect((await ask(set().ownMember))[1]).toBe(200);
    }
  });

  test('what is another client’s is answered like what never was, whatever the call', async () => {
    const { foreign, foreignMember } = set();
    const body = { name: 'Kulkarni family', kind: 'FAMILY' };
    const member = { name: 'Rohan', profileType: '0', roleId: unknown, email: 'rohan@example.in' };
    for (const [path, id, sent] of [
      ['/organisation', foreign, body],
      ['/app-user', foreignMember, member],
    ] as const)
      for (const [method, url, with_] of [
        ['GET', `${path}/ID`, undefined],
        ['GET', `${path}/ID/history`, undefined],
        ['GET', `${path}/ID/usage`, undefined],
        ['PUT', `${path}/ID`, sent],
        ['PUT', `${path}/status/ID`, undefined],
        ['DELETE', `${path}/ID`, undefined],
        ['POST', `${path}/restore/ID`, undefined],
        ['POST', `${path}/bulk`, { action: 'delete', ids: ['ID'] }],
      ] as const) {
        const ask = (one: string) =>
          set().product.call(method, url.replace('ID', one), {
            token: set().person,
            ...(with_ ? { body: JSON.parse(JSON.stringify(with_).replace('ID', one)) } : {}),
          });
        const [theirs, nobodys] = [await ask(id), await ask(unknown)];
        const same = (text: string, one: string) => bare(text).replaceAll(one, 'ID');
        expect([method, url, theirs.status, same(theirs.text, id)]).toEqual([
          method,
          url,
          nobodys.status,
          same(nobodys.text, unknown),
        ]);
      }
  });

  test('people are added to one’s own clients only, and clients are not added at all', async () => {
    const roles = (await as(set().admin).get('/role?take=100')).json.data as { id: string; name: string }[];
    const roleId = roles.find((one) => one.name === 'Client viewer')?.id;
    const made = (more: object) =>
      person().send('POST', '/app-user', { name: 'Somebody', profileType: '0', email: 'some@example.in', ...more });
    const [none, theirs] = [await made({ roleId }), await made({ roleId, orgId: set().foreign })];
    expect([none.status, none.json.fields]).toEqual([400, { orgId: 'Organisation: choose one of your clients' }]);
    expect([theirs.status, Object.keys(theirs.json.fields)]).toEqual([400, ['orgId']]);
    const organisation = await person().send('POST', '/organisation', { name: 'New one', kind: 'COMPANY' });
    expect(organisation.status).toBe(403);
    // Rights that the giver lacks are not given; those of the clients' role reach further than this one's.
    expect((await made({ roleId, orgId: set().own })).json.fields?.roleId).toMatch(/which you may not do yourself/);
  });

  test('what goes on at another client changes not one byte of any answer', async () => {
    const paths = [
      '/organisation',
      '/app-user?sort=-createdAt',
      '/organisation?option=true',
      '/history',
      '/role/people',
    ];
    const look = () =>
      Promise.all(
        paths.map(async (path) => {
          const { headers, text } = await person().get(path);
          return [path, headers['etag'], text];
        }),
      );
    const before = await look();
    const { admin, foreign } = set();
    const roles = (await as(admin).get('/role?take=100')).json.data as { id: string; name: string }[];
    const roleId = roles.find((one) => one.name === 'Client viewer')?.id;
    for (let n = 0; n < 10; n += 1) {
      const member = { name: `Other ${n}`, profileType: '0', email: `other${n}@example.in`, roleId, orgId: foreign };
      expect((await as(admin).send('POST', '/app-user', member)).status).toBe(201);
    }
    await as(admin).send('PUT', `/organisation/${foreign}`, { name: 'Kulkarni household', kind: 'FAMILY' });
    await as(admin).send('PUT', `/organisation/${foreign}`, { name: 'Kulkarni family', kind: 'FAMILY' });
    expect(await look()).toEqual(before);
  });

  test('a record of everybody’s that another client uses stays, and it is not told who', async () => {
    const roles = (await as(set().admin).get('/role?take=100')).json.data as { id: string; name: string }[];
    const viewer = roles.find((one) => one.name === 'Client viewer')?.id;
    // A client of which nobody has this role.
    const [iyer] = (await as(set().admin).get('/organisation?q=Lakshmi')).json.data as { id: string }[];
    await give([iyer?.id as string]);
    const refused = await person().send('DELETE', `/role/${viewer}`);
    await give([set().own]);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Records that are not yours use this role, so it cannot be deleted',
    ]);
    expect(refused.json.references).toBeUndefined();
  });

  test('work that is done later is done with the clients of that moment', async () => {
    const { product, own, foreign } = set();
    const started = await person().send('POST', '/organisation/export/job', { format: 'csv', filter: {} });
    expect(started.status, started.text).toBe(201);
    await give([foreign]);
    await product.product.jobs.runDue();
    const file = (await person().get(`/export/${started.json.data.id}`)).json.data;
    expect([file.state, file.total, file.leftOut]).toEqual(['done', 1, 1]);
    expect(await titles('/organisation')).toEqual(['Kulkarni family']);
    await give([own]);
  });

  test('imports stay within, and what colleagues brought in is theirs', async () => {
    const { product, admin } = set();
    const rows = (name: string, org: string) => [{ line: 2, cells: { name, kind: 'Individual', id: org } }];
    const order = { mode: 'update', key: ['id'], fileName: 'a.csv', partial: true };
    const theirs = await as(admin).send('POST', '/organisation/import', {
      ...order,
      rows: rows('Kulkarni family', set().foreign),
    });
    expect(theirs.status, theirs.text).toBe(201);
    expect((await person().get('/organisation/import')).json.data).toEqual([]);
    expect((await person().get(`/organisation/import/${theirs.json.data.id}`)).status).toBe(404);
    const mine = await person().send('POST', '/organisation/import', { ...order, rows: rows('Mine', set().foreign) });
    expect(mine.status, mine.text).toBe(201);
    await product.product.jobs.runDue();
    const [batch] = (await person().get('/organisation/import')).json.data;
    expect([batch.state, batch.updated, batch.failed]).toEqual(['done', 0, 1]);
    expect((await as(admin).get(`/organisation/${set().foreign}`)).json.data.name).toBe('Kulkarni family');
  });
}
