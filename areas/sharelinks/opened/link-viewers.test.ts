import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { liveCodes } from '#kit/contract/live.ts';
import { seenBy, watch } from '#areas/livemap/testing/frames.ts';
import { enter, listen, openSocket, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { type Linked, owner as ownerOf, startLinked, told, viewerOf } from '../testing/linked.ts';

let linked: Linked;
let url: string;
let sockets: TestSocket[] = [];
beforeAll(async () => {
  linked = await startLinked(20);
  url = await listen(linked.product);
});
afterEach(() => {
  for (const { socket } of sockets) socket.terminate();
  sockets = [];
});
afterAll(() => linked?.close());

const viewer = async (token: string, pin?: string): Promise<TestSocket> => {
  const opened = await linked.open(token, pin);
  if (opened.status !== 200) throw new Error(opened.text);
  const client = await viewerOf(url, opened.json.data.ticket);
  sockets.push(client);
  return client;
};
/** Where a vehicle is that nobody may see who is shut out: a few seconds' drive from 18.5. */
const canary = 18.501;
/** Time for whoever is still told: it is told to a link that is open, and so is the position after it. */
const afterAnother = async (vehicle: { vehicleId: string; say: (lat: number) => string }) => {
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId });
  const witness = await viewer(token);
  for (const lat of [18.502, 18.503]) {
    linked.product.clock.move(10_000);
    vehicle.say(lat);
    await expect.poll(() => told(witness)).toContain(lat);
  }
};
const storedLat = async ({ vehicleId }: { vehicleId: string }) =>
  (
    await linked.gateway.sql<{ lat: number }>('select lat_e7 as lat from current_position where vehicle_id = $1', [
      vehicleId,
    ])
  )[0]?.lat;

test('whoever has the link sees the vehicle move from when the link was made, and nothing of before', async () => {
  const vehicle = await linked.driving();
  vehicle.say(canary, 60);
  await expect.poll(() => storedLat(vehicle)).toBe(canary * 1e7);
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId });
  expect((await linked.open(token)).json.data.position).toBeNull();
  const client = await viewer(token);
  // It comes now, and is of before.
  vehicle.say(18.502, 30);
  linked.product.clock.move(10_000);
  const at = vehicle.say(18.503);
  const { data, topic, key } = await client.next(({ type }) => type === 'data');
  expect({ topic, key, data }).toEqual({
    topic: 'share-link',
    key: 'position',
    data: { at, lat: 18.503, lon: 73.85, course: 90, moving: expect.any(Boolean), kmh: null, place: expect.anything() },
  });
  linked.product.clock.move(10_000);
  vehicle.say(18.504);
  await expect.poll(() => told(client)).toContain(18.504);
  expect(new Set(told(client))).toEqual(new Set([18.503, 18.504]));
  await expect.poll(async () => (await linked.open(token)).json.data.position?.lat).toBe(18.504);
  vehicle.close();
});

test('speed is told where the link allows it', async () => {
  const vehicle = await linked.driving();
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId, showSpeed: true });
  const client = await viewer(token);
  linked.product.clock.move(10_000);
  vehicle.say(18.5, 0, 47);
  expect((await client.next(({ type }) => type === 'data')).data.kmh).toBe(47);
  vehicle.close();
});

test('a revoked link closes its sockets at once, and never receives a position again', async () => {
  const vehicle = await linked.driving();
  const { id, token } = await linked.link({ vehicleId: vehicle.vehicleId });
  const clients = [await viewer(token), await viewer(token)];
  // A ticket that was given before, and is used afterwards.
  const spare = (await linked.open(token)).json.data.ticket as string;
  linked.product.clock.move(10_000);
  vehicle.say(18.5);
  for (const client of clients) await expect.poll(() => told(client)).toContain(18.5);
  expect((await linked.call('DELETE', `/share-link/${id}`)).status).toBe(200);
  for (const client of clients) {
    expect((await client.ended).code).toBe(liveCodes.ended);
    expect(client.said.at(-1)).toEqual({ type: 'ended' });
  }
  const late = await viewerOf(url, spare);
  sockets.push(late);
  linked.product.clock.move(10_000);
  vehicle.say(canary);
  expect((await late.ended).code).toBe(liveCodes.ended);
  await afterAnother(vehicle);
  expect([...clients, late].flatMap(told).filter((lat) => lat !== 18.5)).toEqual([]);
  vehicle.close();
});

test('an expired link receives nothing from that moment on, though nobody noted that it expired', async () => {
  const vehicle = await linked.driving();
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId, minutes: 5 });
  const client = await viewer(token);
  linked.product.clock.move(10_000);
  vehicle.say(18.5);
  await expect.poll(() => told(client)).toContain(18.5);
  linked.wait(5);
  vehicle.say(canary);
  expect((await client.ended).code).toBe(liveCodes.ended);
  await afterAnother(vehicle);
  expect(new Set(told(client))).toEqual(new Set([18.5]));
  vehicle.close();
});

test('a vehicle that is handed over is told no more, not even its new owner’s first position', async () => {
  const vehicle = await linked.driving();
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId });
  const client = await viewer(token);
  const [org] = await linked.gateway.sql<{ id: string }>('select id from organisation where id <> $1 limit 1', [
    linked.orgId,
  ]);
  await linked.gateway.sql('delete from vehicle_group_member where vehicle_id = $1', [vehicle.vehicleId]);
  await linked.gateway.sql('update vehicle set org_id = $2, driver_id = null where id = $1', [
    vehicle.vehicleId,
    org?.id ?? '',
  ]);
  linked.product.clock.move(10_000);
  vehicle.say(canary);
  expect((await client.ended).code).toBe(liveCodes.ended);
  expect(told(client)).toEqual([]);
  vehicle.close();
});

test('while nobody knows whether a link is open nothing is told', async () => {
  const vehicle = await linked.driving();
  const { id, token } = await linked.link({ vehicleId: vehicle.vehicleId });
  const client = await viewer(token);
  linked.product.clock.move(10_000);
  vehicle.say(18.5);
  await expect.poll(() => told(client)).toContain(18.5);
  const owner = new pg.Client(linked.product.database.owner);
  await owner.connect();
  const map = await enter(linked.product, url, await linked.product.login(ownerOf));
  sockets.push(map);
  await watch(map);
  const [slot] = await linked.gateway.sql<{ slot: number }>('select slot from vehicle where id = $1', [
    vehicle.vehicleId,
  ]);
  await owner.query('begin; lock table share_link in access exclusive mode');
  linked.product.clock.move(10_000);
  const at = vehicle.say(canary);
  // The live map is told of it, which asks nobody.
  await expect.poll(() => seenBy(map).places.get(slot?.slot ?? 0)?.fixAt).toBe(Date.parse(at));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(new Set(told(client))).toEqual(new Set([18.5]));
  await owner.query(
    `set app.scope = 'staff'; update share_link set ended_at = created_at, ended_why = 'REVOKED' where id = '${id}'; commit`,
  );
  await owner.end();
  expect((await client.ended).code).toBe(liveCodes.ended);
  expect(new Set(told(client))).toEqual(new Set([18.5]));
  vehicle.close();
});

test('who looks at a link follows nothing else, and says nothing', async () => {
  const { token } = await linked.link({ vehicleId: linked.nextVehicle() });
  for (const topic of ['fleet', 'changes', 'me', 'share-link']) {
    const client = await viewer(token);
    client.send({ type: 'subscribe', topic });
    expect((await client.ended).code).toBe(liveCodes.refused);
    expect(client.said.map(({ type }) => type)).toEqual(['ready']);
  }
  const ticket = (await linked.open(token)).json.data.ticket as string;
  sockets.push(await viewerOf(url, ticket));
  const twice = await openSocket(url);
  twice.send({ type: 'ticket', ticket });
  expect((await twice.ended).code).toBe(liveCodes.refused);
});

test('a link has so many viewers at a time, and who leaves makes room', async () => {
  const { token } = await linked.link({ vehicleId: linked.nextVehicle() });
  const clients = [];
  for (let n = 0; n < 25; n += 1) clients.push(await viewer(token));
  const opened = await linked.open(token);
  const more = await viewerOf(url, opened.json.data.ticket);
  expect((await more.ended).code).toBe(liveCodes.later);
  clients[0]?.socket.terminate();
  await clients[0]?.ended;
  const again = await viewer(token);
  expect(again.socket.readyState).toBe(again.socket.OPEN);
});
