import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flag } from '#areas/gateway/gateway.server.ts';
import type { SpeedingAlert } from '../alert-answers.contract.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
let road: { id: string };
const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);

beforeAll(async () => {
  speeding = await startSpeeding();
  road = await speeding.road('Expressway', 'DIVIDED_4L', [
    [0, 0],
    [40_000, 0],
  ]);
});
afterAll(() => speeding?.close());

type Tier = Awaited<ReturnType<typeof speeding.liveTier>>;
type Positions = ReturnType<typeof speeding.drive>;

/** A drive of now; the clock goes along with it. */
const driveNow = (slot: number, speeds: readonly number[], more: object = {}): Positions => {
  const fromS = (speeding.product.clock.now().getTime() - speeding.begin) / 1_000;
  return speeding.drive(slot, { speeds, fromS, ...more }).slice(0, speeds.length);
};
/** Positions come one after another as they are made, and are followed; or `lateS` after it. */
async function send(tier: Tier, positions: Positions, lateS = 0): Promise<void> {
  for (const position of positions) {
    const ahead = position.fixAt + lateS * 1_000 - speeding.product.clock.now().getTime();
    if (ahead > 0) speeding.product.clock.move(ahead);
    tier.accept(await speeding.store([position]));
    await tier.catchUp();
  }
}
/** The clock goes on for hours, and sessions end meanwhile. */
const asAdmin = async (method: 'GET' | 'POST', path: string, body?: object) =>
  speeding.call(method, path, body, await speeding.product.login('admin@roadkeeper.test'));
const alertsOf = async (vehicleId: string, more = ''): Promise<SpeedingAlert[]> => {
  const answer = await asAdmin('GET', `/speeding-alert?vehicleId=${vehicleId}${more}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data;
};

describe('speeding as it happens', () => {
  it('is raised while it goes on, with road, limit and its source, and ends when the vehicle slows down', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    speeding.told.length = 0;
    const positions = driveNow(slot, [...steady(90, 4), ...steady(120, 6), 130, ...steady(90, 4)]);
    await send(tier, positions.slice(0, 7));
    expect(await alertsOf(vehicleId)).toEqual([]);
    await send(tier, positions.slice(7, 10));
    const [open] = await alertsOf(vehicleId, '&state=OPEN');
    expect(open).toMatchObject({
      state: 'OPEN',
      roadId: road.id,
      road: 'Expressway',
      limitKmh: 100,
      limitSource: 'ROAD_TYPE',
      peakKmh: 120,
      band: 'UNDER_40',
      fromAt: new Date(positions[4]?.fixAt ?? 0).toISOString(),
      endCause: null,
      outcome: 'PENDING',
      violation: null,
    });
    expect(speeding.told).toMatchObject([{ id: open?.id, state: 'OPEN', vehicleId, limitKmh: 100 }]);
    await send(tier, positions.slice(10));
    expect(await alertsOf(vehicleId)).toMatchObject([
      { id: open?.id, state: 'ENDED', peakKmh: 130, endCause: 'SLOWED', seconds: 30 },
    ]);
    expect(speeding.told.map(({ state }) => state)).toEqual(['OPEN', 'ENDED']);
  });

  it('needs more than a moment, and more than a little', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    await send(tier, driveNow(slot, [...steady(90, 4), ...steady(120, 2), ...steady(106, 8), ...steady(90, 3)]));
    expect(await alertsOf(vehicleId)).toEqual([]);
  });

  it('ends when nothing more is heard', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    await send(tier, driveNow(slot, steady(120, 8)));
    speeding.product.clock.move(50_000);
    await tier.catchUp();
    expect(await alertsOf(vehicleId)).toMatchObject([{ state: 'OPEN' }]);
    speeding.product.clock.move(15_000);
    await tier.catchUp();
    expect(await alertsOf(vehicleId)).toMatchObject([{ state: 'ENDED', endCause: 'NO_SIGNAL' }]);
  });

  it('ends with a vehicle that stands still at once', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    await send(tier, driveNow(slot, [...steady(120, 8), 0, 0]));
    expect(await alertsOf(vehicleId)).toMatchObject([{ state: 'ENDED', endCause: 'SLOWED' }]);
  });

  it('takes no notice of what a device kept while it was out of reach, or sends late', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    await send(tier, driveNow(slot, steady(120, 12)), 61);
    const archived = driveNow(slot, steady(120, 12)).map((one) => ({ ...one, flags: one.flags | flag.archived }));
    await send(tier, archived);
    const positions = driveNow(slot, steady(90, 12), { fromM: 5_000 });
    await send(tier, positions);
    // Between those that were known already.
    const late = positions.slice(0, 6).map((one) => ({ ...one, fixAt: one.fixAt + 1_000, speedCkmh: 14_000 }));
    await send(tier, late);
    expect(await alertsOf(vehicleId)).toEqual([]);
  });

  it('is nobody’s business of an ambulance, nor of a vehicle whose class is not known', async () => {
    const tier = await speeding.liveTier();
    const [ambulance] = await speeding.query<{ id: string }>(
      `select id from vehicle_category where code = 'AMBULANCE'`,
    );
    const one = await speeding.vehicle('M1');
    await speeding.query('update vehicle set category_id = $2 where id = $1', [one.vehicleId, ambulance?.id ?? '']);
    const other = await speeding.vehicle('M1');
    await speeding.query('update vehicle set category_id = null where id = $1', [other.vehicleId]);
    for (const { slot } of [one, other]) await send(tier, driveNow(slot, steady(140, 8)));
    expect(await alertsOf(`${one.vehicleId},${other.vehicleId}`)).toEqual([]);
  });

  it('knows the limit of a geofence from when it is saved', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const tier = await speeding.liveTier();
    await send(tier, driveNow(slot, steady(80, 8)));
    expect(await alertsOf(vehicleId)).toEqual([]);
    await asAdmin('POST', '/geofence', {
      name: 'Slow part',
      orgId: speeding.orgId,
      kind: 'CIRCLE',
      points: '16.2, 75.205',
      widthM: 6_000,
      appliesTo: 'ALL',
      onEnter: false,
      onExit: false,
      capKmh: 50,
    });
    const later = await speeding.liveTier();
    await send(later, driveNow(slot, steady(80, 8), { fromM: 990 }));
    const found = await alertsOf(vehicleId);
    await speeding.query(`update geofence set status = 0 where name = 'Slow part'`);
    expect(found).toMatchObject([{ limitKmh: 50, limitSource: 'GEOFENCE' }]);
  });
});

describe('a stop of the product', () => {
  it('in the middle of it neither doubles nor forgets it', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const positions = driveNow(slot, [...steady(120, 16), ...steady(90, 4)]);
    await send(await speeding.liveTier(), positions.slice(0, 9));
    const [before] = await alertsOf(vehicleId);
    expect(before).toMatchObject({ state: 'OPEN' });
    speeding.told.length = 0;
    const tier = await speeding.liveTier();
    await tier.catchUp();
    await send(tier, positions.slice(9));
    expect(await alertsOf(vehicleId)).toMatchObject([{ id: before?.id, fromAt: before?.fromAt, state: 'ENDED' }]);
    expect(speeding.told.filter((one) => one.vehicleId === vehicleId).map(({ state }) => state)).toEqual(['ENDED']);
    // What is read again after another stop is in an alert that has ended already.
    await (await speeding.liveTier()).catchUp();
    expect(await alertsOf(vehicleId)).toHaveLength(1);
  });

  it('that takes long ends it where it was seen last', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    await send(await speeding.liveTier(), driveNow(slot, steady(120, 8)));
    speeding.product.clock.move(600_000);
    await (await speeding.liveTier()).catchUp();
    expect(await alertsOf(vehicleId)).toMatchObject([{ state: 'ENDED', endCause: 'NO_SIGNAL' }]);
  });

  it('of one process while another follows the same raises nothing twice', async () => {
    const { vehicleId, slot } = await speeding.vehicle('M1');
    const [one, other] = [await speeding.liveTier(), await speeding.liveTier()];
    speeding.told.length = 0;
    for (const position of driveNow(slot, steady(120, 10))) {
      const ahead = position.fixAt - speeding.product.clock.now().getTime();
      if (ahead > 0) speeding.product.clock.move(ahead);
      const batch = await speeding.store([position]);
      for (const tier of [one, other]) {
        tier.accept(batch);
        await tier.catchUp();
      }
    }
    expect(await alertsOf(vehicleId)).toHaveLength(1);
    expect(speeding.told.filter(({ state }) => state === 'OPEN')).toHaveLength(1);
  });
});

describe('after the trip', () => {
  it('an alert says what the check made of it: a violation, or nothing', async () => {
    const [fast, brief] = [await speeding.vehicle('M1'), await speeding.vehicle('M1')];
    const tier = await speeding.liveTier();
    const drives = [
      driveNow(fast.slot, [...steady(90, 12), ...steady(125, 24), ...steady(90, 12), ...steady(0, 40)]),
      driveNow(brief.slot, [...steady(90, 12), ...steady(125, 24), ...steady(90, 12), ...steady(0, 40)]),
    ];
    await send(
      tier,
      drives.flat().toSorted((a, b) => a.fixAt - b.fixAt),
    );
    for (const { vehicleId } of [fast, brief])
      expect(await alertsOf(vehicleId, '&outcome=PENDING')).toMatchObject([{ outcome: 'PENDING', peakKmh: 125 }]);
    // Its limit is another one by the time that its trip is judged.
    await speeding.query(`update vehicle set category_id = null where id = $1`, [brief.vehicleId]);
    for (const drive of drives) await speeding.follow(drive);
    const [alert] = await alertsOf(fast.vehicleId, '&outcome=VIOLATION');
    const [violation] = (await asAdmin('GET', `/violation?vehicleId=${fast.vehicleId}`)).json.data;
    expect(alert).toMatchObject({ outcome: 'VIOLATION', violation: { id: violation?.id, state: 'TO_REVIEW' } });
    expect(await alertsOf(brief.vehicleId, '&outcome=NOTHING')).toMatchObject([
      { outcome: 'NOTHING', violation: null },
    ]);
    const trip = alert?.tripId ?? '';
    expect((await alertsOf(fast.vehicleId, `&tripId=${trip}`)).map(({ id }) => id)).toEqual([alert?.id]);
    expect(await alertsOf(brief.vehicleId, `&tripId=${trip}`)).toEqual([]);
  });
});

it('clients see alerts of their own vehicles, and those without the permission none', async () => {
  const { vehicleId, slot } = await speeding.vehicle('M1');
  await send(await speeding.liveTier(), driveNow(slot, steady(120, 8)));
  const seen = await Promise.all(
    ['client@roadkeeper.test', 'deccan@roadkeeper.test'].map(async (email) => {
      const token = await speeding.product.login(email);
      return (await speeding.call('GET', `/speeding-alert?vehicleId=${vehicleId}`, undefined, token)).json
        .count as number;
    }),
  );
  expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1]);
  for (const [path, field] of [
    ['/speeding-alert?state=NOW', 'state'],
    ['/speeding-alert?from=yesterday', 'from'],
    ['/speeding-alert?tripId=x', 'tripId'],
  ] as const) {
    const answer = await asAdmin('GET', path);
    expect([answer.status, Object.keys(answer.json.fields)], path).toEqual([400, [field]]);
  }
  const file = await asAdmin('POST', '/speeding-alert/export', { filter: { vehicleId } });
  // As the screens have it: the clocks of India, and words.
  expect(file.text).toMatch(/"21 Nov 2026, \d\d:\d\d:\d\d IST","21 Nov 2026, \d\d:\d\d:\d\d IST",Expressway,/);
  expect(file.text).toContain(',100,Road type,120,Speeding now,Not checked yet,');
});
