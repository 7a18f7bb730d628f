import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { type Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';
import type { TripOnRoads } from '#areas/roads/roads.server.ts';
import { roadsOf } from './speed-fixes.ts';

/** What is kept of a matched trip for its map. */
export interface KeptMatch {
  pieces: {
    lengthM: number;
    /** Latitude and longitude in turns, in 1e-7 degrees. */
    points: number[];
    roads: { id: string; fromM: number; toM: number }[];
  }[];
}

export async function putMatch(
  db: Queryable,
  trip: { id: string; orgId: string },
  match: TripOnRoads,
  positions: readonly Pick<Position, 'latE7' | 'lonE7'>[],
  now: Date,
): Promise<void> {
  const matched = match.fixes.filter((fix) => fix !== null);
  const kept: KeptMatch = {
    pieces: match.pieces.map(({ lengthM, points, roads }) => ({
      lengthM: Math.round(lengthM * 10) / 10,
      points,
      roads: roads.map(({ line, fromM, toM }) => ({
        id: match.roadIds[line] ?? '',
        fromM: Math.round(fromM),
        toM: Math.round(toM),
      })),
    })),
  };
  await db.query('delete from trip_match where trip_id = $1', [trip.id]);
  await db.query(
    `insert into trip_match (trip_id, org_id, matched_at, fixes, matched_fixes, distance_m, confidence, packed, road_ids, box)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::box)`,
    [
      trip.id,
      trip.orgId,
      now.toISOString(),
      match.fixes.length,
      matched.length,
      match.pieces.reduce((sum, { lengthM }) => sum + lengthM, 0),
      matched.length === 0 ? null : matched.reduce((sum, { confidence }) => sum + confidence, 0) / matched.length,
      deflateRawSync(JSON.stringify(kept)),
      roadsOf(match),
      boxOf(positions),
    ],
  );
}

/** Around positions, as PostgreSQL writes a box in degrees; null around none. */
function boxOf(positions: readonly Pick<Position, 'latE7' | 'lonE7'>[]): string | null {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { latE7, lonE7 } of positions) {
    [west, east] = [Math.min(west, lonE7), Math.max(east, lonE7)];
    [south, north] = [Math.min(south, latE7), Math.max(north, latE7)];
  }
  return positions.length === 0 ? null : `((${east / 1e7},${north / 1e7}),(${west / 1e7},${south / 1e7}))`;
}

export interface StoredMatch extends KeptMatch {
  matchedAt: string;
  fixes: number;
  matchedFixes: number;
  distanceM: number;
  confidence: number | null;
}

/** How a trip was matched; undefined where the scope has no such trip, or it was not matched yet. */
export async function readMatch(db: Queryable, scope: Scope, id: string): Promise<StoredMatch | undefined> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('trip-match', scope, 'm.org_id', params);
  const [row] = await db.query<Omit<StoredMatch, 'pieces'> & { packed: Buffer }>(
    `select m.matched_at as "matchedAt", m.fixes, m.matched_fixes as "matchedFixes", m.distance_m as "distanceM", m.confidence, m.packed
     from trip_match m where m.trip_id = $1${tenantSql}`,
    params,
  );
  if (!row) return undefined;
  const { packed, ...rest } = row;
  return { ...rest, ...(JSON.parse(inflateRawSync(packed).toString('utf8')) as KeptMatch) };
}
