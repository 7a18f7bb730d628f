/** A place as GeoJSON has it: longitude first, degrees. */
export type LonLat = readonly [number, number];

const metresPerDegree = 111_195;
const eastOf = (lat: number): number => metresPerDegree * Math.cos((lat / 180) * Math.PI);

/** Metres between two places of a path, which are near each other. */
export const apartM = ([lonA, latA]: LonLat, [lonB, latB]: LonLat): number =>
  Math.hypot((lonB - lonA) * eastOf((latA + latB) / 2), (latB - latA) * metresPerDegree);

/** A path bent as roads are: through all of its places, without corners, with a place about every so many metres (Catmull and Rom's curve). */
export function curveThrough(path: readonly LonLat[], everyM: number): LonLat[] {
  const curve: LonLat[] = path.slice(0, 1);
  for (let at = 0; at + 1 < path.length; at += 1) {
    const [b, c] = [path[at] as LonLat, path[at + 1] as LonLat];
    const [a, d] = [path[at - 1] ?? b, path[at + 2] ?? c];
    const parts = Math.max(1, Math.round(apartM(b, c) / everyM));
    for (let part = 1; part <= parts; part += 1) {
      const t = part / parts;
      const along = (i: 0 | 1): number =>
        0.5 *
        (2 * b[i] +
          (c[i] - a[i]) * t +
          (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
          (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t * t * t);
      curve.push(part === parts ? c : [along(0), along(1)]);
    }
  }
  return curve;
}

/** The same path some metres to the left of where it leads; to the right below zero. */
export function besidePath(path: readonly LonLat[], leftM: number): LonLat[] {
  return path.map((here, at): LonLat => {
    const [before, after] = [path[at - 1] ?? here, path[at + 1] ?? here];
    const east = eastOf(here[1]);
    const [x, y] = [(after[0] - before[0]) * east, (after[1] - before[1]) * metresPerDegree];
    const length = Math.hypot(x, y) || 1;
    return [here[0] - ((y / length) * leftM) / east, here[1] + ((x / length) * leftM) / metresPerDegree];
  });
}

/** The part of a path between two ways from its beginning, metres, its ends among it. */
export function partOf(path: readonly LonLat[], fromM: number, toM: number): LonLat[] {
  const part: LonLat[] = [];
  let passedM = 0;
  for (let at = 0; at + 1 < path.length; at += 1) {
    const [a, b] = [path[at] as LonLat, path[at + 1] as LonLat];
    const stepM = apartM(a, b);
    const place = (metres: number): LonLat => {
      const share = stepM > 0 ? (metres - passedM) / stepM : 0;
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    };
    const end = passedM + stepM;
    if (part.length === 0 && fromM < end) part.push(fromM <= passedM ? a : place(fromM));
    if (part.length > 0 && toM <= end) {
      part.push(place(toM));
      return part;
    }
    if (part.length > 0) part.push(b);
    passedM = end;
  }
  return part;
}

export const pathLengthM = (path: readonly LonLat[]): number =>
  path.slice(1).reduce((sum, place, at) => sum + apartM(path[at] as LonLat, place), 0);
