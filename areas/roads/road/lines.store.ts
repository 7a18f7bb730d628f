import type { Queryable } from '#kit/server/db/database.ts';
import { lengthOf, type LinePoint } from './line.contract.ts';

/** Points as they are stored: pairs of little-endian int32, latitude and longitude in 1e-7 degrees. */
export function packPoints(points: readonly LinePoint[]): Buffer {
  const bytes = Buffer.allocUnsafe(points.length * 8);
  for (const [at, [lat, lon]] of points.entries()) {
    bytes.writeInt32LE(Math.round(lat * 1e7), at * 8);
    bytes.writeInt32LE(Math.round(lon * 1e7), at * 8 + 4);
  }
  return bytes;
}

/** The same as numbers one after the other, in 1e-7 degrees. */
export function unpackE7(bytes: Buffer): Int32Array {
  const e7 = new Int32Array(bytes.length >> 2);
  for (let at = 0; at < e7.length; at += 1) e7[at] = bytes.readInt32LE(at * 4);
  return e7;
}

export const unpackPoints = (bytes: Buffer): LinePoint[] => {
  const e7 = unpackE7(bytes);
  return Array.from({ length: e7.length >> 1 }, (_, at) => [(e7[at * 2] ?? 0) / 1e7, (e7[at * 2 + 1] ?? 0) / 1e7]);
};

/** The two corners of what a line lies in, as PostgreSQL reads a box: longitude, then latitude, degrees. */
export function boxOf(points: readonly LinePoint[]): string {
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const [lat, lon] of points) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  return `(${west},${south}),(${east},${north})`;
}

/** Keeps the line of a road in place of the one it had. */
export const putLine = (db: Queryable, roadId: string, points: readonly LinePoint[]): Promise<void> =>
  putLines(db, [{ roadId, points }]);

/** The same for many roads, each named once. */
export async function putLines(
  db: Queryable,
  lines: readonly { roadId: string; points: readonly LinePoint[] }[],
): Promise<void> {
  const ids = lines.map(({ roadId }) => roadId);
  await db.query(
    `insert into road_line (road_id, points, box) select id, decode(points, 'hex'), box::box from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, points, box)
     on conflict (road_id) do update set points = excluded.points, box = excluded.box, version = road_line.version + 1`,
    [ids, lines.map(({ points }) => packPoints(points).toString('hex')), lines.map(({ points }) => boxOf(points))],
  );
  await db.query(
    'update road set length_m = given.metres from unnest($1::uuid[], $2::integer[]) as given (id, metres) where road.id = given.id',
    [ids, lines.map(({ points }) => Math.round(lengthOf(points)))],
  );
}

interface StoredLine {
  roadId: string;
  points: LinePoint[];
  version: number;
}

/** The line of a road; undefined while it has none. */
export async function readLineOf(db: Queryable, roadId: string): Promise<StoredLine | undefined> {
  const [found] = await db.query<{ points: Buffer; version: number }>(
    'select points, version from road_line where road_id = $1',
    [roadId],
  );
  return found && { roadId, points: unpackPoints(found.points), version: found.version };
}
