import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roadType } from '#areas/roads/types/road-type.contract.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
let road: { id: string };
let other: { id: string };
const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);
const drive = (kmh: number) => [...steady(60, 12), ...steady(kmh, 24), ...steady(60, 12)];

beforeAll(async () => {
  speeding = await startSpeeding();
  const line = (northM: number): [number, number][] => [
    [0, northM],
    [20_000, northM],
  ];
  road = await speeding.road('Tried road', 'MUNICIPAL', line(0));
  other = await speeding.road('Other road', 'MUNICIPAL', line(3_000));
});
afterAll(() => speeding?.close());

const rule = (over: object = {}) => ({
  roadId: road.id,
  limitKmh: 60,
  reasonCode: 'SIGN',
  effectiveFrom: '2026-11-22',
  ...over,
});
const begin = (body: object, token?: string) => speeding.call('POST', '/rule-trial', body, token);
const runJobs = () => speeding.product.product.jobs.runDue();
/** A trial to its end. */
async function tried(body: object) {
  const answer = await begin(body);
  expect(answer.status, answer.text).toBe(201);
  await runJobs();
  return (await speeding.call('GET', `/rule-trial/${answer.json.data.id}`)).json.data;
}
const episodes = async (id: string, more = '') =>
  (await speeding.call('GET', `/rule-trial/${id}/episode?take=100${more}`)).json as {
    data: Record<string, unknown>[];
    count: number;
  };
/** All that is known of violations: a trial must leave it as it is. */
const judged = async () =>
  JSON.stringify([
    await speeding.query('select * from violation order by id'),
    await speeding.query('select * from violation_revision order by violation_id, revision'),
    await speeding.query('select * from trip_match order by trip_id'),
    await speeding.query('select * from road_speed_rule order by id'),
    await speeding.query('select * from speed_configuration order by id'),
  ]);

describe('a rule that is tried on past trips', () => {
  let fast: string;
  let slow: string;
  beforeAll(async () => {
    ({ vehicleId: fast } = await driven(95, 0));
    ({ vehicleId: slow } = await driven(70, 0));
    await driven(70, 3_000);
  });
  async function driven(kmh: number, northM: number) {
    const vehicle = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(vehicle.slot, { speeds: drive(kmh), northM }));
    return vehicle;
  }

  it('shows what would appear and change by vehicle and road, and changes nothing', async () => {
    const before = await judged();
    const known = (await speeding.violations(`&vehicleId=${fast}`)).data[0];
    const trial = await tried({ rule: rule() });
    expect(trial).toMatchObject({
      state: 'DONE',
      kind: 'RULE',
      road: { id: road.id, name: 'Tried road' },
      limitKmh: 60,
      org: null,
      // Only trips on the road.
      total: 2,
      done: 2,
      isCut: false,
      withoutPositions: 0,
      before: 1,
      after: 2,
      added: 1,
      gone: 0,
      changed: 1,
    });
    expect(trial.vehicles).toHaveLength(2);
    expect(trial.vehicles).toContainEqual(expect.objectContaining({ vehicleId: slow, added: 1, gone: 0, changed: 0 }));
    expect(trial.roads).toEqual([{ roadId: road.id, road: 'Tried road', added: 1, gone: 0, changed: 1 }]);
    const all = await episodes(trial.id);
    expect(all.count).toBe(2);
    const fresh = await episodes(trial.id, '&change=NEW');
    expect(fresh.data).toEqual([
      expect.objectContaining({
        vehicleId: slow,
        peakKmh: 70,
        was: null,
        becomes: { limitKmh: 60, source: 'RULE', tier: 'REVIEW', severity: 'MAJOR' },
        violationId: null,
      }),
    ]);
    const [changed] = (await episodes(trial.id, `&vehicleId=${fast}`)).data;
    expect(changed).toMatchObject({
      change: 'CHANGED',
      was: { limitKmh: 70, source: 'ROAD_TYPE' },
      becomes: { limitKmh: 60, source: 'RULE' },
      violationId: known?.id,
    });
    expect(await judged()).toBe(before);
  });

  it('of a class or an hour that no trip had changes nothing, and a higher one takes nothing from the law', async () => {
    for (const over of [{ speedClass: 'N' }, { fromTime: '22:00', toTime: '23:00' }, { limitKmh: 100 }])
      expect(await tried({ rule: rule(over) }), JSON.stringify(over)).toMatchObject({
        added: 0,
        gone: 0,
        total: 2,
      });
  });

  it('replaces the rule that is edited, also one that is more specific', async () => {
    const part = { limitKmh: 50, roadId: other.id, fromM: 0, toM: 15_000 };
    const made = await speeding.made('/road-speed-rule', rule(part));
    await speeding.query(`update road_speed_rule set effective_from = '2026-11-01' where id = $1`, [made.id]);
    const lower = rule({ roadId: other.id, limitKmh: 70 });
    expect(await tried({ rule: lower, id: made.id })).toMatchObject({ before: 1, after: 0, gone: 1, added: 0 });
    // Beside it, it changes nothing there.
    expect(await tried({ rule: lower })).toMatchObject({ before: 1, after: 1, gone: 0, added: 0 });
    await speeding.query('update road_speed_rule set deleted_at = now() where id = $1', [made.id]);
  });

  it('what is wrong with it is said at its fields', async () => {
    for (const [body, fields] of [
      [{ rule: rule({ limitKmh: 63 }) }, ['limitKmh']],
      [{ rule: { roadId: road.id } }, ['roadId']],
      [{ rule: rule(), days: 93 }, ['days']],
      [{ rule: rule(), days: 0 }, ['days']],
      [{ rule: rule(), orgId: road.id }, ['orgId']],
      [{ rule: rule(), id: 'x' }, ['id']],
      [{ rule: rule(), id: road.id }, ['id']],
      [{ rule: rule({ fromM: 2_400, toM: 1_200 }) }, ['toM']],
      [{ rule: rule({ effectiveTo: '2026-10-01' }) }, ['effectiveTo']],
      [{ rule: rule({ fromM: 0, toM: 600_000 }) }, ['toM']],
      [{}, ['rule']],
      [{ configuration: { name: 'X' } }, undefined],
    ] as const) {
      const answer = await begin(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      if (fields) expect(Object.keys(answer.json.fields)).toEqual(fields);
    }
    expect((await speeding.call('GET', '/rule-trial/nothing')).status).toBe(404);
    expect((await speeding.call('GET', '/rule-trial?roadId=x')).status).toBe(400);
  });

  it('is one at a time for an organisation, can be cancelled, and goes on after a stop', async () => {
    const first = (await begin({ rule: rule() })).json.data;
    const same = await begin({ rule: rule() });
    expect([same.status, same.json.message]).toEqual([
      409,
      'Another trial is running. Wait until it has ended, or cancel it',
    ]);
    // That of one organisation is another one.
    const ofOne = await begin({ rule: rule(), orgId: speeding.orgId });
    expect(ofOne.status).toBe(201);
    const cancelled = await speeding.call('POST', `/rule-trial/${first.id}/cancel`);
    expect(cancelled.json).toMatchObject({ message: 'Trial cancelled.', data: { state: 'CANCELLED', total: null } });
    expect((await speeding.call('POST', `/rule-trial/${first.id}/cancel`)).status).toBe(409);
    await runJobs();
    expect((await speeding.call('GET', `/rule-trial/${first.id}`)).json.data).toMatchObject({
      state: 'CANCELLED',
      done: 0,
    });
    // Steps that were lost with a process are done again, and what one has kept is not looked at twice.
    const id = ofOne.json.data.id as string;
    expect((await speeding.call('GET', `/rule-trial/${id}`)).json.data).toMatchObject({
      state: 'DONE',
      done: 2,
      added: 1,
    });
    await speeding.query(`update rule_trial set state = 'RUNNING' where id = $1`, [id]);
    await speeding.query(
      `insert into job (id, name, payload, run_at, created_at) values (gen_random_uuid(), 'try a rule on past trips', jsonb_build_object('trialId', $1::text), $2, $2)`,
      [id, speeding.product.clock.now().toISOString()],
    );
    await runJobs();
    expect((await speeding.call('GET', `/rule-trial/${id}`)).json.data).toMatchObject({
      state: 'DONE',
      done: 2,
      added: 1,
    });
  });
});

describe('a speed configuration that is tried on past trips', () => {
  const configuration = (over: object = {}) => ({
    name: 'Gentle',
    scope: 'GLOBAL',
    statutoryTolerancePct: 5,
    companyBufferKmh: 30,
    minDurationS: 15,
    minPoints: 3,
    maxAccuracyM: 30,
    maxPlausibleKmh: 180,
    gapS: 60,
    minorFromKmh: 5,
    majorFromKmh: 10,
    criticalFromKmh: 20,
    reviewMode: 'MANUAL',
    effectiveFrom: '2026-12-01',
    ...over,
  });
  it('shows what vanishes with a larger buffer, and what appears with none', async () => {
    const gentle = await tried({ configuration: configuration() });
    expect(gentle).toMatchObject({ kind: 'CONFIGURATION', name: 'Gentle', before: 1, after: 0, gone: 1 });
    const strict = await tried({ configuration: configuration({ companyBufferKmh: 0, statutoryTolerancePct: 0 }) });
    expect(strict).toMatchObject({ before: 1, gone: 0, total: 3 });
  });

  it('of one organisation looks at its trips alone', async () => {
    const clientId = speeding.orgId;
    const own = await tried({ configuration: configuration({ scope: 'CLIENT', clientId }) });
    expect(own).toMatchObject({ org: { id: clientId }, gone: 1 });
  });
});

describe('limits of a road type, and of the law, that are tried on past trips', () => {
  let municipal: Record<string, unknown>;
  beforeAll(async () => {
    const { id } = (await speeding.call('GET', `/road/${road.id}`)).json.data.roadType;
    municipal = (await speeding.call('GET', `/road-type/${id}`)).json.data;
  });
  const fieldsOf = (row: Record<string, unknown>, over: object) => ({
    ...Object.fromEntries(Object.keys(roadType.fields).map((name) => [name, row[name] ?? null])),
    ...over,
  });
  const law = (over: object = {}) => ({
    name: 'Cars in towns',
    kind: 'MUNICIPAL',
    speedClass: 'M1',
    state: null,
    limitKmh: 50,
    source: 'S.O. 1522(E)',
    effectiveFrom: '2027-01-01',
    effectiveTo: null,
    ...over,
  });

  it('a lower limit of the type shows what would appear on all its roads, as if it had always been so', async () => {
    const before = await judged();
    const trial = await tried({ roadType: fieldsOf(municipal, { limitM1Kmh: 60 }), id: municipal['id'] });
    expect(trial).toMatchObject({
      kind: 'ROAD_TYPE',
      name: municipal['name'],
      changes: [{ speedClass: 'M1', limitKmh: 60 }],
      limitKmh: null,
      road: null,
      total: 3,
      before: 1,
      after: 3,
      added: 2,
      gone: 0,
      changed: 1,
    });
    expect(trial.roads.map(({ roadId }: { roadId: string }) => roadId).sort()).toEqual([road.id, other.id].sort());
    expect((await episodes(trial.id, '&change=NEW')).data[0]).toMatchObject({
      becomes: { limitKmh: 60, source: 'ROAD_TYPE' },
    });
    // Of another class, and as it is, nothing changes.
    for (const over of [{ limitNKmh: 40 }, {}])
      expect(await tried({ roadType: fieldsOf(municipal, over), id: municipal['id'] })).toMatchObject({
        added: 0,
        gone: 0,
        changed: 0,
      });
    expect(await judged()).toBe(before);
  });

  it('a higher limit of the type is held down by the law, and one of the law lowers what the type says', async () => {
    const higher = { roadType: fieldsOf(municipal, { limitM1Kmh: 120 }), id: municipal['id'] };
    expect(await tried(higher)).toMatchObject({ added: 0, gone: 0, before: 1, after: 1 });
    const lower = await tried({ statutoryLimit: law() });
    expect(lower).toMatchObject({
      kind: 'STATUTORY',
      name: 'Cars in towns',
      limitKmh: 50,
      changes: null,
      before: 1,
      after: 3,
      added: 2,
    });
    expect((await episodes(lower.id, '&change=NEW')).data[0]).toMatchObject({
      becomes: { limitKmh: 50, source: 'STATUTORY' },
    });
    // Of another road by law, and of another class, it changes nothing.
    for (const over of [{ kind: 'EXPRESSWAY' }, { speedClass: 'N' }, { state: 'KL' }])
      expect(await tried({ statutoryLimit: law(over) }), JSON.stringify(over)).toMatchObject({ added: 0, changed: 0 });
  });

  it('what is wrong with them is said at its fields', async () => {
    for (const [body, fields] of [
      [{ roadType: fieldsOf(municipal, { limitM1Kmh: 1 }), id: municipal['id'] }, ['limitM1Kmh']],
      [{ roadType: fieldsOf(municipal, {}) }, ['id']],
      [{ roadType: fieldsOf(municipal, {}), id: road.id }, ['id']],
      [{ statutoryLimit: law({ kind: 'LANE' }) }, ['kind']],
      [{ statutoryLimit: law({ effectiveTo: '2026-12-31' }) }, ['effectiveTo']],
      [{ statutoryLimit: law(), id: municipal['id'] }, ['id']],
      [{ statutoryLimit: law(), rule: rule() }, ['rule']],
    ] as const) {
      const answer = await begin(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer.json.fields)).toEqual(fields);
    }
  });
});

it('clients try nothing, and staff of some organisations say whose trips', async () => {
  const client = await speeding.product.login('client@roadkeeper.test');
  expect((await begin({ rule: rule() }, client)).status).toBe(403);
  expect((await speeding.call('GET', '/rule-trial', undefined, client)).status).toBe(403);
});

it('the same trip under the same rules is judged alike however often', async () => {
  const [first] = await speeding.query<{ id: string; hash: string; tripId: string }>(
    'select id, hash, trip_id as "tripId" from violation order by id limit 1',
  );
  await speeding.query(`insert into trip_ended (trip_id, due_at) values ($1, $2)`, [
    first?.tripId ?? '',
    speeding.product.clock.now().toISOString(),
  ]);
  await speeding.restart();
  await speeding.catchUp();
  expect(await speeding.query('select id, hash, revision from violation where id = $1', [first?.id ?? ''])).toEqual([
    { id: first?.id, hash: first?.hash, revision: 1 },
  ]);
});
