import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
let token: string;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token, ...(body ? { body } : {}) });
const types = new Map<string, string>();

beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
  for (const { id, code } of (await call('GET', '/challan-type?take=100')).json.data) types.set(code, id);
});
afterAll(() => product?.close());

const tester = async (query: Record<string, string | number>) => {
  const answer = await call(
    'GET',
    `/challan-rule/test?${new URLSearchParams(query as Record<string, string>).toString()}`,
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
const speeding = { speedKmh: 92, limitKmh: 80, class: 'M1', vehicleSize: 'LIGHT', state: 'MH', on: '2026-11-21' };
const body = (over: object) => ({
  challanTypeId: types.get('SPEED_LMV'),
  overUnit: 'KMH',
  overFrom: 0,
  action: 'FINE',
  amountPaise: 150_000,
  effectiveFrom: '2026-12-01',
  source: 'Notification of the State',
  ...over,
});

const file = '../shared/data/reference/mv_act_offences.json';
if (!existsSync(file)) console.warn(`${file} is absent: fines are not compared with the table of offences`);
interface ActOffence {
  code: string;
  first_fine_min: number | null;
  first_fine_max: number | null;
  repeat_fine_min: number | null;
  repeat_fine_max: number | null;
  fine_unit: string;
}
const offences = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).offences as ActOffence[]) : [];

describe.skipIf(offences.length === 0)(`the fines of ${file}`, () => {
  test.each(offences.map((one) => [one.code, one] as const))('%s', async (code, one) => {
    const ways = [
      [1, one.first_fine_min, one.first_fine_max],
      [2, one.repeat_fine_min, one.repeat_fine_max],
    ] as const;
    for (const [offenceNo, least, most] of ways) {
      const isSpeeding = code.startsWith('SPEED');
      const asked = isSpeeding ? { ...speeding, vehicleSize: code === 'SPEED_MHV' ? 'MEDIUM_OR_HEAVY' : 'LIGHT' } : {};
      const { rule } = await tester({ challanTypeId: types.get(code) ?? '', on: '2026-11-21', offenceNo, ...asked });
      const paise = (rupees: number | null) => (rupees === null ? null : rupees * 100);
      // "20,000, and 2,000 for each tonne": one tonne where nobody weighed.
      const tonne = one.fine_unit.includes('per tonne') ? 2_000 : 0;
      expect({ least: rule.minPaise, most: rule.maxPaise }, `${code} ${offenceNo}`).toEqual({
        least: paise((least ?? 0) + tonne),
        most: paise((most ?? 0) + tonne),
      });
    }
  });
});

test('the first offence costs money, the second one the licence too, and each answer says why', async () => {
  const first = await tester(speeding);
  expect(first.rule).toMatchObject({
    actSection: '183(1)(i)',
    action: 'FINE',
    amountPaise: 100_000,
    maxPaise: 200_000,
  });
  expect(first.misfits.map(({ why }: { why: string }) => why).toSorted()).toEqual([
    'OTHER_REPETITION',
    'OTHER_SIZE',
    'OTHER_SIZE',
  ]);
  expect((await tester({ ...speeding, offenceNo: 2 })).rule.action).toBe('IMPOUND_DL');
  expect((await tester({ ...speeding, on: '2019-08-31' })).rule).toBeNull();
});

test('a rule of a state goes before that of all India, from its day on, and the day decides', async () => {
  const made = await call('POST', '/challan-rule', body({ state: 'MH', vehicleSize: 'LIGHT', offence: 'FIRST' }));
  expect(made.status, made.text).toBe(201);
  const amountOn = async (on: string) => (await tester({ ...speeding, on })).rule.amountPaise;
  expect(await amountOn('2026-11-30')).toBe(100_000);
  expect(await amountOn('2026-12-01')).toBe(150_000);
  expect((await tester({ ...speeding, on: '2026-12-01', state: 'KA' })).rule.amountPaise).toBe(100_000);
  expect((await tester({ ...speeding, on: '2026-12-01' })).alsoFit).toHaveLength(1);
});

test('a rule that has been in force stays as it was: a change makes the next version', async () => {
  const id = (await tester(speeding)).rule.id;
  const { data: row } = (await call('GET', `/challan-rule/${id}`)).json;
  const own = {
    challanTypeId: row.challanTypeId,
    vehicleSize: row.vehicleSize,
    offence: row.offence,
    overUnit: row.overUnit,
    overFrom: row.overFrom,
    action: row.action,
    minPaise: row.minPaise,
    maxPaise: row.maxPaise,
    source: row.source,
  };
  const change = (over: object) =>
    product.call('PUT', `/challan-rule/${id}`, {
      token,
      body: { ...own, ...over },
      headers: { 'if-match': `"v${row.version}"` },
    });
  const now = await change({ effectiveFrom: row.effectiveFrom, maxPaise: 300_000 });
  expect(now.status).toBe(400);
  expect(now.json.fields.effectiveFrom).toMatch(/^In force since 1 Sept? 2019, so it stays as it was/);
  expect((await call('DELETE', `/challan-rule/${id}`)).status).toBe(409);
  const later = await change({ effectiveFrom: '2027-04-01', maxPaise: 300_000 });
  expect(later.status, later.text).toBe(200);
  const at = async (on: string) => {
    const { rule } = await tester({ ...speeding, state: 'KA', on });
    return [rule.ruleVersion, rule.maxPaise];
  };
  expect(await at('2027-03-31')).toEqual([1, 200_000]);
  expect(await at('2027-04-01')).toEqual([2, 300_000]);
});

test('two rules that nothing tells apart are refused, also when both come at once', async () => {
  const twin = body({ state: 'GJ', speedClasses: ['N'], overFrom: 10, overTo: 20 });
  const answers = await Promise.all([0, 1, 2, 3].map(() => call('POST', '/challan-rule', twin)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.json.fields.priority).toMatch(/Another rule applies to the same cases/);
  expect((await call('POST', '/challan-rule', { ...twin, priority: 5 })).status).toBe(201);
  expect((await call('POST', '/challan-rule', { ...twin, overFrom: 20, overTo: 30 })).status).toBe(201);
});

test('what cannot be is refused at its field, and what is odd is said', async () => {
  const fields = async (over: object) =>
    Object.keys((await call('POST', '/challan-rule', body(over))).json.fields ?? {});
  expect(await fields({ minPaise: 1, maxPaise: 2 })).toEqual(['amountPaise']);
  expect(await fields({ action: 'WARN' })).toEqual(['action']);
  expect(await fields({ effectiveTo: '2026-11-30' })).toEqual(['effectiveTo']);
  expect(await fields({ challanTypeId: '01a1fc17-27e9-7627-921e-d6ed735c9999' })).toEqual(['challanTypeId']);
  const [goa] = (await call('GET', '/rto?state=GA&take=1')).json.data;
  expect(await fields({ state: 'MH', rtoId: goa.id })).toEqual(['rtoId']);
  const dear = await call('POST', '/challan-rule', body({ state: 'GA', amountPaise: 900_000 }));
  expect(dear.json.warnings).toContain('More than the Act’s ₹2,000.00');
});

test('the test of rules refuses what it cannot answer', async () => {
  const fields = async (query: string) => (await call('GET', `/challan-rule/test?${query}`)).json.fields;
  expect(await fields('')).toEqual({ challanTypeId: 'Choose an offence, or enter the speed and the limit' });
  expect(await fields('speedKmh=90')).toEqual({ limitKmh: 'Enter the limit' });
  expect(await fields('speedKmh=90&limitKmh=0')).toEqual({ limitKmh: 'Must be more than 0' });
  expect(Object.keys(await fields('speedKmh=9&limitKmh=1&on=yesterday&state=XX&offenceNo=0&odd=1'))).toContain('odd');
});

test('of several deadlines in force the latest holds; one that has been in force stays', async () => {
  const [row] = (await call('GET', '/challan-deadline?kind=DECIDE')).json.data;
  expect(row).toMatchObject({ amount: 30, effectiveFrom: '2019-09-01' });
  const change = (effectiveFrom: string) =>
    product.call('PUT', `/challan-deadline/${row.id}`, {
      token,
      body: { kind: 'DECIDE', amount: 15, effectiveFrom, source: 'Amended' },
      headers: { 'if-match': `"v${row.version}"` },
    });
  expect((await change('2019-09-01')).status).toBe(400);
  expect((await change('2027-01-01')).status).toBe(200);
  const all = (await call('GET', '/challan-deadline?kind=DECIDE&sort=kind')).json.data as {
    effectiveTo: string | null;
  }[];
  expect(all.map(({ effectiveTo }) => effectiveTo).toSorted()).toEqual(['2026-12-31', null]);
});

test('whoever works on some offices only writes rules of these', async () => {
  const [own, other] = (await call('GET', '/rto?state=MH&take=2')).json.data as { id: string }[];
  const userId = await product.addStaff('offices@roadkeeper.test', 'Road-safety officer');
  const sql = (text: string, params: readonly string[]) =>
    transact(product.product.db, everything, (db) => db.query(text, [...params]));
  await sql(`update role set row_scope = 'OWN_RTO' where name = $1`, ['Road-safety officer']);
  await sql('insert into user_rto (user_id, rto_id) values ($1, $2)', [userId, own?.id ?? '']);
  const clerk = await product.login('offices@roadkeeper.test');
  const write = (fields: object) =>
    product.call('POST', '/challan-rule', { token: clerk, body: body({ effectiveFrom: '2027-05-01', ...fields }) });
  const made = await write({ state: 'MH', rtoId: own?.id });
  expect(made.status, made.text).toBe(201);
  expect(made.json.data.rights).toContain('edit');
  for (const fields of [{}, { state: 'MH' }, { state: 'MH', rtoId: other?.id }]) {
    const refused = await write(fields);
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'You only have access to assigned offices, so you write rules of these alone',
    ]);
  }
  const { data } = (await product.call('GET', '/challan-rule?take=5', { token: clerk })).json;
  const foreign = data.find(({ id }: { id: string }) => id !== made.json.data.id);
  expect(foreign.rights).toEqual(['view', 'create', 'export']);
  expect((await product.call('DELETE', `/challan-rule/${foreign.id}`, { token: clerk })).status).toBe(403);
});
