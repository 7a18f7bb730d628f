import { bearing, metresEast, metresPerUnit, planeMetres, turnBetween } from '../metric.ts';
import type { OneWay, RoadLine } from '../road-line.ts';
import type { RoadStep } from './germany.ts';

/** A pseudo-random number generator of one seed (mulberry32): 0 up to 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Step = RoadStep['at'];

/** A place beside a step: a share along it, and metres to its right. */
function beside([latA, lonA, latB, lonB]: Step, share: number, rightM: number): [number, number] {
  const [upM, eastM] = [metresPerUnit, metresEast(latA)];
  const [dy, dx] = [(latB - latA) * upM, (lonB - lonA) * eastM];
  const length = Math.hypot(dx, dy) || 1;
  const lat = latA + (latB - latA) * share - ((dx / length) * rightM) / upM;
  const lon = lonA + (lonB - lonA) * share + ((dy / length) * rightM) / eastM;
  return [Math.round(lat), Math.round(lon)];
}

const road = (points: number[], oneWay: OneWay = 'both'): RoadLine => ({
  points: Int32Array.from(points),
  oneWay,
  level: 0,
});

/** Steps that follow each other without a junction or a sharp turn, up to some length: runs along which a parallel road can stand. */
function runsOf(steps: readonly RoadStep[], mostM: number): number[][] {
  const at = new Map<string, number[]>();
  const ends = ({ at: [latA, lonA, latB, lonB] }: RoadStep): [string, string] => [`${latA},${lonA}`, `${latB},${lonB}`];
  steps.forEach((step, own) => {
    for (const end of ends(step)) at.set(end, [...(at.get(end) ?? []), own]);
  });
  const taken = new Set<number>();
  const runs: number[][] = [];
  steps.forEach((first, own) => {
    if (taken.has(own)) return;
    const line = [...first.at];
    let lengthM = planeMetres(...first.at);
    taken.add(own);
    for (let here = ends(first)[1]; lengthM < mostM; ) {
      const [latA = 0, lonA = 0, latB = 0, lonB = 0] = line.slice(-4);
      const next = (at.get(here) ?? [])
        .filter((one) => !taken.has(one))
        .map((one) => {
          const [a, b] = ends(steps[one] as RoadStep);
          const [lat = 0, lon = 0] = (a === here ? b : a).split(',').map(Number);
          return { one, lat, lon, turn: turnBetween(bearing(latA, lonA, latB, lonB), bearing(latB, lonB, lat, lon)) };
        })
        .sort((a, b) => a.turn - b.turn)[0];
      if (!next || next.turn > 40) break;
      taken.add(next.one);
      lengthM += planeMetres(latB, lonB, next.lat, next.lon);
      line.push(next.lat, next.lon);
      here = `${next.lat},${next.lon}`;
    }
    runs.push(line);
  });
  return runs;
}

/** A line beside another, some metres to its right. */
function parallel(line: readonly number[], rightM: number): number[] {
  const points: number[] = [];
  const step = (i: number): Step => line.slice(i, i + 4) as unknown as Step;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const from = i === 0 ? 0.1 : 0.5;
    const to = i + 5 < line.length ? 0.5 : 0.9;
    points.push(...beside(step(i), from, rightM));
    if (to > from) points.push(...beside(step(i), to, rightM));
  }
  return points;
}

/**
 * Makes a network denser than the one that was driven, so that nearness alone does not tell the road: along half of its length stands a parallel road 15 to
 * 30 m away, joined at both ends of runs of up to 400 m, and streets cross about every 150 m.
 */
export function plantRoads(steps: readonly RoadStep[], seed: number): RoadLine[] {
  const random = randomOf(seed);
  const planted: RoadLine[] = [];
  for (const { at: step, oneWay } of steps) {
    const [latA, lonA, latB, lonB] = step;
    const lengthM = planeMetres(latA, lonA, latB, lonB);
    const own: number[] = [latA, lonA];
    const crossings = Math.floor(lengthM / 150 + random());
    for (let i = 0; i < crossings; i += 1) {
      const share = (i + 0.3 + 0.4 * random()) / crossings;
      const [lat, lon] = beside(step, share, 0);
      own.push(lat, lon);
      const [left, right] = [beside(step, share, -(40 + 120 * random())), beside(step, share, 40 + 120 * random())];
      planted.push(road([...left, lat, lon, ...right]));
    }
    own.push(latB, lonB);
    planted.push(road(own, oneWay));
  }
  for (const run of runsOf(steps, 400)) {
    let lengthM = 0;
    for (let i = 2; i < run.length; i += 2)
      lengthM += planeMetres(run[i - 2] ?? 0, run[i - 1] ?? 0, run[i] ?? 0, run[i + 1] ?? 0);
    const [side, chosen] = [(random() < 0.5 ? -1 : 1) * (15 + 15 * random()), random() < 0.5];
    if (chosen && lengthM > 100) planted.push(road([...run.slice(0, 2), ...parallel(run, side), ...run.slice(-2)]));
  }
  return planted;
}
