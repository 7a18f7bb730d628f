import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
let [sahyadri, deccan, operations, support] = ['', '', '', ''];

beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
  operations = await product.login('operations@roadkeeper.test');
  support = await product.login('support@roadkeeper.test');
}, 60_000);
afterAll(() => product?.close());

const post = (path: string, body: object, token: string) => product.call('POST', path, { token, body });
const requests = async (token: string, query = '') =>
  (await product.call('GET', `/model-request${query}`, { token })).json;
/** A vehicle as its owner registers it without a model. */
const unlisted = (over: object = {}) => {
  const {
    modelId: _,
    orgId: __,
    ...body
  } = fleet.body({ unlistedModel: 'Kamaz 6520', ...over }) as Record<string, unknown>;
  return post('/vehicle', body, sahyadri);
};
const mails = () =>
  fleet.sql((db) =>
    db.query<{ to: string; subject: string; text: string }>(
      `select to_address as to, subject, body_text as text from mail where template = 'model-request' order by created_at, id`,
    ),
  );

test('a vehicle is registered without a model: its brand and model are kept, and the model is requested', async () => {
  const made = await unlisted();
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data;
  expect(await fleet.row('vehicle', id)).toMatchObject({ modelId: null, unlistedModel: 'Kamaz 6520', brandId: null });
  // A second one of the same name, written another way, adds no request.
  expect((await unlisted({ unlistedModel: 'KAMAZ 6520' })).status).toBe(201);
  const open = await requests(operations, '?state=OPEN');
  expect(open.data).toMatchObject([
    { name: 'Kamaz 6520', organisation: 'Sahyadri Logistics', state: 'OPEN', vehicles: 2, model: null },
  ]);
  expect((await requests(deccan)).count).toBe(0);
  expect((await requests(sahyadri)).count).toBe(1);
});

test('what is needed instead of a model is asked for at its field', async () => {
  const bare = await unlisted({ unlistedModel: undefined });
  expect([bare.status, Object.keys(bare.json.fields)]).toEqual([400, ['modelId']]);
  const noUse = await unlisted({ categoryId: undefined });
  expect([noUse.status, Object.keys(noUse.json.fields)]).toEqual([400, ['categoryId']]);
  const [build] = (await product.call('GET', '/vehicle-specification?take=1', { token: fleet.admin })).json.data;
  const built = await unlisted({ specificationId: build.id });
  expect([built.status, Object.keys(built.json.fields)]).toEqual([400, ['specificationId']]);
});

test('a name that is in the catalogue after all becomes the model, and is not requested', async () => {
  const made = await unlisted({ unlistedModel: 'tata signa 5530.s', categoryId: undefined });
  expect(made.status, made.text).toBe(201);
  const row = await fleet.row('vehicle', made.json.data.id);
  expect(row).toMatchObject({ unlistedModel: null, model: { label: 'Tata Signa 5530.S' } });
  expect((await requests(sahyadri)).count).toBe(1);
});

test('staff answer with a new model: the vehicles get it, the client is notified, and the history tells', async () => {
  const [request] = (await requests(operations, '?state=OPEN')).data;
  const first = async (path: string) => (await product.call('GET', path, { token: operations })).json.data[0].id;
  const newModel = {
    brandId: await first('/vehicle-brand?q=Tata&take=1'),
    name: '6520',
    typeId: await first('/vehicle-type?q=Tipper&take=1'),
    categoryId: await first('/vehicle-category?q=GOODS_HEAVY&take=1'),
  };
  const answer = (body: object, token = operations) => post(`/model-request/answer/${request.id}`, body, token);
  expect((await answer(newModel, sahyadri)).status).toBe(403);
  expect((await answer(newModel, support)).status).toBe(403);
  expect(Object.keys((await answer({})).json.fields)).toEqual(['modelId']);
  expect(Object.keys((await answer({ name: '6520' })).json.fields)).toEqual(['brandId', 'typeId', 'categoryId']);
  expect((await answer({ ...newModel, modelId: fleet.model.id })).status).toBe(400);
  expect((await answer({ ...newModel, typeId: fleet.model.id })).status).toBe(400);
  expect((await requests(operations, '?state=OPEN')).count).toBe(1);
  const done = await answer({ ...newModel, reply: 'Thank you' });
  expect(done.status, done.text).toBe(200);
  expect(done.json.message).toContain('Vehicles updated: 2');
  const [row] = (await requests(sahyadri)).data;
  expect(row).toMatchObject({ state: 'ANSWERED', model: 'Tata 6520', reply: 'Thank you', vehicles: 0 });
  const vehicles = (await product.call('GET', `/vehicle?modelId=${row.modelId}`, { token: sahyadri })).json.data;
  expect(vehicles).toHaveLength(2);
  for (const one of vehicles) {
    // What the owner said of its use stays; the type follows the model.
    expect(await fleet.row('vehicle', one.id)).toMatchObject({
      unlistedModel: null,
      categoryId: fleet.light.id,
      typeId: newModel.typeId,
      brandId: newModel.brandId,
    });
    const history = (await product.call('GET', `/vehicle/${one.id}/history`, { token: sahyadri })).json.data;
    expect(history[0].before.unlistedModel).toMatch(/^kamaz 6520$/i);
  }
  expect(await mails()).toMatchObject([
    { to: 'client@roadkeeper.test', subject: 'Kamaz 6520 is in the catalogue as Tata 6520' },
  ]);
  expect((await answer(newModel)).status).toBe(409);
});

test('a client asks without a vehicle, withdraws, asks again and is declined with a reason', async () => {
  const ask = (token = sahyadri) => post('/model-request', { name: 'Ural 4320', note: '6x6' }, token);
  expect((await ask(operations)).status).toBe(403);
  const { id } = (await ask()).json.data;
  expect((await ask()).status).toBe(409);
  expect((await ask(deccan)).status).toBe(201);
  expect((await post(`/model-request/withdraw/${id}`, {}, deccan)).status).toBe(404);
  expect((await post(`/model-request/withdraw/${id}`, {}, sahyadri)).status).toBe(200);
  const again = (await ask()).json.data.id;
  const decline = (reply: string) => post(`/model-request/decline/${again}`, { reply }, operations);
  expect(Object.keys((await decline('')).json.fields)).toEqual(['reply']);
  expect((await decline('Not sold in India')).status).toBe(200);
  const states = (await requests(sahyadri)).data.map((row: { state: string }) => row.state);
  expect(states).toEqual(['DECLINED', 'WITHDRAWN', 'ANSWERED']);
  const last = (await mails()).at(-1);
  expect(last).toMatchObject({ to: 'client@roadkeeper.test', subject: 'Ural 4320 was not added to the catalogue' });
  expect(last?.text).toContain('Not sold in India');
});

test('a vehicle is given a model by hand, and says its name wherever a model is said', async () => {
  const { id } = (await unlisted({ unlistedModel: 'Tatra 815' })).json.data;
  const offered = await post(`/vehicle/transfer/${id}`, { toMobile: '7000000031', reason: 'Sold' }, sahyadri);
  expect(offered.status, offered.text).toBe(201);
  const transfers = (await product.call('GET', '/ownership-transfer', { token: deccan })).json.data;
  expect(transfers[0]).toMatchObject({ model: 'Tatra 815' });
  const row = await fleet.row('vehicle', id);
  const { registrationNo, categoryId, chassisNo, engineNo, orgId } = row;
  const put = await product.call('PUT', `/vehicle/${id}`, {
    token: fleet.admin,
    body: {
      registrationNo,
      categoryId,
      chassisNo,
      engineNo,
      orgId,
      modelId: fleet.model.id,
      unlistedModel: 'Tatra 815',
    },
  });
  expect(put.status, put.text).toBe(200);
  expect(await fleet.row('vehicle', id)).toMatchObject({ unlistedModel: null, modelId: fleet.model.id, categoryId });
});
