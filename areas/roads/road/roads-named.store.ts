import type { Queryable } from '#kit/server/db/database.ts';
import { metresBetween } from '#telematics/pipeline/geo.ts';
import { unpackPoints } from './lines.store.ts';

/** A road by its name: the middle of its line, and how far from there its ends are, metres. */
export interface RoadNamed {
  name: string;
  lat: number;
  lon: number;
  radiusM: number;
}

const placeOf = ([lat, lon]: readonly [number, number]) => ({ lat, lon });

/** Live roads with a line whose name or number holds the words, those that begin with them first. */
export async function roadsNamed(db: Queryable, words: string, most: number): Promise<RoadNamed[]> {
  const like = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await db.query<{ name: string; ref: string | null; points: Buffer }>(
    `select r.name, r.ref, l.points from road r join road_line l on l.road_id = r.id
     where r.deleted_at is null and r.status = 1 and (r.name ilike $1 or r.ref ilike $1)
     order by lower(r.name) <> lower($2), not starts_with(lower(r.name), lower($2)), r.name, r.id limit ${most}`,
    [like, words],
  );
  return rows.flatMap(({ name, ref, points }) => {
    const line = unpackPoints(points);
    const middle = line[Math.floor(line.length / 2)];
    if (!middle) return [];
    const place = placeOf(middle);
    const radiusM = Math.max(...line.map((point) => metresBetween(place, placeOf(point))));
    return [{ name: ref ? `${name} (${ref})` : name, ...place, radiusM: Math.ceil(radiusM) }];
  });
}
