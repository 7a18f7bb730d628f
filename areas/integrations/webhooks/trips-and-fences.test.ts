import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';
import { addEvents } from '#areas/geofences/geofences.server.ts';
import { addTrip, northwards } from '#areas/trips/testing/trips.ts';
import { endedTrips, tripIsDone } from '#areas/trips/trips.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { owner, withKeys } from '../testing/keys.ts';

let gateway: TestGateway;
let orgId: string;
let vehicleId: string;
beforeAll(async () => {
  gateway = await startGateway({}, {});
  const some = await someVehicles(gateway.product, 1);
  orgId = some.orgId;
  vehicleId = some.vehicles[0] ?? '';
});
afterAll(() => gateway?.close());

const messages = () =>
  gateway.sql<{ event: string; body: string }>('select event, body from webhook_message order by event', []);

test('a trip that ends, and a geofence that is crossed, are told once with what they are of', async () => {
  const { product } = gateway;
  const made = await withKeys(product).as(owner, 'POST', '/webhook', {
    name: 'Trips',
    url: 'https://hooks.example.invalid/x',
    events: ['trip.completed', 'geofence.entered', 'geofence.left'],
  });
  expect(made.status, made.text).toBe(201);
  const device = await gateway.device();
  const bindingId = await bindDevice(product, { deviceId: device.id, vehicleId, from: '2026-01-01T00:00:00Z' });
  const startAt = '2026-11-20T06:00:00.000Z';
  const tripId = await addTrip(product, { bindingId, startAt, state: 'CLOSED', track: northwards(startAt, 60) });
  const now = product.clock.now();
  for (let times = 0; times < 2; times += 1)
    await transact(product.product.db, everything, async (db) => {
      await db.query('insert into trip_ended (trip_id, due_at) values ($1, $2) on conflict do nothing', [
        tripId,
        now.toISOString(),
      ]);
      const [trip] = await endedTrips(db, [tripId]);
      if (!trip) throw new Error('The trip is not there');
      expect(await tripIsDone(db, trip, now)).toBe(true);
    });
  expect((await messages()).map(({ event }) => event)).toEqual(['trip.completed']);
  const [told] = await messages();
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    type: 'trip.completed',
    data: { module: 'vehicle-trips', id: tripId, vehicleId, startAt },
  });
  const fence = '0192f3a0-0000-7000-8000-00000000000f';
  const crossed = { vehicleId, orgId, fence, name: 'Depot', lat: 18.5, lon: 73.8, speedKmh: 20, raised: true };
  const at = Date.parse('2026-11-20T06:05:00Z');
  await transact(product.product.db, everything, (db) =>
    addEvents(
      db,
      [
        { ...crossed, kind: 'ENTER', at, visitAt: at },
        { ...crossed, kind: 'EXIT', at: at + 60_000, visitAt: at },
      ],
      now,
    ),
  );
  expect((await messages()).map(({ event }) => event)).toEqual(['geofence.entered', 'geofence.left', 'trip.completed']);
}, 60_000);
