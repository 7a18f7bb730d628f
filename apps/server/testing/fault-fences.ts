import { fenceFixOf, isFit } from '#areas/geofences/engine/watched-vehicle.ts';
import { ruleOf, shapeOf } from '#areas/geofences/geofence/geofence.rules.ts';
import type { Position } from '#areas/gateway/positions/position.ts';
import { indexFences } from '#telematics/geofences/fence-index.ts';
import { feedFences, fencesOf, newVehicle } from '#telematics/geofences/follow.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import { cityLines } from '#telematics/simulator/demo/city-lines.ts';

// Geofences of the simulated trackers: a circle in the middle of every road that they drive, for all vehicles.

const radiusM = 1_500;
/** Faster than this nobody drives, metres a second. */
const maxLegMs = 55;

const circles = cityLines.map(({ name, path }, at) => {
  const [lon, lat] = path[Math.floor(path.length / 2)] as readonly [number, number];
  return {
    id: `0197b000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    name,
    kind: 'CIRCLE' as const,
    points: `${lat}, ${lon}`,
    widthM: radiusM,
    onEnter: true,
    onExit: true,
    dwellMin: null,
    capKmh: null,
    days: null,
    fromTime: null,
    toTime: null,
    hysteresisM: null,
    minStayS: null,
  };
});

const shapes = circles.map((circle) => {
  const shape = shapeOf(circle);
  if (!shape) throw new Error(`No shape: ${circle.name}`);
  return shape;
});
const index = indexFences(shapes);
const fences = fencesOf(
  index,
  circles.map((circle) => ruleOf(circle.id, circle, null, 0)),
);

type Query = <Row>(text: string, params: readonly unknown[]) => Promise<Row[]>;

/** Stores the circles, made before any traffic. */
export async function addFences(query: Query, orgId: string): Promise<void> {
  for (const { id, name, kind, points, widthM } of circles)
    await query(
      `insert into geofence (id, org_id, name, kind, points, width_m, applies_to, on_enter, on_exit, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'ALL', true, true, '2026-01-01', '2026-01-01')`,
      [id, orgId, name, kind, points, widthM],
    );
}

/** How many of these places are well inside a circle. */
export const countInside = (places: readonly { lat: number; lon: number }[]): number =>
  places.filter(({ lat, lon }) => index.near(lat, lon).some((at) => index.distance(at, lat, lon) < -radiusM / 10))
    .length;

export interface Visited {
  kind: string;
  geofence: string;
  /** Milliseconds UTC. */
  at: number;
  visitAt: number;
}

const order = (a: Visited, b: Visited) =>
  a.at - b.at || a.geofence.localeCompare(b.geofence) || a.kind.localeCompare(b.kind);

/** What happens at the circles when the whole log of a vehicle is followed at once, oldest first. */
export function visitsOf(vehicleId: string, positions: readonly Position[]): Visited[] {
  const state = newVehicle();
  return positions
    .filter(isFit)
    .flatMap((position) =>
      feedFences(state, vehicleId, fenceFixOf(position, usualProfile.ceilingKmh), fences, maxLegMs),
    )
    .map(({ kind, fence, at, visitAt }) => ({ kind, geofence: fence, at, visitAt }))
    .toSorted(order);
}

/** What is stored of a vehicle, doubles included. */
export async function storedVisits(query: Query, vehicleId: string): Promise<Visited[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const rows = await query<Visited>(
    `select kind, geofence_id as geofence, ${ms('at')} as at, ${ms('visit_at')} as "visitAt" from geofence_event where vehicle_id = $1`,
    [vehicleId],
  );
  return rows.toSorted(order);
}
