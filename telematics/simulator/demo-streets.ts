import { apartM, besidePath, curveThrough, type LonLat, partOf, pathLengthM } from './curve.ts';
import { randomFrom } from './random.ts';

// Streets of the towns of the demo, made up: around the ways that its vehicles drive, which would cross nothing otherwise.

export interface DemoStreet {
  /** Of streets that cross the way, or go along it. */
  kind: 'cross' | 'inner';
  path: LonLat[];
}

const everyM = 60;
const between = { crossings: 800, jitter: 70 };
/** Streets that go along the way are about so far beside it, metres; those that cross it lead a little further. */
const innerM = [-840, -430, 430, 840];
const outerM = 1_250;
/** Streets stay so far away from ways that are driven, but where they cross one: else nobody could tell which was driven. */
const clearM = 180;
const shortestM = 400;

/** More degrees than `clearM`, in India. */
const clearDegrees = 0.002;
/** More degrees than a street leads away from its way. */
const aroundDegrees = 0.015;

const isNear = (place: LonLat, path: readonly LonLat[]): boolean =>
  path.some(
    (one) =>
      Math.abs(one[1] - place[1]) < clearDegrees &&
      Math.abs(one[0] - place[0]) < clearDegrees &&
      apartM(one, place) < clearM,
  );

/** The places of ways that streets around a way could come near to. */
function placesAround(way: readonly LonLat[], others: readonly (readonly LonLat[])[]): LonLat[] {
  const [lons, lats] = [0, 1].map((at) => way.map((place) => place[at as 0 | 1])) as [number[], number[]];
  const [west, east] = [Math.min(...lons) - aroundDegrees, Math.max(...lons) + aroundDegrees];
  const [south, north] = [Math.min(...lats) - aroundDegrees, Math.max(...lats) + aroundDegrees];
  return others.flat().filter(([lon, lat]) => lon > west && lon < east && lat > south && lat < north);
}

/** The longest part of a street that stays clear of what is driven. */
function clearPart(path: readonly LonLat[], isClear: (place: LonLat) => boolean): LonLat[] {
  const parts: LonLat[][] = [[]];
  for (const place of path) {
    if (isClear(place)) parts.at(-1)?.push(place);
    else parts.push([]);
  }
  return parts.reduce((best, part) => (part.length > best.length ? part : best));
}

/**
 * Streets around a way that is driven.
 * @param way as it is driven, a place about every sixty metres
 * @param others other ways that are driven, likewise
 */
export function streetsAround(
  way: readonly LonLat[],
  others: readonly (readonly LonLat[])[],
  seed: number,
): DemoStreet[] {
  const random = randomFrom(seed);
  const shift = () => (random() * 2 - 1) * between.jitter;
  const lengthM = pathLengthM(way);
  const crossings = Array.from({ length: Math.floor(lengthM / between.crossings) }, (_, at) => {
    const middleM = (at + 0.5) * between.crossings + shift();
    // The way bends: what crosses it goes by how it leads on the whole.
    const near = partOf(way, Math.max(0, middleM - 250), Math.min(lengthM, middleM + 250));
    const ends = [near[0], near.at(-1)] as [LonLat, LonLat];
    const [here] = partOf(way, middleM, middleM + 1) as [LonLat];
    const beside = (leftM: number): LonLat => {
      const [a] = besidePath(ends, leftM) as [LonLat];
      return [here[0] + a[0] - ends[0][0], here[1] + a[1] - ends[0][1]];
    };
    return { here, beside };
  });
  const grid = crossings.map(({ beside }) => innerM.map((leftM) => beside(leftM + shift())));
  const around = placesAround(way, others);
  const cross = crossings.map(({ here, beside }, at): DemoStreet => {
    const [a, b, c, d] = grid[at] as [LonLat, LonLat, LonLat, LonLat];
    const whole = curveThrough([beside(-outerM + shift()), a, b, here, c, d, beside(outerM + shift())], everyM);
    return {
      kind: 'cross',
      path: clearPart(
        whole,
        (place) => !isNear(place, around) && (apartM(place, here) < 2 * clearM || !isNear(place, way)),
      ),
    };
  });
  const inner = innerM.map((_, row): DemoStreet => {
    const whole = curveThrough(
      grid.map((places) => places[row] as LonLat),
      everyM,
    );
    return { kind: 'inner', path: clearPart(whole, (place) => !isNear(place, around) && !isNear(place, way)) };
  });
  return [...cross, ...inner].filter(({ path }) => path.length > 1 && pathLengthM(path) >= shortestM);
}
