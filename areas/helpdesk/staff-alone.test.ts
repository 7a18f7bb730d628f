import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportColumns } from '#kit/server/export/columns.ts';
import { helpCategory } from './helpdesk.contract.ts';
import { startDesk } from './testing/desk.ts';

let desk: Awaited<ReturnType<typeof startDesk>>;
beforeAll(async () => {
  desk = await startDesk();
}, 60_000);
afterAll(() => desk?.close());

describe.each(['help-team', 'business-hours', 'holiday', 'canned-reply'])('%s', (path) => {
  test('is for staff alone', async () => {
    const [row] = await desk.rowsOf(path);
    for (const url of ['', '?option=true', '/option', `/${row.id}`, `/${row.id}/usage`, `/${row.id}/history`])
      expect((await desk.call('client', 'GET', `/${path}${url}`)).status, url).toBe(403);
    expect((await desk.call('client', 'POST', `/${path}/export`, { format: 'csv' })).status).toBe(403);
    const [owner] = (await desk.rowsOf('role')).filter(({ name }: { name: string }) => name === 'Client owner');
    const modules = (await desk.call('admin', 'GET', `/role/${owner.id}/permissions`)).json.data;
    expect(modules.find(({ key }: { key: string }) => key === path)).toMatchObject({ clients: [], actions: [] });
    expect((await desk.call('finance', 'GET', `/${path}`)).status).toBe(200);
  });

  test('is kept by Support and Operations, and read by the others', async () => {
    const [row] = await desk.rowsOf(path);
    expect((await desk.call('finance', 'PUT', `/${path}/status/${row.id}`)).status).toBe(403);
    for (const who of ['support', 'operations'] as const)
      expect((await desk.call(who, 'PUT', `/${path}/status/${row.id}`)).status).toBe(200);
  });
});

describe('who answers a category, and when', () => {
  const hidden = { defaultTeamId: null, defaultTeam: null, businessHoursId: null, businessHours: null };

  test('is shown to staff, and empty for clients: in lists, alone, sorted, filtered and exported', async () => {
    const staff = await desk.named('help-category', 'SOS');
    expect(staff).toMatchObject({ defaultTeam: { label: 'Operations' }, businessHours: { label: 'Day and night' } });
    const listed = (await desk.call('client', 'GET', '/help-category')).json.data;
    expect(listed).toHaveLength(8);
    for (const row of listed) expect(row).toMatchObject({ ...hidden, slaReopenMin: null });
    expect((await desk.call('client', 'GET', `/help-category/${staff.id}`)).json.data).toMatchObject(hidden);
    // In memory the answers of one lie apart from those of the other.
    expect((await desk.named('help-category', 'SOS')).defaultTeam.label).toBe('Operations');
    for (const asked of [
      `defaultTeamId=${staff.defaultTeamId}`,
      `businessHoursId=${staff.businessHoursId}`,
      'sort=defaultTeamId',
    ]) {
      expect((await desk.call('client', 'GET', `/help-category?${asked}`)).status, asked).toBe(400);
      expect((await desk.call('admin', 'GET', `/help-category?${asked}`)).status, asked).toBe(200);
    }
    expect((await desk.call('client', 'GET', '/help-category?q=Operations')).json.data).toEqual([]);
  });

  test('is not among the columns of a client’s export', () => {
    const heads = (reader: 'staff' | 'client') =>
      exportColumns(helpCategory, undefined, reader).map(({ label }) => label);
    const own = ['After reopening, at least', 'Team', 'Business hours'];
    expect(heads('staff')).toEqual(expect.arrayContaining(own));
    expect(heads('client')).toEqual(heads('staff').filter((label) => !own.includes(label)));
    expect(() => exportColumns(helpCategory, ['name', 'defaultTeamId'], 'client')).toThrow(
      'Not a column: defaultTeamId',
    );
  });
});

test('reply templates take known placeholders only, and a category is not below itself', async () => {
  const add = (text: string) => desk.call('support', 'POST', '/canned-reply', { name: 'Greeting', text });
  const refused = await add('Hello {{name}}');
  expect(refused.status).toBe(400);
  expect(refused.json.fields.text).toBe(
    'There is no placeholder {{name}}. Use {{customer}}, {{ticket}}, {{plate}} or {{agent}}',
  );
  expect((await add('Hello {{customer}}')).status).toBe(201);
  const login = await desk.named('help-category', 'Login');
  const { name, slaFirstResponseMin, slaResolutionMin, position } = login;
  const ring = await desk.call('admin', 'PUT', `/help-category/${login.id}`, {
    name,
    slaFirstResponseMin,
    slaResolutionMin,
    position,
    parentId: login.id,
  });
  expect(ring.status).toBe(400);
});
