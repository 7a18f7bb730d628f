import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackFixOf, type Position } from '#areas/gateway/positions/position.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { storedVisits, visitsOf } from '../testing/fault-fences.ts';
import { type Rig, startRig } from '../testing/fault-rig.ts';

/** Three in the suite, which is enough to notice; twenty for the proof. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 3);

let rig: Rig;
/** Vehicles that were on a visit to a geofence when something was killed. */
let onVisit = 0;
beforeAll(async () => {
  rig = await startRig({ devices: 24, seed: 20_261_122 });
  await rig.until('a first acknowledgement', () => rig.acknowledged.length > 100);
});
afterAll(() => rig?.close());

/** Waits until so many more are acknowledged than were. */
const goesOn = (more: number) => {
  const before = rig.acknowledged.length;
  return rig.until('it goes on', () => rig.acknowledged.length >= before + more);
};
const shortWhile = () => wait(100 + rig.random() * 700);

describe('what was acknowledged is stored, once, whatever is killed', () => {
  test(`the product, ${rounds} times under load`, { timeout: rounds * 30_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const from = rig.acknowledged.length;
      await goesOn(200);
      await shortWhile();
      await rig.killProduct();
      onVisit += await rig.inside();
      expect(await rig.missing(rig.acknowledged.slice(from))).toBe(0);
      await rig.startProduct();
    }
    await goesOn(200);
  });

  test(`the database, ${rounds} times under load`, { timeout: rounds * 40_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const from = rig.acknowledged.length;
      await goesOn(200);
      await shortWhile();
      await rig.killPostgres();
      onVisit += await rig.inside();
      expect(await rig.missing(rig.acknowledged.slice(from))).toBe(0);
      await goesOn(200);
    }
  });

  test('a database that does not answer: nobody is told that anything is stored, and all of it is told later', async () => {
    rig.freezePostgres();
    try {
      // Answers that were on their way have arrived by then.
      await wait(500);
      const acknowledged = rig.acknowledged.length;
      await wait(3_000);
      expect(rig.acknowledged.length).toBe(acknowledged);
      expect(rig.fleet.owed).toBeGreaterThan(0);
    } finally {
      rig.thawPostgres();
    }
    await goesOn(500);
  });

  test('a storm of connections that say half a thing and are cut does not hold up the others', async () => {
    const port = rig.ports()['gt06'] ?? 0;
    for (let gust = 0; gust < 5; gust += 1) {
      const sockets = Array.from({ length: 60 }, (_, at) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.on('connect', () => {
          socket.write(Buffer.from('78780d0108612340', 'hex'));
          if (at % 3 === 0) socket.end();
          else setTimeout(() => socket.resetAndDestroy(), 30);
        });
        return socket;
      });
      await wait(100);
      for (const socket of sockets) socket.destroy();
    }
    await goesOn(500);
    await expect.poll(() => rig.fleet.score.connected).toBeGreaterThan(20);
  });

  test('in the end every report is stored once, and trips, visits to geofences and current positions are those of the whole log', {
    timeout: 120_000,
  }, async () => {
    await rig.drain();
    await rig.settle();
    const { taken, acknowledged } = rig.fleet.score;
    expect(acknowledged).toBe(taken);
    expect(await rig.query('select count(*)::int as rows from position')).toEqual([{ rows: taken }]);
    expect(await rig.missing(rig.acknowledged)).toBe(0);
    const devices = await rig.query<{ slot: number; binding: string; vehicle: string }>(
      'select d.slot, b.id as binding, b.vehicle_id as vehicle from device d join device_binding b on b.device_id = d.id order by 1',
    );
    let [trips, visits] = [0, 0];
    for (const { slot, binding, vehicle } of devices) {
      const positions = await rig.query<Position>(
        `select device, (extract(epoch from fix_at) * 1000)::float8 as "fixAt", lat_e7 as "latE7", lon_e7 as "lonE7", speed_ckmh as "speedCkmh",
           accuracy_cm as "accuracyCm", hdop_c as "hdopC", flags, unfit from position where device = $1 and unfit = 0 order by fix_at`,
        [slot],
      );
      const whole = cutWhole(
        positions.map((one) => trackFixOf(one, usualProfile.ceilingKmh)),
        usualProfile,
      );
      const stored = await rig.query<{ start: number; end: number; metres: number; points: number }>(
        `select (extract(epoch from start_at) * 1000)::float8 as start, (extract(epoch from end_at) * 1000)::float8 as end, distance_m as metres, points
         from trip where binding_id = $1 order by start_at`,
        [binding],
      );
      expect(stored).toEqual(
        whole.map((trip) => ({
          start: trip.start.time,
          end: trip.end.time,
          metres: expect.closeTo(trip.distanceM, 3) as number,
          points: trip.points,
        })),
      );
      trips += whole.length;
      // A kill in mid-visit doubles and loses none.
      const visited = visitsOf(vehicle, positions);
      expect(await storedVisits(rig.query, vehicle)).toEqual(visited);
      visits += visited.length;
      const current = await rig.query(
        'select (extract(epoch from fix_at) * 1000)::float8 as time from current_position where vehicle_id = $1',
        [vehicle],
      );
      expect(current).toEqual([{ time: positions.at(-1)?.fixAt }]);
    }
    expect(trips).toBeGreaterThan(devices.length);
    expect(visits).toBeGreaterThan(2 * devices.length);
    expect(onVisit).toBeGreaterThan(0);
  });
});
