import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '#areas/mail/mail.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { importing } from '#kit/server/import/testing/importing.ts';
import { idOf, sql } from '#areas/identity/testing/people.ts';
import { startRoles } from '../testing/role-calls.ts';

/** What nobody gives or takes on a way round. Lead keeps roles and users, and may little else; see startRoles. */
let set: Awaited<ReturnType<typeof startRoles>>;
let client: string;
beforeAll(async () => {
  set = await startRoles();
  client = await set.product.login('client@roadkeeper.test');
});
afterAll(() => set?.product.close());
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';

test('a role that is switched off is given to nobody', async () => {
  const role = await set.make({ 'app-user': ['view'] }, { audience: 'client' });
  expect((await set.put(`/role/status/${role.id}`)).json.data.status).toBe(0);
  const person = (await set.get('/app-user?q=Imran')).json.data[0];
  const { id, name, profileType, mobile, email } = person;
  const answer = await set.put(`/app-user/${id}`, { name, profileType, mobile, email, roleId: role.id });
  expect([answer.status, answer.json.fields]).toEqual([
    400,
    { roleId: `${role.name} is inactive. Users with it cannot sign in` },
  ]);
});

test('a role with rights that one lacks is neither switched off nor on, nor is somebody let in again with one', async () => {
  const finance = await set.roleOf('Finance');
  const answer = await set.put(`/role/status/${finance.id}`, undefined, set.lead);
  expect([answer.status, answer.json.message]).toEqual([
    409,
    expect.stringContaining('so you cannot deactivate or delete it'),
  ]);
  await set.put(`/role/status/${finance.id}`);
  const back = await set.put(`/role/status/${finance.id}`, undefined, set.lead);
  expect([back.status, back.json.message]).toEqual([
    409,
    expect.stringContaining('so you cannot activate or restore it'),
  ]);
  await set.put(`/role/status/${finance.id}`);
  const person = await idOf(set.product, 'finance@roadkeeper.test');
  expect((await set.put(`/user/status/${person}`, undefined, set.lead)).json.data.status).toBe(0);
  expect((await set.put(`/user/status/${person}`, undefined, set.lead)).status).toBe(400);
  expect((await set.put(`/user/status/${person}`)).json.data.status).toBe(1);
});

test('whoever works on some rows brings no role back that works on all, nor turns one to the staff’s side', async () => {
  const bound = await set.make(
    {
      role: ['view', 'create', 'edit', 'delete', 'status'],
      rto: ['view'],
      module: ['view', 'status'],
      organisation: ['view', 'create', 'edit', 'delete', 'status', 'export'],
    },
    { name: 'Bound', rowScope: 'OWN_CLIENTS' },
  );
  const order = (await set.roles()).filter((one) => one.level > 0 && one.id !== bound.id);
  await set.post('/role/update-level', { roleIds: [bound, ...order].map((one) => one.id) });
  const person = await set.signIn('Bound');
  const wide = await set.make();
  await set.product.call('DELETE', `/role/${wide.id}`, { token: set.admin });
  const back = await set.post(`/role/restore/${wide.id}`, undefined, person);
  expect([back.status, back.json.message]).toEqual([403, expect.stringContaining('records of all clients')]);
  const body = await set.bodyOf({ rto: ['view'] }, { audience: 'client' });
  const made = await set.post('/role', body, person);
  expect(made.status, made.text).toBe(201);
  const turned = await set.put(`/role/${made.json.data.id}`, { ...body, audience: 'staff' }, person);
  expect([turned.status, turned.json.fields]).toEqual([
    400,
    { rowScope: 'With this, users would have access to records of all clients and you do not' },
  ]);
  const [module] = await sql<{ id: string }>(set.product, `select id from module where key = 'organisation'`);
  const off = await set.put(`/module/status/${module?.id}`, undefined, person);
  expect([off.status, off.json.message]).toEqual([403, expect.stringContaining('Your data scope is limited')]);
});

test('no client learns which roles the staff have', async () => {
  const support = await set.roleOf('Support');
  const person = { name: 'Anita Rao', profileType: '0', mobile: '9822000456' };
  const known = await set.post('/app-user', { ...person, roleId: support.id }, client);
  const none = await set.post('/app-user', { ...person, roleId: unknown }, client);
  expect([known.status, bare(known.text)]).toEqual([400, bare(none.text)]);
  const { check } = importing(set.product, () => client);
  const rows = ['Support', 'Fraud squad'].map((roleId, at) => ({
    line: at + 1,
    cells: { ...person, roleId, mobile: `982200045${at}` },
  }));
  const said = (await check('app-user', rows, { mode: 'create', key: ['id'] })).rows.map(
    (row) => row.messages['roleId'],
  );
  expect(said).toEqual([
    expect.stringContaining('no role is called “Support”'),
    expect.stringContaining('no role is called “Fraud squad”'),
  ]);
});

test('the dry run says what the import will do', async () => {
  const { check } = importing(set.product, () => set.admin);
  const create = { mode: 'create', key: ['id'] };
  const gstin = '27AAPFU0939F1ZV';
  const twins = await check(
    'organisation',
    [1, 2].map((line) => ({ line, cells: { name: `Twin ${line}`, kind: 'COMPANY', gstin } })),
    create,
  );
  expect(twins.rows.map((row) => row.messages)).toEqual([{}, { gstin: 'The same as in line 1' }]);
  const lead = await set.roleOf('Lead');
  const taken = await check(
    'user',
    [{ line: 1, cells: { name: 'Second', email: 'client@roadkeeper.test', roleId: lead.name } }],
    create,
  );
  expect(taken.rows[0]?.messages).toEqual({ email: 'This email is already in use' });
  expect(await sql(set.product, `select 1 from account where name = 'Second'`)).toEqual([]);
  expect((await set.get('/organisation?q=Twin')).json.count).toBe(0);
});

test('a link that is void is in no mail any more', async () => {
  const made = await set.post('/user', {
    name: 'Invited Person',
    email: 'invited@roadkeeper.test',
    roleId: (await set.roleOf('RTO clerk')).id,
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data as { id: string };
  const { mail, db } = set.product.product;
  await transact(db, everything, (db) =>
    queueMail(db, mail, {
      template: 'account-created',
      to: { address: 'invited@roadkeeper.test', name: 'Invited Person', accountId: id },
      orgId: null,
      values: { name: 'Invited Person', link: '/set-password#sample', hours: '72', by: 'Asha Menon' },
      expiresAt: new Date(set.product.clock.now().getTime() + 3_600_000),
    }),
  );
  const sealed = () => sql(set.product, `select 1 from mail where to_account_id = $1 and cipher is not null`, [id]);
  expect(await sealed()).toHaveLength(1);
  expect((await set.put(`/user/status/${id}`)).json.data.status).toBe(0);
  expect(await sealed()).toEqual([]);
});
