import { buildNetwork, lineOffsetM } from '#telematics/matching/network.ts';
import { turnBetween } from '#telematics/matching/metric.ts';
import { nearby } from '#telematics/matching/nearby.ts';
import type { OneWay } from '#telematics/matching/road-line.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Direction } from '#telematics/limits/rule.ts';
import { unpackE7 } from './lines.store.ts';

/** A place on a live road beside a given place. */
export interface NearRoad {
  roadId: string;
  distanceM: number;
  /** Metres along the line. */
  offsetM: number;
  /** Each way that traffic runs here, the one that fits the heading best first. */
  ways: { direction: Direction; courseDeg: number }[];
  lat: number;
  lon: number;
}

const degreeM = 111_195;
/** More lines than this are not within reach of one place anywhere. */
const mostLines = 500;
/** Beyond this angle a vehicle is not taken to be on a road that runs so. */
const fitsDeg = 60;

/** Roads within a radius, metres: those that run as the heading does first, then the nearest. Degrees clockwise from north. */
export async function roadsNear(
  db: Queryable,
  { lat, lon, radiusM, heading }: { lat: number; lon: number; radiusM: number; heading: number | undefined },
): Promise<NearRoad[]> {
  const high = radiusM / degreeM;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const rows = await db.query<{ roadId: string; points: Buffer; oneWay: string; layer: number }>(
    `select l.road_id as "roadId", l.points, r.one_way as "oneWay", r.layer from road_line l join road r on r.id = l.road_id
     where l.box && $1::box and r.deleted_at is null and r.status = 1 order by l.road_id limit ${mostLines}`,
    [`(${lon - wide},${lat - high}),(${lon + wide},${lat + high})`],
  );
  const network = buildNetwork(
    rows.map(({ points, oneWay, layer }) => ({
      points: unpackE7(points),
      oneWay: oneWay.toLowerCase() as OneWay,
      level: layer,
    })),
  );
  const roads = new Map<number, NearRoad>();
  for (const near of nearby(network, Math.round(lat * 1e7), Math.round(lon * 1e7), radiusM, mostLines)) {
    const line = network.line[near.edge >>> 1] ?? 0;
    const offsetM = lineOffsetM(network, near.edge, near.offsetM);
    const way = { direction: near.edge & 1 ? 'BACKWARD' : 'FORWARD', courseDeg: near.courseDeg } as const;
    const known = roads.get(line);
    // The nearest place of a line comes first; both ways of it lie at the same one.
    if (!known)
      roads.set(line, {
        roadId: rows[line]?.roadId as string,
        distanceM: near.distanceM,
        offsetM,
        ways: [way],
        lat: near.latE7 / 1e7,
        lon: near.lonE7 / 1e7,
      });
    else if (
      known.ways.length === 1 &&
      Math.abs(known.offsetM - offsetM) < 0.5 &&
      known.ways[0]?.direction !== way.direction
    )
      known.ways.push(way);
  }
  const found = [...roads.values()];
  if (heading === undefined) return found;
  const turn = (courseDeg: number) => turnBetween(courseDeg, heading);
  for (const road of found) road.ways.sort((a, b) => turn(a.courseDeg) - turn(b.courseDeg));
  const fits = ({ ways }: NearRoad) => turn(ways[0]?.courseDeg ?? 0) <= fitsDeg;
  return [...found.filter(fits), ...found.filter((road) => !fits(road))];
}
