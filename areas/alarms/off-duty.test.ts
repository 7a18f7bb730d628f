import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIncidents } from '#areas/incidents/testing/incidents.ts';

let its: Awaited<ReturnType<typeof startIncidents>>;
beforeAll(async () => {
  its = await startIncidents();
}, 120_000);
afterAll(() => its?.close());

const alarmsOf = async (vehicleId: string) =>
  (await its.get('owner', `/alarm?vehicleId=${vehicleId}`)) as {
    id: string;
    what: string;
    place: string | null;
    lat: number | null;
  }[];

test('an alarm off duty is recorded without its place, and one of a vehicle that nobody has with it; an SOS keeps all', async () => {
  const [driven, alone] = [await its.tracker({ isDriven: true }), await its.tracker()];
  await its.product.product.db.transact({ orgId: null }, (db) =>
    db.query('delete from driver_assignment where vehicle_id = $1', [alone.vehicle.id]),
  );
  // Half past eleven in the morning.
  const hours = { name: 'Evenings', fromTime: '20:00', toTime: '21:00' };
  await its.must(its.call('owner', 'POST', '/off-duty-rule', hours));
  its.product.clock.move(60_000);
  for (const one of [driven, alone]) {
    await one.report();
    await one.beat(2);
  }
  expect(await alarmsOf(driven.vehicle.id)).toMatchObject([{ what: 'Power cut', place: null, lat: null }]);
  expect(await alarmsOf(alone.vehicle.id)).toMatchObject([
    { what: 'Power cut', place: expect.stringContaining('Pune') },
  ]);
  // Its page says why there is none, to whoever looks.
  const isOffDuty = async (id: string, who: 'owner' | 'desk' = 'owner') =>
    (await its.call(who, 'GET', `/alarm/${id}`)).json.data.isOffDuty;
  const idOf = async (vehicleId: string) => (await alarmsOf(vehicleId))[0]?.id ?? '';
  const hidden = await idOf(driven.vehicle.id);
  expect([await isOffDuty(hidden), await isOffDuty(hidden, 'desk')]).toEqual([true, true]);
  expect(await isOffDuty(await idOf(alone.vehicle.id))).toBe(false);
  await driven.press();
  await expect.poll(async () => (await alarmsOf(driven.vehicle.id)).length).toBe(2);
  const sos = (await alarmsOf(driven.vehicle.id)).find(({ what }) => what !== 'Power cut');
  expect(sos?.place).toContain('Pune');
  expect(await isOffDuty(sos?.id ?? '')).toBe(false);
  // Until it is over the vehicle is shown.
  its.product.clock.move(60_000);
  await driven.report();
  await expect
    .poll(
      async () => (await its.call('owner', 'GET', `/current-patch?vehicleId=${driven.vehicle.id}`)).json.data.length,
    )
    .toBe(1);
  for (const one of [driven, alone]) one.client.end();
});
