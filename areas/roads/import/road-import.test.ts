import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { makeNetwork } from '#tools/roads/road-network.ts';
import { geoJsonOf, overpassOf, pbfOf } from '#tools/roads/write-network.ts';
import type { OneRoadImport } from './road-import.contract.ts';
import { lockImport } from './imports.store.ts';
import { perStep, stepEnd, writeStep } from './write.store.ts';
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
const network = makeNetwork({ seed: 5, roads: 1_200 });
const sums = ({ made, changed, same, kept, gone }: OneRoadImport) => ({ made, changed, same, kept, gone });
/** All that roads say, their lines with them, without what tells who wrote when. */
const picture = () =>
  sql(
    `select r.id, r.name, r.ref, r.road_type_id, r.state, r.one_way, r.lanes, r.osm_max_kmh, r.length_m, r.status, r.external_key, l.points, l.box::text
     from road r join road_line l on l.road_id = r.id where r.deleted_at is null order by r.external_key`,
  );

beforeEach(async () => {
  await sql('delete from road_import_change');
  await sql('delete from road_import');
  await sql('delete from road');
});

test('a file is checked, imported and taken back, and nothing of it is left', async () => {
  const checked = await roads.check(pbfOf(network));
  expect(checked).toMatchObject({ state: 'CHECKED', read: 1_200, made: 1_200, total: 1_200, errors: 0, faults: {} });
  // A dry run.
  expect(await sql('select 1 from road')).toEqual([]);
  await roads.act(checked.id, 'start');
  const done = await roads.until(checked.id, 'DONE');
  expect(done).toMatchObject({ done: 1_200, canUndo: true, actorName: expect.any(String) });
  const [{ id, ...first }] = (await roads.get('/road?take=1')).json.data;
  expect(first).toMatchObject({ source: 'OSM', state: 'MH', externalKey: expect.stringMatching(/^osm:way\/1000/) });
  expect((await roads.get(`/road/${id}`)).json.data.geometry.coordinates.length).toBeGreaterThan(1);
  expect((await roads.get(`/road/${id}/import`)).json.data).toMatchObject([
    { importId: checked.id, action: 'NEW', dataSet: 'Pune', isUndone: false },
  ]);
  const motorway = await sql<{ code: string; one_way: string; osm_max_kmh: number; ref: string }>(
    `select t.code, r.one_way, r.osm_max_kmh, r.ref from road r join road_type t on t.id = r.road_type_id where r.external_key = 'osm:way/10000000'`,
  );
  expect(motorway).toEqual([{ code: 'EXPRESSWAY', one_way: 'FORWARD', osm_max_kmh: 100, ref: 'NH100' }]);
  await roads.act(checked.id, 'undo');
  expect(await roads.until(checked.id, 'UNDONE')).toMatchObject({ done: 1_200, undoLeft: 0, canUndo: false });
  expect((await roads.get('/road')).json.count).toBe(0);
  await product.product.jobs.runDue();
  expect(await sql('select 1 from road_import_feature limit 1')).toEqual([]);
  expect(await readdir(join(product.dataDir, 'road-imports'))).toEqual([]);
  const acts = await roads.get('/history?module=road-import');
  expect(acts.json.data.map(({ action, after }: Record<string, unknown>) => [action, after])).toMatchObject([
    ['restore', { putBack: 1_200, left: 0 }],
    ['create', { dataSet: 'Pune', made: 1_200 }],
  ]);
});

test('the next file of a data set changes what differs, leaves what was edited here, and deactivates what is gone', async () => {
  const first = await roads.bringIn(pbfOf(network));
  const before = await picture();
  expect(sums(await roads.check(geoJsonOf(network)))).toEqual({ made: 0, changed: 0, same: 1_200, kept: 0, gone: 0 });

  const [edited] = await sql<{ id: string }>(`select id from road where external_key = 'osm:way/10000003'`);
  const { json } = await roads.get(`/road/${edited?.id}`);
  const { name: _, ...row } = json.data;
  const fields = ['roadTypeId', 'state', 'district', 'isDivided', 'lanes', 'oneWay', 'structure', 'layer'];
  const put = await product.call('PUT', `/road/${edited?.id}`, {
    token,
    body: { name: 'Renamed here', ...Object.fromEntries(fields.map((field) => [field, row[field]?.id ?? row[field]])) },
  });
  expect(put.status, put.text).toBe(200);

  const next = structuredClone(network);
  next.ways.splice(10, 2);
  const [one, , , four] = next.ways;
  if (!one || !four) throw new Error('too few roads');
  one.tags['name'] = 'Renamed in the file';
  four.tags['name'] = 'Renamed in both';
  const moved = next.nodes.find(({ id }) => id === next.ways[30]?.refs[0]);
  if (moved) moved.lat += 0.0001;
  next.ways.push({ id: 99_999_999, tags: { highway: 'service' }, refs: next.ways[50]?.refs.toReversed() ?? [] });
  // Of a broken road the file still knows.
  next.ways[20]?.refs.splice(1);
  const checked = await roads.check(overpassOf(next));
  const touching = next.ways.filter(({ refs }) => moved && refs.includes(moved.id)).length;
  expect(sums(checked)).toEqual({
    made: 1,
    changed: 1 + touching,
    same: 1_200 - 2 - 1 - 1 - 1 - touching,
    kept: 1,
    gone: 2,
  });
  expect(checked).toMatchObject({ errors: 1, faults: { 'few-points': 1 } });
  const faults = await roads.get(`/road-import/${checked.id}/fault?code=few-points`);
  expect(faults.json).toMatchObject({ count: 1, data: [{ no: 21, feature: `way/${next.ways[20]?.id}`, detail: '1' }] });
  const refused = await roads.post(`/road-import/${checked.id}/start`, {});
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { withoutFaulty: expect.stringContaining('1 features') },
  ]);

  await roads.act(checked.id, 'start', { withoutFaulty: true });
  await roads.until(checked.id, 'DONE');
  const names = await sql<{ name: string; status: number }>(
    `select name, status from road where external_key in ('osm:way/10000000', 'osm:way/10000003', 'osm:way/10000010', 'osm:way/99999999') order by external_key`,
  );
  expect(names).toEqual([
    { name: 'Renamed in the file', status: 1 },
    { name: 'Renamed here', status: 1 },
    expect.objectContaining({ status: 0 }),
    { name: 'Unnamed service road 99999999', status: 1 },
  ]);

  // One of the changed roads is edited before it is all taken back.
  const [later] = await sql<{ id: string }>(`select id from road where external_key = 'osm:way/10000000'`);
  expect((await product.call('PUT', `/road/status/${later?.id}`, { token })).status).toBe(200);
  // What came first counts for what came after it.
  const early = await roads.post(`/road-import/${first.id}/undo`);
  expect([early.status, early.json.message]).toEqual([
    409,
    'A later import of this data set has been taken in. Undo that one first',
  ]);
  await roads.act(checked.id, 'undo');
  expect(await roads.until(checked.id, 'UNDONE')).toMatchObject({ undoLeft: 1 });
  const kept = new Set(['osm:way/10000000', 'osm:way/10000003']);
  const rest = (rows: unknown[]) => (rows as { external_key: string }[]).filter((row) => !kept.has(row.external_key));
  expect(rest(await picture())).toEqual(rest(before));
});

test('the next file does not bring the whole line of a road back that was split here, and reports it', async () => {
  const small = makeNetwork({ seed: 7, roads: 60 });
  const brought = await roads.bringIn(pbfOf(small));
  const [road] = await sql<{ id: string; lengthM: number }>(
    `select id, length_m as "lengthM" from road where external_key = 'osm:way/10000002'`,
  );
  const split = async (id: string | undefined, atM: number) => {
    const body = { atM, name: 'Second part' };
    const answer = await product.call('POST', `/road/${id}/split`, { token, body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.data.second.id as string;
  };
  const third = await split(road?.id, 20);
  await split(third, 10);
  const before = await picture();
  expect(before.length).toBe(62);
  // A file that has another line for it.
  const next = structuredClone(small);
  (next.ways[2] as (typeof next.ways)[number]).tags['name'] = 'Renamed in the file';
  const again = async () => {
    const checked = await roads.check(overpassOf(next));
    const faults = await roads.get(`/road-import/${checked.id}/fault?code=split`);
    expect([sums(checked), checked.faults, checked.warnings]).toEqual([
      { made: 0, changed: 0, same: 59, kept: 1, gone: 0 },
      { split: 1 },
      1,
    ]);
    expect(faults.json).toMatchObject({ count: 1, data: [{ code: 'split', feature: 'way/10000002' }] });
    await roads.act(checked.id, 'cancel');
  };
  await again();
  expect(await picture()).toEqual(before);
  // Nor where the part that has the key was deleted.
  expect((await product.call('DELETE', `/road/${road?.id}`, { token })).status).toBe(200);
  await again();
  await product.call('POST', `/road/restore/${road?.id}`, { token });
  // And its undo leaves the parts alone.
  await roads.act(brought.id, 'undo');
  expect(await roads.until(brought.id, 'UNDONE')).toMatchObject({ undoLeft: 1 });
  expect(await sql('select name from road where deleted_at is null order by id')).toHaveLength(3);
});

/** Two files of a data set one after the other: the second changes a road and has another no more. @returns their imports, and how a road is edited */
async function twoFiles() {
  const small = makeNetwork({ seed: 9, roads: 6 });
  const first = await roads.bringIn(pbfOf(small));
  const next = structuredClone(small);
  (next.ways[0] as (typeof next.ways)[number]).tags['name'] = 'Renamed in the file';
  next.ways.splice(3, 1);
  const second = await roads.bringIn(pbfOf(next));
  expect(sums(second)).toEqual({ made: 0, changed: 1, same: 4, kept: 0, gone: 1 });
  const edit = async (key: string) => {
    const [road] = await sql<{ id: string }>(`select id from road where external_key = '${key}'`);
    expect((await product.call('PUT', `/road/status/${road?.id}`, { token })).status).toBe(200);
  };
  return { first, second, edit };
}
const liveKeys = async () =>
  (await sql<{ key: string }>('select external_key as key from road where deleted_at is null order by 1')).map(
    ({ key }) => key,
  );

test('imports that are taken back from the last to the first leave nothing, and an earlier one waits for the later', async () => {
  const { first, second } = await twoFiles();
  expect((await roads.one(first.id)).canUndo).toBe(false);
  expect((await roads.get('/road-import')).json.data.map(({ canUndo }: OneRoadImport) => canUndo)).toEqual([
    true,
    false,
  ]);
  await roads.act(second.id, 'undo');
  expect(await roads.until(second.id, 'UNDONE')).toMatchObject({ undoLeft: 0 });
  expect((await roads.one(first.id)).canUndo).toBe(true);
  await roads.act(first.id, 'undo');
  expect(await roads.until(first.id, 'UNDONE')).toMatchObject({ undoLeft: 0, canUndo: false });
  expect(await liveKeys()).toEqual([]);
});

test('what was edited after the later import, or after its undo, stays when both are taken back', async () => {
  const { first, second, edit } = await twoFiles();
  await edit('osm:way/10000000');
  await roads.act(second.id, 'undo');
  expect(await roads.until(second.id, 'UNDONE')).toMatchObject({ undoLeft: 1 });
  await edit('osm:way/10000003');
  await roads.act(first.id, 'undo');
  expect(await roads.until(first.id, 'UNDONE')).toMatchObject({ undoLeft: 2 });
  expect(await liveKeys()).toEqual(['osm:way/10000000', 'osm:way/10000003']);
});

test('what was edited between two imports stays when both are taken back', async () => {
  const small = makeNetwork({ seed: 9, roads: 6 });
  const first = await roads.bringIn(pbfOf(small));
  const [road] = await sql<{ id: string }>(`select id from road where external_key = 'osm:way/10000000'`);
  expect((await product.call('PUT', `/road/status/${road?.id}`, { token })).status).toBe(200);
  const next = structuredClone(small);
  next.ways.splice(3, 1);
  for (const way of next.ways) way.tags['name'] = 'Renamed in the file';
  const second = await roads.bringIn(pbfOf(next));
  expect(sums(second)).toMatchObject({ changed: 4, kept: 1, gone: 1 });
  for (const { id } of [second, first]) {
    await roads.act(id, 'undo');
    await roads.until(id, 'UNDONE');
  }
  expect(await liveKeys()).toEqual(['osm:way/10000000']);
});

test('a file of another data set leaves the roads of this one alone', async () => {
  await roads.bringIn(pbfOf(network));
  const other = makeNetwork({ seed: 6, roads: 40, from: { lat: 19, lon: 75 } });
  for (const way of other.ways) way.id += 5_000_000;
  expect(sums(await roads.check(pbfOf(other), { dataSet: 'Nashik' }))).toMatchObject({ made: 40, gone: 0 });
});

describe('a file that is none changes nothing', () => {
  test.each([
    ['cut', pbfOf(network).subarray(0, 20_000), 'cut'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]), 'not-roads'],
  ])('%s', async (_, content, code) => {
    const failed = await roads.check(Buffer.from(content));
    expect(failed).toMatchObject({ state: 'FAILED', faults: { [code]: 1 }, total: 0 });
    expect((await roads.post(`/road-import/${failed.id}/start`, { withoutFaulty: true })).status).toBe(409);
    await product.product.jobs.runDue();
    expect(await sql('select 1 from road union all select 1 from road_import_feature')).toEqual([]);
  });
});

test('roads outside of every town have the state that was chosen, and without one they are told', async () => {
  const far = makeNetwork({ seed: 2, roads: 4, from: { lat: 48, lon: 11 } });
  const without = await roads.check(pbfOf(far));
  expect(without).toMatchObject({ made: 0, faults: { 'outside-india': 4, 'no-state': 4 }, errors: 4, warnings: 4 });
  expect(await roads.check(pbfOf(far), { elsewhere: 'GA' })).toMatchObject({ made: 4, errors: 0, warnings: 4 });
});

test('pieces come in their order, each once, and from whoever began', async () => {
  const content = pbfOf(network);
  const begun = await roads.begin(content.length);
  const { id } = begun.json.data;
  expect((await roads.piece(id, 5, content.subarray(5, 10))).json).toMatchObject({
    message: 'The next piece begins at byte 0',
    fields: { from: '0' },
  });
  expect((await roads.piece(id, 0, Buffer.concat([content, content]))).status).toBe(400);
  expect((await roads.piece(id, 0, content.subarray(0, 1_000))).json.data).toMatchObject({
    received: 1_000,
    state: 'UPLOADING',
  });
  expect((await roads.piece(id, 0, content.subarray(0, 1_000))).status).toBe(409);
  const admin = token;
  token = await product.login('operations@roadkeeper.test');
  const fromOther = await roads.piece(id, 1_000, content.subarray(1_000));
  token = admin;
  expect(fromOther.status).toBe(404);
  expect((await roads.piece(id, 1_000, content.subarray(1_000))).json.data.state).toBe('READING');
  expect((await roads.until(id, 'CHECKED')).made).toBe(1_200);
});

/** The first step of an import that was started, as its job does it. */
const oneStep = (id: string) =>
  transact(product.product.db, everything, async (db) => {
    const row = await lockImport(db, id);
    const upTo = await stepEnd(db, id, 0);
    if (!row || upTo === undefined) throw new Error('nothing to write');
    const of = { importId: id, dataSet: row.data_set, actorId: row.actor_id, now: product.clock.now() };
    const done = await writeStep(db, of, 0, upTo);
    await db.query('update road_import set next_no = $2, done = $3 where id = $1', [id, upTo, done]);
  });

test('an import that is cancelled amid its work is taken back', async () => {
  const { id } = await roads.check(pbfOf(network));
  await roads.act(id, 'start');
  await oneStep(id);
  expect(await sql('select 1 from road limit 1')).toEqual([expect.anything()]);
  expect((await roads.get('/road')).json.count).toBe(perStep);
  await roads.act(id, 'cancel');
  expect(await roads.until(id, 'CANCELLED')).toMatchObject({ done: perStep, total: perStep, canUndo: false });
  expect((await roads.get('/road')).json.count).toBe(0);
});

test('an import goes on where it was when the product was killed', async () => {
  const { id } = await roads.check(pbfOf(network));
  await roads.act(id, 'start');
  await oneStep(id);
  await product.restart();
  token = await product.login('admin@roadkeeper.test');
  expect(await roads.until(id, 'DONE')).toMatchObject({ done: 1_200 });
  expect((await roads.get('/road')).json.count).toBe(1_200);
});

test('a file whose reader was killed is read anew, from its beginning', async () => {
  const id = await roads.upload(pbfOf(network));
  const now = product.clock.now().toISOString();
  await sql(`update road_import set worker = gen_random_uuid(), worked_at = '${now}', read = 700 where id = '${id}'`);
  await sql(
    `insert into road_import_feature (import_id, no, external_key, action) values ('${id}', 1, 'osm:way/7', 'NEW')`,
  );
  await product.product.jobs.runDue();
  expect((await roads.one(id)).read).toBe(700);
  product.clock.move(31_000);
  expect(await roads.until(id, 'CHECKED')).toMatchObject({ read: 1_200, made: 1_200 });
});

test('one import is written at a time', async () => {
  const first = await roads.check(pbfOf(network));
  const second = await roads.check(pbfOf(network));
  await roads.act(first.id, 'start');
  expect((await roads.post(`/road-import/${second.id}/start`, {})).status).toBe(409);
  await roads.until(first.id, 'DONE');
  // What was new when it was checked is there by now, and is not made twice.
  await roads.act(second.id, 'start');
  expect(await roads.until(second.id, 'DONE')).toMatchObject({ made: 1_200, done: 0, canUndo: false });
  expect((await roads.get('/road')).json.count).toBe(1_200);
});

test('too large, nameless or too many files are refused', async () => {
  expect((await roads.begin(600 * 1024 * 1024)).json.fields).toEqual({ bytes: 'A file can have at most 512 MB' });
  expect((await roads.begin(10, { dataSet: ' ' })).json.fields).toEqual({ dataSet: 'Data set is required' });
  expect((await roads.begin(10, { elsewhere: 'XX' })).status).toBe(400);
  for (let time = 0; time < 3; time += 1) expect((await roads.begin(10)).status).toBe(201);
  expect((await roads.begin(10)).status).toBe(409);
});

test('files that nobody goes on with are cancelled, and their bytes removed', async () => {
  const { id } = await roads.check(pbfOf(network));
  await product.product.planJobs();
  product.clock.move(8 * 86_400_000);
  token = await product.login('admin@roadkeeper.test');
  await product.product.jobs.runDue();
  expect(await roads.until(id, 'CANCELLED')).toMatchObject({ made: 1_200 });
  await product.product.jobs.runDue();
  expect(await readdir(join(product.dataDir, 'road-imports'))).toEqual([]);
});

test('whoever may not import is refused, and clients see nothing of it', async () => {
  const client = await product.login('client@roadkeeper.test');
  expect((await product.call('GET', '/road-import', { token: client })).status).toBe(403);
  expect((await product.call('POST', '/road-import', { token: client, body: {} })).status).toBe(403);
});
