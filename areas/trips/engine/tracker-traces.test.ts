import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { logNames, readLog, referenceTrips, tracesAreHere } from '#telematics/pipeline/testing/traces.ts';
import { overKmh } from '#telematics/pipeline/trip.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { trackFixOf } from '#areas/gateway/gateway.server.ts';
import { profileOf } from './track.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { expected, startTracked } from '../testing/tracked.ts';

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => {
  if (tracesAreHere) world = await startTracked();
});
afterAll(() => world?.product.close());

const random = randomFrom(9);
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);
const orders = {
  'in order': <T>(all: readonly T[]) => [...all],
  shuffled,
  'sent twice, the second time backwards': <T>(all: readonly T[]) => [...all, ...all.toReversed()],
};

for (const [order, arrange] of Object.entries(orders))
  test.skipIf(!tracesAreHere)(`recorded drives come to their trips: ${order}`, { timeout: 120_000 }, async () => {
    for (const name of logNames())
      for (const rule of ['SILENCE', 'MOVEMENT'] as const) {
        const { slot, binding } = await world.device(rule);
        const tracker = await world.tracker();
        const log = createLog(world.product);
        const positions = readLog(name).map((fix) => positionOfFix(slot, fix));
        const arranged = arrange(positions);
        for (let at = 0; at < arranged.length; at += 700) {
          tracker.accept(await log.store(arranged.slice(at, at + 700), world.now()));
          await tracker.checkpoint();
        }
        await tracker.catchUp();
        const trips = log.whole(slot, rule);
        expect(trips.length).toBe(
          cutWhole(
            positions.map((one) => trackFixOf(one, profileOf(rule).ceilingKmh)),
            profileOf(rule),
          ).length,
        );
        expect(await world.shown(binding, slot), name).toEqual(expected(trips));
        if (rule !== 'SILENCE') continue;
        const known = referenceTrips(name);
        expect(trips.length, name).toBe(known.length);
        for (const [at, { distance_m, start, seconds_over_kmh }] of known.entries()) {
          const trip = trips[at];
          if (!trip) throw new Error(name);
          expect(new Date(trip.start.time).toISOString()).toBe(start);
          expect(Math.abs(trip.distanceM - distance_m) / distance_m, name).toBeLessThan(0.03);
          for (const [index, kmh] of overKmh.entries()) {
            const seconds = seconds_over_kmh?.[kmh] ?? 0;
            expect(Math.abs((trip.secondsOver[index] ?? 0) - seconds)).toBeLessThanOrEqual(Math.max(5, seconds * 0.05));
          }
        }
      }
  });
