import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compassPoints, type PlaceName } from '#kit/contract/places.ts';
import type { Geocoder } from './geocoder.ts';

interface Town {
  name: string;
  district: string;
  state: string;
  lat: number;
  lon: number;
}

/** Side of a cell in degrees: some 28 km, with a handful of towns in it. */
const cell = 0.25;
/** What is further from every town is at no place: at sea, in the desert, abroad. */
const mostM = 60_000;
const metresPerDegree = 111_195;
/** Cells from the middle one that may hold a town within `mostM`; a degree of longitude is shorter, in the north of India by a fifth. */
const [latCells, lonCells] = [
  Math.ceil(mostM / metresPerDegree / cell),
  Math.ceil(mostM / (0.78 * metresPerDegree) / cell),
];
/** Of a cell; no two of the Earth have the same. */
const keyOf = (lat: number, lon: number): number => Math.floor(lat / cell) * 4_096 + Math.floor(lon / cell);

let cells: ReadonlyMap<number, readonly Town[]> | undefined;

/** Towns and villages of India, read once when the first position is named; see towns.txt. */
export function townsOfIndia(): Geocoder {
  return {
    nameOf(lat, lon) {
      cells ??= byCell(readTowns(readFileSync(join(import.meta.dirname, 'towns.txt'), 'utf8')));
      return nearest(cells, lat, lon);
    },
  };
}

let byName: readonly Town[] | undefined;

/** Towns whose names begin with the words, the nearest match first. @param most how many at most */
export function townsNamed(words: string, most: number): readonly Town[] {
  byName ??= [...readTowns(readFileSync(join(import.meta.dirname, 'towns.txt'), 'utf8'))];
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  return byName
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .toSorted((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, most);
}

function* readTowns(text: string): Generator<Town> {
  let state = '';
  let district = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('= ')) [state = '', district = ''] = line.slice(2).split('\t');
    else {
      const [name = '', lat, lon] = line.split('\t');
      yield { name, district, state, lat: Number(lat), lon: Number(lon) };
    }
  }
}

function byCell(towns: Iterable<Town>): Map<number, Town[]> {
  const cells = new Map<number, Town[]>();
  for (const town of towns) {
    const key = keyOf(town.lat, town.lon);
    const found = cells.get(key);
    if (found) found.push(town);
    else cells.set(key, [town]);
  }
  return cells;
}

function nearest(cells: ReadonlyMap<number, readonly Town[]>, lat: number, lon: number): PlaceName | undefined {
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return undefined;
  // Over so short a way the Earth is flat.
  const perLon = metresPerDegree * Math.cos((lat * Math.PI) / 180);
  let found: Town | undefined;
  let least = mostM;
  for (let up = -latCells; up <= latCells; up += 1)
    for (let right = -lonCells; right <= lonCells; right += 1)
      for (const town of cells.get(keyOf(lat + up * cell, lon + right * cell)) ?? []) {
        const metres = Math.hypot((town.lat - lat) * metresPerDegree, (town.lon - lon) * perLon);
        if (metres >= least) continue;
        least = metres;
        found = town;
      }
  if (!found) return undefined;
  const turn = Math.atan2((lon - found.lon) * perLon, (lat - found.lat) * metresPerDegree) / (Math.PI / 4);
  return {
    town: found.name,
    district: found.district,
    state: found.state,
    distanceM: Math.round(least),
    side: compassPoints[(Math.round(turn) + 8) % 8] ?? 'N',
  };
}
