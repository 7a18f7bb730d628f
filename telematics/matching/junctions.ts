import type { RoadLine } from './road-line.ts';

/** Which points of lines are nodes, numbered as they are met. */
export interface Places {
  /** The node at a point of a line, or -1 where the road just goes on. `end`: the line begins or ends here. */
  nodeAt(lat: number, lon: number, end: boolean): number;
  nodes(): number;
}

/** No line ends here, and none but one passes. */
const passed = 1;
/** A line ends here, or two of one level share the point. */
const joined = 2;
/** Lines of different levels cross here without meeting. */
const crossed = 3;

/** Finds where lines meet, in tables of numbers: a network has millions of points, and a Map of them would take gigabytes. */
export function countPlaces(lines: readonly RoadLine[]): Places {
  let total = 0;
  for (const { points } of lines) total += points.length / 2;
  let size = 1024;
  while (size < total * 1.6) size *= 2;
  const [lats, lons] = [new Int32Array(size), new Int32Array(size)];
  const [kind, levels] = [new Uint8Array(size), new Int8Array(size)];
  const node = new Int32Array(size).fill(-1);
  const slot = (lat: number, lon: number): number => {
    let at = (Math.imul(lat, 0x9e3779b1) ^ Math.imul(lon, 0x85ebca6b)) >>> 0;
    at = (at ^ (at >>> 15)) & (size - 1);
    while (kind[at] !== 0 && (lats[at] !== lat || lons[at] !== lon)) at = (at + 1) & (size - 1);
    return at;
  };
  const take = (lat: number, lon: number, level: number, end: boolean): void => {
    const at = slot(lat, lon);
    const before = kind[at] ?? 0;
    if (before === 0) {
      [lats[at], lons[at], levels[at]] = [lat, lon, level];
      kind[at] = end ? joined : passed;
    } else if (end || before === joined) kind[at] = joined;
    else if (before === passed) kind[at] = levels[at] === level ? joined : crossed;
  };
  for (const { points, level } of lines)
    for (let i = 0; i < points.length; i += 2) {
      // The same point twice in a row is one point, not a place where the line meets itself.
      const again = i > 0 && points[i] === points[i - 2] && points[i + 1] === points[i - 1];
      if (!again || i === points.length - 2)
        take(points[i] ?? 0, points[i + 1] ?? 0, level, i === 0 || i === points.length - 2);
    }
  let nodes = 0;
  return {
    nodeAt(lat, lon, end) {
      const at = slot(lat, lon);
      if (!end && kind[at] !== joined) return -1;
      if ((node[at] ?? -1) < 0) {
        node[at] = nodes;
        nodes += 1;
      }
      return node[at] ?? -1;
    },
    nodes: () => nodes,
  };
}
