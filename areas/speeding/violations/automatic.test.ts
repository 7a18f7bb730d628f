import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#kit/server/postgres/roles.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
beforeAll(async () => {
  speeding = await startSpeeding();
  for (const [name, kind, northM] of [
    ['Bypass', 'DIVIDED_4L', 0],
    ['Service road', 'SERVICE', -15],
    ['Expressway', 'EXPRESSWAY', 3_000],
  ] as const)
    await speeding.road(name, kind, [
      [0, northM],
      [20_000, northM],
    ]);
  const made = await speeding.call('POST', '/speed-configuration', {
    name: 'Clear cases by themselves',
    scope: 'CLIENT',
    clientId: speeding.orgId,
    statutoryTolerancePct: 5,
    companyBufferKmh: 0,
    minDurationS: 15,
    minPoints: 3,
    maxAccuracyM: 30,
    maxPlausibleKmh: 180,
    gapS: 60,
    minorFromKmh: 5,
    majorFromKmh: 10,
    criticalFromKmh: 20,
    reviewMode: 'AUTO',
    effectiveFrom: '2026-01-01',
  });
  if (made.status !== 201) throw new Error(made.text);
});
afterAll(() => speeding?.close());

const speeds = (usual: number, fast: number) =>
  [...Array(12).fill(usual), ...Array(24).fill(fast), ...Array(12).fill(usual)] as number[];

it('what passed every check is confirmed without anybody, and can be reviewed again; what did not waits for somebody', async () => {
  const [clear, unsure, early] = [
    await speeding.vehicle('M1'),
    await speeding.vehicle('M1'),
    await speeding.vehicle('M1'),
  ];
  // From a time before clocks of devices were noted: what was not checked did not pass.
  await speeding.follow(speeding.drive(early.slot, { speeds: speeds(100, 140), northM: 3_000 }));
  const [unchecked] = (await speeding.violations(`&vehicleId=${early.vehicleId}`)).data;
  expect(unchecked).toMatchObject({ tier: 'EVIDENCE', state: 'TO_REVIEW' });
  expect((await speeding.call('GET', `/violation/${unchecked?.id}`)).json.data).toMatchObject({
    notChecked: ['CLOCK'],
  });

  await withClient(speeding.product.database.owner, (client) =>
    client.query(`update device_clock_begin set at = '2026-11-01'`),
  );
  await speeding.query(
    `insert into device_clock_session (device_id, from_at, to_at, offset_ms, samples)
     select id, '2026-11-21T01:00Z', '2026-11-21T05:00Z', 300, 61 from device where slot = any ($1::int[])`,
    [`{${clear.slot},${unsure.slot}}`],
  );
  await speeding.follow(speeding.drive(clear.slot, { speeds: speeds(100, 140), northM: 3_000 }));
  // On the service road, as fast as the road beside it allows.
  await speeding.follow(speeding.drive(unsure.slot, { speeds: speeds(60, 85), northM: -15 }));
  const [found] = (await speeding.violations(`&vehicleId=${clear.vehicleId}`)).data;
  expect(found).toMatchObject({ tier: 'EVIDENCE', state: 'CONFIRMED' });
  const path = `/violation/${found?.id}`;
  const one = async () => (await speeding.call('GET', path)).json.data;
  const { verdict, version } = await one();
  expect(verdict).toMatchObject({ isAutomatic: true, by: null, reason: null, note: null, at: expect.any(String) });
  expect((await speeding.violations(`&vehicleId=${unsure.vehicleId}`)).data).toMatchObject([
    { tier: 'REVIEW', state: 'TO_REVIEW' },
  ]);

  expect((await speeding.call('POST', `${path}/reopen`, { version })).status).toBe(200);
  const open = await one();
  expect(open).toMatchObject({ state: 'TO_REVIEW', verdict: null });
  const said = await speeding.call('POST', `${path}/verdict`, { verdict: 'CONFIRM', version: open.version });
  expect(said.json.data).toMatchObject({ state: 'CONFIRMED', verdict: { isAutomatic: false } });
});
