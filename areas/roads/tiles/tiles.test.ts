import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { lineInTile } from '#kit/server/tiles/tile-lines.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

type Pair = readonly [lon: number, lat: number];
async function addRoad(name: string, code: string, coordinates: readonly Pair[], over: object = {}) {
  const types = await product.call('GET', '/road-type?take=50', { token });
  const roadTypeId = types.json.data.find((type: { code: string }) => type.code === code).id;
  const body = {
    name,
    roadTypeId,
    state: 'MH',
    isDivided: false,
    geometry: { type: 'LineString', coordinates },
    ...over,
  };
  const made = await product.call('POST', '/road', { token, body });
  expect(made.status, made.text).toBe(201);
  return made.json.data.id as string;
}
/** The tile that a place lies in. */
function tileAt(z: number, [lon, lat]: Pair): string {
  const x = Math.floor(((lon + 180) / 360) * 2 ** z);
  const tan = Math.tan(Math.PI / 4 + (lat * Math.PI) / 360);
  return `${z}/${x}/${Math.floor((0.5 - Math.log(tan) / (2 * Math.PI)) * 2 ** z)}`;
}
const fetchTile = (tile: string, headers: Record<string, string> = {}) =>
  product.call('GET', `/road/tile/${tile}`, { token, headers });
async function roadsOf(tile: string) {
  const { status, raw, text } = await fetchTile(tile);
  expect(status, text).toBe(200);
  const layer = new VectorTile(new PbfReader(raw)).layers['roads'];
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at)).map((feature) => ({
    ...(feature?.properties as Record<string, unknown>),
    geometry: feature?.loadGeometry(),
    name: feature?.properties['name'],
    type: feature?.properties['type'],
    ref: feature?.properties['ref'],
  }));
}
const pune: Pair = [73.8567, 18.5204];

test('a tile has the roads that lie in it, named where names are read, and fewer types where more is seen', async () => {
  const [lon, lat] = pune;
  const id = await addRoad(
    'Expressway',
    'EXPRESSWAY',
    [
      [lon - 2, lat],
      [lon + 2, lat],
    ],
    { ref: 'NH 48' },
  );
  await addRoad('Lane', 'SERVICE', [
    [lon, lat - 0.001],
    [lon + 0.0005, lat - 0.001],
  ]);
  const near = await roadsOf(tileAt(14, pune));
  expect(near.map(({ name, type }) => [name, type])).toEqual([
    ['Lane', 'SERVICE'],
    ['Expressway', 'EXPRESSWAY'],
  ]);
  expect(near[1]).toMatchObject({ id, ref: 'NH48', colour: '#0c615c', oneWay: false });
  // The zoom from which they are shown.
  expect(near).toMatchObject([{ rank: 13 }, { rank: 4 }]);
  // It goes through the whole tile, and only a little beyond.
  const xs = (near[1]?.geometry ?? []).flat().map(({ x }) => x);
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([-128, 4_224]);
  const far = await roadsOf(tileAt(6, pune));
  expect(far.map(({ type, name, ref }) => [type, name, ref])).toEqual([['EXPRESSWAY', undefined, undefined]]);
  // Numbers of main roads are written before names are.
  expect((await roadsOf(tileAt(8, pune))).map(({ name, ref }) => [name, ref])).toEqual([[undefined, 'NH48']]);
  expect(await roadsOf(tileAt(14, [77.2, 28.6]))).toEqual([]);
});

test('a tile that is known is not sent again, until a road changes', async () => {
  const tile = tileAt(13, pune);
  const first = await fetchTile(tile);
  const etag = String(first.headers['etag']);
  expect((await fetchTile(tile, { 'if-none-match': etag })).status).toBe(304);
  const id = await addRoad('Another', 'DIVIDED_4L', [pune, [pune[0] + 0.01, pune[1]]]);
  const second = await fetchTile(tile, { 'if-none-match': etag });
  expect([second.status, second.headers['etag'] === etag]).toEqual([200, false]);
  expect((await roadsOf(tile)).map(({ name }) => name)).toContain('Another');
  await product.call('PUT', `/road/status/${id}`, { token });
  expect((await roadsOf(tile)).map(({ name }) => name)).not.toContain('Another');
});

test('tiles that are none are refused, and whoever has no session', async () => {
  for (const tile of ['16/0/0', '3/8/0', '3/0/8', 'a/0/0', '3/-1/0', '3/1.5/0'])
    expect((await fetchTile(tile)).status, tile).toBe(404);
  expect((await product.call('GET', '/road/tile/3/5/3')).status).toBe(401);
});

test('a line that leaves a tile and comes back is of two parts, and points that nobody sees are left out', () => {
  const bytes = (points: readonly (readonly [number, number])[]) => {
    const all = Buffer.alloc(points.length * 8);
    for (const [at, [lat, lon]] of points.entries()) {
      all.writeInt32LE(Math.round(lat * 1e7), at * 8);
      all.writeInt32LE(Math.round(lon * 1e7), at * 8 + 4);
    }
    return all;
  };
  const whole = { z: 0, x: 0, y: 0 };
  const eastern = { z: 1, x: 1, y: 0 };
  expect(
    lineInTile(
      bytes([
        [10, 10],
        [10, -60],
        [20, -60],
        [20, 10],
      ]),
      eastern,
    ).length,
  ).toBe(2);
  expect(
    lineInTile(
      bytes([
        [10, 10],
        [10.0001, 10.0001],
        [10, 10.0002],
        [40, 60],
      ]),
      whole,
    )[0]?.length,
  ).toBe(2);
  expect(
    lineInTile(
      bytes([
        [10, -10],
        [20, -60],
      ]),
      eastern,
    ),
  ).toEqual([]);
});
