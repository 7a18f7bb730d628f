import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChallans } from '../testing/challans.ts';
import type { WhatIf } from './what-if.contract.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
interface Rule {
  id: string;
  challanTypeId: string;
  offence: string | null;
  [field: string]: unknown;
}
/** The rules on speeding of light vehicles: for the first time, and from the second on. */
let [first, repeated]: [Rule, Rule] = [{} as Rule, {} as Rule];
const planted: string[] = [];

beforeAll(async () => {
  its = await startChallans();
  for (const kmh of [95, 100, 130]) planted.push((await its.proven(kmh)).violationId);
  const rules = (await its.must(its.call('safety', 'GET', '/challan-rule?take=100'))) as Rule[];
  const of = (offence: string) =>
    rules.find((rule) => rule['vehicleSize'] === 'LIGHT' && rule['overFrom'] === 0 && rule.offence === offence) as Rule;
  [first, repeated] = [of('FIRST'), of('REPEATED')];
}, 120_000);
afterAll(() => its?.close());

const fields = [
  'challanTypeId',
  'state',
  'rtoId',
  'vehicleSize',
  'categoryId',
  'offence',
  'overUnit',
  'overFrom',
  'overTo',
  'minSeconds',
  'action',
  'amountPaise',
  'minPaise',
  'maxPaise',
  'perUnitPaise',
  'licencePoints',
  'priority',
];
const address = (rule: Rule, over: Record<string, unknown> = {}) => {
  const values = { ...Object.fromEntries(fields.map((name) => [name, rule[name]])), ruleId: rule.id, ...over };
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `/challan-rule/what-if?${new URLSearchParams(given).toString()}`;
};
const asked = (rule: Rule, over?: Record<string, unknown>): Promise<WhatIf> =>
  its.must(its.call('safety', 'GET', address(rule, over)));

test('a rule that stays as it is changes nothing, and what is asked is what a challan asks', async () => {
  const same = await asked(first);
  expect(same).toMatchObject({ looked: 3, isCut: false, changed: 0, vehicles: 0, rows: [] });
  expect(same.afterPaise).toBe(same.beforePaise);
  const drafts = [];
  for (const id of planted) drafts.push(await its.must(its.call('safety', 'POST', `/challan/from-violation/${id}`)));
  expect(drafts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(same.beforePaise);
});

test('a changed fine is told with its vehicles and rupees, and nothing is written', async () => {
  const list = async () => JSON.stringify(await its.must(its.call('safety', 'GET', '/challan-rule?take=100')));
  const before = await list();
  const dearer = await asked(first, { minPaise: 150_000 });
  expect(dearer).toMatchObject({ changed: 3, vehicles: 3, more: 3, less: 0, newly: 0, gone: 0 });
  expect(dearer.afterPaise - dearer.beforePaise).toBe(3 * 50_000);
  expect(dearer.rows.map(({ violationId }) => violationId).toSorted()).toEqual(planted.toSorted());
  expect(dearer.rows[0]).toMatchObject({
    offenceNo: 1,
    before: { amountPaise: 100_000 },
    after: { amountPaise: 150_000 },
  });
  // Only from 40 km/h above the limit on: those below have no rule any more.
  const fewer = await asked(first, { overFrom: 40 });
  const below = 3 - (fewer.looked - fewer.changed);
  expect(below).toBeGreaterThan(0);
  expect(fewer).toMatchObject({ changed: below, gone: below, less: below, more: 0 });
  // A new rule for the state beside the others.
  const beside = await asked(first, {
    ruleId: undefined,
    state: 'KA',
    minPaise: null,
    maxPaise: null,
    amountPaise: 200_000,
  });
  // All of them were there.
  expect(beside).toMatchObject({ looked: 3, changed: 3, afterPaise: 3 * 200_000 });
  expect(await list()).toBe(before);
});

test('a rule for repeated offences counts challans that were issued', async () => {
  expect((await asked(repeated, { minPaise: 200_000 })).changed).toBe(0);
  const { id, amountPaise } = await its.draft(110);
  await its.must(its.call('safety', 'POST', `/challan/issue/${id}`, { amountPaise }));
  const issued = await its.seen(id);
  // The same driver or vehicle again, later.
  await its.speeding.query(
    `update violation set driver_id = null, vehicle_id = '${issued.vehicleId}', from_at = from_at + interval '10 minutes', to_at = to_at + interval '10 minutes'
     where id = '${planted[0]}'`,
  );
  await its.speeding.query(`update challan set driver_id = null, liable = 'OWNER' where id = '${id}'`);
  const again = await asked(repeated, { minPaise: 200_000 });
  expect(again.rows.map(({ violationId, offenceNo }) => [violationId, offenceNo])).toEqual([[planted[0], 2]]);
});

test('what cannot be is said at its field, and clients are not asked', async () => {
  const answer = await its.call('safety', 'GET', address(first, { overFrom: undefined, overUnit: undefined }));
  expect([answer.status, answer.json.fields.overFrom]).toEqual([400, 'Only rules on speeding apply to violations']);
  const days = await its.call('safety', 'GET', address(first, { from: '2024-01-01', to: '2026-01-01' }));
  expect([days.status, days.json.fields.from]).toEqual([400, 'At most 366 days']);
  expect((await its.call('client', 'GET', address(first))).status).toBe(403);
});
