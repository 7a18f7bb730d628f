import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeNetwork, type RoadNetwork } from '#tools/roads/road-network.ts';
import { geoJsonOf, overpassOf, pbfOf } from '#tools/roads/write-network.ts';
import { bytesOf, type Fault, type ReadRoad } from './road-feature.ts';
import { formatOf, readRoads } from './read-roads.ts';

/** All that is found, with faults as `code id`. */
function readAll(bytes: Uint8Array) {
  const roads: ReadRoad[] = [];
  const faults: Fault[] = [];
  let passed = 0;
  for (const found of readRoads(bytesOf(bytes)))
    if ('road' in found) roads.push(found.road);
    else if ('fault' in found) faults.push(found.fault);
    else passed += 1;
  return { roads, faults, passed, told: faults.map(({ code, id }) => (id === null ? code : `${code} ${id}`)) };
}
const network = makeNetwork({ seed: 7, roads: 500 });
const writers: Record<string, (network: RoadNetwork) => Buffer> = {
  '.osm.pbf': pbfOf,
  GeoJSON: geoJsonOf,
  'GeoJSON in lines': (given) => geoJsonOf(given, { asLines: true }),
  'Overpass with nodes': overpassOf,
  'Overpass with places': (given) => overpassOf(given, { drawn: true }),
};
const bare = (road: ReadRoad) => ({ ...road, no: 0, line: 0, points: [...road.points] });

describe.each(Object.entries(writers))('%s', (kind, write) => {
  test('roads are the same whatever the file is', () => {
    const { roads, faults } = readAll(write(network));
    expect(faults).toEqual([]);
    expect(roads.length).toBe(network.ways.length);
    expect(roads.map(bare)).toEqual(readAll(pbfOf(network)).roads.map(bare));
  });

  test('bad features are told one by one, and the others are read', () => {
    const bad = structuredClone(network);
    const [one, two, three, four, five, six, seven, eight] = bad.ways;
    if (!one || !two || !three || !four || !five || !six || !seven || !eight) throw new Error('too few roads');
    const moved = (id: number, lat: number, lon: number) => {
      bad.nodes.push({ id, lat, lon });
      return id;
    };
    one.refs = one.refs.slice(0, 1);
    two.refs = [two.refs[0] ?? 0, two.refs[0] ?? 0, two.refs[0] ?? 0];
    three.refs = [moved(91, 74.2, 18.3), moved(92, 74.3, 18.4)];
    four.refs = [moved(93, 8, 77), moved(94, 34, 77)];
    five.tags['maxspeed'] = '999';
    six.refs = [moved(95, 48.1, 11.5), moved(96, 48.2, 11.5)];
    seven.tags['highway'] = 'footway';
    bad.ways.push(
      { ...eight, refs: eight.refs.toReversed() },
      { ...eight, refs: [...eight.refs, six.refs[0] ?? 0].slice(0, 1).concat(bad.ways[20]?.refs ?? []) },
    );
    const { roads, passed, told } = readAll(write(bad));
    expect(told).toEqual([
      `few-points way/${one.id}`,
      `no-length way/${two.id}`,
      `swapped way/${three.id}`,
      `too-long way/${four.id}`,
      `max-speed way/${five.id}`,
      `outside-india way/${six.id}`,
      `repeated way/${eight.id}`,
      `duplicate way/${eight.id}`,
    ]);
    expect(passed).toBe(1);
    expect(roads.length).toBe(network.ways.length - 5);
    expect(roads.find(({ key }) => key === `osm:way/${five.id}`)?.maxKmh).toBeNull();
  });

  test('a file that was cut is told, wherever it was cut', () => {
    const whole = write(network);
    for (let cut = 1; cut < 40; cut += 1) {
      const { told } = readAll(whole.subarray(0, Math.floor((whole.length * cut) / 40)));
      // Lines are complete features each, and one of them may end where the file does.
      if (kind === 'GeoJSON in lines' && told.length === 0) continue;
      expect(told.at(-1)).toBe('cut');
    }
  });

  test('changed bytes never end the reader, nor keep it busy', () => {
    const whole = write(makeNetwork({ seed: 3, roads: 40 }));
    let state = 11;
    const next = (below: number) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % below;
    for (let time = 0; time < 400; time += 1) {
      const changed = Buffer.from(whole);
      for (let hit = 0; hit <= time % 4; hit += 1) changed[next(changed.length)] = next(256);
      const { roads } = readAll(changed);
      expect(roads.length).toBeLessThanOrEqual(40);
    }
  });
});

describe.each(['.osm.pbf', 'Overpass with nodes'])('%s', (kind) => {
  const write = writers[kind] as (network: RoadNetwork) => Buffer;
  test('nodes that are missing, and relations that hold themselves, are told', () => {
    const bad = structuredClone(network);
    bad.ways[4]?.refs.splice(1, 0, 77);
    bad.relations = [
      { id: 1, holds: [2, 9] },
      { id: 2, holds: [3] },
      { id: 3, holds: [1] },
      { id: 4, holds: [4] },
    ];
    const { faults } = readAll(write(bad));
    expect(faults.map(({ code, id, detail }) => `${code} ${id}: ${detail}`)).toEqual([
      expect.stringMatching(/^missing-nodes way\/10000004: 1 of \d+, as node\/77$/),
      'cycle relation/1: 1 → 2 → 3 → 1',
      'cycle relation/4: 4 → 4',
    ]);
  });
});

test('places off the earth and bytes that are no UTF-8 are told with their line', () => {
  const text = geoJsonOf(makeNetwork({ seed: 1, roads: 4 })).toString();
  const lines = text.split('\n');
  lines[1] = lines[1]?.replace(/\[7\d\.\d+,/, '[274.1,') ?? '';
  const bytes = Buffer.from(lines.join('\n').replace('Avenue 1', 'Avenue \u0001'));
  bytes[bytes.indexOf('Avenue \u0001') + 7] = 0xff;
  const { faults, roads } = readAll(bytes);
  expect(faults.map(({ code, line, no }) => [code, line, no])).toEqual([
    ['off-earth', 2, 1],
    ['not-utf8', 3, 2],
  ]);
  expect(roads.length).toBe(2);
});

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a text', Buffer.from('name,ref\nMG Road,NH 48\n')],
  ['a JSON text of something else', Buffer.from('{"brands": ["Tata"]}')],
  ['an XML of OpenStreetMap', Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>')],
])('%s is no file of roads', (_, bytes) => {
  expect(formatOf(bytesOf(bytes))).toBeUndefined();
  expect(readAll(bytes)).toMatchObject({ roads: [], told: ['not-roads'] });
});

test('an empty file is a cut one', () => {
  expect(readAll(Buffer.alloc(0)).told).toEqual(['cut']);
});

test.each([
  ['GeoJSON', '{"type":"FeatureCollection","features":[]}'],
  ['Overpass', '{"version":0.6,"elements":[]}'],
])('a file of %s without a feature is a fault of the file: all roads of its data set would be gone', (_, text) => {
  expect(readAll(Buffer.from(text))).toMatchObject({ roads: [], told: ['no-features'] });
});

test('brackets within brackets end in a fault, however deep they are', () => {
  const deep = Buffer.from(`{"type":"FeatureCollection","features":[${'['.repeat(5_000_000)}`);
  expect(readAll(deep).told).toEqual(['broken']);
});

test('a line against which one drives is turned round, and its limits with it', () => {
  const feature = {
    type: 'Feature',
    properties: { osm_way: 5, highway: 'primary', oneway: '-1', 'maxspeed:forward': '40', maxspeed: '50;30' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [74, 18],
        [74.1, 18],
      ],
    },
  };
  const [road] = readAll(Buffer.from(JSON.stringify(feature))).roads;
  expect(road).toMatchObject({ oneWay: true, maxKmh: 30, limits: { 'maxspeed:backward': '40' } });
  expect([...(road?.points ?? [])]).toEqual([18e7, 74.1e7, 18e7, 74e7]);
});

test('parts of a line of many are roads of their own, and features without an id are known by their course', () => {
  const many = (id: string | undefined) => ({
    type: 'Feature',
    ...(id ? { id } : {}),
    properties: { highway: 'tertiary' },
    geometry: {
      type: 'MultiLineString',
      coordinates: [
        [
          [74, 18],
          [74.1, 18],
        ],
        [
          [74, 19],
          [74.1, 19],
        ],
      ],
    },
  });
  const keys = (id?: string) => readAll(Buffer.from(JSON.stringify(many(id)))).roads.map(({ key }) => key);
  expect(keys('bypass')).toEqual(['geojson:bypass#1', 'geojson:bypass#2']);
  expect(keys()).toEqual([expect.stringMatching(/^geojson:[0-9a-z]{8,}$/), expect.stringMatching(/^geojson:/)]);
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  [{ highway: 'trunk', oneway: 'yes' }, true],
  [{ highway: 'trunk', oneway: 'yes', lanes: '2' }, false],
  [{ highway: 'trunk' }, true],
  [{ highway: 'trunk', oneway: 'no' }, false],
  [{ highway: 'trunk', lanes: '2' }, false],
  [{ highway: 'primary', lanes: '4' }, true],
  [{ highway: 'primary', lanes: '4', dual_carriageway: 'no' }, false],
  [{ highway: 'primary', lanes: '4', dual_carriageway: 'yes' }, false],
  [{ highway: 'primary', dual_carriageway: 'yes' }, true],
  [{ highway: 'primary', oneway: 'yes', lanes: '2' }, true],
  [{ highway: 'primary', oneway: 'yes', lanes: '1' }, false],
  [{ highway: 'primary', junction: 'roundabout', lanes: '2' }, false],
  [{ highway: 'tertiary', oneway: 'yes' }, false],
  [{ highway: 'motorway' }, false],
  [{ highway: 'motorway_link', lanes: '1' }, false],
  [{ highway: 'motorway_link', lanes: '2' }, true],
  [{ highway: 'primary_link' }, false],
] as const)('%o leaves the class by law open: %s', (tags, isOpen) => {
  const feature = {
    type: 'Feature',
    id: 'way/5',
    properties: tags,
    geometry: {
      type: 'LineString',
      coordinates: [
        [74, 18],
        [74.1, 18],
      ],
    },
  };
  const { faults, roads } = readAll(Buffer.from(JSON.stringify(feature)));
  expect(roads.length).toBe(1);
  const detail = Object.entries(tags).flatMap(([name, value]) => (name === 'junction' ? [] : [`${name}=${value}`]));
  expect(faults.map(({ code, detail }) => [code, detail?.split(', ').toSorted()])).toEqual(
    isOpen ? [['class-unsure', detail.toSorted()]] : [],
  );
});

const folder = join(import.meta.dirname, '../../../../../shared/data/roads');
const isThere = existsSync(folder);
if (!isThere) console.warn('read-roads.test: ../shared/data/roads is absent, real extracts are skipped');
test.skipIf(!isThere)('real extracts are read whole', () => {
  const of = (name: string) => readAll(readFileSync(join(folder, `${name}.geojson`)));
  expect(of('monaco').roads.length).toBe(509);
  const bengaluru = of('bengaluru_central');
  // Each two-way edge stands in it in both directions.
  expect(bengaluru.roads.length + bengaluru.told.filter((told) => told.startsWith('repeated')).length).toBeGreaterThan(
    6_380,
  );
  expect(bengaluru.told.filter((told) => !/^(?:repeated|class-unsure)/.test(told)).length).toBeLessThan(5);
  expect(bengaluru.roads.filter(({ maxKmh }) => maxKmh !== null).length).toBeGreaterThan(20);
  expect(of('bengaluru_central_signals').told).toEqual(Array.from({ length: 18 }, () => 'shape'));
});
