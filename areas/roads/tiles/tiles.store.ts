import type { Queryable } from '#kit/server/db/database.ts';
import { metresPerPixel, type TileAt, tileBox } from '#kit/server/tiles/tile-lines.ts';

export interface TileRoad {
  id: string;
  name: string;
  ref: string | null;
  type: string;
  colour: string | null;
  kmh: number | null;
  oneWay: boolean;
  /** The zoom from which it is shown: the lower, the more it matters. */
  rank: number;
  points: Buffer;
}

/** Roads of a tile: the most important ones, the longest first. More are not told apart at its size. */
const mostRoads = 8_000;
/** Zoom from which roads of a type are shown; those of other types from `usualZoom` on. */
const zooms: readonly [zoom: number, ...codes: string[]][] = [
  [4, 'EXPRESSWAY'],
  [5, 'DIVIDED_4L'],
  [10, 'FOUR_LANE_MUNICIPAL'],
  [11, 'MUNICIPAL'],
  [13, 'SERVICE'],
];
const usualZoom = 8;
/** Of minor roads those are shown that are at least so many pixels long, until all of them are. */
const leastPixels = 1.5;
const allZoom = 12;

/** SQL: the zoom from which a road of type t is shown. */
const fromZoom = `case ${zooms
  .map(([zoom, ...codes]) => `when t.code in (${codes.map((code) => `'${code}'`).join(', ')}) then ${zoom}`)
  .join(' ')} else ${usualZoom} end`;

/** Live roads that a tile shows. */
export const roadsOfTile = (db: Queryable, at: TileAt): Promise<TileRoad[]> =>
  db.query<TileRoad>(
    {
      name: 'roads-of-tile',
      // What a box holds differs by the million.
      replan: true,
      text: `select r.id, r.name, r.ref, t.code as type, t.colour, r.osm_max_kmh as kmh, r.one_way <> 'BOTH' as "oneWay", ${fromZoom} as rank, l.points
       from road_line l join road r on r.id = l.road_id join road_type t on t.id = r.road_type_id
       where l.box && $1::box and r.deleted_at is null and r.status = 1 and ${fromZoom} <= $2
         and ($2 >= ${allZoom} or ${fromZoom} < ${usualZoom} or r.length_m >= $3)
       order by ${fromZoom}, r.length_m desc, r.id limit ${mostRoads}`,
    },
    [tileBox(at), at.z, Math.floor(leastPixels * metresPerPixel(at))],
  );
