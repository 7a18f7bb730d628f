import { cityLines } from './city-lines.ts';
import { besidePath, curveThrough, type LonLat, partOf, pathLengthM } from '../curve.ts';
import { demoHighways, demoTowns, joinsOf, streetsOf, villagesAlong } from './demo-quarters.ts';
import { streetsAround } from './demo-streets.ts';
import { bearingOf, isAlongside, type WaysNear, waysNear } from './ways-near.ts';
import type { Line, Zone } from '../road.ts';

// The roads of the demo: made up like the ways that its vehicles drive, and under these.

/** Codes of road types. */
export type DemoRoadType = 'EXPRESSWAY' | 'DIVIDED_4L' | 'MUNICIPAL' | 'OTHER' | 'SERVICE' | 'GHAT';

export interface DemoRule {
  /** Metres along the road. */
  fromM: number;
  toM: number;
  limitKmh: number;
  speedClass?: 'M1' | 'N';
  reason: 'SCHOOL' | 'GHAT' | 'WORK' | 'ACCIDENT_SPOT' | 'SIGN';
  hours?: readonly [from: string, to: string];
  onSchoolDays?: boolean;
}

export interface DemoRoad {
  name: string;
  ref: string | null;
  type: DemoRoadType;
  state: string;
  path: readonly LonLat[];
  oneWay: 'BOTH' | 'FORWARD';
  lanes: number;
  layer: number;
  structure: 'NONE' | 'BRIDGE' | 'TUNNEL';
  rules: readonly DemoRule[];
}

interface Plan {
  ref?: string;
  type: DemoRoadType;
  state: string;
}
/** What the ways of the demo are as roads, by how their names begin; others are streets of a town. */
const plans: readonly (readonly [string, Plan])[] = [
  ['Mumbai to Pune', { ref: 'MPE', type: 'EXPRESSWAY', state: 'MH' }],
  ['Hyderabad, Patancheru', { ref: 'ORR', type: 'EXPRESSWAY', state: 'TS' }],
  ['Pune, ring', { ref: 'NH48', type: 'DIVIDED_4L', state: 'MH' }],
  ['Pune, Chakan', { ref: 'SH55', type: 'OTHER', state: 'MH' }],
  ['Mumbai, Sion', { ref: 'SPE', type: 'DIVIDED_4L', state: 'MH' }],
  ['Mumbai, Nhava', { ref: 'NH348', type: 'DIVIDED_4L', state: 'MH' }],
  ['Ahmedabad, Sarkhej', { ref: 'NH147', type: 'DIVIDED_4L', state: 'GJ' }],
  ['Delhi, Connaught', { ref: 'NH48', type: 'DIVIDED_4L', state: 'DL' }],
  ['Pune', { type: 'MUNICIPAL', state: 'MH' }],
  ['Mumbai', { type: 'MUNICIPAL', state: 'MH' }],
  ['Nashik', { type: 'MUNICIPAL', state: 'MH' }],
  ['Bengaluru', { type: 'MUNICIPAL', state: 'KA' }],
  ['Delhi', { type: 'MUNICIPAL', state: 'DL' }],
  ['Ahmedabad', { type: 'MUNICIPAL', state: 'GJ' }],
  ['Hyderabad', { type: 'MUNICIPAL', state: 'TS' }],
  ['Chennai', { type: 'MUNICIPAL', state: 'TN' }],
  ['Kolkata', { type: 'MUNICIPAL', state: 'WB' }],
  ['Jaipur', { type: 'MUNICIPAL', state: 'RJ' }],
];
const planOf = ({ name }: Line): Plan =>
  plans.find(([begin]) => name.startsWith(begin))?.[1] ?? { type: 'OTHER', state: 'MH' };

const everyM = 60;
/** Traffic keeps to the left: this far from the middle where the ways are divided, and where they are not. */
const dividedM = 7;
const undividedM = 1.8;
const isDivided = ({ type }: Plan): boolean => type === 'EXPRESSWAY' || type === 'DIVIDED_4L';

/** A way of the demo as it is driven: bent like its road, on the left of it. */
export const drivenLine = (line: Line): Line => ({
  ...line,
  path: curveThrough(line.path, everyM),
  leftM: isDivided(planOf(line)) ? dividedM : undividedM,
  zones: slowerOn(line),
});

/** Where drivers who keep to the rules go slower than usual: a little before and after, and a little below the limit. */
function slowerOn(line: Line): Zone[] {
  if (planOf(line).ref === 'MPE') return [{ fromM: hills.steepFromM - 100, toM: hills.steepToM + 100, kmh: 38 }];
  return rulesOn(line).map(({ fromM, toM, limitKmh }) => ({ fromM: fromM - 60, toM: toM + 60, kmh: limitKmh - 2 }));
}

const plain = { layer: 0, structure: 'NONE', rules: [] } as const;

/** Where along the way over the hills it is steep, where the tunnel is, and where a service road runs beside it, metres. */
const hills = {
  steepFromM: 26_000,
  steepToM: 41_000,
  tunnelFromM: 33_000,
  tunnelToM: 34_200,
  serviceFromM: 4_000,
  serviceToM: 10_000,
  overpassAtM: 7_000,
};
const ghatRules = (fromM: number, toM: number): DemoRule[] => [
  { fromM, toM, limitKmh: 60, speedClass: 'M1', reason: 'GHAT' },
  { fromM, toM, limitKmh: 40, speedClass: 'N', reason: 'GHAT' },
];

/** One carriageway in three parts, of which the middle one is a tunnel. */
function overTheHills(name: string, ref: string, path: readonly LonLat[], isBack: boolean): DemoRoad[] {
  const lengthM = pathLengthM(path);
  // The way back meets everything in the other order.
  const at = (metres: number): number => (isBack ? lengthM - metres : metres);
  const [inM, outM] = [at(hills.tunnelFromM), at(hills.tunnelToM)].toSorted((a, b) => a - b) as [number, number];
  const [upM, downM] = [at(hills.steepFromM), at(hills.steepToM)].toSorted((a, b) => a - b) as [number, number];
  const road = (part: string, fromM: number, toM: number, more: Partial<DemoRoad>): DemoRoad => ({
    ...plain,
    name: `${name}, ${part}`,
    ref,
    type: 'EXPRESSWAY',
    state: 'MH',
    path: partOf(path, fromM, toM),
    oneWay: 'FORWARD',
    lanes: 3,
    ...more,
  });
  return [
    road('first part', 0, inM, { rules: ghatRules(Math.round(upM), Math.round(inM)) }),
    road('tunnel', inM, outM, { structure: 'TUNNEL', layer: -1, rules: ghatRules(0, Math.round(outM - inM)) }),
    road('last part', outM, lengthM, { rules: ghatRules(0, Math.round(downM - outM)) }),
  ];
}

/** What stands beside the way over the hills: a service road, and a street that passes over both. */
function besideTheHills(path: readonly LonLat[]): DemoRoad[] {
  const service = besidePath(partOf(path, hills.serviceFromM, hills.serviceToM), 24);
  const over = partOf(path, hills.overpassAtM, hills.overpassAtM + 60);
  const across = [besidePath(over, -400)[0], over[0], besidePath(over, 400)[0]] as LonLat[];
  return [
    {
      ...plain,
      name: 'Service road beside the expressway',
      ref: null,
      type: 'SERVICE',
      state: 'MH',
      path: service,
      oneWay: 'BOTH',
      lanes: 2,
    },
    {
      ...plain,
      name: 'Village road over the expressway',
      ref: null,
      type: 'OTHER',
      state: 'MH',
      path: across,
      oneWay: 'BOTH',
      lanes: 2,
      layer: 1,
      structure: 'BRIDGE',
    },
  ];
}

/** Children cross where the way from Swargate passes a school; trucks go slowly where the ring is dug up. */
const rulesOn = (line: Line): DemoRule[] => {
  if (line.name.startsWith('Pune, Swargate'))
    return [
      { fromM: 1_200, toM: 2_400, limitKmh: 25, reason: 'SCHOOL', hours: ['07:00', '09:30'], onSchoolDays: true },
    ];
  if (line.name.startsWith('Pune, ring'))
    return [{ fromM: 5_000, toM: 9_000, limitKmh: 60, speedClass: 'N', reason: 'SIGN' }];
  if (line.name.startsWith('Pune, Chakan')) return [{ fromM: 12_000, toM: 16_000, limitKmh: 40, reason: 'WORK' }];
  return [];
};

function roadsOf(line: Line): DemoRoad[] {
  const plan = planOf(line);
  const path = curveThrough(line.path, everyM);
  const [town = '', way = ''] = line.name.split(', ');
  const name = way === '' ? town : `${town}, ${way}`;
  const ref = plan.ref ?? null;
  const base = { ...plain, ref, type: plan.type, state: plan.state };
  if (!isDivided(plan)) return [{ ...base, name, path, oneWay: 'BOTH', lanes: 2, rules: rulesOn(line) }];
  const out = besidePath(path, dividedM);
  // The ways meet at both ends, where vehicles turn.
  const back = [out.at(-1) as LonLat, ...besidePath(path.toReversed(), dividedM), out[0] as LonLat];
  if (ref === 'MPE')
    return [
      ...overTheHills('Mumbai to Pune', ref, out, false),
      ...overTheHills('Pune to Mumbai', ref, back, true),
      ...besideTheHills(path),
    ];
  return [
    { ...base, name, path: out, oneWay: 'FORWARD', lanes: 2, rules: rulesOn(line) },
    { ...base, name: `${name}, way back`, path: back, oneWay: 'FORWARD', lanes: 2 },
  ];
}

/** Streets of the towns that are not around a way stay so far from those that are, metres. */
const besideStreetsM = 1_150;
const besideWayM = 260;

const town = { ...plain, ref: null, oneWay: 'BOTH', lanes: 2 } as const;

/** Streets of the towns: around the ways that are driven, which cross nothing otherwise, and of quarters further away. */
function townStreets(ways: readonly (readonly LonLat[])[], near: WaysNear): DemoRoad[] {
  const hasStreets = cityLines.map((line) => planOf(line).type === 'MUNICIPAL');
  const around = cityLines.flatMap((line, at) => {
    if (!hasStreets[at]) return [];
    const [name = ''] = line.name.split(', ');
    const { state } = planOf(line);
    return streetsAround(ways[at] ?? [], at, near, at + 1).map(({ kind, path }): DemoRoad => {
      return { ...town, name: `${name}, ${kind} road`, type: 'MUNICIPAL', state, path };
    });
  });
  const isClear = (place: LonLat): boolean => {
    const found = near.at(place, besideStreetsM);
    return !found || (found.apartM > besideWayM && !hasStreets[found.way]);
  };
  const quarters = demoTowns.flatMap(({ name, state, quarters }) =>
    quarters.flatMap((quarter, at) =>
      streetsOf(quarter, isClear, at + name.length * 100).map((path): DemoRoad => {
        return { ...town, name: `${name}, ${quarter.name} street`, type: 'MUNICIPAL', state, path };
      }),
    ),
  );
  return numbered([...around, ...quarters]);
}

/** Villages stay so far from highways and expressways, metres, which no road of theirs crosses. */
const besideHighwayM = 900;

/** Villages along the ways through the country, with the roads that lead to them. */
function villages(ways: readonly (readonly LonLat[])[], near: WaysNear): DemoRoad[] {
  return cityLines.flatMap((line, at) => {
    const plan = planOf(line);
    const { type, state } = plan;
    if (type === 'MUNICIPAL') return [];
    const clearM = isDivided(plan) ? besideHighwayM : besideWayM;
    const isClear = (place: LonLat): boolean => near.at(place, clearM) === undefined;
    const { quarters, roads } = villagesAlong(ways[at] ?? [], at + 1);
    const name = (what: string): string => `${line.name.replace(', ', ' ')}, ${what}`;
    return [
      ...quarters.flatMap((quarter, index) =>
        streetsOf(quarter, isClear, at * 100 + index).map((path): DemoRoad => {
          return { ...town, name: name(`${quarter.name} street`), type: 'MUNICIPAL', state, path };
        }),
      ),
      ...(isDivided(plan) ? [] : roads).flatMap((road) =>
        apart(road, near).map(
          (path): DemoRoad => ({ ...town, name: name('village road'), type: 'OTHER', state, path }),
        ),
      ),
    ];
  });
}

/** Roads that join quarters, and highways between the towns; both cross the ways that are driven, and never go along one. */
function wideRoads(near: WaysNear): DemoRoad[] {
  const parts = (path: readonly LonLat[], road: Omit<DemoRoad, 'path'>): DemoRoad[] =>
    apart(path, near).map((part) => ({ ...road, path: road.type === 'DIVIDED_4L' ? thinned(part) : part }));
  const joins = demoTowns.flatMap((one, at) =>
    joinsOf(one, at + 1).flatMap(({ name, path }) =>
      parts(path, { ...town, name: `${one.name}, ${name}`, type: 'OTHER', state: one.state }),
    ),
  );
  const highways = demoHighways.flatMap(({ ref, state, path }) =>
    parts(curveThrough(path, 120), { ...town, name: `${ref}, ${state}`, ref, type: 'DIVIDED_4L', state, lanes: 4 }),
  );
  return numbered([...joins, ...highways]);
}

/** Every eighth place of a path and its last: nobody drives a highway of the demo. */
const thinned = (path: readonly LonLat[]): LonLat[] => path.filter((_, at) => at % 8 === 0 || at === path.length - 1);

/** The parts of a path that do not go along a way that is driven. */
function apart(path: readonly LonLat[], near: WaysNear): LonLat[][] {
  const parts: LonLat[][] = [[]];
  for (const [at, place] of path.entries()) {
    const bearing = bearingOf(path[at - 1] ?? place, path[at + 1] ?? place);
    const way = near.at(place, besideWayM);
    if (way && isAlongside(way.bearing, bearing)) parts.push([]);
    else parts.at(-1)?.push(place);
  }
  return parts.filter((part) => part.length > 1 && pathLengthM(part) > 400);
}

/** Names of which there are several, with a number each. */
function numbered(roads: readonly DemoRoad[]): DemoRoad[] {
  const all = new Map<string, number>();
  for (const { name } of roads) all.set(name, (all.get(name) ?? 0) + 1);
  const counts = new Map<string, number>();
  return roads.map((road) => {
    if (all.get(road.name) === 1) return road;
    const no = (counts.get(road.name) ?? 0) + 1;
    counts.set(road.name, no);
    return { ...road, name: `${road.name} ${no}` };
  });
}

/** All roads of the demo. */
export function demoRoads(): DemoRoad[] {
  const ways = cityLines.map(({ path }) => curveThrough(path, everyM));
  const near = waysNear(ways);
  return [
    ...cityLines.flatMap(roadsOf),
    ...townStreets(ways, near),
    ...numbered(villages(ways, near)),
    ...wideRoads(near),
  ];
}
