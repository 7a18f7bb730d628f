import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { areaOf, bandsInTile } from '#kit/server/tiles/tile-areas.ts';
import type { Point } from '#kit/server/tiles/tile-lines.ts';

let product: TestProduct;
let admin: string;
let orgId: string;
let otherId: string;
const pune = [18.5204, 73.8567] as const;

beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  admin = await product.login('admin@roadkeeper.test');
  const { json } = await product.call('GET', '/organisation?take=50', { token: admin });
  const idOf = (name: string) => json.data.find((one: { name: string }) => one.name.startsWith(name)).id as string;
  [orgId, otherId] = [idOf('Sahyadri'), json.data.find((one: { name: string }) => !one.name.startsWith('Sahyadri')).id];
  // Those of the demo lie elsewhere than what is asked of here, or are not there any more.
  const fences = await product.call('GET', '/geofence?take=100', { token: admin });
  for (const { id } of fences.json.data) await product.call('DELETE', `/geofence/${id}`, { token: admin });
});
afterAll(() => product?.close());

async function addFence(name: string, over: object = {}): Promise<string> {
  const body = {
    name,
    orgId,
    kind: 'CIRCLE',
    points: pune.join(', '),
    widthM: 300,
    appliesTo: 'ALL',
    onEnter: true,
    onExit: false,
    ...over,
  };
  const made = await product.call('POST', '/geofence', { token: admin, body });
  expect(made.status, made.text).toBe(201);
  return made.json.data.id as string;
}
function tileAt(z: number, [lat, lon]: readonly [number, number] = pune): string {
  const x = Math.floor(((lon + 180) / 360) * 2 ** z);
  const tan = Math.tan(Math.PI / 4 + (lat * Math.PI) / 360);
  return `${z}/${x}/${Math.floor((0.5 - Math.log(tan) / (2 * Math.PI)) * 2 ** z)}`;
}
const fetchTile = (tile: string, token = admin, headers: Record<string, string> = {}) =>
  product.call('GET', `/geofence/tile/${tile}`, { token, headers });
async function layersOf(tile: string, token = admin) {
  const { status, raw, text } = await fetchTile(tile, token);
  expect(status, text).toBe(200);
  const { layers } = new VectorTile(new PbfReader(raw));
  const featuresOf = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, at) => layers[name]?.feature(at)).map((feature) => ({
      id: feature?.properties['id'],
      name: feature?.properties['name'],
      type: feature?.type,
      rings: (feature?.loadGeometry() ?? []).map((ring) => ring.map(({ x, y }): Point => [x, y])),
    }));
  return { areas: featuresOf('geofences'), names: featuresOf('names') };
}
const namesOf = async (tile: string, token?: string) =>
  (await layersOf(tile, token)).areas.map(({ name }) => name as string).toSorted();

test('a tile has what lies in it of circles, polygons and corridors, with their names where they are large enough', async () => {
  const [lat, lon] = pune;
  const circle = await addFence('Round');
  const square = [
    [lat - 0.01, lon - 0.01],
    [lat - 0.01, lon + 0.01],
    [lat + 0.01, lon + 0.01],
    [lat + 0.01, lon - 0.01],
  ];
  await addFence('Square', {
    kind: 'POLYGON',
    points: square.map((point) => point.join(', ')).join('\n'),
    widthM: null,
  });
  await addFence('Way', {
    kind: 'CORRIDOR',
    points: `${lat}, ${lon - 0.005}\n${lat}, ${lon + 0.005}\n${lat + 0.004}, ${lon + 0.005}`,
    widthM: 100,
  });
  const { areas, names } = await layersOf(tileAt(11));
  // The largest first: smaller ones are drawn above them.
  expect(areas.map(({ name, type }) => [name, type])).toEqual([
    ['Square', 3],
    ['Way', 2],
    ['Round', 3],
  ]);
  expect(areas[2]?.id).toBe(circle);
  expect(names.map(({ name }) => name)).toEqual(['Square']);
  // Nearer the corridor has its width: round at its ends, and one area.
  const near = await layersOf(tileAt(14));
  const way = near.areas.find(({ name }) => name === 'Way');
  expect([way?.type, way?.rings.length]).toEqual([3, 1]);
  expect((near.names ?? []).map(({ name }) => name)).toContain('Round');
  // Outer rings turn to the right, whichever way the polygon was drawn.
  for (const { rings } of near.areas) expect(areaOf(rings[0] ?? [])).toBeGreaterThan(0);
  // A circle of 300 m takes what a circle takes.
  const metre = (2 ** 12 * 4_096) / (40_075_016.7 * Math.cos((lat * Math.PI) / 180));
  const wide = await layersOf(tileAt(12));
  const round = wide.areas.find(({ name }) => name === 'Round')?.rings[0] ?? [];
  const share = areaOf(round) / (Math.PI * (300 * metre) ** 2);
  expect(share).toBeGreaterThan(0.98);
  expect(share).toBeLessThan(1.01);
  // From afar all of them are smaller than a pixel or two, and elsewhere there are none.
  expect(await namesOf(tileAt(4))).toEqual([]);
  expect(await namesOf(tileAt(12, [28.6, 77.2]))).toEqual([]);
});

test('a tile that is known is not sent again until a geofence changes, and one that is inactive or deleted is gone', async () => {
  const at = [17.4, 78.4] as const;
  const id = await addFence('Changing', { points: at.join(', ') });
  const tile = tileAt(13, at);
  const first = await fetchTile(tile);
  const etag = String(first.headers['etag']);
  expect((await fetchTile(tile, admin, { 'if-none-match': etag })).status).toBe(304);
  const changes: [string, string, string[]][] = [
    ['PUT', `/geofence/status/${id}`, []],
    ['PUT', `/geofence/status/${id}`, ['Changing']],
    ['DELETE', `/geofence/${id}`, []],
  ];
  for (const [method, path, left] of changes) {
    const known = String((await fetchTile(tile)).headers['etag']);
    const changed = await product.call(method as 'PUT', path, { token: admin });
    expect(changed.status, `${path} ${changed.text}`).toBe(200);
    expect((await fetchTile(tile, admin, { 'if-none-match': known })).status).toBe(200);
    expect(await namesOf(tile), path).toEqual(left);
  }
});

test('clients get those of their organisation alone, and staff of some clients those of theirs', async () => {
  const at = [13.0, 80.2] as const;
  await addFence('Of Sahyadri', { points: at.join(', ') });
  await addFence('Of somebody else', { points: at.join(', '), orgId: otherId });
  const tile = tileAt(13, at);
  expect(await namesOf(tile)).toEqual(['Of Sahyadri', 'Of somebody else']);
  const client = await product.login('client@roadkeeper.test');
  expect(await namesOf(tile, client)).toEqual(['Of Sahyadri']);
  // The tag of another scope is of no use.
  const staffTag = String((await fetchTile(tile)).headers['etag']);
  expect((await fetchTile(tile, client, { 'if-none-match': staffTag })).status).toBe(200);
  const { raw } = await fetchTile(tile, client);
  expect(raw.toString('latin1')).not.toContain('somebody');
  // Somebody who works for one client has no tile of the other, and none of any before that.
  const matrix = await product.call('GET', '/role/permissions', { token: admin });
  const { moduleId } = matrix.json.data.find((one: { key: string }) => one.key === 'geofence');
  const permissions = [{ moduleId, actions: ['view'] }];
  const role = { name: 'Account manager', audience: 'staff', rowScope: 'OWN_CLIENTS', permissions };
  expect((await product.call('POST', '/role', { token: admin, body: role })).status).toBe(201);
  const person = await product.addStaff('manager@roadkeeper.test', 'Account manager');
  const manager = await product.login('manager@roadkeeper.test');
  expect(await namesOf(tile, manager)).toEqual([]);
  const given = { rtoIds: [], organisationIds: [otherId] };
  expect((await product.call('PUT', `/user/${person}/scope`, { token: admin, body: given })).status).toBe(200);
  expect(await namesOf(tile, manager)).toEqual(['Of somebody else']);
});

test('tiles that are none, callers without a session and those who may not view geofences are refused', async () => {
  for (const tile of ['16/0/0', '3/8/0', '3/0/8', 'a/0/0', '3/-1/0', '3/1.5/0'])
    expect((await fetchTile(tile)).status, tile).toBe(404);
  expect((await product.call('GET', '/geofence/tile/3/5/3')).status).toBe(401);
  expect((await fetchTile('3/5/3', await product.login('clerk@roadkeeper.test'))).status).toBe(403);
});

test('a line that comes back to itself leaves the hole within, and one beyond the tile nothing', () => {
  const corners: Point[] = [
    [1_000, 1_000],
    [3_000, 1_000],
    [3_000, 3_000],
    [1_000, 3_000],
    [1_000, 1_000],
  ];
  const bands = (half: number, moved = 0) =>
    corners.slice(1).map((to, n) => {
      const from = corners[n] as Point;
      return { from: [from[0] + moved, from[1]] as Point, to: [to[0] + moved, to[1]] as Point, half };
    });
  const [area, ...others] = bandsInTile(bands(100));
  expect(others).toEqual([]);
  expect(area?.map((ring) => Math.sign(areaOf(ring)))).toEqual([1, -1]);
  const [outer = 0, hole = 0] = (area ?? []).map(areaOf);
  // 2200 a side with round corners, and 1800 within.
  expect(Math.abs(outer - (2_200 ** 2 - (4 - Math.PI) * 100 ** 2))).toBeLessThan(2_200 * 4);
  expect(Math.abs(hole + 1_800 ** 2)).toBeLessThan(1_800 * 4);
  // Wide enough, there is no hole; wider than the tile, it is all of it.
  expect(bandsInTile(bands(1_100))[0]?.length).toBe(1);
  const whole = bandsInTile(bands(9_000))[0] ?? [];
  expect(areaOf(whole[0] ?? [])).toBeGreaterThan(4_096 ** 2);
  expect(bandsInTile(bands(100, 9_000))).toEqual([]);
});
