import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { fleetOf } from '#areas/vehicles/testing/fleet.ts';
import { everything, type Param, transact } from '#kit/server/db/database.ts';
import { type DutyFacts, isOffDutyBy, type IsOffDuty, midnightBefore } from './off-duty.rules.ts';
import { dutyFacts, offDutyMoments } from './off-duty.store.ts';

const minute = 60_000;
const day = 1_440 * minute;
const begin = Date.parse('2026-11-02T00:00:00Z');
const days = 10;

/** Numbers below 1 that are the same in each run. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = drawn(160);
const below = (most: number) => Math.floor(random() * most);
const moment = () => begin + below(days * 1_440) * minute;
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

let product: TestProduct;
let vehicles: string[];
let isOffDuty: IsOffDuty;
let facts: DutyFacts;
const periods: { vehicleId: string; from: number; to: number | null }[] = [];
/** Every moment at which anything of the drawn world begins or ends. */
const edges: number[] = [];

const sql = <Row>(text: string, params: Param[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));

beforeAll(async () => {
  product = await startTestProduct();
  const fleet = await fleetOf(product);
  const owners = [fleet.orgNamed('Sahyadri Logistics'), fleet.orgNamed('Deccan Cold Chain')];
  const over = owners.flatMap((orgId) => [{ orgId }, { orgId }, { orgId }]);
  vehicles = await Promise.all(over.map((one) => fleet.vehicle(one)));
  const drivers = await Promise.all(over.map((one) => fleet.driver(one)));
  for (const [at, vehicle] of vehicles.entries()) {
    const orgId = over[at]?.orgId ?? '';
    // The first of each organisation has nobody for days.
    for (
      let from = begin + below(2 * 1_440) * minute;
      from < begin + days * day;
      from += (1 + below(12)) * 60 * minute
    ) {
      const to = from + (1 + below(90)) * 30 * minute;
      const isLast = below(8) === 0;
      edges.push(from, to);
      periods.push({ vehicleId: vehicle, from, to: isLast ? null : to });
      await sql(
        `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, to_at, created_at) values ($1, $2, $3, $4, $5, $6, $5)`,
        [uuidv7(), orgId, vehicle, drivers[at] ?? '', iso(from), isLast ? null : iso(to)],
      );
      if (isLast) break;
      // Now and then it is handed over to another owner a while after that: from then on nothing of the former one holds.
      if (below(4) === 0) {
        const decided = to + below(2) * below(600) * minute;
        edges.push(decided);
        await sql(
          `insert into ownership_transfer (id, vehicle_id, from_org_id, kind, state, reason, handed_on, decided_at, created_at)
           values ($1, $2, $3, 'OFFER', 'APPROVED', 'Sold', $4, $5, $5)`,
          [uuidv7(), vehicle, orgId, iso(decided)?.slice(0, 10) ?? '', iso(decided)],
        );
      }
      from = to;
    }
    if (at % 3 === 0) {
      const [from, to] = [moment(), moment()].toSorted();
      edges.push(from ?? 0, to ?? 0);
      const source = at === 0 ? 'DEVICE' : 'STAFF';
      await sql(
        `insert into incident (id, org_id, vehicle_id, what, source, incident_state, raised_at, heard_at, acknowledged_at, closed_at)
         values ($1, $2, $3, 'SOS', $4, 'RESOLVED', $5, $5::timestamptz + interval '7 minutes', $5, $6)`,
        [uuidv7(), orgId, vehicle, source, iso(from ?? 0), iso(to ?? 0)],
      );
    }
  }
  for (let rule = 0; rule < 10; rule += 1) {
    const orgId = owners[rule % 2] ?? '';
    const own = vehicles.slice((rule % 2) * 3, (rule % 2) * 3 + 3);
    const ruleId = uuidv7();
    // What a rule says one after the other: at once, after some hours, or when it is switched on again.
    let from = moment();
    for (let edits = 1 + below(5); edits > 0; edits -= 1) {
      const to = from + below(2) * below(3 * 1_440) * minute + below(300) * minute;
      edges.push(from, to);
      const start = below(1_440);
      const [fromMin, toMin] = below(5) === 0 ? [0, 0] : [start, (start + 1 + below(600)) % 1_440];
      const on = Array.from({ length: 7 }, (_, one) => one).filter(() => below(3) > 0);
      await sql(
        `insert into off_duty_version (id, rule_id, org_id, from_at, upto, days, from_min, to_min, vehicle_ids) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          uuidv7(),
          ruleId,
          orgId,
          iso(from),
          edits === 1 && below(3) === 0 ? null : iso(to),
          below(4) === 0 ? [] : on,
          fromMin,
          toMin,
          below(2) === 0 ? null : own.filter(() => below(2) === 0),
        ],
      );
      from = to + below(2) * below(600) * minute;
    }
  }
  facts = await transact(product.product.db, everything, (db) => dutyFacts(db, everything));
  isOffDuty = isOffDutyBy(facts);
});
afterAll(() => product?.close());

test('the database and the rule in memory answer two thousand drawn questions alike', async () => {
  const asked = Array.from({ length: 2_000 }, (_, one) => {
    const at = one % 4 === 0 ? (edges[below(edges.length)] ?? begin) : moment() + below(3) - 1;
    return { vehicleId: vehicles[below(vehicles.length)] ?? '', at };
  });
  const answered = await transact(product.product.db, everything, (db) => offDutyMoments(db, asked));
  const told = asked.map(({ vehicleId, at }) => isOffDuty(vehicleId, at));
  expect(answered).toEqual(told);
  const hidden = told.filter(Boolean).length;
  expect([hidden > 200, hidden < 1_800]).toEqual([true, true]);
  // Often enough it is hidden by what held earlier on that day alone.
  const held = asked.filter(({ vehicleId, at }, one) => told[one] && !isOffAsRulesAre(vehicleId, at)).length;
  expect(held).toBeGreaterThan(50);
  // Nor seldom by whom it had earlier on that day alone.
  const had = asked.filter(({ vehicleId, at }, one) => told[one] && !isTakenAt(vehicleId, at)).length;
  expect(had).toBeGreaterThan(50);
  // What the rules say at the moment hides whatever held before.
  expect(asked.filter(({ vehicleId, at }, one) => !told[one] && isOffAsRulesAre(vehicleId, at))).toEqual([]);
});

test('midnight is that of India, and a midnight is its own', () => {
  const midnight = Date.parse('2026-11-22T18:30:00Z');
  expect([midnight - 1, midnight, midnight + 1, midnight + day - 1].map(midnightBefore)).toEqual([
    midnight - day,
    midnight,
    midnight,
    midnight,
  ]);
});

/** Whether somebody has a vehicle at the very moment. */
const isTakenAt = (vehicleId: string, at: number): boolean =>
  periods.some((one) => one.vehicleId === vehicleId && one.from <= at && (one.to === null || one.to > at));

/** Whether a vehicle is off duty by what the rules say at the very moment. */
function isOffAsRulesAre(vehicleId: string, at: number): boolean {
  const versions = facts.versions
    .filter(({ from, to }) => from <= at && (to === null || to > at))
    .map((version) => ({ ...version, from: 0, to: null }));
  return isOffDutyBy({ ...facts, versions })(vehicleId, at);
}

test('the first moment off duty of a time is the one that going through each of its minutes finds', async () => {
  let found = 0;
  for (let n = 0; n < 200; n += 1) {
    const vehicleId = vehicles[below(vehicles.length)] ?? '';
    const from = moment() + below(1_000);
    const to = from + below(2_000) * minute;
    const [row] = await sql<{ at: number | null }>(
      `select (extract(epoch from off_duty_from($1, $2, $3)) * 1000)::float8 as at`,
      [vehicleId, iso(from), iso(to)],
    );
    const minutes = Array.from(
      { length: Math.floor((to - from) / minute) + 1 },
      (_, one) => (Math.floor(from / minute) + one) * minute,
    );
    const all = [from, ...minutes, ...edges].filter((at) => at >= from && at <= to).toSorted((a, b) => a - b);
    const first = all.find((at) => isOffDuty(vehicleId, at)) ?? null;
    expect(row?.at ?? null, `${iso(from)} to ${iso(to)}`).toBe(first);
    if (first !== null && first > from) found += 1;
  }
  expect(found).toBeGreaterThan(30);
});

test('a version never changes, and ends once', async () => {
  const refused = async (text: string) =>
    expect(sql(text)).rejects.toThrow(/permission denied|does not change after it ended/);
  for (const set of ["days = '{}'", 'from_min = 0', 'vehicle_ids = null', 'from_at = now()', 'org_id = org_id'])
    await refused(`update off_duty_version set ${set}`);
  await refused("update off_duty_version set upto = now() + interval '1 year' where upto is not null");
  await refused('update off_duty_version set upto = null');
  await refused('delete from off_duty_version');
});
