import { cpuUsage, memoryUsage } from 'node:process';
import { type Fences, feedFences, fencesOf, newVehicle } from '#telematics/geofences/follow.ts';
import { indexFences } from '#telematics/geofences/fence-index.ts';
import { degreeM, type Shape } from '#telematics/geofences/shapes.ts';
import { randomFrom } from '#telematics/simulator/random.ts';

// `npm run bench -- geofences`: how many fixes a second one core holds against so many polygons, and how long their index takes.

const corners = 24;
const vehicles = 10_000;
const rounds = 20;
/** The plain of the Ganges, roughly: fences lie as thickly as depots and customers do. */
const box = { south: 24, north: 30, west: 75, east: 85 };

function polygons(count: number, random: () => number): Shape[] {
  return Array.from({ length: count }, () => {
    const lat = box.south + random() * (box.north - box.south);
    const lon = box.west + random() * (box.east - box.west);
    const radiusM = 100 + random() * 2_000;
    const points = Array.from({ length: corners }, (_, corner) => {
      const turn = (corner / corners) * 2 * Math.PI;
      const away = (radiusM * (0.7 + random() * 0.3)) / degreeM;
      return [lat + Math.sin(turn) * away, lon + (Math.cos(turn) * away) / Math.cos((lat * Math.PI) / 180)];
    });
    return { kind: 'POLYGON' as const, points: points.flat(), widthM: 0 };
  });
}

/** Every vehicle starts in a fence, and drives 150 m with each fix. */
function measure(fences: Fences, random: () => number) {
  const { shapes } = fences.index;
  const places = Array.from({ length: vehicles }, () => {
    const at = shapes.start[Math.floor(random() * shapes.count)] as number;
    const turn = random() * 2 * Math.PI;
    return { lat: shapes.lat[at] as number, lon: shapes.lon[at] as number, up: Math.sin(turn), across: Math.cos(turn) };
  });
  const states = places.map(() => newVehicle());
  const step = 150 / degreeM;
  let events = 0;
  const before = cpuUsage();
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { lat, lon, up, across }] of places.entries()) {
      const state = states[at] as ReturnType<typeof newVehicle>;
      const away = round * step;
      const fix = {
        time: round * 10_000,
        lat: lat + up * away,
        lon: lon + across * away,
        speedKmh: 54,
        accuracyM: 5,
        ignition: true,
        hdop: 1,
      };
      events += feedFences(state, String(at), fix, fences, 55).length;
    }
  const { user, system } = cpuUsage(before);
  return { perSecond: Math.round((vehicles * rounds) / ((user + system) / 1e6)), events };
}

const rule = {
  onEnter: true,
  onExit: true,
  dwellMs: 600_000,
  capKmh: 40,
  hysteresisM: null,
  minStayMs: 0,
  schedule: null,
  vehicles: null,
  since: 0,
};
const rows = [10_000, 100_000].map((count) => {
  const random = randomFrom(count);
  const shapes = polygons(count, random);
  const began = performance.now();
  const index = indexFences(shapes);
  const indexMs = Math.round(performance.now() - began);
  const fences = fencesOf(
    index,
    shapes.map((_, at) => ({ ...rule, id: String(at) })),
  );
  const { perSecond, events } = measure(fences, random);
  return { polygons: count, corners, indexMs, perSecond, events, mb: Math.round(memoryUsage.rss() / 1e6) };
});
console.log(JSON.stringify({ geofences: rows }));
console.table(rows);
if (rows.some(({ perSecond }) => perSecond < 100_000)) {
  console.error('Fewer than 100,000 evaluations a second on a core');
  process.exitCode = 1;
}
