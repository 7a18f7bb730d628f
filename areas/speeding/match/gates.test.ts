import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#kit/server/postgres/roles.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);
const fast = (kmh: number) => [...steady(60, 12), ...steady(kmh, 24), ...steady(60, 12)];

beforeAll(async () => {
  speeding = await startSpeeding();
  await speeding.road('Expressway', 'DIVIDED_4L', [
    [0, 0],
    [20_000, 0],
  ]);
});
afterAll(() => speeding?.close());
const asOwner = (sql: string) => withClient(speeding.product.database.owner, (client) => client.query(sql));

describe('what speaks against evidence for the whole trip', () => {
  const judgedAs = async (prepare: (vehicle: Awaited<ReturnType<typeof speeding.vehicle>>) => Promise<unknown>) => {
    const vehicle = await speeding.vehicle('M1');
    await prepare(vehicle);
    await speeding.follow(speeding.drive(vehicle.slot, { speeds: fast(125) }));
    const { data } = await speeding.violations(`&vehicleId=${vehicle.vehicleId}`);
    return (await speeding.call('GET', `/violation/${data[0]?.id}`)).json.data;
  };
  const certify = (slot: number, upto: string) =>
    speeding.query(`update device set enforcement_no = 'EC1', enforcement_upto = $2::date where slot = $1::int`, [
      String(slot),
      upto,
    ]);

  it('is a certificate of the device that has expired; one that is valid that day speaks for it', async () => {
    const expired = await judgedAs(({ slot }) => certify(slot, '2026-11-20'));
    expect(expired).toMatchObject({ tier: 'REVIEW', evidence: null, refused: [{ gate: 'CALIBRATION', fixes: 24 }] });
    const valid = await judgedAs(({ slot }) => certify(slot, '2026-11-21'));
    expect(valid).toMatchObject({ tier: 'EVIDENCE' });
  });

  it('is a clock of the device that was off, or that nobody knows of; before clocks were noted it is not checked', async () => {
    const clock = (deviceSlot: number, offsetMs: number) =>
      speeding.query(
        `insert into device_clock_session (device_id, from_at, to_at, offset_ms, samples)
         select id, '2026-11-21T01:00Z', '2026-11-21T05:00Z', $2::int, 61 from device where slot = $1::int`,
        [String(deviceSlot), String(offsetMs)],
      );
    const noted = await speeding.query<{ at: string }>('select at from device_clock_begin');
    const unasked = await judgedAs(({ slot }) => clock(slot, 5_000));
    expect(unasked).toMatchObject({ tier: 'EVIDENCE', notChecked: ['CLOCK'] });
    await asOwner(`update device_clock_begin set at = '2026-11-01'`);
    const off = await judgedAs(({ slot }) => clock(slot, -2_000));
    expect(off).toMatchObject({ tier: 'REVIEW', notChecked: [], refused: [{ gate: 'CLOCK', fixes: 24 }] });
    expect(await judgedAs(async () => undefined)).toMatchObject({ refused: [{ gate: 'CLOCK', fixes: 24 }] });
    expect(await judgedAs(({ slot }) => clock(slot, 1_999))).toMatchObject({ tier: 'EVIDENCE', notChecked: [] });
    await asOwner(`update device_clock_begin set at = '${noted[0]?.at ?? ''}'`);
  });

  it('is a category of emergency vehicles', async () => {
    const [category] = await speeding.query<{ id: string }>(`select id from vehicle_category where code = 'AMBULANCE'`);
    const exempt = await judgedAs(({ vehicleId }) =>
      speeding.query('update vehicle set category_id = $2 where id = $1', [vehicleId, category?.id ?? '']),
    );
    expect(exempt).toMatchObject({ tier: 'REVIEW', refused: [{ gate: 'EXEMPT', fixes: 24 }] });
  });
});

it('a geofence of its organisation lowers the limit for its vehicles within it, and proves nothing', async () => {
  const { vehicleId, slot } = await speeding.vehicle('M1');
  const other = await speeding.vehicle('M1');
  const [row] = await speeding.query<{ plate: string }>('select registration_no as plate from vehicle where id = $1', [
    vehicleId,
  ]);
  const fence = await speeding.made('/geofence', {
    name: 'Slow part',
    orgId: speeding.orgId,
    kind: 'CIRCLE',
    points: '16.2, 75.22',
    widthM: 3_000,
    appliesTo: 'CHOSEN',
    plates: [row?.plate],
    onEnter: false,
    onExit: false,
    capKmh: 50,
  });
  await speeding.query(`update geofence set created_at = '2026-11-01' where id = $1`, [fence.id]);
  for (const one of [slot, other.slot]) await speeding.follow(speeding.drive(one, { speeds: fast(80) }));
  expect((await speeding.violations(`&vehicleId=${vehicleId}`)).data).toMatchObject([
    { limitKmh: 50, limitSource: 'GEOFENCE', tier: 'REVIEW', peakKmh: 80 },
  ]);
  expect((await speeding.violations(`&vehicleId=${other.vehicleId}`)).count).toBe(0);
});

describe('the limit of a road type', () => {
  let northM = 20_000;
  /** A drive of two minutes too fast on a road of a type, and what is said of it. */
  const judgedOn = async (code: string, kmh: number, speedClass = 'M1', over: object = {}) => {
    northM += 3_000;
    const line = [
      [0, northM],
      [20_000, northM],
    ] as const;
    await speeding.road(`Road ${northM}`, code, line, over);
    speeding.product.clock.move(36_000);
    await speeding.restart();
    const { vehicleId, slot } = await speeding.vehicle(speedClass);
    const speeds = [...steady(20, 24), ...steady(kmh, 24), ...steady(20, 24)];
    await speeding.follow(speeding.drive(slot, { speeds, northM }));
    const { data } = await speeding.violations(`&vehicleId=${vehicleId}`);
    return (await speeding.call('GET', `/violation/${data[0]?.id}`)).json.data;
  };
  const unproven = { tier: 'REVIEW', evidence: null, limitSource: 'ROAD_TYPE' };

  it.each([
    ['SERVICE', 50, 'M1'],
    ['SCHOOL_ZONE', 25, 'M1'],
    ['TOLL_PLAZA', 30, 'M1'],
    ['GHAT', 40, 'N'],
  ] as const)('proves nothing where the law has another: %s', async (code, limitKmh, speedClass) => {
    const one = await judgedOn(code, limitKmh + 25, speedClass);
    expect(one).toMatchObject({ ...unproven, limitKmh });
    expect(one.refused).toContainEqual({ gate: 'NO_PROOF_LIMIT', fixes: 24 });
  });

  it('is proof where it is the law’s own, of India or of the road’s State', async () => {
    expect(await judgedOn('MUNICIPAL', 90)).toMatchObject({
      tier: 'EVIDENCE',
      limitKmh: 70,
      limitSource: 'ROAD_TYPE',
    });
    // A State that has what the type has; it was in force that day only.
    await speeding.query(
      `insert into statutory_speed_limit (id, name, kind, speed_class, state, limit_kmh, source, effective_from, effective_to)
       values (gen_random_uuid(), 'Side roads of Goa', 'OTHER', 'M1', 'GA', 50, 'Notification 7', '2026-11-21', '2026-11-21')`,
    );
    expect(await judgedOn('SERVICE', 75, 'M1', { state: 'GA' })).toMatchObject({
      tier: 'EVIDENCE',
      limitKmh: 50,
      limitSource: 'ROAD_TYPE',
    });
    await speeding.query(
      `update statutory_speed_limit set effective_from = '2026-11-20', effective_to = '2026-11-20' where name = 'Side roads of Goa'`,
    );
    expect(await judgedOn('SERVICE', 75, 'M1', { state: 'GA' })).toMatchObject({ ...unproven, limitKmh: 50 });
  });
});
