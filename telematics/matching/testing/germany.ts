import Flatbush from 'flatbush';
import { bearing, metresEast, metresPerUnit, planeMetres, turnBetween } from '../metric.ts';
import type { OneWay } from '../road-line.ts';
import { rowsOf, truthOf } from './traces.ts';

/** Two places, each latitude and longitude in 1e-7 degrees, and how the step between them may be driven. */
export interface RoadStep {
  readonly at: readonly [number, number, number, number];
  readonly oneWay: OneWay;
}
type Step = RoadStep['at'];

function metresTo(lat: number, lon: number, [latA, lonA, latB, lonB]: Step): number {
  const [upM, eastM] = [metresPerUnit, metresEast(lat)];
  const [ay, ax] = [(latA - lat) * upM, (lonA - lon) * eastM];
  const [dy, dx] = [(latB - latA) * upM, (lonB - lonA) * eastM];
  const square = dx * dx + dy * dy;
  const share = square > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square)) : 0;
  return Math.hypot(ax + dx * share, ay + dy * share);
}

const lengthOf = ([latA, lonA, latB, lonB]: Step): number => planeMetres(latA, lonA, latB, lonB);
const wayOf = ([latA, lonA, latB, lonB]: Step): number => bearing(latA, lonA, latB, lonB);

/**
 * The roads of the recorded drives around Hof. Their file states neither one-way roads nor which steps are only a part of another (a drive begins
 * between two points of a road). So steps that lie within another one are left out, and the two carriageways of a divided road, of which each was
 * driven one way only and the other the other way, are one-way.
 */
export function germanSteps(): RoadStep[] {
  const steps = rowsOf('germany_fcd/network_segments.csv')
    .map(
      ([, lonA, latA, lonB, latB]) =>
        [latA, lonA, latB, lonB].map((one) => Math.round(Number(one) * 1e7)) as unknown as Step,
    )
    .filter((step) => lengthOf(step) > 0);
  const driven = new Set<string>();
  for (const { lines } of truthOf('germany_fcd/ground_truth.geojson'))
    for (const line of lines) for (let i = 2; i < line.length; i += 2) driven.add(line.slice(i - 2, i + 2).join());
  const index = new Flatbush(steps.length);
  for (const [latA, lonA, latB, lonB] of steps)
    index.add(Math.min(lonA, lonB), Math.min(latA, latB), Math.max(lonA, lonB), Math.max(latA, latB));
  index.finish();
  const around = (lat: number, lon: number, metres: number): number[] => {
    const [high, wide] = [metres / metresPerUnit, metres / metresEast(lat)];
    return index.search(lon - wide, lat - high, lon + wide, lat + high);
  };
  const ends = new Map<string, number>();
  for (const [latA, lonA, latB, lonB] of steps)
    for (const end of [`${latA},${lonA}`, `${latB},${lonB}`]) ends.set(end, (ends.get(end) ?? 0) + 1);
  const alone = (lat: number, lon: number): boolean => ends.get(`${lat},${lon}`) === 1;
  const within = steps.map(
    (step, own) =>
      (alone(step[0], step[1]) || alone(step[2], step[3])) &&
      around(step[0], step[1], 1).some((at) => {
        const other = steps[at] as Step;
        const longer = lengthOf(other) - lengthOf(step);
        return (
          at !== own &&
          (longer > 0.01 || (longer > -0.01 && at < own)) &&
          metresTo(step[0], step[1], other) < 0.7 &&
          metresTo(step[2], step[3], other) < 0.7
        );
      }),
  );
  const onlyWay = (step: Step): OneWay => {
    const [ahead, back] = [driven.has(step.join()), driven.has([step[2], step[3], step[0], step[1]].join())];
    return ahead === back ? 'both' : ahead ? 'forward' : 'backward';
  };
  const course = (step: Step, way: OneWay): number => (wayOf(step) + (way === 'backward' ? 180 : 0)) % 360;
  return steps
    .map((at, own) => ({ at, own, oneWay: onlyWay(at) }))
    .filter(({ own }) => !within[own])
    .map(({ at, own, oneWay }) => {
      if (oneWay === 'both') return { at, oneWay };
      const [lat, lon] = [(at[0] + at[2]) / 2, (at[1] + at[3]) / 2];
      const opposite = around(lat, lon, 40).some((one) => {
        const other = steps[one] as Step;
        const way = onlyWay(other);
        const apart = metresTo(lat, lon, other);
        return (
          one !== own &&
          way !== 'both' &&
          apart > 2.5 &&
          apart < 40 &&
          turnBetween(course(at, oneWay), course(other, way)) > 150
        );
      });
      return { at, oneWay: opposite ? oneWay : 'both' };
    });
}
