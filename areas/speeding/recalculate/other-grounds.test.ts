import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivesOf } from '../testing/drives.ts';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
const { driven, settled, violationsOf, one, recalculations } = drivesOf(() => speeding);

beforeAll(async () => {
  speeding = await startSpeeding();
});
afterAll(() => speeding?.close());

describe('what decides over vehicles and devices', () => {
  const causes = async () => (await recalculations()).data.map(({ cause, state }) => [cause, state]);

  it('judges past trips anew: the category of vehicles, a geofence with a limit, the certificate of a device', async () => {
    const { vehicle } = await driven(85);
    const [found] = await violationsOf(vehicle.vehicleId);
    expect(found).toMatchObject({ tier: 'EVIDENCE' });
    const [device] = await speeding.query<{ id: string; orgId: string }>(
      'select id, org_id as "orgId" from device where slot = $1::int',
      [String(vehicle.slot)],
    );
    const own = (await speeding.call('GET', `/device/${device?.id}`)).json.data;
    const { identifier, categoryId, orgId } = own;
    const certified = await speeding.call('PUT', `/device/${device?.id}`, {
      identifier,
      categoryId,
      orgId,
      enforcementNo: 'EC1',
      enforcementUpto: '2026-11-01',
    });
    expect(certified.status, certified.text).toBe(200);
    expect((await causes())[0]).toEqual(['DEVICE', 'RUNNING']);
    await settled();
    expect((await one(found?.id)).tier).toBe('REVIEW');
    // A name alone decides nothing.
    const [category] = await speeding.query<{ id: string }>('select category_id as id from vehicle where id = $1', [
      vehicle.vehicleId,
    ]);
    const before = (await speeding.call('GET', `/vehicle-category/${category?.id}`)).json.data;
    const fields = Object.fromEntries(
      ['name', 'code', 'isTransport', 'licenceClasses', 'speedClass', 'isEmergency']
        .filter((name) => before[name] !== undefined && before[name] !== null)
        .map((name) => [name, before[name]]),
    );
    const edit = (over: object) => speeding.call('PUT', `/vehicle-category/${category?.id}`, { ...fields, ...over });
    const count = (await recalculations()).count;
    expect((await edit({ name: `${before.name} 2` })).status).toBe(200);
    expect((await recalculations()).count).toBe(count);
    const slower = await edit({ speedClass: 'QUADRICYCLE' });
    expect(slower.status, slower.text).toBe(200);
    expect((await causes())[0]).toEqual(['CATEGORY', 'RUNNING']);
    await settled();
    expect((await one(found?.id)).limitKmh).toBe(50);
    expect((await edit({})).status).toBe(200);
    await settled();
    expect((await one(found?.id)).limitKmh).toBe(70);
  });

  it('a geofence with a limit, when it becomes another or is gone', async () => {
    const { vehicle, northM } = await driven(65);
    expect(await violationsOf(vehicle.vehicleId)).toEqual([]);
    const body = {
      name: 'Yard',
      orgId: speeding.orgId,
      kind: 'CIRCLE',
      points: `${16.2 + northM / 111_195}, 75.22`,
      widthM: 1_000,
      appliesTo: 'ALL',
      onEnter: true,
      onExit: false,
    };
    const fence = await speeding.made('/geofence', body);
    await speeding.query(`update geofence set created_at = '2026-11-01' where id = $1`, [fence.id]);
    const count = (await recalculations()).count;
    expect((await speeding.call('PUT', `/geofence/${fence.id}`, { ...body, onExit: true })).status).toBe(200);
    expect((await recalculations()).count).toBe(count);
    expect((await speeding.call('PUT', `/geofence/${fence.id}`, { ...body, capKmh: 40 })).status).toBe(200);
    expect((await causes())[0]).toEqual(['GEOFENCE', 'RUNNING']);
    await settled();
    expect(await violationsOf(vehicle.vehicleId)).toMatchObject([{ limitKmh: 40, limitSource: 'GEOFENCE' }]);
    expect((await speeding.call('DELETE', `/geofence/${fence.id}`)).status).toBe(200);
    await settled();
    expect(await violationsOf(vehicle.vehicleId)).toMatchObject([{ state: 'WITHDRAWN' }]);
  });
});
