import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

let desk: Awaited<ReturnType<typeof startDesk>>;
let people: Record<string, string>;
beforeAll(async () => {
  desk = await startDesk();
  const rows = await desk.rowsOf('user');
  people = Object.fromEntries(rows.map((row: { id: string; name: string }) => [row.name, row.id]));
}, 60_000);
afterAll(() => desk?.close());

const teamOf = async (id: string) => (await desk.call('admin', 'GET', `/help-team/${id}`)).json.data;
const membersOf = async (id: string) => (await teamOf(id)).members.map(({ name }: { name: string }) => name);
const add = async (name: string, members?: unknown) =>
  desk.call('operations', 'POST', '/help-team', { name, ...(members === undefined ? {} : { members }) });

test('the product comes with five teams, and the demo with members of each', async () => {
  const rows = await desk.rowsOf('help-team');
  expect(rows.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Finance',
    'Insurance desk',
    'Operations',
    'Road safety',
    'Support',
  ]);
  for (const { memberCount } of rows) expect(memberCount).toBeGreaterThan(0);
  const support = await desk.named('help-team', 'Support');
  expect(await membersOf(support.id)).toEqual(['Arjun Nair', 'Nandini Bose']);
});

test('members are set with the team, told in its history, and stay where a change leaves them out', async () => {
  const made = await add('Night desk', [people['Suresh Pillai'], people['Farida Shaikh']]);
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data;
  expect(made.json.data.memberCount).toBe(2);
  expect(await membersOf(id)).toEqual(['Farida Shaikh', 'Suresh Pillai']);

  const renamed = await desk.call('support', 'PUT', `/help-team/${id}`, { name: 'Late desk' });
  expect(renamed.json.data).toMatchObject({ name: 'Late desk', memberCount: 2 });
  const changed = await desk.call('support', 'PUT', `/help-team/${id}`, {
    name: 'Late desk',
    members: [people['Suresh Pillai'], people['Suresh Pillai']],
  });
  expect(changed.json.data.memberCount).toBe(1);
  expect(await membersOf(id)).toEqual(['Suresh Pillai']);
  const [told] = (await desk.call('admin', 'GET', `/help-team/${id}/history`)).json.data;
  expect(told).toMatchObject({
    before: { members: 'Farida Shaikh, Suresh Pillai' },
    after: { members: 'Suresh Pillai' },
  });
  const emptied = await desk.call('support', 'PUT', `/help-team/${id}`, { name: 'Late desk', members: [] });
  expect(emptied.json.data.memberCount).toBe(0);
});

test('a member is a staff user who is there', async () => {
  const [client] = await desk.rowsOf('app-user');
  const unknown = '00000000-0000-7000-8000-000000000000';
  const notThere = 'Every member must be a staff user who is there';
  for (const [members, message] of [
    [[client.id], notThere],
    [[unknown], notThere],
    [['me'], 'Must be a list of ids of staff users'],
    ['me', 'Must be a list of ids of staff users'],
    [
      Array.from({ length: 101 }, (_, at) => unknown.replace(/.{4}$/, String(1_000 + at))),
      'A team has at most 100 members',
    ],
  ]) {
    const answer = await add('Wrong desk', members);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json.fields.members).toBe(message);
  }
});

test('whoever is deactivated stays in a team and cannot be added to another; whoever is deleted leaves it', async () => {
  const role = await desk.named('role', 'Support');
  const person = { name: 'Lata Iyer', email: 'lata@roadkeeper.test', roleId: role.id };
  const { id: lata } = (await desk.call('admin', 'POST', '/user', person)).json.data;
  const { id } = (await add('Weekend desk', [lata])).json.data;
  await desk.call('admin', 'PUT', `/user/status/${lata}`);
  expect((await teamOf(id)).members).toEqual([{ id: lata, name: 'Lata Iyer', status: 0 }]);
  const again = await desk.call('admin', 'PUT', `/help-team/${id}`, {
    name: 'Weekend desk',
    members: [lata, people['Farida Shaikh']],
  });
  expect(again.status, again.text).toBe(200);
  const refused = await add('Other desk', [lata]);
  expect(refused.json.fields.members).toBe('The account of Lata Iyer is inactive, so they cannot be added');

  expect((await desk.call('admin', 'DELETE', `/user/${lata}`)).status).toBe(200);
  expect(await teamOf(id)).toMatchObject({ memberCount: 1, members: [{ name: 'Farida Shaikh' }] });
  const listed = await desk.named('help-team', 'Weekend desk');
  expect(listed.memberCount).toBe(1);
});

test('a team that categories name cannot be deleted', async () => {
  const support = await desk.named('help-team', 'Support');
  const answer = await desk.call('admin', 'DELETE', `/help-team/${support.id}`);
  expect(answer.status).toBe(409);
  expect(answer.json.message).toContain('help categories');
});

test('who keeps teams may choose among active staff users, without seeing more of them', async () => {
  const offered = await desk.call('support', 'GET', '/help-team/people');
  expect(offered.status, offered.text).toBe(200);
  expect(offered.json.data).toContainEqual({
    id: people['Suresh Pillai'],
    name: 'Suresh Pillai',
    role: 'Finance',
  });
  expect(offered.text).not.toContain('Meera Joshi');
  for (const who of ['client', 'finance'] as const)
    expect((await desk.call(who, 'GET', '/help-team/people')).status).toBe(403);
});
