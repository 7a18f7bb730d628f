import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { importingRoads } from './testing/importing-roads.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const roads = importingRoads(
  new Proxy({} as TestProduct, { get: (_, name) => product[name as keyof TestProduct] }),
  () => token,
);
const sql = <Row>(text: string) => transact(product.product.db, everything, (db) => db.query<Row>(text));

type Tags = Readonly<Record<string, string>>;
/** A file of straight roads, one below the other. */
const fileOf = (ways: readonly Tags[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: ways.map((properties, at) => ({
        type: 'Feature',
        id: `way/${at + 1}`,
        properties,
        geometry: {
          type: 'LineString',
          coordinates: [
            [74.2, 18.3 + at / 100],
            [74.3, 18.3 + at / 100],
          ],
        },
      })),
    }),
  );
/** Codes of the types of all roads, in the order of the file. */
const codes = async () =>
  (
    await sql<{ code: string }>(
      `select t.code from road r join road_type t on t.id = r.road_type_id where r.deleted_at is null order by r.osm_way_ids`,
    )
  ).map(({ code }) => code);

const ways: readonly [Tags, code: string][] = [
  [{ highway: 'trunk', lanes: '2', oneway: 'no' }, 'OTHER'],
  [{ highway: 'trunk', lanes: '4', dual_carriageway: 'yes' }, 'DIVIDED_4L'],
  [{ highway: 'trunk', lanes: '2', oneway: 'yes' }, 'DIVIDED_4L'],
  [{ highway: 'trunk', lanes: '1', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'trunk', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'trunk', lanes: '2', oneway: 'yes', junction: 'roundabout' }, 'OTHER'],
  [{ highway: 'primary', lanes: '4', dual_carriageway: 'yes' }, 'DIVIDED_4L'],
  [{ highway: 'primary', lanes: '2', dual_carriageway: 'yes' }, 'OTHER'],
  [{ highway: 'primary', lanes: '2', dual_carriageway: 'yes', oneway: 'yes' }, 'DIVIDED_4L'],
  [{ highway: 'primary', lanes: '3', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'primary', lanes: '4' }, 'OTHER'],
  [{ highway: 'motorway' }, 'EXPRESSWAY'],
  [{ highway: 'motorway_link', lanes: '1', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'motorway_link', lanes: '2', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'trunk_link', lanes: '2', oneway: 'yes' }, 'OTHER'],
  [{ highway: 'residential', lanes: '4', dual_carriageway: 'yes' }, 'MUNICIPAL'],
  [{ highway: 'service', lanes: '4', dual_carriageway: 'yes' }, 'SERVICE'],
];

it('lanes and carriageways decide what road a way is by law, and what they leave open is the lower one and is reported', async () => {
  const checked = await roads.check(fileOf(ways.map(([tags]) => tags)));
  expect(checked).toMatchObject({ made: ways.length, errors: 0, faults: { 'class-unsure': 5 }, warnings: 5 });
  const { json } = await roads.get(`/road-import/${checked.id}/fault?code=class-unsure`);
  expect(json.data[0]).toMatchObject({ no: 5, feature: 'way/5', detail: 'highway=trunk, oneway=yes' });
  await roads.act(checked.id, 'start', {});
  await roads.until(checked.id, 'DONE');
  expect(await codes()).toEqual(ways.map(([, code]) => code));
});

it('a road that an earlier import gave another type is given that of its tags by the next file, and one that was edited stays', async () => {
  // As the highway value alone would have it.
  const trunk = `(select id from road_type where code = 'DIVIDED_4L')`;
  await sql(`update road set road_type_id = ${trunk} where osm_way_ids = '{1}'`);
  await sql(`update road set road_type_id = ${trunk}, version = version + 1 where osm_way_ids = '{4}'`);
  const again = await roads.bringIn(fileOf(ways.map(([tags]) => tags)));
  expect(again).toMatchObject({ made: 0, changed: 1, same: ways.length - 2, kept: 1, gone: 0 });
  expect(await codes()).toEqual(ways.map(([, code], at) => (at === 3 ? 'DIVIDED_4L' : code)));
});
