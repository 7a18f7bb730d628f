import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Cap, resolveLimit, type StatutoryLimit, withCaps } from '#telematics/limits/resolve.ts';
import { applies, type Asked, type Direction, type SpeedClass } from '#telematics/limits/rule.ts';
import { judgeSpeed } from '#telematics/limits/tolerance.ts';
import { type NearRoad, roadsNear } from '../road/near-lines.store.ts';
import { configurationFor } from './configurations.store.ts';
import { capsAtPlace } from './fence-caps.store.ts';
import { type KnownRoad, readLaw, readLimitRoads } from './limit-facts.store.ts';
import type { Probe } from './probe.contract.ts';

export interface ProbeQuestion {
  at: Date;
  speedClass: SpeedClass;
  categoryId: string | null;
  /** Whose own configuration and geofences apply. */
  orgId: string | null;
  speedKmh: number | undefined;
  where:
    | { lat: number; lon: number; heading: number | undefined; radiusM: number }
    | { roadId: string; offsetM: number; direction: Direction | undefined };
}

/** Without a configuration the law's own figure lets pass what it lets pass (S.O. 1522(E), paragraph 2). */
const lawful = { statutoryPct: 5, companyBufferKmh: 0 };
const mostOthers = 12;

/** A place on a road that is asked about. */
interface Place {
  road: KnownRoad;
  offsetM: number;
  distanceM: number | null;
  directions: Direction[];
  isDirectionKnown: boolean;
  lat: number | null;
  lon: number | null;
}

/** The limit at a point or a place on a road, with where it comes from and what else is near; undefined where the road is not there. */
export async function probe(db: Queryable, scope: Scope, question: ProbeQuestion): Promise<Probe | undefined> {
  const { where } = question;
  const places = await placesOf(db, where);
  if (places.length === 0 && 'roadId' in where) return undefined;
  const grounds: Grounds = { law: await readLaw(db), caps: await capsFor(db, scope, question) };
  const [first, ...others] = places;
  const configuration = await configurationFor(db, {
    orgId: question.orgId,
    categoryId: question.categoryId,
    state: first?.road.state ?? null,
    at: question.at.getTime(),
  });
  const tolerance = configuration ?? lawful;
  const answered = first && answerOf(first, grounds, question);
  const limitKmh = answered?.limit.limitKmh ?? null;
  return {
    at: question.at.toISOString(),
    road: first && answered ? { ...answered, ...detailsOf(first, question) } : null,
    others: others.slice(0, mostOthers).map((place) => answerOf(place, grounds, question)),
    tolerance: {
      statutoryPct: tolerance.statutoryPct,
      statutoryUptoKmh: limitKmh === null ? null : Math.round(limitKmh * (100 + tolerance.statutoryPct)) / 100,
      companyBufferKmh: tolerance.companyBufferKmh,
      configuration: configuration
        ? { id: configuration.id, name: configuration.name, version: configuration.version }
        : null,
    },
    speed:
      question.speedKmh === undefined
        ? null
        : { kmh: question.speedKmh, ...judgeSpeed(question.speedKmh, limitKmh, tolerance) },
  };
}

async function placesOf(db: Queryable, where: ProbeQuestion['where']): Promise<Place[]> {
  if ('roadId' in where) {
    const road = (await readLimitRoads(db, [where.roadId])).get(where.roadId);
    if (!road) return [];
    if (road.knownM !== null && where.offsetM > road.knownM)
      throw refuse.badInput({ offsetM: `The road is ${road.knownM.toLocaleString('en-IN')} m long` });
    const open: Direction[] = road.oneWay === 'BOTH' ? ['FORWARD', 'BACKWARD'] : [road.oneWay];
    const directions = where.direction ? [where.direction] : open;
    return [
      {
        road,
        offsetM: where.offsetM,
        distanceM: null,
        directions,
        isDirectionKnown: directions.length === 1,
        lat: null,
        lon: null,
      },
    ];
  }
  const near = await roadsNear(db, where);
  const roads = await readLimitRoads(
    db,
    near.slice(0, mostOthers + 1).map(({ roadId }) => roadId),
  );
  return near.flatMap((one) => {
    const road = roads.get(one.roadId);
    return road ? [placeOf(one, road, where.heading !== undefined)] : [];
  });
}

const placeOf = (near: NearRoad, road: KnownRoad, isHeaded: boolean): Place => ({
  road,
  offsetM: near.offsetM,
  distanceM: near.distanceM,
  directions: near.ways.map(({ direction }) => direction),
  isDirectionKnown: isHeaded || near.ways.length === 1,
  lat: near.lat,
  lon: near.lon,
});

const tenth = (metres: number) => Math.round(metres * 10) / 10;

function askedOf(spot: Place, question: ProbeQuestion, direction: Direction): Asked {
  const { speedClass, categoryId, at } = question;
  return { offsetM: spot.offsetM, direction, speedClass, categoryId, at: at.getTime() };
}

/** What limits hang on besides the road. */
interface Grounds {
  law: readonly StatutoryLimit[];
  caps: readonly Cap[];
}

/** Geofences are places: on a road that is asked about by its metres there is none. */
const capsFor = async (db: Queryable, scope: Scope, { orgId, where, at }: ProbeQuestion): Promise<readonly Cap[]> =>
  orgId !== null && 'lat' in where ? capsAtPlace(db, scope, { orgId, lat: where.lat, lon: where.lon, at }) : [];

function answerOf(spot: Place, { law, caps }: Grounds, question: ProbeQuestion): Probe['others'][number] {
  const { road, directions, isDirectionKnown } = spot;
  const [direction = 'FORWARD', other] = directions;
  const limitOf = (way: Direction) => ({
    ...withCaps(resolveLimit(road, law, askedOf(spot, question, way)), caps),
  });
  return {
    id: road.id,
    name: road.name,
    ref: road.ref,
    typeName: road.typeName,
    state: road.state,
    structure: road.structure,
    layer: road.layer,
    offsetM: tenth(spot.offsetM),
    distanceM: spot.distanceM === null ? null : tenth(spot.distanceM),
    direction,
    isDirectionKnown,
    limit: limitOf(direction),
    opposite: !isDirectionKnown && other ? limitOf(other) : null,
  };
}

function detailsOf(spot: Place, question: ProbeQuestion) {
  const { road } = spot;
  const asked = askedOf(spot, question, spot.directions[0] ?? 'FORWARD');
  const holding = road.rules.filter((rule) => applies(rule, asked, road.lengthM));
  return {
    lat: spot.lat,
    lon: spot.lon,
    advisoryKmh: road.osmMaxKmh,
    rules: holding.flatMap(({ id, version, limitKmh }) => {
      const stored = road.stored.find((one) => one.id === id);
      return stored ? [{ id, version, limitKmh, reasonCode: stored.reasonCode, orderNo: stored.orderNo }] : [];
    }),
  };
}
