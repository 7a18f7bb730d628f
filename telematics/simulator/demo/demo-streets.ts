import { apartM, besidePath, curveThrough, type LonLat, partOf, pathLengthM } from '../curve.ts';
import { randomFrom } from '../random.ts';
import type { WaysNear } from './ways-near.ts';

// Streets of the towns of the demo, made up: around the ways that its vehicles drive, which would cross nothing otherwise.

export interface DemoStreet {
  /** Of streets that cross the way, that go along it, and that join those. */
  kind: 'cross' | 'inner' | 'lane';
  path: LonLat[];
}

const everyM = 60;
const between = { crossings: 800, jitter: 70 };
/** Streets that go along the way are about so far beside it, metres; those that cross it lead a little further. */
const innerM = [-1_060, -840, -630, -430, 430, 630, 840, 1_060];
const outerM = 1_250;
/** Lanes lie about so far from each other, metres. */
const laneM = 230;
/** Streets stay so far away from ways that are driven, but where they cross one: else nobody could tell which was driven. */
const clearM = 180;
const shortestM = 400;
const shortestLaneM = 210;

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
 * @param at which of the ways that is
 */
export function streetsAround(way: readonly LonLat[], at: number, near: WaysNear, seed: number): DemoStreet[] {
  const random = randomFrom(seed);
  const shift = () => (random() * 2 - 1) * between.jitter;
  const lengthM = pathLengthM(way);
  const crossings = Array.from({ length: Math.floor(lengthM / between.crossings) }, (_, index) => {
    const middleM = (index + 0.5) * between.crossings + shift();
    return { here: partOf(way, middleM, middleM + 1)[0] as LonLat, beside: besideOf(way, middleM, lengthM) };
  });
  const grid = crossings.map(({ beside }) => innerM.map((leftM) => beside(leftM + shift() / 3)));
  const isClear = (place: LonLat): boolean => near.at(place, clearM) === undefined;
  const cross = crossings.map(({ here, beside }, index): DemoStreet => {
    const places = grid[index] as LonLat[];
    const half = places.length / 2;
    const ends = [beside(-outerM + shift()), beside(outerM + shift())] as [LonLat, LonLat];
    const whole = curveThrough([ends[0], ...places.slice(0, half), here, ...places.slice(half), ends[1]], everyM);
    const isOwn = (place: LonLat) => apartM(place, here) < 2 * clearM && near.at(place, clearM)?.way === at;
    return { kind: 'cross', path: clearPart(whole, (place) => isClear(place) || isOwn(place)) };
  });
  const inner = innerM.map((_, row): DemoStreet => {
    const places = grid.map((column) => column[row] as LonLat);
    return { kind: 'inner', path: clearPart(curveThrough(places, everyM), isClear) };
  });
  const lanes = Array.from({ length: Math.floor(lengthM / laneM) }, (_, index) => {
    const middleM = (index + 0.5) * laneM;
    const beside = besideOf(way, middleM, lengthM);
    // A cross street is there already.
    const isTaken = Math.abs((middleM % between.crossings) - between.crossings / 2) < laneM / 2;
    return isTaken
      ? []
      : [-1, 1].map((side): DemoStreet => {
          const [fromM, toM] = [430 + Math.round(random() * 2) * 200, 840 + Math.round(random() * 2) * 150];
          return {
            kind: 'lane',
            path: clearPart(
              [fromM, (fromM + toM) / 2, toM].map((metres) => beside(side * metres)),
              isClear,
            ),
          };
        });
  });
  return [...cross, ...inner, ...lanes.flat()].filter(
    ({ kind, path }) => path.length > 1 && pathLengthM(path) >= (kind === 'lane' ? shortestLaneM : shortestM),
  );
}

/** Places beside a way at so many metres along it: the way bends, and what crosses it goes by how it leads on the whole. */
function besideOf(way: readonly LonLat[], middleM: number, lengthM: number): (leftM: number) => LonLat {
  const near = partOf(way, Math.max(0, middleM - 250), Math.min(lengthM, middleM + 250));
  const ends = [near[0], near.at(-1)] as [LonLat, LonLat];
  const [here] = partOf(way, middleM, middleM + 1) as [LonLat];
  return (leftM) => {
    const [a] = besidePath(ends, leftM) as [LonLat];
    return [here[0] + a[0] - ends[0][0], here[1] + a[1] - ends[0][1]];
  };
}
