import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vehicle as vehicles } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoAccounts } from '#db/seed/demo-accounts.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { WorkCard } from '#kit/contract/work.ts';
import { type Change, grouped } from './activity.rules.ts';
import type { Dashboard } from './dashboard-answers.contract.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
});
afterAll(() => product?.close());

const dashboardOf = async (token: string): Promise<Dashboard> =>
  (await product.call('GET', '/dashboard', { token })).json.data;
/** Rows of the list that an address of the web app shows. */
async function listed(token: string, to: string): Promise<number> {
  const path = to
    .replace('/obligations', '/obligation')
    .replace('/vehicle-invitation', '/client/vehicle-invitation')
    .replace('/wallet?tab=wallets&', '/wallet?')
    .replace('/wallet?tab=approvals', '/wallet-transaction?approval=1')
    .replace(/^\/device-health\?state=/, '/device-health?take=1&state=');
  const { status, json } = await product.call('GET', path, { token });
  expect(status, path).toBe(200);
  return json.count ?? json.data.count;
}

const accounts = demoAccounts.flatMap(({ email, role }) => (email ? [[role, email] as const] : []));
/** Every number of somebody's first page and menu is that of the list it opens. */
async function expectEqual(token: string): Promise<Dashboard> {
  const dashboard = await dashboardOf(token);
  const { work, fleet, lists } = dashboard;
  for (const card of work)
    for (const { count, to } of [card, ...card.parts])
      expect(await listed(token, to), `${card.key}: ${to}`).toBe(count);
  for (const { state, count } of fleet?.devices ?? [])
    expect(await listed(token, `/device-health?state=${state}`), state).toBe(count);
  if (fleet && fleet.tripsInProgress !== null)
    expect(await listed(token, '/vehicle-trips?state=LIVE')).toBe(fleet.tripsInProgress);
  for (const { module, count, inactive } of lists) {
    expect(await listed(token, `/${module}`), module).toBe(count);
    expect(await listed(token, `/${module}?status=0`), module).toBe(inactive);
  }
  const counts = (await product.call('GET', '/dashboard/work-counts', { token })).json.data;
  const sums: Record<string, number> = {};
  for (const { module, count } of work) sums[module] = (sums[module] ?? 0) + count;
  expect(counts).toEqual(sums);
  return dashboard;
}

test.each(accounts)('%s (%s): every number is that of the list it opens, in the menu as well', async (_, email) => {
  await expectEqual(await product.login(email));
});

test('staff who work for some organisations only are told of the work of these', async () => {
  const sumOf = ({ work }: Dashboard) => work.reduce((sum, { count }) => sum + count, 0);
  const all = sumOf(await expectEqual(await product.login('operations@roadkeeper.test')));
  await transact(product.product.db, everything, async (db) => {
    await db.query(`update role set row_scope = 'OWN_CLIENTS' where name = 'Operations'`);
    await db.query(
      `insert into user_client (user_id, org_id) select a.id, o.id from account a, organisation o
       where a.email = 'operations@roadkeeper.test' and o.name = 'Sahyadri Logistics'`,
    );
  });
  const some = sumOf(await expectEqual(await product.login('operations@roadkeeper.test')));
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
});

test('each role is told of its own work, and what is most urgent of it leads to the record', async () => {
  const keysOf = async (email: string) =>
    (await dashboardOf(await product.login(email))).work.map(({ key }: WorkCard) => key);
  expect(await keysOf('admin@roadkeeper.test')).toEqual([
    'incidents-open',
    'alarms-new',
    'documents-to-review',
    'violations-to-review',
    'vehicles-blocked',
    'tickets-due',
    'challans-to-decide',
    'notices-to-send',
    'deadlines-near',
    'policies-due',
    'premiums-to-refund',
    'wallets-low',
    'adjustments-to-approve',
    'documents-sent-back',
    'devices-offline',
    'medical-to-review',
    'invitations-open',
    'transfers-open',
    'model-requests-open',
    'mails-undelivered',
  ]);
  expect(await keysOf('kyc@roadkeeper.test')).toEqual(
    expect.arrayContaining(['documents-to-review', 'medical-to-review', 'transfers-open']),
  );
  expect(await keysOf('client@roadkeeper.test')).toEqual([
    'incidents-open',
    'alarms-new',
    'vehicles-blocked',
    'challans-to-pay',
    'challans-to-answer',
    'questions-to-answer',
    'deadlines-near',
    'policies-due',
    'wallets-low',
    'documents-sent-back',
    'devices-offline',
    'invitations-open',
    'transfers-open',
  ]);
  // An office clerk has none of it, and sees what they keep instead.
  const clerk = await dashboardOf(await product.login('clerk@roadkeeper.test'));
  expect([clerk.work, clerk.lists.map(({ module }) => module)]).toEqual([[], ['rto']]);

  const token = await product.login('client@roadkeeper.test');
  const alarms = (await dashboardOf(token)).work.find(({ key }) => key === 'alarms-new');
  expect(alarms).toMatchObject({ isUrgent: true, rows: [{ isPlate: true }] });
  for (const row of alarms?.rows ?? []) {
    const alarm = (await product.call('GET', row.to, { token })).json.data;
    expect([alarm.what, alarm.place, alarm.lastAt]).toEqual([row.note, row.place, row.at]);
  }
  const blocked = (await dashboardOf(token)).work.find(({ key }) => key === 'vehicles-blocked');
  // The number is that of the tab.
  const tab = vehicles.readyViews.find(({ name }) => name === 'Blocked');
  expect(blocked?.to).toBe(`/vehicle?${new URLSearchParams(tab?.search).toString()}`);
  expect(blocked?.count).toBeGreaterThan(0);
  for (const row of blocked?.rows ?? []) {
    const vehicle = (await product.call('GET', row.to, { token })).json.data;
    expect([vehicle.registrationNo, vehicle.verdictLine, vehicle.verdict]).toEqual([row.label, row.note, 'RED']);
  }
});

test('an import of many rows is one line of the latest activity', async () => {
  const token = await product.login('admin@roadkeeper.test');
  for (const name of ['Ashvini', 'Bharani', 'Krittika'])
    expect((await product.call('POST', '/vehicle-brand', { token, body: { name } })).status).toBe(201);
  const [line] = (await dashboardOf(token)).activity;
  expect(line).toMatchObject({ action: 'create', module: 'vehicle-brand', count: 3, to: '/vehicle-brand' });
});

describe('activity', () => {
  const change = (id: string, second: number, more: Partial<Change> = {}): Change => ({
    id,
    at: new Date(Date.UTC(2026, 10, 21, 6, 0, second)).toISOString(),
    actor: 'Asha Menon',
    action: 'update',
    module: 'vehicle',
    recordId: id,
    label: `Vehicle ${id}`,
    ...more,
  });

  test('what one person did of one kind within five minutes is one line', () => {
    const lines = grouped([change('c', 400), change('b', 200), change('a', 0)]);
    expect(lines).toEqual([
      {
        id: 'c',
        at: change('c', 400).at,
        actor: 'Asha Menon',
        action: 'update',
        module: 'vehicle',
        count: 3,
        label: 'Vehicle c',
        to: '/vehicle',
      },
    ]);
  });
  test('another person, kind, list or more than five minutes begin a new line', () => {
    const others = [
      { actor: 'Farida Shaikh' },
      { action: 'status' },
      { module: 'drivers' },
      { at: change('', -301).at },
    ];
    for (const other of others) expect(grouped([change('b', 0), change('a', 0, other)])).toHaveLength(2);
  });
  test('a record that was changed twice is one record, and leads there', () => {
    const lines = grouped([change('b', 10), change('a', 0, { recordId: 'b' })]);
    expect(lines.map(({ count, to }) => [count, to])).toEqual([[1, '/vehicle/b']]);
  });
  test('what is gone leads nowhere', () => {
    expect(grouped([change('a', 0, { action: 'purge' })])[0]?.to).toBeNull();
  });
});
