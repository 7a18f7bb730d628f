import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flag } from '#areas/gateway/gateway.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { startSpeeding } from '../testing/speeding.ts';
import { proveDay, refreshScores } from './days.store.ts';
import type { ScoreOne, ScoreRow } from './score.contract.ts';
import { scoreJob } from './score.job.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
/** A later session, where the clock was moved beyond the first. */
let token: string | undefined;
const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);
/** 105 km, with one run above the limit. */
const long = (kmh: number) => [...steady(90, 600), ...steady(kmh, 24), ...steady(90, 212)];
const day = '2026-11-21';

beforeAll(async () => {
  speeding = await startSpeeding();
  await speeding.road('Long road', 'DIVIDED_4L', [
    [0, 0],
    [160_000, 0],
  ]);
});
afterAll(() => speeding?.close());

const as = <T>(work: (db: Parameters<Parameters<typeof transact>[2]>[0]) => Promise<T>) =>
  transact(speeding.product.product.db, everything, work);
const now = () => speeding.product.clock.now();
const refresh = () => as((db) => refreshScores(db, now()));
const one = async (id: string, of: 'vehicle' | 'driver' = 'vehicle', more = ''): Promise<ScoreOne> =>
  (await speeding.call('GET', `/safety-score/${of}/${id}${more}`, undefined, token)).json.data;
const list = async (more = ''): Promise<ScoreRow[]> =>
  (await speeding.call('GET', `/safety-score?take=200${more}`, undefined, token)).json.data;
const decide = async (violation: { id: string; version: number }, verdict: 'CONFIRM' | 'DISMISS') => {
  const [reason] = await speeding.query<{ id: string }>(`select id from purpose where code = 'WRONG_ROAD'`);
  const answer = await speeding.call('POST', `/violation/${violation.id}/verdict`, {
    verdict,
    version: violation.version,
    ...(verdict === 'DISMISS' ? { reasonId: reason?.id, note: 'Another road' } : {}),
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data as { id: string; version: number };
};
const violationsOf = async (vehicleId: string) => (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
const assign = async (vehicleId: string, from: string, to: string | null) => {
  const [driver] = await speeding.query<{ id: string }>(
    `select d.id from driver d where d.org_id = $1 and d.deleted_at is null
       and not exists (select from driver_assignment a where a.driver_id = d.id) order by d.id limit 1`,
    [speeding.orgId],
  );
  const id = driver?.id ?? '';
  await speeding.query('delete from driver_assignment where vehicle_id = $1', [vehicleId]);
  await as((db) =>
    db.query(
      `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, to_at, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $4)`,
      [speeding.orgId, vehicleId, id, from, to],
    ),
  );
  return id;
};

describe('a verdict', () => {
  it('counts at once when it confirms; what is awaiting review stands apart; a dismissal gives the score back', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: long(125) }));
    const found = await violationsOf(vehicleId);
    expect(found).toHaveLength(1);
    const waiting = await one(vehicleId);
    expect(waiting).toMatchObject({ period: 'LAST30', to: day, score: 100, waiting: 1 });
    expect(waiting.scoreIfConfirmed ?? 100).toBeLessThan(100);
    const confirmed = await decide(found[0] as never, 'CONFIRM');
    const after = await one(vehicleId);
    expect(after).toMatchObject({ score: waiting.scoreIfConfirmed, waiting: 0 });
    // The same number in the list, and in the month.
    expect((await list(`&id=${vehicleId}`))[0]?.score).toBe(after.score);
    expect((await one(vehicleId, 'vehicle', '?period=2026-11')).score).toBe(after.score);
    expect(after.months.at(-1)).toMatchObject({ key: '2026-11', score: after.score });
    expect(after.weeks.at(-1)).toMatchObject({ key: '2026-11-16', score: after.score });
    const undone = (await speeding.call('POST', `/violation/${confirmed.id}/undo`, { version: confirmed.version })).json
      .data;
    expect(await one(vehicleId)).toMatchObject({ score: 100, waiting: 1 });
    await decide(undone, 'DISMISS');
    expect(await one(vehicleId)).toMatchObject({ score: 100, waiting: 0, scoreIfConfirmed: 100 });
  });
});

describe('harsh driving', () => {
  it('counts as the device reports it, and is not measured before the first report', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: steady(90, 836) }));
    const before = await one(vehicleId);
    expect(before.parts.map(({ state }) => state)).toEqual([
      'MEASURED',
      'NOT_MEASURED',
      'NOT_MEASURED',
      'NOT_MEASURED',
    ]);
    const positions = speeding.drive(slot, { speeds: steady(90, 836), fromS: 6_000 });
    const cried = positions.map((position, at) =>
      at === 100 || at === 400
        ? { ...position, flags: position.flags | flag.alarm, attributes: JSON.stringify({ alarms: ['BRAKING'] }) }
        : position,
    );
    await speeding.follow(cried);
    const { parts, score } = await one(vehicleId);
    const braking = parts[1];
    expect(braking).toMatchObject({ state: 'MEASURED', events: [{ event: 'BRAKING', count: 2, points: 5 }] });
    // The whole day is measured, with the trip before the first report.
    expect(braking?.km).toBeGreaterThan(200);
    expect(parts[3]).toMatchObject({ state: 'MEASURED', points: 0, score: 100 });
    expect(score ?? 100).toBeLessThan(100);
  });
});

describe('drivers', () => {
  it('are scored for what happened while they were assigned, and a corrected assignment moves it', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: long(125) }));
    await decide((await violationsOf(vehicleId))[0] as never, 'CONFIRM');
    const driverId = await assign(vehicleId, '2026-11-01T00:00:00Z', null);
    await refresh();
    const whole = await one(driverId, 'driver');
    const vehicle = await one(vehicleId);
    expect(whole).toMatchObject({ score: vehicle.score, km: vehicle.km });
    expect((await violationsOf(vehicleId))[0]).toMatchObject({ driver: whole.title });
    // The assignment is found to have ended in the middle of the trip, before the violation.
    const middle = new Date(speeding.begin + 400 * 5_000).toISOString();
    await speeding.query('update driver_assignment set to_at = $2 where driver_id = $1', [driverId, middle]);
    await refresh();
    const half = await one(driverId, 'driver');
    expect(half.parts[0]?.points).toBe(0);
    expect(half.km).toBeGreaterThan(20);
    expect(half.km).toBeLessThan(whole.km / 2);
    expect(await one(vehicleId)).toEqual(vehicle);
    expect((await violationsOf(vehicleId))[0]).toMatchObject({ driver: null });
  });
});

describe('nights', () => {
  const runNight = async () => {
    await as((db) => speeding.product.product.jobs.add(db, { name: scoreJob }));
    await speeding.product.product.jobs.runDue();
    const [proof] = await speeding.query<{ wrong: number; days: number; scores: number }>(
      'select days, scores, wrong from safety_proof order by day desc limit 1',
    );
    return proof;
  };

  it('prove that what is stored is what it comes to, and put right what is not', async () => {
    const sound = await runNight();
    expect(sound).toMatchObject({ wrong: 0 });
    expect(sound?.days).toBeGreaterThan(0);
    expect(sound?.scores).toBeGreaterThan(0);
    const before = await list();
    // Of one vehicle, which has more than one row where it had a driver for a while.
    const id = before[0]?.id ?? '';
    await speeding.query('update safety_day set minor = minor + 7 where vehicle_id = $1', [id]);
    await speeding.query(`update safety_score set score = 1 where subject_id = $1 and period = '2026-11'`, [id]);
    expect((await runNight())?.wrong).toBeGreaterThan(0);
    expect(await list()).toEqual(before);
    expect(await list('&period=2026-11')).toEqual(
      before.map((row) => ({ ...row, period: '2026-11', from: '2026-11-01', to: '2026-11-30' })),
    );
    expect(await runNight()).toMatchObject({ wrong: 0 });
  });

  it('the order in which changes come does not matter: days are worked out from what is there', async () => {
    const stored = await speeding.query('select * from safety_day order by vehicle_id, driver_id, day');
    await as((db) =>
      db.query('insert into safety_due (vehicle_id, day) select vehicle_id, day from safety_day order by random()'),
    );
    await as((db) => db.query('delete from safety_day'));
    await refresh();
    expect(await speeding.query('select * from safety_day order by vehicle_id, driver_id, day')).toEqual(stored);
    expect(await as((db) => proveDay(db, day))).toMatchObject({ wrong: 0 });
  });
});

describe('rules', () => {
  const body = {
    name: 'Stricter',
    effectiveFrom: '2026-12-01',
    minKm: 10,
    speedingWeight: 70,
    minorPoints: 10,
    majorPoints: 20,
    criticalPoints: 40,
    brakingWeight: 10,
    brakingPoints: 5,
    accelerationWeight: 10,
    accelerationPoints: 5,
    corneringWeight: 10,
    corneringPoints: 5,
  };

  it('begin with a month to come, and what was in force stays', async () => {
    const refused = async (over: object) =>
      (await speeding.call('POST', '/safety-score-rule', { ...body, ...over })).json;
    expect(await refused({ effectiveFrom: '2026-12-02' })).toMatchObject({
      fields: { effectiveFrom: 'Must be the first day of a month' },
    });
    expect(await refused({ effectiveFrom: '2026-11-01' })).toMatchObject({
      fields: { effectiveFrom: 'Must be the first day of a month to come' },
    });
    expect(await refused({ speedingWeight: 80 })).toMatchObject({
      fields: { speedingWeight: 'The four weights must add up to 100 %. They add up to 110 %' },
    });
    const [standard] = (await speeding.call('GET', '/safety-score-rule')).json.data as {
      id: string;
      version: number;
    }[];
    const changed = await speeding.call('PUT', `/safety-score-rule/${standard?.id}`, body);
    expect(changed).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('In force since 1 Jan 2020') },
    });
    expect((await speeding.call('DELETE', `/safety-score-rule/${standard?.id}`)).status).toBe(409);
  });

  it('leave the scores of past months as they were', async () => {
    const november = await list('&period=2026-11');
    await speeding.made('/safety-score-rule', body);
    speeding.product.clock.move(11 * 86_400_000);
    token = await speeding.product.login('admin@roadkeeper.test');
    await as((db) => db.query('insert into safety_due (vehicle_id, day) select vehicle_id, day from safety_day'));
    await refresh();
    expect(await list('&period=2026-11')).toEqual(november);
    const [row] = november;
    const moved = await one(row?.id ?? '');
    expect(moved.rule.name).toBe('Stricter');
  });
});

describe('lists', () => {
  it('are exported as they are filtered', async () => {
    const filter = { subject: 'VEHICLE', period: '2026-11' };
    const answer = await speeding.call('POST', '/safety-score/export', { filter }, token);
    expect(answer.status).toBe(200);
    expect(answer.text.trim().split('\r\n')).toHaveLength((await list('&period=2026-11')).length + 1);
    expect((await speeding.call('GET', '/safety-score?period=2026-13', undefined, token)).status).toBe(400);
    expect((await speeding.call('GET', '/safety-score/vehicle/nonsense', undefined, token)).status).toBe(404);
  });
});
