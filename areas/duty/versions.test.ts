import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '#kit/server/db/database.ts';
import { isOffDutyBy, midnightAfter } from './hiding/off-duty.rules.ts';
import { dutyFacts } from './hiding/off-duty.store.ts';
import { type Carrier, give, type Night, owner, startNight, workingHours } from './testing/night.ts';

let night: Night;
const minute = 60_000;
const admin = 'admin@roadkeeper.test';

beforeAll(async () => {
  night = await startNight();
});
afterAll(() => night?.product.close());

const now = (): string => night.product.clock.now().toISOString();
const wait = (minutes: number) => night.fleet.move(minutes * minute);
const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, email = owner) => {
  const answer = await night.call(method, path, body, email);
  expect([200, 201], `${method} ${path} ${answer.text}`).toContain(answer.status);
  return answer.json.data;
};
const isHidden = async ({ vehicleId }: Carrier, at: string): Promise<boolean> => {
  const [row] = await night.sql<{ is: boolean }>('select off_duty_at($1, $2) as is', [vehicleId, at]);
  return row?.is ?? false;
};
/** Hours of which half past nine in the morning is not one, on every day. */
const later = { ...workingHours, days: [], fromTime: '20:00', toTime: '21:00' };
let serial = 0;
const rule = (over: object = {}) =>
  write('POST', '/off-duty-rule', { ...later, name: `Rule ${(serial += 1)}`, ...over });
const change = async (id: string, over: object) => {
  const { days, fromTime, toTime, note, vehicleGroupId, orgId, name } = (
    await night.call('GET', `/off-duty-rule/${id}`)
  ).json.data;
  return write('PUT', `/off-duty-rule/${id}`, { days, fromTime, toTime, note, vehicleGroupId, orgId, name, ...over });
};
const turn = (id: string) => write('PUT', `/off-duty-rule/status/${id}`);
const remove = (id: string) => write('DELETE', `/off-duty-rule/${id}`);
const driven = async () => {
  const carrier = await night.carrier();
  await give(night.fleet, carrier.vehicleId);
  await wait(1);
  return carrier;
};
const midnight = () => midnightAfter(night.product.clock.now().getTime());
const at = (ms: number) => new Date(ms).toISOString();
/** At these moments it is hidden. */
const hiddenAt = (car: Carrier, ...moments: string[]) => Promise.all(moments.map((moment) => isHidden(car, moment)));

// What one test weakens acts until midnight: each has a day of its own.
beforeEach(() => night.fleet.move(midnight() + 9.5 * 60 * minute - night.product.clock.now().getTime()));

test('a rule acts from the moment in which it is saved, until the midnight after it was switched off', async () => {
  const car = await driven();
  const before = now();
  await wait(1);
  const { id } = await rule();
  const saved = now();
  await wait(1);
  expect(await hiddenAt(car, before, saved, now())).toEqual([false, true, true]);
  await turn(id);
  const [off, end] = [now(), midnight()];
  await wait(1);
  expect(await hiddenAt(car, saved, off, now(), at(end - 1), at(end))).toEqual([true, true, true, true, false]);
  // Switched on again before midnight nothing has come of it.
  await turn(id);
  await wait(1);
  expect(await hiddenAt(car, off, now(), at(end - 1), at(end))).toEqual([true, true, true, true]);
  await turn(id);
  await wait(1);
  await turn(id);
  await wait(1);
  await remove(id);
  expect(await hiddenAt(car, before, saved, off, now(), at(end - 1), at(end))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('longer working hours act from midnight, shorter ones at once, however often they are edited', async () => {
  const car = await driven();
  const { id } = await rule();
  await wait(1);
  const end = midnight();
  /** Half past nine tomorrow. */
  const tomorrow = at(end + 9.5 * 60 * minute);
  await change(id, { fromTime: '08:00' });
  await wait(1);
  expect(await hiddenAt(car, now(), at(end - 1), tomorrow)).toEqual([true, true, false]);
  await change(id, { fromTime: '06:00' });
  await wait(1);
  expect(await hiddenAt(car, now(), tomorrow)).toEqual([true, false]);
  await night.fleet.move(Date.parse(tomorrow) - night.product.clock.now().getTime());
  expect(await isHidden(car, now())).toBe(false);
  await wait(1);
  const shorter = now();
  await change(id, { fromTime: '20:00' });
  await wait(1);
  expect(await hiddenAt(car, at(Date.parse(shorter) - 1), shorter, now())).toEqual([false, true, true]);
  await remove(id);
});

test('what acts until midnight is in the answer of the rule, and nothing is there once it is over', async () => {
  const { id } = await rule();
  const held = async () => {
    const { heldUntil, held } = (await night.call('GET', `/off-duty-rule/${id}`)).json.data;
    return [heldUntil, held];
  };
  expect(await held()).toEqual([null, []]);
  await wait(1);
  // Less is shown than before: nothing is left to wait for.
  await change(id, { toTime: '20:30' });
  expect(await held()).toEqual([null, []]);
  await wait(1);
  await change(id, { days: ['MON'], fromTime: null, toTime: null });
  const end = midnight();
  const state = { days: [], fromTime: '20:00', toTime: '20:30', vehicles: null };
  expect(await held()).toEqual([at(end), [{ ...state, toTime: '21:00' }, state]]);
  await night.fleet.move(end - night.product.clock.now().getTime());
  expect(await held()).toEqual([null, []]);
  await remove(id);
});

test('a rule for a group follows who is in the group', async () => {
  const [car, other] = [await driven(), await driven()];
  const { id: group } = await write('POST', '/vehicle-group', { name: 'Taken home', colour: 'BLUE' });
  const { id } = await rule({ vehicleGroupId: group });
  await wait(1);
  const empty = now();
  await wait(1);
  await write('POST', `/vehicle-group/${group}/vehicles`, { ids: [car.vehicleId] });
  const inside = now();
  await wait(1);
  await write('POST', `/vehicle-group/${group}/remove-vehicles`, { ids: [car.vehicleId] });
  const outside = now();
  await wait(1);
  // It leaves the group at midnight, as far as anybody may look.
  expect(await hiddenAt(car, empty, inside, outside, at(midnight() - 1), at(midnight()))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(await hiddenAt(other, inside, outside)).toEqual([false, false]);
  await remove(id);
});

test('several rules: at work is who works by one of them', async () => {
  const car = await driven();
  const { id: first } = await rule();
  await wait(1);
  const { id: second } = await rule({ fromTime: '08:00', toTime: '12:00' });
  await wait(1);
  // The second shows more than the first alone: not today.
  expect(await isHidden(car, now())).toBe(true);
  await night.fleet.move(midnight() + 9.5 * 60 * minute - night.product.clock.now().getTime());
  expect(await isHidden(car, now())).toBe(false);
  await wait(1);
  await remove(second);
  expect(await isHidden(car, now())).toBe(true);
  await remove(first);
});

test('only a vehicle that somebody has is hidden, and none in an emergency of its device', async () => {
  const [car, alone] = [await driven(), await night.carrier()];
  const { id } = await rule();
  expect([await isHidden(car, now()), await isHidden(alone, now())]).toEqual([true, false]);
  const raise = (source: string, isTest: boolean) =>
    night.sql(
      `insert into incident (id, org_id, vehicle_id, what, source, is_test, raised_at, heard_at)
       select gen_random_uuid(), org_id, id, 'SOS', $2, $3, $4, $4 from vehicle where id = $1`,
      [car.vehicleId, source, isTest, now()],
    );
  // Whoever wants to look does not do so by crying for help.
  await raise('APP', false);
  await raise('DEVICE', true);
  expect(await isHidden(car, now())).toBe(true);
  await raise('DEVICE', false);
  expect(await isHidden(car, now())).toBe(false);
  await night.sql(
    `update incident set incident_state = 'RESOLVED', acknowledged_at = $2, closed_at = $2 where vehicle_id = $1 and source = 'DEVICE'`,
    [car.vehicleId, new Date(night.product.clock.now().getTime() + minute).toISOString()],
  );
  expect(await isHidden(car, now())).toBe(false);
  await wait(2);
  expect(await isHidden(car, now())).toBe(true);
  await remove(id);
});

test('what was hidden stays so when its driver is deleted permanently', async () => {
  const car = await night.carrier();
  const driverId = await give(night.fleet, car.vehicleId);
  const { id } = await rule();
  await wait(1);
  const taken = now();
  await wait(1);
  const gone = now();
  await night.sql('update driver_assignment set to_at = $2 where driver_id = $1', [driverId, gone]);
  await night.sql('delete from medical_report where driver_id = $1', [driverId]);
  await night.sql('delete from vehicle_kyc_doc where driver_id = $1', [driverId]);
  await night.sql('update vehicle set driver_id = null where driver_id = $1', [driverId]);
  await night.sql('delete from driver where id = $1', [driverId]);
  expect((await night.sql('select from driver_assignment where driver_id = $1', [driverId])).length).toBe(0);
  // And until midnight it is still the driver's.
  expect(await hiddenAt(car, taken, gone, at(midnight() - 1), at(midnight()))).toEqual([true, true, true, false]);
  await remove(id);
});

test('a vehicle whose driver is unassigned stays hidden until midnight; the next driver makes no difference, and without one it is shown then', async () => {
  const car = await driven();
  const { id } = await rule();
  await wait(1);
  expect((await night.fleet.end(car.vehicleId)).status).toBe(200);
  const ended = now();
  await wait(1);
  const end = midnight();
  expect(await hiddenAt(car, ended, now(), at(end - 1), at(end), at(end + 1))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  await give(night.fleet, car.vehicleId);
  await wait(1);
  expect(await hiddenAt(car, now(), at(end))).toEqual([true, true]);
  // A whole day that nobody has it, it is shown: at night it may be stolen.
  expect((await night.fleet.end(car.vehicleId)).status).toBe(200);
  await wait(1);
  expect(await hiddenAt(car, now(), at(end), at(end + 23 * 60 * minute))).toEqual([true, false, false]);
  // One that was unassigned at midnight itself was nobody's on that day.
  const [other] = [await driven()];
  await night.sql('update driver_assignment set to_at = $2 where vehicle_id = $1', [other.vehicleId, at(end)]);
  expect(await hiddenAt(other, at(end - 1), at(end))).toEqual([true, false]);
  await remove(id);
});

test('a vehicle that is another owner’s is not hidden by whom it had before', async () => {
  const car = await driven();
  const { id } = await rule();
  await wait(1);
  expect((await night.fleet.end(car.vehicleId)).status).toBe(200);
  const ended = now();
  await wait(5);
  const handed = now();
  await night.sql(
    `insert into ownership_transfer (id, vehicle_id, from_org_id, kind, state, reason, handed_on, decided_at, created_at)
     select gen_random_uuid(), id, org_id, 'OFFER', 'APPROVED', 'Sold', '2026-11-23', $2, $2 from vehicle where id = $1`,
    [car.vehicleId, handed],
  );
  await wait(1);
  expect(await hiddenAt(car, ended, at(Date.parse(handed) - 1), handed, now())).toEqual([true, true, false, false]);
  await remove(id);
});

test('midnight itself belongs to the new day, in the database as in memory', async () => {
  const car = await driven();
  // They work on the day after tomorrow: it begins with one midnight and ends with the next.
  const end = midnight() + 2 * 1_440 * minute;
  const day = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][new Date(end - 12 * 60 * minute).getUTCDay()];
  const { id } = await rule({ days: [day], fromTime: null, toTime: null });
  await wait(1);
  const facts = await transact(night.product.product.db, { orgId: null }, (db) => dutyFacts(db, { orgId: null }));
  const isOffDuty = isOffDutyBy(facts);
  const moments = [end - 1_440 * minute - 1, end - 1_440 * minute, end - 1, end, end + 1];
  const expected = [true, false, false, true, true];
  expect(await hiddenAt(car, ...moments.map(at))).toEqual(expected);
  expect(moments.map((moment) => isOffDuty(car.vehicleId, moment))).toEqual(expected);
  await remove(id);
});

test('a rule says when its vehicles work', async () => {
  for (const [over, field] of [
    [{ days: [], fromTime: null, toTime: null }, 'days'],
    [{ toTime: null }, 'toTime'],
    [{ fromTime: null }, 'fromTime'],
    [{ toTime: '20:00' }, 'toTime'],
    [{ fromTime: '25:00' }, 'fromTime'],
  ] as const) {
    const refused = await night.call('POST', '/off-duty-rule', {
      ...later,
      days: workingHours.days,
      name: 'Wrong',
      ...over,
    });
    expect([refused.status, Object.keys(refused.json.fields ?? {})], JSON.stringify(over)).toEqual([400, [field]]);
  }
});

test('others neither see nor change the rules of an organisation; whoever only looks may look', async () => {
  const { id } = await rule();
  const others = await night.call('GET', `/off-duty-rule/${id}`, undefined, 'deccan@roadkeeper.test');
  expect(others.status).toBe(404);
  expect((await night.call('GET', `/off-duty-rule/${id}`, undefined, admin)).status).toBe(200);
  await remove(id);
});

test('without a rule of its own an organisation asks once for a statement, not for each row', async () => {
  const orgId = night.fleet.orgNamed('Kulkarni family');
  const vehicleId = await night.fleet.vehicle({ orgId });
  await night.sql(
    `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'Depot', 'ENTER', '2026-11-20T00:00Z'::timestamptz + n * interval '1 minute', 1, 1, now(),
       true, now() from generate_series(1, 50) n`,
    [orgId, vehicleId],
  );
  const plan = await transact(night.product.product.db, { orgId }, (db) =>
    db.query<{ 'QUERY PLAN': string }>(
      'explain (analyze, costs off, timing off, summary off) select * from geofence_event',
    ),
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/geofence_event \(actual rows=50/);
  // What is asked of rules is a plan of its own, made once, and comes before each row is asked for.
  const lines = text.split('\n');
  const plans = lines.flatMap((line, at) =>
    line.includes('InitPlan ') && !line.includes('Filter') ? [lines[at + 1] ?? ''] : [],
  );
  expect(plans.length, text).toBeGreaterThan(0);
  for (const plan of plans) expect(plan, text).toMatch(/loops=1\)|never executed/);
  expect(text).toMatch(/NOT \(?(?:InitPlan 1\)\.col1|\$0)\) OR \(NOT off_duty_at/);
  expect(text).not.toContain('SubPlan');
});
