import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { metresPerPixel, type TileAt, tileBox } from '#kit/server/tiles/tile-lines.ts';
import { degreeM } from '#telematics/geofences/shapes.ts';
import type { GeofenceFacts } from '../geofence/geofence.rules.ts';

export type TileFence = Pick<GeofenceFacts, 'kind' | 'points' | 'widthM'> & { id: string; name: string };

/** Of more in one tile the smallest are left out. */
const mostFences = 3_000;
/** Smaller ones are not seen. */
const leastPixels = 2;

/** Active geofences of a scope that a tile shows, the largest first. */
export function fencesOfTile(db: Queryable, scope: Scope, at: TileAt): Promise<TileFence[]> {
  const params: Param[] = [tileBox(at), (leastPixels * metresPerPixel(at)) / degreeM];
  const tenantSql = tenantFilter('geofence-tile', scope, 'g.org_id', params);
  return db.query<TileFence>(
    {
      text: `select g.id, g.name, g.kind, g.points, g.width_m as "widthM" from geofence g
       where g.box && $1::box and greatest(width(g.box), height(g.box)) >= $2 and g.status = 1 and g.deleted_at is null${tenantSql}
       order by area(g.box) desc, g.id limit ${mostFences}`,
      // What a box holds differs by the thousand.
      replan: true,
    },
    params,
  );
}
