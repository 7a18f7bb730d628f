import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { putLine } from './lines.store.ts';

let product: TestProduct;
let token: string;
let roadTypeId: string;
beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
  const types = await product.call('GET', '/road-type?take=50', { token });
  roadTypeId = types.json.data.find(({ code }: { code: string }) => code === 'DIVIDED_4L').id;
});
afterAll(() => product?.close());

type Pair = readonly [lon: number, lat: number];
const line = (...coordinates: Pair[]) => ({ type: 'LineString', coordinates });
const body = (over: Record<string, unknown> = {}) => ({
  name: 'Pune–Solapur road',
  ref: 'NH 65',
  roadTypeId,
  state: 'MH',
  isDivided: true,
  ...over,
});
const post = (over: Record<string, unknown>) => product.call('POST', '/road', { token, body: body(over) });

it('a road has its line on its record and never in lists', async () => {
  const made = await post({});
  expect(made.json.data).toMatchObject({ ref: 'NH65', oneWay: 'BOTH', structure: 'NONE', layer: 0, source: 'MANUAL' });
  const { id } = made.json.data;
  expect((await product.call('GET', `/road/${id}`, { token })).json.data).toMatchObject({ geometry: null });
  const put = (over: Record<string, unknown>) => product.call('PUT', `/road/${id}`, { token, body: body(over) });
  const geometry = line([73.9, 18.5], [73.9100001, 18.4999999]);
  expect((await put({ geometry })).json.data).toMatchObject({ lengthM: 1054, version: 2 });
  expect((await product.call('GET', `/road/${id}`, { token })).json.data.geometry).toEqual(geometry);
  const list = await product.call('GET', '/road?take=10', { token });
  expect(list.json.data.find((row: { id: string }) => row.id === id)).not.toHaveProperty('geometry');

  // The same line is no change, and one that is left out stays.
  expect((await put({ geometry })).json.data.version).toBe(2);
  expect((await put({ lanes: 4 })).json.data).toMatchObject({ lengthM: 1054, version: 3 });
  await put({ geometry: line([73.9, 18.5], [73.92, 18.5], [73.92, 18.51]), lanes: 4 });
  const history = await product.call('GET', `/road/${id}/history`, { token });
  expect(history.json.data.map(({ before, after }: Record<string, unknown>) => [before, after])).toMatchObject([
    [{ geometry: '2 points, 1,054 m' }, { geometry: '3 points, 3,221 m' }],
    [{ lanes: null }, { lanes: 4 }],
    [{ geometry: null }, { geometry: '2 points, 1,054 m' }],
    [null, { name: 'Pune–Solapur road' }],
  ]);
});

it('a line that cannot be is refused in plain words', async () => {
  const far = Array.from({ length: 5_001 }, (_, at): Pair => [73 + at / 1e4, 18]);
  const cases: [unknown, string][] = [
    [7, 'The line must be a GeoJSON LineString'],
    [{ type: 'Point', coordinates: [73, 18] }, 'The line must be a GeoJSON LineString'],
    [line([73, 18]), 'A line needs at least two different points'],
    [line([73, 18], [73, 18]), 'A line needs at least two different points'],
    [line([73, 18], [73.000001, 18]), 'The line is shorter than 1 m'],
    [line(...far), 'A line can have at most 5,000 points'],
    [line([73, 18], [79, 22]), 'The line is longer than 500 km. Split it into several roads'],
    [line([18.5, 73.8], [18.6, 73.9]), 'Latitude and longitude are swapped: GeoJSON has the longitude first'],
    [line([73, 18], [73, 118]), 'Point 2 is not on the earth: the longitude comes first, then the latitude'],
    [
      {
        type: 'LineString',
        coordinates: [
          [73, 18],
          ['x', 18],
        ],
      },
      'Point 2 is not a longitude and a latitude',
    ],
    [{ type: 'LineString', coordinates: [[73, 18], [74]] }, 'Point 2 is not a longitude and a latitude'],
  ];
  for (const [geometry, message] of cases) {
    const answer = await post({ geometry });
    expect([answer.status, answer.json.fields]).toEqual([400, { geometry: message }]);
  }
});

it('a line outside India is refused, and taken with a warning where it is near the border', async () => {
  const abroad = await post({ name: 'Monaco', geometry: line([7.41, 43.73], [7.42, 43.74]) });
  expect([abroad.status, abroad.json.fields]).toEqual([
    400,
    { geometry: 'Point 1 is outside India (6 to 38° north, 68 to 98° east). Check its coordinates' },
  ]);
  const half = await post({ name: 'Too far', geometry: line([97.9, 28], [98.3, 28]) });
  expect(half.json.fields.geometry).toContain('Point 2 is outside India');
  const crossing = await post({ name: 'To the crossing', geometry: line([97.9, 28], [98.2, 28]) });
  expect(crossing.json.warnings).toEqual(['Point 2 is outside India (6 to 38° north, 68 to 98° east)']);
  // One that an import brought is far out: its other fields can be changed, its line only into India.
  const { id } = crossing.json.data;
  const far = line([7.41, 43.73], [7.42, 43.74]);
  await product.product.db.transact(everything, (db) =>
    putLine(db, id, [
      [43.73, 7.41],
      [43.74, 7.42],
    ]),
  );
  const put = (over: Record<string, unknown>) => product.call('PUT', `/road/${id}`, { token, body: body(over) });
  expect((await put({ name: 'Renamed', geometry: far })).status).toBe(200);
  expect((await put({ name: 'Renamed', geometry: line([7.41, 43.73], [7.43, 43.74]) })).status).toBe(400);
});

it('a line that is there already is taken with a warning', async () => {
  const first = line([74.1, 17.1], [74.12, 17.1], [74.12, 17.12]);
  expect((await post({ name: 'Old road', geometry: first })).json.warnings).toBeUndefined();
  const again = line([74.12, 17.12004], [74.12, 17.10002], [74.11, 17.10001], [74.10003, 17.10002]);
  expect((await post({ name: 'Same road', geometry: again })).json.warnings).toEqual([
    'Nearly the same line as Old road',
  ]);
  const beside = line([74.1, 17.1003], [74.1197, 17.1003], [74.1197, 17.12]);
  expect((await post({ name: 'Service road', geometry: beside })).json.warnings).toBeUndefined();
});

it('who gives a road another type is told that the past is judged again', async () => {
  const { id } = (await post({ name: 'Retyped', geometry: line([75.1, 17.1], [75.12, 17.1]) })).json.data;
  const bare = (await post({ name: 'Without a line' })).json.data.id;
  const put = async (one: string, over: Record<string, unknown>) =>
    (await product.call('PUT', `/road/${one}`, { token, body: body(over) })).json.warnings;
  expect(await put(id, { name: 'Retyped', lanes: 2 })).toBeUndefined();
  expect(await put(id, { name: 'Retyped', lanes: 2, oneWay: 'FORWARD' })).toEqual([
    expect.stringMatching(/^Trips of the past on this road are judged again/),
  ]);
  expect(await put(bare, { name: 'Without a line', state: 'KA' })).toBeUndefined();
});

it('clients read roads and do not change them', async () => {
  const client = await product.login('client@roadkeeper.test');
  expect((await product.call('GET', '/road?take=1', { token: client })).status).toBe(200);
  expect((await product.call('POST', '/road', { token: client, body: body() })).status).toBe(403);
});
