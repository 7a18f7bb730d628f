import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivesOf } from '../testing/drives.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
const { driven, settled, violationsOf, one, recalculations } = drivesOf(() => speeding);
let admin: string;

beforeAll(async () => {
  speeding = await startSpeeding();
  admin = (await speeding.query<{ name: string }>(`select name from account where email = 'admin@roadkeeper.test'`))[0]
    ?.name as string;
});
afterAll(() => speeding?.close());

async function retype(road: Record<string, unknown> & { id: string }, code: string) {
  const { name, state, isDivided, oneWay, structure, layer } = road;
  const body = { name, state, isDivided, oneWay, structure, layer, roadTypeId: speeding.typeOf(code) };
  const answer = await speeding.call('PUT', `/road/${road.id}`, body);
  expect(answer.status, answer.text).toBe(200);
}

describe('a road of another type', () => {
  it('judges its past trips anew: what is gone is withdrawn, with why, by whom and what it was', async () => {
    const { road, vehicle } = await driven(85);
    const [before] = await violationsOf(vehicle.vehicleId);
    expect(before).toMatchObject({ limitKmh: 70, state: 'TO_REVIEW', groundChange: null });
    await retype(road, 'DIVIDED_4L');
    // In the transaction of the change it is only noted.
    expect((await violationsOf(vehicle.vehicleId))[0]).toMatchObject({ state: 'TO_REVIEW', revision: 1 });
    expect((await recalculations()).data[0]).toMatchObject({
      cause: 'ROAD',
      recordId: road.id,
      title: road['name'],
      actorName: admin,
      state: 'RUNNING',
      total: null,
    });
    await settled();
    const after = await one(before?.id);
    expect(after).toMatchObject({ state: 'WITHDRAWN', revision: 2 });
    expect(after.history).toEqual([
      expect.objectContaining({
        why: 'NOT_FOUND_ANY_MORE',
        summary: expect.stringContaining('85 km/h where 70 applied'),
        cause: 'ROAD',
        title: road['name'],
        byName: admin,
        becomes: null,
      }),
    ]);
    expect((await recalculations()).data[0]).toMatchObject({
      state: 'DONE',
      total: 1,
      done: 1,
      withdrawn: 1,
      changed: 0,
    });
    // And found again when the road is as it was, as the same violation.
    await retype(road, 'MUNICIPAL');
    await settled();
    const again = await one(before?.id);
    expect(again).toMatchObject({ state: 'TO_REVIEW', revision: 3, hash: expect.any(String) });
    expect(again.history[1]).toMatchObject({ why: 'FOUND_AGAIN', becomes: '85 km/h where 70 applied, evidence' });
  });

  it('leaves a decision as it was given, and says that its ground has changed', async () => {
    const { road, vehicle } = await driven(85);
    const [found] = await violationsOf(vehicle.vehicleId);
    const path = `/violation/${found?.id}`;
    await speeding.call('POST', `${path}/verdict`, { verdict: 'CONFIRM', note: 'Seen', version: found?.version });
    const early = await speeding.call('POST', `${path}/reopen`, { version: (await one(found?.id)).version });
    expect(early.status).toBe(409);
    await retype(road, 'DIVIDED_4L');
    await settled();
    const after = await one(found?.id);
    expect(after).toMatchObject({
      state: 'CONFIRMED',
      groundChange: 'NOT_FOUND_ANY_MORE',
      groundChangedAt: expect.any(String),
      verdict: { note: 'Seen', by: { name: admin } },
      limitKmh: 70,
    });
    expect((await speeding.violations('&changed=yes')).data.map(({ id }) => id)).toEqual([found?.id]);
    expect((await recalculations()).data[0]).toMatchObject({ flagged: 1, withdrawn: 0 });
    // Once is enough.
    await retype(road, 'DIVIDED_4L');
    await speeding.query(`insert into trip_ended (trip_id, due_at) values ($1, $2)`, [
      String(after.tripId),
      speeding.product.clock.now().toISOString(),
    ]);
    await settled();
    expect((await one(found?.id)).revision).toBe(after.revision);
    expect((await speeding.call('POST', `${path}/reopen`, { version: 1 })).status).toBe(409);
    const reopened = await speeding.call('POST', `${path}/reopen`, { version: after.version });
    expect(reopened.json).toMatchObject({ data: { state: 'WITHDRAWN', verdict: null, groundChange: null } });
  });
});

it('a decision on what is judged otherwise stands beside the new result, and is reviewed again when somebody asks', async () => {
  const { road, vehicle } = await driven(85);
  const [found] = await violationsOf(vehicle.vehicleId);
  const path = `/violation/${found?.id}`;
  await speeding.call('POST', `${path}/verdict`, { verdict: 'CONFIRM', version: found?.version });
  const rule = { roadId: road.id, limitKmh: 50, reasonCode: 'SIGN', orderNo: 'GR 2', effectiveFrom: '2026-11-20' };
  await speeding.made('/road-speed-rule', rule);
  await settled();
  const after = await one(found?.id);
  expect(after).toMatchObject({
    state: 'CONFIRMED',
    groundChange: 'JUDGED_ANEW',
    limitKmh: 50,
    revision: 2,
    verdict: { by: { name: admin } },
    history: [{ why: 'JUDGED_ANEW', cause: 'RULE', becomes: '85 km/h where 50 applied, evidence' }],
  });
  expect((await recalculations()).data[0]).toMatchObject({ flagged: 1, changed: 0 });
  const reopened = await speeding.call('POST', `${path}/reopen`, { version: after.version });
  expect(reopened.json).toMatchObject({ data: { state: 'TO_REVIEW', verdict: null, groundChange: null } });
});

it('another line judges the trips along it, old and new, anew', async () => {
  const { road, vehicle, northM } = await driven(85);
  const [found] = await violationsOf(vehicle.vehicleId);
  const { geometry, ...row } = (await speeding.call('GET', `/road/${road.id}`)).json.data;
  const moved = geometry.coordinates.map(([lon, lat]: [number, number]) => [lon, lat + 1_500 / 111_195]);
  const { name, state, isDivided, oneWay, structure, layer, roadTypeId } = row;
  const put = (coordinates: unknown) =>
    speeding.call('PUT', `/road/${road.id}`, {
      name,
      state,
      isDivided,
      oneWay,
      structure,
      layer,
      roadTypeId,
      geometry: { type: 'LineString', coordinates },
    });
  expect((await put(moved)).status).toBe(200);
  await settled();
  expect((await one(found?.id)).state, `lane ${northM}`).toBe('WITHDRAWN');
  await put(geometry.coordinates);
  await settled();
  expect((await one(found?.id)).state).toBe('TO_REVIEW');
});

it('a rule since a day that has passed is asked for the trips since; one of tomorrow changes nothing', async () => {
  const { road, vehicle } = await driven(65);
  expect(await violationsOf(vehicle.vehicleId)).toEqual([]);
  const rule = { roadId: road.id, limitKmh: 50, reasonCode: 'SIGN', orderNo: 'GR 1' };
  const noted = (await recalculations()).count;
  await speeding.made('/road-speed-rule', { ...rule, effectiveFrom: '2026-11-30' });
  expect((await recalculations()).count).toBe(noted);
  await speeding.made('/road-speed-rule', { ...rule, effectiveFrom: '2026-11-20' });
  await settled();
  expect(await violationsOf(vehicle.vehicleId)).toMatchObject([{ limitKmh: 50, limitSource: 'RULE' }]);
  expect((await recalculations()).data[0]).toMatchObject({ cause: 'RULE', added: 1, state: 'DONE' });
});

it('a vehicle of another category has other limits', async () => {
  const { vehicle } = await driven(85, 'DIVIDED_4L');
  expect(await violationsOf(vehicle.vehicleId)).toEqual([]);
  const [goods] = await speeding.query<{ id: string }>(
    `select id from vehicle_category where speed_class = 'N' and deleted_at is null order by id limit 1`,
  );
  const answer = await speeding.call('POST', '/vehicle/bulk', {
    action: 'edit',
    ids: [vehicle.vehicleId],
    set: { categoryId: goods?.id },
  });
  expect(answer.status, answer.text).toBe(200);
  await settled();
  expect(await violationsOf(vehicle.vehicleId)).toMatchObject([{ limitKmh: 80 }]);
  expect((await recalculations()).data[0]).toMatchObject({ cause: 'VEHICLE', recordId: vehicle.vehicleId, added: 1 });
});

it('changes one after another are taken together, and one that concerns no trip leaves nothing', async () => {
  const first = await driven(85);
  const second = await driven(85);
  const before = (await recalculations()).count;
  await retype(first.road, 'DIVIDED_4L');
  await retype(second.road, 'DIVIDED_4L');
  const noted = await recalculations();
  expect(noted.count).toBe(before + 1);
  expect(noted.data[0]).toMatchObject({ records: 2, recordId: first.road.id });
  await settled();
  // Each is told of the road that it is on, and of no other.
  for (const { road, vehicle } of [first, second]) {
    const [found] = await violationsOf(vehicle.vehicleId);
    expect(await one(found?.id)).toMatchObject({
      state: 'WITHDRAWN',
      history: [{ cause: 'ROAD', title: road['name'] }],
    });
  }
  await speeding.road('Far away', 'MUNICIPAL', [
    [500_000, 0],
    [510_000, 0],
  ]);
  await settled();
  expect((await recalculations()).count).toBe(before + 1);
});

it('a record that is changed twice is one, and vehicles that are edited together are each named with their own speeding', async () => {
  const drives = [await driven(85), await driven(85)];
  const [goods] = await speeding.query<{ id: string }>(
    `select id from vehicle_category where speed_class = 'N' and deleted_at is null order by id limit 1`,
  );
  const [cars] = await speeding.query<{ id: string }>(
    `select id from vehicle_category where speed_class = 'M1' and deleted_at is null order by id desc limit 1`,
  );
  const ids = drives.map(({ vehicle }) => vehicle.vehicleId);
  for (const categoryId of [cars?.id, goods?.id]) {
    const answer = await speeding.call('POST', '/vehicle/bulk', { action: 'edit', ids, set: { categoryId } });
    expect(answer.status, answer.text).toBe(200);
  }
  expect((await recalculations()).data[0]).toMatchObject({ cause: 'VEHICLE', records: 2 });
  await settled();
  for (const { vehicle } of drives) {
    const [found] = await violationsOf(vehicle.vehicleId);
    const { title } = (await speeding.call('GET', `/vehicle/${vehicle.vehicleId}`)).json.data;
    expect((await one(found?.id)).history).toMatchObject([
      { cause: 'VEHICLE', title, becomes: expect.stringContaining('60') },
    ]);
  }
});

it('speeding of a trip that is there no more is withdrawn', async () => {
  const { vehicle } = await driven(85);
  const [found] = await violationsOf(vehicle.vehicleId);
  await speeding.query('delete from trip where id = $1', [String(found?.['tripId'])]);
  await settled();
  expect(await one(found?.id)).toMatchObject({ state: 'WITHDRAWN', tripId: null });
});
