import { townsOfIndia } from '#kit/server/places/towns.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { type FaultCode, weightOf } from './fault.contract.ts';
import type { ByteSource, Fault } from './read/road-feature.ts';
import { readRoads } from './read/read-roads.ts';
import { type FileRoad, fileRoadOf } from './road-row.ts';

/** What is handed over at a time. */
export interface RoadPiece {
  /** Roads as the text of a JSON array: they go to the database as they are. */
  roads: string;
  faults: readonly Fault[];
}

/** What was in a file. */
export interface FileSums {
  roads: number;
  /** Ways that are no roads for vehicles. */
  passed: number;
  /** Faults by their code. */
  faults: Partial<Record<FaultCode, number>>;
}

/** Roads of a piece: half a megabyte. */
const perPiece = 1_000;
/** Faults of one kind that are kept with their places; more are counted. */
export const mostFaults = 2_000;

/** Reads a file in pieces, each about as large as a statement should be. */
export function* readInPieces(
  source: ByteSource,
  elsewhere: string | null,
  towns: Geocoder = townsOfIndia(),
): Generator<RoadPiece, FileSums> {
  const sums: FileSums = { roads: 0, passed: 0, faults: {} };
  let roads: FileRoad[] = [];
  let faults: Fault[] = [];
  const note = (fault: Fault) => {
    const count = (sums.faults[fault.code] ?? 0) + 1;
    sums.faults[fault.code] = count;
    // Of roads that are left out every name is needed: they are not gone from the file.
    if (count <= mostFaults || (weightOf(fault.code) === 'error' && fault.id !== null)) faults.push(fault);
  };
  for (const found of readRoads(source)) {
    if ('passed' in found) sums.passed += 1;
    else if ('fault' in found) note(found.fault);
    else {
      const { no, line, key } = found.road;
      const road = fileRoadOf(found.road, towns, elsewhere);
      if (road) roads.push({ ...road, no: sums.roads + roads.length + 1 });
      else note({ code: 'no-state', no, line, id: key.replace(/^(?:osm|geojson):/, ''), detail: null });
    }
    if (roads.length + faults.length < perPiece) continue;
    sums.roads += roads.length;
    yield { roads: JSON.stringify(roads), faults };
    roads = [];
    faults = [];
  }
  sums.roads += roads.length;
  yield { roads: JSON.stringify(roads), faults };
  return sums;
}
