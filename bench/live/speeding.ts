import { cpuUsage } from 'node:process';
import { createLivePlaces } from '#areas/roads/network/live-places.ts';
import { packLiveFixes, readLivePlace } from '#areas/roads/network/worker-messages.ts';
import { createLiveVehicles } from '#areas/speeding/live/live-vehicles.ts';
import { positionOfFix } from '#areas/trips/testing/log.ts';
import { buildNetwork } from '#telematics/matching/network.ts';
import { cityLines } from '#telematics/matching/testing/city.ts';
import { simulateDrive } from '#telematics/matching/testing/drives.ts';
import { createWays } from '#telematics/matching/ways.ts';
import { feedAlert } from '#telematics/speeding/live-alert.ts';

// `npm run bench -- live-speeding`: what a fix costs for speeding as it happens, on the way of the fix into the store and beside it: rounds with and without by turns.

const vehicles = 2_000;
const rounds = 12;
const everyS = 5;
/** Microseconds of a fix on the thread that stores fixes and answers people, and in all. */
const goal = { acceptUs: 2, mainUs: 15 };

const micros = (work: () => void): number => {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return user + system;
};
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const network = buildNetwork(cityLines(2026, 112, 112));
const ways = createWays(network);
const drives = Array.from({ length: 100 }, (_, at) => simulateDrive(network, ways, at + 1, 5_000, everyS, 4).fixes);
const begin = Date.UTC(2026, 10, 21, 6);
/** A fix of each vehicle a round, as it is stored; drives are shared by vehicles. */
const batches = Array.from({ length: rounds }, (_, round) =>
  Array.from({ length: vehicles }, (_, slot) => {
    const drive = drives[slot % drives.length] ?? [];
    const fix = drive[round % drive.length];
    if (!fix) throw new Error('A drive has no fix');
    const time = begin + round * everyS * 1_000;
    const { lat, lon, speedKmh, courseDeg } = fix;
    const more = { courseDdeg: Math.round((courseDeg ?? 0) * 10), receivedAt: time + 500 };
    return positionOfFix(slot, { time, lat, lon, speedKmh, accuracyM: null, ignition: true }, more);
  }),
);
const bindings = Array.from({ length: vehicles }, (_, slot) => ({
  bindings: [
    {
      id: `b${slot}`,
      device: slot,
      deviceId: `d${slot}`,
      vehicleId: `v${slot}`,
      orgId: 'o',
      from: 0,
      to: null,
      ceilingKmh: 250,
    },
  ],
}));
const registry = { bySlot: (slot: number) => bindings[slot] as never };
const limit = { limitKmh: 30, source: 'RULE', ruleId: null, version: null };

const [accept, without, main, worker] = [[], [], [], []] as number[][];
let raised = 0;
for (let pair = 0; pair < 6; pair += 1) {
  const live = createLiveVehicles(registry);
  const places = createLivePlaces(network);
  for (const batch of batches) {
    without?.push(
      micros(() => {
        for (const position of batch) registry.bySlot(position.device);
      }) / vehicles,
    );
    const acceptUs = micros(() => {
      for (const position of batch) live.take(position);
    });
    accept?.push(acceptUs / vehicles);
    let packed: Float64Array = new Float64Array();
    const waiting = live.takeWaiting();
    const fast = waiting.flatMap(({ vehicle, fix }) => (fix ? [{ vehicle: vehicle.number, fix }] : []));
    const packUs = micros(() => (packed = packLiveFixes(fast)));
    let said: Float64Array = new Float64Array();
    worker?.push(micros(() => (said = places.follow(packed, fast.length))) / vehicles);
    const readUs = micros(() => {
      waiting.forEach(({ vehicle }, at) => {
        const place = readLivePlace(said, at);
        if (!place) return;
        const { time, lat, lon, speedKmh, line } = place;
        const fix = { time, latE7: lat * 1e7, lonE7: lon * 1e7, speedKmh, roadId: String(line), limit };
        if (feedAlert(vehicle.state, fix).told) raised += 1;
      });
    });
    main?.push((acceptUs + packUs + readUs) / vehicles);
  }
}
const round2 = (value: number): number => Math.round(value * 100) / 100;
const figures = {
  vehicles,
  'accept us/fix': round2(median(accept ?? [])),
  'without us/fix': round2(median(without ?? [])),
  'main thread us/fix': round2(median(main ?? [])),
  'worker us/fix': round2(median(worker ?? [])),
  'fixes/s a core of the worker': Math.round(1e6 / median(worker ?? [])),
  raised,
};
console.log(JSON.stringify({ 'live-speeding': figures }));
console.table([figures]);
if (figures['accept us/fix'] > goal.acceptUs || figures['main thread us/fix'] > goal.mainUs) {
  console.error('A fix costs too much');
  process.exitCode = 1;
}
