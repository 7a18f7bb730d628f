import type { Queryable } from '#kit/server/db/database.ts';
import { unpackPoints } from './lines.store.ts';

/** Degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A live road as far as it lies in a box: its parts there, longitude and latitude. */
export interface RoadInBox {
  id: string;
  name: string;
  ref: string | null;
  lines: [number, number][][];
}

/** Roads in a box, at most `most`, each cut to what of it lies there and a point to either side. */
export async function roadsInBox(db: Queryable, box: Box, most: number): Promise<RoadInBox[]> {
  const rows = await db.query<{ id: string; name: string; ref: string | null; points: Buffer }>(
    `select r.id, r.name, r.ref, l.points from road_line l join road r on r.id = l.road_id
     where l.box && $1::box and r.deleted_at is null and r.status = 1 order by r.id limit ${most}`,
    [`(${box.west},${box.south}),(${box.east},${box.north})`],
  );
  return rows
    .map(({ points, ...row }) => ({ ...row, lines: partsIn(unpackPoints(points), box) }))
    .filter(({ lines }) => lines.length > 0);
}

/** Runs of legs that may cross the box, from points of latitude and longitude. */
function partsIn(points: readonly (readonly [number, number])[], box: Box): [number, number][][] {
  const parts: [number, number][][] = [];
  let part: [number, number][] = [];
  for (let at = 1; at < points.length; at += 1) {
    const [a, b] = [points[at - 1], points[at]];
    if (!a || !b) continue;
    const isIn =
      Math.min(a[0], b[0]) <= box.north &&
      Math.max(a[0], b[0]) >= box.south &&
      Math.min(a[1], b[1]) <= box.east &&
      Math.max(a[1], b[1]) >= box.west;
    if (!isIn) {
      if (part.length > 0) parts.push(part);
      part = [];
      continue;
    }
    if (part.length === 0) part.push([a[1], a[0]]);
    part.push([b[1], b[0]]);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
