import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoAccounts } from '#db/seed/demo-accounts.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { inLanguage } from '#kit/server/words/words.ts';
import type { DayCounts, DutyAnswer } from './calendar-answers.contract.ts';

let product: TestProduct;
let today: string;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  today = indiaDay(product.clock.now());
});
afterAll(() => product?.close());

const get = (path: string, token: string) => product.call('GET', path, { token });
const daysOf = async (token: string, query: string): Promise<DayCounts> => {
  const { status, json } = await get(`/calendar/days?${query}`, token);
  expect(status, query).toBe(200);
  return json.data;
};
/** All duties of some days, page by page. */
async function listOf(token: string, query: string): Promise<DutyAnswer[]> {
  const rows: DutyAnswer[] = [];
  for (;;) {
    const { status, json } = await get(`/calendar?${query}&take=100&skip=${rows.length}`, token);
    expect(status, query).toBe(200);
    rows.push(...json.data);
    if (json.data.length === 0 || rows.length >= json.count) {
      expect(rows.length, query).toBe(json.count);
      return rows;
    }
  }
}
/** How many rows an area's own list has; of policies those of vehicles in use, for of others nothing is to be renewed. */
async function ownCount(token: string, path: string, unused: ReadonlySet<string>): Promise<number> {
  let found = 0;
  for (let skip = 0; ; skip += 100) {
    const { status, json } = await get(`${path}&take=100&skip=${skip}`, token);
    expect(status, path).toBe(200);
    found += json.data.filter(({ vehicleId }: { vehicleId?: string }) => !unused.has(vehicleId ?? '')).length;
    if (skip + 100 >= json.count) return found;
  }
}
const vehiclesOutOfUse = async (): Promise<Set<string>> => {
  const rows = await transact(product.product.db, everything, (db) =>
    db.query<{ id: string }>(`select id from vehicle where status <> 1 or situation in ('SOLD', 'RETIRED')`),
  );
  expect(rows.length).toBeGreaterThan(0);
  return new Set(rows.map(({ id }) => id));
};

async function renewalsOf(token: string, query: string): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const { json } = await get(`/obligation?${query}&take=100&skip=${keys.length}`, token);
    keys.push(...json.data.map(({ key }: { key: string }) => key));
    if (json.data.length === 0) return keys;
  }
}
const withoutPolicies = (keys: readonly string[]): Promise<string[]> =>
  transact(product.product.db, everything, async (db) =>
    (
      await db.query<{ key: string }>(
        `select 'paper:' || id as key from vehicle_kyc_doc where policy_id is null and 'paper:' || id = any($1)`,
        [[...keys]],
      )
    ).map(({ key }) => key),
  );

/** The area's own list of each kind. */
const ownLists: Readonly<Record<string, (from: string, to: string) => string>> = {
  LICENCE: (from, to) => `/obligation?kind=LICENCE&from=${from}&to=${to}`,
  MEDICAL: (from, to) => `/obligation?kind=MEDICAL&from=${from}&to=${to}`,
  POLICY: (from, to) =>
    `/app-user-policy?state=SCHEDULED,ACTIVE,DUE,PART_EXPIRED,EXPIRED,LAPSED&status=1&nextEndFrom=${from}&nextEndTo=${to}`,
  CHALLAN: (from, to) => `/challan?status=1&dueOnFrom=${from}&dueOnTo=${to}`,
  TICKET: (from, to) => `/help-desk?status=1&requestStatus=0,1,2,3,6&dueAtFrom=${from}&dueAtTo=${to}`,
};

/** Counts of days are rows of lists, and each kind is what its own list has. */
async function expectEqual(token: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const unused = await vehiclesOutOfUse();
  for (const [from, to] of [
    [addDays(today, -90), addDays(today, -1)],
    [today, addDays(today, 91)],
  ] as const) {
    const span = `from=${from}&to=${to}`;
    const counts = await daysOf(token, span);
    const rows = await listOf(token, span);
    const byDay = Map.groupBy(rows, ({ day }) => day);
    expect(counts.days.map(({ day, count }) => [day, count])).toEqual(
      [...byDay].map(([day, those]) => [day, those.length]),
    );
    for (const { day, kinds } of counts.days)
      for (const [kind, count] of Object.entries(kinds))
        expect(byDay.get(day)?.filter((row) => row.kind === kind).length, `${kind} of ${day}`).toBe(count);
    expect(new Set(rows.map(({ key }) => key)).size, 'each once').toBe(rows.length);
    if (from < today) expect(counts.overdue).toEqual({ from, to });
    for (const { key } of counts.kinds) {
      const those = rows.filter(({ kind }) => kind === key);
      sums.set(key, (sums.get(key) ?? 0) + those.length);
      expect((await listOf(token, `${span}&kind=${key}`)).map((row) => row.key)).toEqual(those.map((row) => row.key));
      const own = ownLists[key];
      const left = key === 'POLICY' ? unused : new Set<string>();
      if (own) expect(await ownCount(token, own(from, to), left), key).toBe(those.length);
    }
    if (counts.kinds.some(({ key }) => key === 'PAPER')) {
      const papers = rows.filter(({ kind }) => kind === 'PAPER').map(({ key }) => key);
      const renewals = await renewalsOf(token, `kind=PAPER&${span}`);
      // Who sees policies has their documents there, once.
      const left = counts.kinds.some(({ key }) => key === 'POLICY') ? await withoutPolicies(renewals) : renewals;
      expect(new Set(papers)).toEqual(new Set(left));
    }
    // Every record that a row leads to is there for its reader.
    for (const row of [...Map.groupBy(rows, ({ kind }) => kind).values()].flatMap((those) => those.slice(0, 2))) {
      const path = row.to.split('?')[0] ?? '';
      if (row.kind !== 'INVITATION') expect((await get(path, token)).status, row.to).toBe(200);
      expect(row.step, row.kind).not.toBe('');
    }
  }
  return sums;
}

const accounts = demoAccounts.flatMap(({ email, role }) =>
  email && role !== 'RTO clerk' ? [[role, email] as const] : [],
);
test.each(accounts)(
  '%s (%s): counts of days are rows of lists, and those of the own list of each kind',
  async (_, email) => {
    await expectEqual(await product.login(email));
  },
);

test('who sees nothing that has a day has no calendar', async () => {
  const token = await product.login('clerk@roadkeeper.test');
  for (const path of ['/calendar', '/calendar/days']) expect((await get(path, token)).status, path).toBe(403);
});

test('an administrator sees every kind', async () => {
  const token = await product.login('admin@roadkeeper.test');
  const { kinds } = await daysOf(token, '');
  expect(kinds.map(({ key }) => key)).toEqual([
    'NUMBER',
    'PAPER',
    'LICENCE',
    'MEDICAL',
    'POLICY',
    'CHALLAN',
    'TICKET',
    'DEVICE',
    'INVITATION',
  ]);
});

test('what a deadline says is said in Hindi as well', async () => {
  const words = new Set<string>();
  for (const email of ['admin@roadkeeper.test', 'client@roadkeeper.test', 'viewer@roadkeeper.test']) {
    const token = await product.login(email);
    for (const { name } of (await daysOf(token, '')).kinds) words.add(name);
    for (const from of [addDays(today, -90), today])
      for (const { kind, what, state, step } of await listOf(token, `from=${from}&to=${addDays(from, 91)}`)) {
        // Names of document types are what people gave them.
        if (kind !== 'PAPER') words.add(what);
        if (state !== null) words.add(state);
        words.add(step);
      }
  }
  expect(words.size).toBeGreaterThan(25);
  expect([...words].filter((word) => !/[\u0900-\u097f]/.test(inLanguage('hi', word)))).toEqual([]);
});

test('staff who work for one organisation see its deadlines alone', async () => {
  const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = sumOf(await expectEqual(await product.login('operations@roadkeeper.test')));
  await transact(product.product.db, everything, async (db) => {
    await db.query(`update role set row_scope = 'OWN_CLIENTS' where name = 'Operations'`);
    await db.query(
      `insert into user_client (user_id, org_id) select a.id, o.id from account a, organisation o
       where a.email = 'operations@roadkeeper.test' and o.name = 'Sahyadri Logistics'`,
    );
  });
  const token = await product.login('operations@roadkeeper.test');
  const some = sumOf(await expectEqual(token));
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
  const rows = await listOf(token, `from=${today}&to=${addDays(today, 91)}`);
  expect(new Set(rows.map(({ org }) => org.label))).toEqual(new Set(['Sahyadri Logistics']));
});

test('days are bounded, and what is no day, kind or vehicle is refused at its field', async () => {
  const token = await product.login('client@roadkeeper.test');
  const fieldsOf = async (query: string) => {
    const { status, json } = await get(`/calendar?${query}`, token);
    expect(status, query).toBe(400);
    return Object.keys(json.fields);
  };
  expect(await fieldsOf('from=2026-11-01&to=2027-02-01')).toEqual(['to']);
  expect((await get('/calendar?from=2026-11-01&to=2027-01-31', token)).status).toBe(200);
  expect(await fieldsOf('from=2026-11-31')).toEqual(['from']);
  expect(await fieldsOf('from=2026-11-20&to=2026-11-19')).toEqual(['to']);
  expect(await fieldsOf('kind=BIRTHDAY')).toEqual(['kind']);
  expect(await fieldsOf('vehicleId=KA01')).toEqual(['vehicleId']);
  expect(await fieldsOf('month=2026-11')).toEqual(['month']);
});

test('an export has what the list has, and leaves a line in the history', async () => {
  const token = await product.login('client@roadkeeper.test');
  const filter = { from: addDays(today, -90), to: addDays(today, -1) };
  const rows = await listOf(token, new URLSearchParams(filter).toString());
  const file = await product.call('POST', '/calendar/export', { token, body: { filter } });
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = file.text.split('\r\n').slice(0, -1);
  expect(lines[0]).toBe('\uFEFFDay,Deadline,Number,Of,Owner,Days left,State,Next step,Last reminder,Page');
  expect(lines.slice(1).map((line) => `${line.split(',')[0]} ${line.split(',').at(-1)}`)).toEqual(
    rows.map(({ day, to }) => `${day} ${to}`),
  );
  expect((await get('/history?module=calendar&take=1', token)).json.data[0]).toMatchObject({ action: 'export' });
  const wrong = await product.call('POST', '/calendar/export', { token, body: { filter: { from: 'today' } } });
  expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([400, ['from']]);
  const viewer = await product.login('viewer@roadkeeper.test');
  expect((await product.call('POST', '/calendar/export', { token: viewer, body: {} })).status).toBe(403);
});

test('the vehicle of another organisation has no deadlines', async () => {
  const [own, other] = [await product.login('client@roadkeeper.test'), await product.login('deccan@roadkeeper.test')];
  const row = (await listOf(own, `from=${addDays(today, -90)}&to=${addDays(today, -1)}`)).find(
    ({ vehicleId }) => vehicleId !== null,
  );
  const query = `from=${row?.day}&to=${row?.day}&vehicleId=${row?.vehicleId}`;
  expect((await listOf(own, query)).map(({ key }) => key)).toContain(row?.key);
  expect(await listOf(other, query)).toEqual([]);
  expect((await daysOf(other, query)).days).toEqual([]);
});
