import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import { checkInvariants } from '#telematics/pipeline/testing/invariants.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { Refusal } from '#kit/server/refusals.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { expected, startTracked } from '../testing/tracked.ts';

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

type Random = () => number;
const some = <T>(random: Random, options: readonly T[]): T => options[Math.floor(random() * options.length)] as T;

/** Anything that a vehicle and its tracker may do, lies among it. */
function anyDay(random: Random, slot: number, start: number): Position[] {
  const legs = Array.from(
    { length: 30 },
    (): Leg => ({
      seconds: some(random, [20, 60, 170, 200, 600, 1_500, 4_000]),
      kmh: some(random, [0, 0, 2, 4, 12, 40, 90]),
      heading: some(random, [0, 45, 90, 180, 270]),
      everyS: some(random, [5, 10, 30]),
      ignition: some(random, [true, null, null, false]),
      ...(random() < 0.2 ? { silent: true } : {}),
    }),
  );
  const fixes = driveOf(legs, { noiseM: 15, random, start });
  const far = (fix: TrackFix): TrackFix => ({ ...fix, time: fix.time + 500, lat: fix.lat + 3 });
  return fixes.flatMap((fix) => {
    const plain = positionOfFix(slot, random() < 0.03 ? { ...fix, accuracyM: 500 } : fix);
    if (random() < 0.02) return [plain, positionOfFix(slot, far(fix))];
    if (random() < 0.02) return [positionOfFix(slot, { ...fix, lat: 0, lon: 0 }, { unfit: 2 }), plain];
    return random() < 0.02 ? [positionOfFix(slot, { ...fix, accuracyM: 40, lat: fix.lat + 0.001 }), plain] : [plain];
  });
}

/** As devices and networks deliver: mostly in order, pieces late, pieces twice. */
function delivered(random: Random, positions: readonly Position[]): Position[][] {
  const pieces: Position[][] = [];
  for (let at = 0; at < positions.length; ) {
    const size = 1 + Math.floor(random() * 40);
    pieces.push(positions.slice(at, at + size));
    at += size;
  }
  const late = pieces.filter(() => random() < 0.15);
  const order = pieces.filter((piece) => !late.includes(piece));
  for (const piece of late) order.splice(Math.floor(random() * (order.length + 1)), 0, piece);
  for (const piece of pieces) if (random() < 0.1) order.splice(Math.floor(random() * order.length), 0, piece);
  return random() < 0.2 ? order.map((piece) => piece.toReversed()) : order;
}

/** Of what was asked of the database nobody knows whether it was done. */
function lost(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

for (const rule of ['MOVEMENT', 'SILENCE'] as const)
  test(`killed at any moment, with answers lost, in any order, trips come to those of the whole log: ${rule}`, {
    timeout: 60_000,
  }, async () => {
    let moved = 0;
    for (let seed = 1; seed <= 3; seed += 1) {
      const random = randomFrom(seed + (rule === 'SILENCE' ? 100 : 0));
      const { slot, binding, vehicleId } = await world.device(rule);
      const log = createLog(world.product);
      let losing = 0;
      // Deals of its own, so that what is lost changes nothing in what is delivered.
      const dice = randomFrom(seed + 1_000);
      const db = world.losing(() => dice() < losing);
      const another = async () => {
        losing = 0;
        const made = await world.tracker(db);
        losing = 0.1;
        return made;
      };
      let tracker = await another();
      let newest = 0;
      for (const piece of delivered(random, anyDay(random, slot, world.now()))) {
        const batch = await log.store(piece, world.now());
        // Stored, and killed before anything came of it.
        if (random() < 0.1) tracker = await another();
        else {
          // In the middle of a round as well as between two.
          const rounds = random() < 0.3 ? tracker.catchUp().catch(lost) : Promise.resolve();
          const turns = Math.floor(random() * 30);
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          tracker.accept(batch);
          await rounds;
        }
        if (random() < 0.4) await tracker.checkpoint().catch(lost);
        if (random() < 0.1) await tracker.catchUp().catch(lost);
        if (random() < 0.1) tracker = await another();
        const current = await world.current(vehicleId);
        const fixAt = current ? Date.parse(current.fix_at) : newest;
        expect(fixAt, `seed ${seed}: back in time`).toBeGreaterThanOrEqual(newest);
        if (fixAt > newest) moved += 1;
        newest = fixAt;
        world.until(Math.min(...piece.map(({ fixAt: at }) => at)));
      }
      losing = 0;
      await tracker.catchUp();
      const trips = log.whole(slot, rule);
      checkInvariants(trips);
      expect(await world.shown(binding, slot), `seed ${seed}`).toEqual(expected(trips));
      const packed = await world.query<{ unpacked: number }>(
        `select count(*) as unpacked from trip t left join trip_track k on k.trip_id = t.id
         where t.binding_id = $1 and (k.trip_id is null) <> (t.state = 'LIVE')`,
        [binding],
      );
      expect(packed, `seed ${seed}: tracks`).toEqual([{ unpacked: 0 }]);
    }
    expect(moved).toBeGreaterThan(20);
  });
