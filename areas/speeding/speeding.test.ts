import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSpeeding } from './testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
let expressway: { id: string };
let quiet: { id: string };

const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);
/** Long enough to be a trip, with two minutes too fast amid. */
const fast = (kmh: number): number[] => [...steady(60, 12), ...steady(kmh, 24), ...steady(60, 12)];

beforeAll(async () => {
  speeding = await startSpeeding();
  expressway = await speeding.road(
    'Mumbai-Pune',
    'DIVIDED_4L',
    [
      [0, 0],
      [20_000, 0],
    ],
    { ref: 'NH48' },
  );
  // A kilometre to the north, a divided road with a service road beside it.
  await speeding.road('Bypass', 'DIVIDED_4L', [
    [0, 1_000],
    [20_000, 1_000],
  ]);
  await speeding.road('Service road', 'SERVICE', [
    [0, 985],
    [20_000, 985],
  ]);
  quiet = await speeding.road('School lane', 'MUNICIPAL', [
    [0, 3_000],
    [20_000, 3_000],
  ]);
});
afterAll(() => speeding?.close());

describe('a trip that ended', () => {
  it('is matched to its road, and two minutes of speeding on it are a violation with evidence', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125) }));
    const { data, count } = await speeding.violations(`&vehicleId=${vehicleId}`);
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      state: 'TO_REVIEW',
      tier: 'EVIDENCE',
      severity: 'CRITICAL',
      road: 'NH48 Mumbai-Pune',
      roadId: expressway.id,
      limitKmh: 100,
      limitSource: 'ROAD_TYPE',
      thresholdKmh: 105,
      peakKmh: 125,
      revision: 1,
      orgId: speeding.orgId,
      assignedTo: null,
    });
    const one = (await speeding.call('GET', `/violation/${data[0]?.id}`)).json.data;
    expect(one).toMatchObject({
      speedClass: 'M1',
      statutoryTolerancePct: 5,
      verdict: null,
      history: [],
      evidence: { correctedMeanKmh: expect.closeTo(121.25, 1), confidence: expect.closeTo(1, 3) },
      segments: [{ roadId: expressway.id, road: 'NH48 Mumbai-Pune', forward: true }],
    });
    expect(one.track.length).toBeGreaterThan(24);
    expect(one.track.filter(({ within }: { within: boolean }) => within)).toHaveLength(24);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    const trip = (await speeding.call('GET', `/trip/${one.tripId}/match`)).json.data;
    expect(trip).toMatchObject({ fixes: 49, matchedFixes: 49, violations: [{ id: one.id }] });
    expect(trip.pieces).toHaveLength(1);
    expect(trip.pieces[0].roads).toEqual([
      { id: expressway.id, name: 'NH48 Mumbai-Pune', fromM: expect.any(Number), toM: expect.any(Number) },
    ]);
    expect(trip.pieces[0].line.length).toBeGreaterThan(1);
    expect(trip.distanceM).toBeCloseTo(one.lengthM + 2 * 12 * 5 * (60 / 3.6), -3);
  });

  it('says that it is not matched yet to those who may see it', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.cut(speeding.drive(slot, { speeds: steady(60, 48) }));
    const [trip] = (await speeding.call('GET', `/vehicle-trips?vehicleId=${vehicleId}`)).json.data.rows;
    const deccan = await speeding.product.login('deccan@roadkeeper.test');
    const client = await speeding.product.login('client@roadkeeper.test');
    const match = (token?: string) => speeding.call('GET', `/trip/${trip.id}/match`, undefined, token);
    expect(await match()).toMatchObject({ status: 200, json: { data: null } });
    const statuses = await Promise.all([client, deccan].map(async (token) => (await match(token)).status));
    expect(statuses.toSorted()).toEqual([200, 404]);
    await speeding.catchUp();
    expect((await match()).json.data).toMatchObject({ matchedFixes: 49, violations: [] });
  });

  it('at the limit and the law’s tolerance is none', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(105) }));
    expect((await speeding.violations(`&vehicleId=${vehicleId}`)).count).toBe(0);
  });

  it('has the limit of the vehicle’s class', async () => {
    const { vehicleId, slot } = await speeding.vehicle('N');
    await speeding.follow(speeding.drive(slot, { speeds: fast(95) }));
    expect((await speeding.violations(`&vehicleId=${vehicleId}`)).data[0]).toMatchObject({
      limitKmh: 80,
      peakKmh: 95,
      severity: 'MAJOR',
    });
  });

  it('on a service road beside a faster road is never evidence, since it may have been that one', async () => {
    const below = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(below.slot, { speeds: fast(95), northM: 986 }));
    const { data, count } = await speeding.violations(`&vehicleId=${below.vehicleId}`);
    expect(count).toBeGreaterThan(0);
    for (const one of data) expect(one['tier']).toBe('REVIEW');
    const above = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(above.slot, { speeds: fast(125), northM: 999 }));
    expect((await speeding.violations(`&vehicleId=${above.vehicleId}`)).data).toMatchObject([
      { tier: 'EVIDENCE', limitKmh: 100 },
    ]);
  });

  it('is exported with the clocks of India and the words of the screens', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125) }));
    const { text } = await speeding.call('POST', '/violation/export', { filter: { vehicleId } });
    const [, line = ''] = text.split('\r\n');
    // 02:00 UTC, and twelve positions of five seconds.
    expect(line).toContain(',"21 Nov 2026, 07:31:00 IST","21 Nov 2026, 07:32:55 IST",NH48 Mumbai-Pune,');
    expect(line).toContain(',100,Road type,125,');
    expect(line).toContain(',Critical,Passed,To review,');
  });

  it('is for review where the receiver saw few satellites', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125), satellites: 5 }));
    const { data } = await speeding.violations(`&vehicleId=${vehicleId}`);
    expect(data[0]).toMatchObject({ tier: 'REVIEW' });
    const one = (await speeding.call('GET', `/violation/${data[0]?.id}`)).json.data;
    expect(one.evidence).toBeNull();
    expect(one.refused).toEqual([{ gate: 'RECEPTION', fixes: 24 }]);
  });
});

describe('a rule that violations were judged by', () => {
  it('is used: it is neither changed nor deleted', async () => {
    const rule = await speeding.made('/road-speed-rule', {
      roadId: quiet.id,
      limitKmh: 50,
      reasonCode: 'SIGN',
      effectiveFrom: '2026-11-22',
    });
    await speeding.query(`update road_speed_rule set effective_from = '2026-11-01' where id = $1`, [rule.id]);
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(65), northM: 3_000 }));
    const { data } = await speeding.violations(`&vehicleId=${vehicleId}`);
    expect(data[0]).toMatchObject({ limitKmh: 50, limitSource: 'RULE', tier: 'REVIEW' });
    const one = (await speeding.call('GET', `/violation/${data[0]?.id}`)).json.data;
    expect(one).toMatchObject({ ruleId: rule.id, ruleVersion: 1 });
    // Without the number of an order a rule proves nothing.
    expect(one.refused).toEqual([{ gate: 'NO_PROOF_LIMIT', fixes: expect.any(Number) }]);
    expect((await speeding.call('DELETE', `/road-speed-rule/${rule.id}`)).status).toBe(409);
    await speeding.query('delete from violation where id = $1', [one.id]);
    await speeding.query('update road_speed_rule set deleted_at = now() where id = $1', [rule.id]);
  });
});

describe('positions that come late', () => {
  it('judge the same violation anew, with what it was before', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const all = speeding.drive(slot, { speeds: fast(125) });
    const late = all.splice(20, 8);
    await speeding.follow(all);
    const before = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    await speeding.restart();
    await speeding.follow(late);
    const after = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const one = (await speeding.call('GET', `/violation/${after[0]?.id}`)).json.data;
    expect(one).toMatchObject({ revision: 2, state: 'TO_REVIEW', fixes: 24 });
    expect(one.history).toEqual([
      {
        revision: 1,
        at: expect.any(String),
        why: 'JUDGED_ANEW',
        summary: expect.stringContaining('125 km/h where 100 applied'),
        cause: null,
        title: null,
        byName: null,
        becomes: '125 km/h where 100 applied, evidence',
      },
    ]);
    // The same fixes in order, by another vehicle, are judged alike.
    const other = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(other.slot, { speeds: fast(125) }));
    const [same] = (await speeding.violations(`&vehicleId=${other.vehicleId}`)).data;
    expect((await speeding.call('GET', `/violation/${same?.id}`)).json.data.hash).toBe(one.hash);
  });
});

describe('a verdict', () => {
  it('is given once, with a reason that is for violations and its note, by whoever took it', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(95), northM: 3_000 }));
    const [found] = (await speeding.violations(`&vehicleId=${vehicleId}&state=TO_REVIEW`)).data;
    if (!found) throw new Error('no violation');
    expect(found).toMatchObject({ limitKmh: 70, roadId: quiet.id });
    const path = `/violation/${found.id}`;
    const [reason] = await speeding.query<{ id: string }>(`select id from purpose where code = 'WRONG_ROAD'`);
    const wrongRoad = reason?.id;
    const say = (body: object) => speeding.call('POST', `${path}/verdict`, { version: found.version, ...body });
    expect((await say({ verdict: 'DISMISS' })).json.fields).toEqual({ reasonId: 'Reason is required' });
    expect((await say({ verdict: 'DISMISS', reasonId: found.id })).json.fields).toEqual({
      reasonId: 'Reason must be chosen from the list',
    });
    expect((await say({ verdict: 'DISMISS', reasonId: wrongRoad })).json.fields).toEqual({
      note: 'This reason needs a note',
    });
    expect((await say({ verdict: 'PERHAPS' })).status).toBe(400);
    expect((await say({ verdict: 'CONFIRM', reasonId: wrongRoad, note: 'Seen' })).json.fields).toEqual({
      reasonId: 'Only a dismissal has a reason',
    });
    expect((await say({ verdict: 'CONFIRM', version: 99 })).status).toBe(409);
    // Another reviewer took it meanwhile.
    await speeding.query(
      `update violation set assigned_to = (select id from account where email <> 'admin@roadkeeper.test' order by id limit 1), assigned_at = $2 where id = $1`,
      [found.id, speeding.product.clock.now().toISOString()],
    );
    expect((await say({ verdict: 'CONFIRM' })).status).toBe(409);
    expect((await speeding.call('POST', `${path}/take`, { taken: true })).status).toBe(409);
    await speeding.query('update violation set assigned_to = null where id = $1', [found.id]);
    const taken = (await speeding.call('POST', `${path}/take`, { taken: true })).json.data;
    expect(taken.assignedTo).toMatchObject({ name: expect.any(String) });
    expect((await speeding.violations('&assigned=me')).data.map(({ id }) => id)).toEqual([found.id]);
    const both = await Promise.all([
      say({ verdict: 'DISMISS', reasonId: wrongRoad, note: 'Drove on the service road' }),
      say({ verdict: 'CONFIRM' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const done = (await speeding.call('GET', path)).json.data;
    expect(['DISMISSED', 'CONFIRMED']).toContain(done.state);
    expect(done.verdict.by.name).not.toBe('');
    expect((await say({ verdict: 'CONFIRM', version: done.version })).json.message).toBe(
      'This violation was decided already',
    );
  });

  it('is taken back by whoever gave it, for some minutes', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125), fromS: 20 }));
    const [found] = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    const path = `/violation/${found?.id}`;
    const undo = (version: number) => speeding.call('POST', `${path}/undo`, { version });
    expect((await undo(found?.version ?? 0)).status).toBe(409);
    const confirm = (version: number) => speeding.call('POST', `${path}/verdict`, { verdict: 'CONFIRM', version });
    const done = (await confirm(found?.version ?? 0)).json.data;
    expect((await undo(done.version - 1)).status).toBe(409);
    const back = (await undo(done.version)).json.data;
    expect(back).toMatchObject({ state: 'TO_REVIEW', verdict: null, version: done.version + 1 });
    const again = (await confirm(back.version)).json.data;
    speeding.product.clock.move(5 * 60_000);
    expect((await undo(again.version)).status).toBe(409);
  });

  it('against a road is counted for it, and leads to the violations behind the number', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125) }));
    const [found] = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    const quality = async (more = '') => (await speeding.call('GET', `/violation/quality${more}`)).json.data;
    const onExpressway = (rows: { roadId: string }[]) => rows.filter(({ roadId }) => roadId === expressway.id);
    expect(onExpressway(await quality())).toEqual([]);
    const reasons = (await speeding.call('GET', '/violation/reason')).json.data as { id: string; code: string }[];
    expect(reasons.map(({ code }) => code)).toEqual([
      'WRONG_ROAD',
      'GPS_NOISE',
      'LIMIT_WRONG',
      'EMERGENCY',
      'CLONED_PLATE',
    ]);
    const card = async () =>
      ((await speeding.call('GET', '/dashboard')).json.data.work as { key: string; count: number; to: string }[]).find(
        ({ key }) => key === 'violations-to-review',
      );
    const before = await card();
    expect(before?.count).toBe((await speeding.violations(`&${before?.to.split('?')[1]}`)).count);
    const limitWrong = reasons.find(({ code }) => code === 'LIMIT_WRONG')?.id;
    const body = { verdict: 'DISMISS', reasonId: limitWrong, note: 'The sign says 120', version: found?.version };
    expect((await speeding.call('POST', `/violation/${found?.id}/verdict`, body)).status).toBe(200);
    expect((await card())?.count).toBe((before?.count ?? 0) - 1);
    expect(onExpressway(await quality())).toEqual([
      expect.objectContaining({ road: 'NH48 Mumbai-Pune', limitWrong: 1, wrongRoad: 0, decided: 2 }),
    ]);
    expect(await quality('?from=2027-01-01')).toEqual([]);
    const behind = await speeding.violations(`&roadId=${expressway.id}&reason=LIMIT_WRONG,WRONG_ROAD`);
    expect(behind.data.map(({ id }) => id)).toEqual([found?.id]);
    const client = await speeding.product.login('client@roadkeeper.test');
    expect((await speeding.call('GET', '/violation/quality', undefined, client)).status).toBe(403);
  });

  it('is given with the roads beside the track in sight', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125), northM: 999 }));
    const [found] = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    const roads = (await speeding.call('GET', `/violation/${found?.id}/roads`)).json.data as {
      name: string;
      lines: [number, number][][];
    }[];
    expect(roads.map(({ name }) => name).toSorted()).toEqual(['Bypass', 'Service road']);
    expect(roads[0]?.lines[0]?.[0]?.[0]).toBeCloseTo(75.2, 1);
    expect((await speeding.call('GET', '/violation/nothing/roads')).status).toBe(404);
  });

  it('is staff’s: clients see their own violations and decide nothing', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await speeding.follow(speeding.drive(slot, { speeds: fast(125) }));
    const [found] = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
    const client = await speeding.product.login('client@roadkeeper.test');
    const deccan = await speeding.product.login('deccan@roadkeeper.test');
    const seen = await Promise.all(
      [client, deccan].map((token) => speeding.call('GET', `/violation/${found?.id}`, undefined, token)),
    );
    expect(seen.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    // Who of the staff looks at it they are not told.
    await speeding.call('POST', `/violation/${found?.id}/take`, { taken: true });
    const owner = [client, deccan][seen.findIndex(({ status }) => status === 200)];
    expect((await speeding.call('GET', `/violation/${found?.id}`, undefined, owner)).json.data.assignedTo).toBeNull();
    await speeding.call('POST', `/violation/${found?.id}/take`, { taken: false });
    const verdict = await speeding.call(
      'POST',
      `/violation/${found?.id}/verdict`,
      { verdict: 'CONFIRM', version: 1 },
      client,
    );
    expect(verdict.status).toBe(403);
  });
});

it('wrong words are refused', async () => {
  for (const [path, field] of [
    ['/violation?state=OPEN', 'state'],
    ['/violation?from=yesterday', 'from'],
    ['/violation?vehicleId=x', 'vehicleId'],
    ['/violation?assigned=you', 'assigned'],
  ] as const) {
    const answer = await speeding.call('GET', path);
    expect([answer.status, Object.keys(answer.json.fields)], path).toEqual([400, [field]]);
  }
  expect((await speeding.call('GET', '/violation/nothing')).status).toBe(404);
  for (const id of ['nothing', '0197c5a0-0000-7000-8000-000000000000'])
    expect((await speeding.call('GET', `/trip/${id}/match`)).status, id).toBe(404);
  expect(speeding.logged.filter((line) => line.includes('not matched'))).toEqual([]);
});
