import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import { logNames, readLog, referenceTrips, tracesAreHere } from '#telematics/pipeline/testing/traces.ts';
import { overKmh } from '#telematics/pipeline/trip.ts';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import type { TripDetail, TripRow } from '../trip-answers.contract.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { osmandRequest, sendInOrder } from '#areas/gateway/testing/osmand-sender.ts';

// Recorded drives of 2017 and 2018, sent as a phone sends them, through the door and out of the calls.

let product: TestProduct;
let carriers: Carriers;
let serial = 0;
beforeAll(async () => {
  if (!tracesAreHere) return;
  product = await startTestProduct({ tracking: true });
  carriers = await carriersOf(product);
});
afterAll(() => product?.close());

/** A vehicle for each log, that carried a phone when it was recorded. */
async function vehiclesFor(tripRule: 'SILENCE' | 'MOVEMENT') {
  const orgId = carriers.orgNamed('Sahyadri Logistics');
  const made = new Map<string, { identifier: string; vehicleId: string }>();
  for (const name of logNames()) {
    const vehicleId = await carriers.vehicle(orgId);
    serial += 1;
    const identifier = `PHONE${1_000 + serial}`;
    const [device] = await addDevices(product, [{ identifier, orgId, tripRule }]);
    await bindDevice(product, { deviceId: device?.id ?? '', vehicleId, from: '2017-01-01T00:00:00Z' });
    made.set(name, { identifier, vehicleId });
  }
  await tracking().catchUp();
  return made;
}
const tracking = () => {
  const { tracking } = product.product;
  if (!tracking) throw new Error('Nobody listens');
  return tracking;
};

type Vehicles = Awaited<ReturnType<typeof vehiclesFor>>;
/** Sends each log over a connection of its own, all at once, in the order that is given. */
async function send(vehicles: Vehicles, inOrder: <T>(requests: T[]) => T[]): Promise<void> {
  await Promise.all(
    [...vehicles].map(([name, { identifier }]) =>
      sendInOrder(tracking().ports['osmand'], inOrder(readLog(name).map((fix) => osmandRequest(identifier, fix)))),
    ),
  );
  await tracking().catchUp();
  // Nothing more comes: the last trips are over.
  await carriers.move(20 * 60_000);
  await tracking().catchUp();
}
const tripsOf = async (vehicleId: string): Promise<TripRow[]> =>
  (await carriers.get(`/vehicle-trips?vehicleId=${vehicleId}&sort=startAt&take=100`)).data.rows;
const detailOf = async (id: string): Promise<TripDetail> => (await carriers.get(`/vehicle-trips/${id}`)).data;

/** All that is said of trips but their names and when they were written. */
async function said(vehicles: Vehicles): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [name, { vehicleId }] of vehicles)
    for (const { id } of await tripsOf(vehicleId)) {
      const { startAt, endAt, distanceM, movingS, idleS, gapS, maxKmh, points, dropped, secondsOverKmh, stops } =
        await detailOf(id);
      const track = (await product.call('GET', `/vehicle-trips/${id}/track`, { token: carriers.admin })).raw;
      all.push({
        name,
        startAt,
        endAt,
        distanceM,
        movingS,
        idleS,
        gapS,
        maxKmh,
        points,
        dropped,
        secondsOverKmh,
        stops,
      });
      all.push(createHash('sha1').update(track).digest('hex'));
    }
  return all;
}

describe.skipIf(!tracesAreHere)('recorded drives sent as requests', () => {
  let first: unknown[];

  test('cut at silence they give their known trips: how many, from when to when, how far, and how long how fast', async () => {
    const vehicles = await vehiclesFor('SILENCE');
    await send(vehicles, (requests) => requests);
    for (const [name, { vehicleId }] of vehicles) {
      const trips = await tripsOf(vehicleId);
      const known = referenceTrips(name);
      expect(trips.length, name).toBe(known.length);
      for (const [at, reference] of known.entries()) {
        const trip = await detailOf(trips[at]?.id ?? '');
        expect(trip).toMatchObject({ startAt: reference.start, endAt: reference.end });
        expect(trip.state).not.toBe('LIVE');
        expect(Math.abs(trip.distanceM - reference.distance_m) / reference.distance_m, name).toBeLessThan(0.03);
        const { raw } = await product.call('GET', `/vehicle-trips/${trip.id}/track`, { token: carriers.admin });
        const track = unpackTrack(raw);
        expect(track.length, name).toBe(trip.points);
        expect(new Date(track[0]?.fixAt ?? 0).toISOString()).toBe(trip.startAt);
        expect(new Date(track.at(-1)?.fixAt ?? 0).toISOString()).toBe(trip.endAt);
        if (!reference.seconds_over_kmh) continue;
        for (const kmh of overKmh) {
          const seconds = reference.seconds_over_kmh[kmh] ?? 0;
          const difference = Math.abs((trip.secondsOverKmh?.[kmh] ?? 0) - seconds);
          expect(difference, `${name} over ${kmh}`).toBeLessThanOrEqual(Math.max(5, seconds * 0.05));
        }
      }
    }
    first = await said(vehicles);
  }, 120_000);

  test('in any order and each sent twice they give the very same trips and tracks', async () => {
    const vehicles = await vehiclesFor('SILENCE');
    const random = randomFrom(18);
    await send(vehicles, (requests) =>
      [...requests, ...requests]
        .map((request) => ({ request, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ request }) => request),
    );
    expect(await said(vehicles)).toEqual(first);
  }, 180_000);

  test('under the usual rule they are cut as the pipeline cuts the whole log, and vehicles are where they were last', async () => {
    const vehicles = await vehiclesFor('MOVEMENT');
    await send(vehicles, (requests) => requests.toReversed());
    for (const [name, { vehicleId }] of vehicles) {
      // Stored with the precision that devices have.
      const stored = readLog(name).map((fix) => ({
        ...fix,
        speedKmh: fix.speedKmh === null ? null : Math.round(fix.speedKmh * 100) / 100,
      }));
      const whole = cutWhole(stored, usualProfile);
      const trips = await tripsOf(vehicleId);
      expect(
        trips.map(({ startAt, endAt }) => [startAt, endAt]),
        name,
      ).toEqual(whole.map(({ start, end }) => [start, end].map(({ time }) => new Date(time).toISOString())));
      const [patch] = (await carriers.get(`/current-patch?vehicleId=${vehicleId}`)).data;
      const last = Math.max(...stored.map(({ time }) => time));
      expect(patch, name).toMatchObject({ moving: false, tripId: null, fixTime: new Date(last).toISOString() });
    }
  }, 120_000);
});
