import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { states } from '#areas/offices/states.contract.ts';
import type { ReadRoad } from './read/road-feature.ts';

/** A road of a file as it is kept until it is imported; names are those of columns. */
export interface FileRoad {
  /** What it will have as its id if it is new. */
  id: string;
  /** Its number among the roads of the file, from 1. */
  no: number;
  external_key: string;
  /** Of all that an import writes: the same hash means that there is nothing to write. */
  hash: string;
  name: string;
  ref: string | null;
  highway: string;
  state: string;
  district: string | null;
  one_way: 'FORWARD' | 'BOTH';
  is_divided: boolean;
  lanes: number | null;
  structure: 'NONE' | 'BRIDGE' | 'TUNNEL';
  layer: number;
  osm_max_kmh: number | null;
  osm_way_ids: string[];
  limits: Readonly<Record<string, string>>;
  length_m: number;
  /** Bytes of `road_line.points` in hexadecimal digits. */
  points: string;
  box: string;
}

const codeOf = new Map<string, string>(states.map(({ label, value }) => [label, value]));
/** Where the names of towns and those of states differ. */
codeOf.set('Andaman and Nicobar', 'AN');

/**
 * @param elsewhere the state of roads that no town is near
 * @returns undefined where the state cannot be told: roads have one
 */
export function fileRoadOf(road: ReadRoad, towns: Geocoder, elsewhere: string | null): FileRoad | undefined {
  const middle = 2 * Math.floor(road.points.length / 4);
  const place = towns.nameOf((road.points[middle] ?? 0) / 1e7, (road.points[middle + 1] ?? 0) / 1e7);
  const state = (place && codeOf.get(place.state)) ?? elsewhere;
  if (state === null) return undefined;
  const written = {
    name: nameOf(road),
    ref: refOf(road.ref),
    highway: road.highway,
    state,
    district: place?.district.slice(0, 60) || null,
    one_way: road.oneWay ? ('FORWARD' as const) : ('BOTH' as const),
    is_divided: road.isDivided,
    lanes: road.lanes,
    structure: road.structure ?? ('NONE' as const),
    layer: road.layer,
    osm_max_kmh: road.maxKmh,
    osm_way_ids: [...road.osmWayIds],
    limits: road.limits,
    length_m: road.lengthM,
    points: Buffer.from(littleEndian(road.points)).toString('hex'),
    box: boxOf(road.points),
  };
  const hash = createHash('sha1').update(JSON.stringify(written)).digest('base64url').slice(0, 22);
  return { id: uuidv7(), no: 0, external_key: road.key, hash, ...written };
}

/** A road has a name of at least two letters. */
function nameOf({ name, ref, highway, osmWayIds }: ReadRoad): string {
  if (name !== null && name.length >= 2) return name.slice(0, 120).trim();
  const number = refOf(ref);
  if (number !== null) return number;
  const kind = `Unnamed ${highway.replaceAll('_', ' ')} road`;
  return osmWayIds.length === 1 ? `${kind} ${osmWayIds[0]}` : kind;
}

/** `NH48` of `NH 48;AH 47`. */
function refOf(ref: string | null): string | null {
  const first = ref?.split(';')[0]?.replaceAll(/\s/g, '').toUpperCase().slice(0, 24);
  return first === undefined || first === '' ? null : first;
}

/** On the machines of this world the same bytes. */
function littleEndian(points: Int32Array): Uint8Array {
  const bytes = new Uint8Array(points.buffer, points.byteOffset, points.byteLength);
  if (new Uint8Array(new Uint16Array([1]).buffer)[0] === 1) return bytes;
  return Buffer.from(bytes).swap32();
}

function boxOf(points: Int32Array): string {
  let [south, west, north, east] = [90e7, 180e7, -90e7, -180e7];
  for (let at = 0; at < points.length; at += 2) {
    const [lat, lon] = [points[at] ?? 0, points[at + 1] ?? 0];
    if (lat < south) south = lat;
    if (lat > north) north = lat;
    if (lon < west) west = lon;
    if (lon > east) east = lon;
  }
  return `(${west / 1e7},${south / 1e7}),(${east / 1e7},${north / 1e7})`;
}
