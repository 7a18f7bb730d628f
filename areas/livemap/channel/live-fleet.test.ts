import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';
import { bindDevice, foreignVehicle, someVehicles } from '#areas/gateway/testing/devices.ts';
import { setUpOwnClients } from '#areas/rights/testing/own-clients.ts';
import { liveCodes } from '#kit/contract/live.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { gt06Login, gt06Position, gt06Sos } from '#telematics/simulator/gt06-frames.ts';
import { enter, follow, listen, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { bit, fleetStream } from './live-frames.contract.ts';
import { seenBy, watch } from '../testing/frames.ts';

let gateway: TestGateway;
let url: string;
let vehicles: string[];
let open: TestSocket[] = [];
/** A client that does nothing for so long is signed out. */
const idleMs = 8 * 3_600_000;
const others = 'deccan@roadkeeper.test';
const own = 'client@roadkeeper.test';

beforeAll(async () => {
  gateway = await startGateway();
  ({ vehicles } = await someVehicles(gateway.product, 12));
  url = await listen(gateway.product);
});
afterEach(() => {
  for (const { socket } of open) socket.terminate();
  open = [];
});
afterAll(() => gateway?.close());

const as = async (email: string) => {
  const client = await enter(gateway.product, url, await gateway.product.login(email));
  open.push(client);
  return client;
};
const slotOf = async (vehicleId: string) =>
  (await gateway.sql<{ slot: number }>('select slot from vehicle where id = $1', [vehicleId]))[0]?.slot ?? 0;
let taken = 0;
/** A vehicle with a device that is connected, and what lets it say where it is. */
async function driving(vehicleId = vehicles[taken++] as string, orgId = gateway.orgId) {
  const { imei, id } = await gateway.device({ orgId });
  await bindDevice(gateway.product, { deviceId: id, vehicleId, from: '2026-01-01T00:00:00Z' });
  await gateway.tracking.registry.refresh();
  // The tracks follow the list of devices with their next round.
  await gateway.tracking.tracker.catchUp();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei, 1));
  let serial = 1;
  let time = gateway.product.clock.now().getTime() - 600_000;
  return {
    vehicleId,
    slot: await slotOf(vehicleId),
    close: () => client.socket.destroy(),
    /** Somebody presses the emergency button. */
    sos(lat: number) {
      serial += 1;
      time += 10_000;
      client.send(gt06Sos({ time, lat, lon: 73.85, speedKmh: 0, course: 90 }, serial));
      return time;
    },
    say(lat: number, speedKmh = 40, stepMs = 10_000) {
      serial += 1;
      time += stepMs;
      client.send(gt06Position({ time, lat, lon: 73.85, speedKmh, course: 90 }, serial));
      return time;
    },
  };
}
const shows = (client: TestSocket, slot: number) => seenBy(client).places.get(slot);

test('where a vehicle is comes to its owner and to staff with the fix itself, and to nobody else', async () => {
  const [staff, owner, stranger] = [await as('admin@roadkeeper.test'), await as(own), await as(others)];
  for (const one of [staff, owner, stranger]) expect((await watch(one)).type).toBe('subscribed');
  const vehicle = await driving();
  const at = vehicle.say(18.501);
  await expect.poll(() => shows(owner, vehicle.slot)?.fixAt).toBe(at);
  vehicle.say(18.502);
  const last = vehicle.say(18.503, 62);
  for (const one of [staff, owner]) await expect.poll(() => shows(one, vehicle.slot)?.fixAt).toBe(last);
  const place = shows(owner, vehicle.slot);
  expect(place).toMatchObject({ latE7: 185_030_000, lonE7: 738_500_000, speedKmh: 62, limitKmh: 0 });
  expect(Math.round(((place?.course ?? 0) * 360) / 255)).toBe(90);
  expect((place?.bits ?? 0) & bit.moving).toBe(bit.moving);
  expect(seenBy(stranger).ever.has(vehicle.slot)).toBe(false);
  const mine = await gateway.sql<{ slot: number }>(
    `select v.slot from vehicle v join account a on a.org_id = v.org_id where a.email = $1`,
    [own],
  );
  const allowed = new Set(mine.map(({ slot }) => slot));
  expect([...seenBy(owner).ever].filter((slot) => !allowed.has(slot))).toEqual([]);
  vehicle.close();
});

test('a late fix moves nothing back, and who comes later is told where all are', async () => {
  const vehicle = await driving();
  const watcher = await as(own);
  await watch(watcher);
  vehicle.say(18.51);
  const newest = vehicle.say(18.511);
  await expect.poll(() => shows(watcher, vehicle.slot)?.fixAt).toBe(newest);
  vehicle.say(18.5105, 20, -5_000);
  vehicle.say(18.512, 20, 15_000);
  await expect.poll(() => shows(watcher, vehicle.slot)?.latE7).toBe(185_120_000);
  const later = await as(own);
  await watch(later);
  await expect.poll(() => shows(later, vehicle.slot)?.latE7).toBe(185_120_000);
  vehicle.close();
});

test('after a break only what is newer is told, and after a restart all of it', async () => {
  const [still, moving] = [await driving(), await driving()];
  still.say(18.61);
  moving.say(18.71);
  const before = await as(own);
  await watch(before);
  await expect.poll(() => seenBy(before).places.has(still.slot) && seenBy(before).places.has(moving.slot)).toBe(true);
  await expect.poll(() => seenBy(before).mark).toBeGreaterThan(0);
  const { mark, reset } = seenBy(before);
  before.socket.terminate();
  const last = moving.say(18.711);
  await gateway.tracking.ingest?.flush();
  const after = await as(own);
  await watch(after, { since: { mark, reset } });
  await expect.poll(() => shows(after, moving.slot)?.fixAt).toBe(last);
  expect(seenBy(after).ever.has(still.slot)).toBe(false);
  expect(seenBy(after).resets).toBe(0);
  const elsewhere = await as(own);
  await watch(elsewhere, { since: { mark, reset: reset + 1 } });
  await expect.poll(() => seenBy(elsewhere).places.has(still.slot)).toBe(true);
  expect(seenBy(elsewhere).resets).toBe(1);
  still.close();
  moving.close();
});

test('a vehicle that changes hands is taken back from who had it, and shows its new owner nothing of before', async () => {
  const vehicle = await driving();
  const [before, after] = [await as(own), await as(others)];
  await watch(before);
  await watch(after);
  vehicle.say(18.81);
  await expect.poll(() => seenBy(before).places.has(vehicle.slot)).toBe(true);
  const [org] = await gateway.sql<{ id: string }>('select org_id as id from account where email = $1', [others]);
  await gateway.sql('update vehicle_owner set to_at = $2 where vehicle_id = $1 and to_at is null', [
    vehicle.vehicleId,
    gateway.product.clock.now().toISOString(),
  ]);
  await gateway.sql(
    `insert into vehicle_owner (id, org_id, vehicle_id, from_at, is_first) values (gen_random_uuid(), $2, $1, $3, false)`,
    [vehicle.vehicleId, org?.id ?? '', gateway.product.clock.now().toISOString()],
  );
  await gateway.sql('delete from vehicle_group_member where vehicle_id = $1', [vehicle.vehicleId]);
  await gateway.sql('update vehicle set org_id = $2, driver_id = null where id = $1', [
    vehicle.vehicleId,
    org?.id ?? '',
  ]);
  gateway.product.product.kit.versions.bump('vehicle', org?.id ?? null);
  await expect.poll(() => seenBy(before).places.has(vehicle.slot)).toBe(false);
  expect(seenBy(after).ever.has(vehicle.slot)).toBe(false);
  vehicle.close();
});

test('without the right nothing is told; what is taken away stops the stream at once', async () => {
  const watcher = await as(own);
  await watch(watcher);
  const vehicle = await driving();
  vehicle.say(18.91);
  await expect.poll(() => seenBy(watcher).places.has(vehicle.slot)).toBe(true);
  const set = (status: number) => gateway.sql(`update module set status = ${status} where key = 'live-map'`);
  await set(0);
  await watcher.next(({ type, topic }) => type === 'refused' && topic === fleetStream);
  const told = watcher.frames.length;
  vehicle.say(18.911);
  await gateway.tracking.ingest?.flush();
  const again = await as(own);
  expect((await watch(again)).type).toBe('refused');
  expect(watcher.frames).toHaveLength(told);
  await set(1);
  vehicle.close();
});

test('staff who work for their own clients are told of those only, and of none that is taken from them', async () => {
  const { admin, person, personId } = await setUpOwnClients(gateway.product, { 'live-map': ['view'] });
  const give = async (organisationIds: string[]) => {
    const body = { rtoIds: [], organisationIds };
    const given = await gateway.product.call('PUT', `/user/${personId}/scope`, { token: admin, body });
    expect(given.status, given.text).toBe(200);
  };
  await give([gateway.orgId]);
  const other = await foreignVehicle(gateway.product, gateway.orgId);
  const [theirs, foreign] = [await driving(), await driving(other.vehicleId, other.orgId)];
  const witness = await as('admin@roadkeeper.test');
  await watch(witness);
  const manager = await enter(gateway.product, url, person);
  open.push(manager);
  expect((await watch(manager)).type).toBe('subscribed');
  const canary = foreign.say(18.52);
  await expect.poll(() => shows(witness, foreign.slot)?.fixAt).toBe(canary);
  const at = theirs.say(18.52);
  await expect.poll(() => shows(manager, theirs.slot)?.fixAt).toBe(at);
  const allowed = await gateway.sql<{ slot: number }>('select slot from vehicle where org_id = $1', [gateway.orgId]);
  const allowedSlots = new Set(allowed.map(({ slot }) => slot));
  expect([...seenBy(manager).ever].filter((slot) => !allowedSlots.has(slot))).toEqual([]);

  await give([other.orgId]);
  const hidden = theirs.say(18.521);
  const shown = foreign.say(18.521);
  await expect.poll(() => shows(witness, theirs.slot)?.fixAt).toBe(hidden);
  await expect.poll(() => shows(manager, foreign.slot)?.fixAt).toBe(shown);
  expect(seenBy(manager).places.has(theirs.slot)).toBe(false);
  expect(seenBy(manager).fixes.get(theirs.slot)).not.toContain(hidden);
  theirs.close();
  foreign.close();
});

test('a session that was signed out, revoked or has expired is told nothing from then on', async () => {
  const vehicle = await driving();
  const ends: [string, (token: string) => Promise<unknown>][] = [
    ['signed out', (token) => gateway.product.call('POST', '/logout', { token })],
    ['expired', async () => gateway.product.clock.move(idleMs)],
  ];
  for (const [way, end] of ends) {
    const token = await gateway.product.login(own);
    const client = await enter(gateway.product, url, token);
    open.push(client);
    await watch(client);
    const before = vehicle.say(18.95);
    await expect.poll(() => shows(client, vehicle.slot)?.fixAt, { message: way }).toBe(before);
    await end(token);
    const witness = await as(own);
    await watch(witness);
    const canary = vehicle.say(18.951);
    await expect.poll(() => shows(witness, vehicle.slot)?.fixAt, { message: way }).toBe(canary);
    expect((await client.ended).code, way).toBe(liveCodes.ended);
    expect(seenBy(client).fixes.get(vehicle.slot), way).not.toContain(canary);
  }
  vehicle.close();
});

test('while places cannot be read whoever comes is asked to come again, and afterwards is told where all are', async () => {
  const vehicle = await driving();
  const client = await as(own);
  await watch(client);
  const before = vehicle.say(18.96);
  await expect.poll(() => shows(client, vehicle.slot)?.fixAt).toBe(before);
  const late = await as(own);
  let during = 0;
  await withClient(gateway.product.database.owner, async (owner) => {
    await owner.query('begin; lock table current_position in access exclusive mode');
    expect((await watch(late)).type).toBe('subscribed');
    during = vehicle.say(18.961);
    expect((await late.ended).code).toBe(liveCodes.later);
    expect(late.frames).toEqual([]);
    await owner.query('rollback');
  });
  const again = await as(own);
  await watch(again);
  for (const one of [client, again])
    await expect.poll(() => shows(one, vehicle.slot)?.fixAt, { timeout: 20_000 }).toBe(during);
  vehicle.close();
}, 60_000);

test('parameters that are none close the socket', async () => {
  for (const params of [{ bbox: [0, 0, 0] }, { bbox: [-181, 0, 0, 0] }, { zoom: 'near' }, { vehicleId: 'x' }]) {
    const client = await as(own);
    client.send({ type: 'subscribe', topic: fleetStream, params });
    expect((await client.ended).reason).toBe('Wrong parameters');
  }
});

test('a socket follows the fleet once: following again changes what is in view', async () => {
  const client = await as(own);
  await watch(client);
  for (let n = 0; n < 10; n += 1)
    client.send({ type: 'subscribe', topic: fleetStream, params: { bbox: [70 + n, 10, 80, 20], zoom: 8 } });
  await follow(client, 'changes');
  expect(client.said.filter(({ type, topic }) => type === 'subscribed' && topic === fleetStream)).toHaveLength(1);
  client.send({ type: 'unsubscribe', topic: fleetStream, params: {} });
});

test('an alarm stays on the sign of its vehicle when the server starts anew, and when places are read from the database', async () => {
  const [calm, alarmed] = [await driving(), await driving()];
  const at = alarmed.sos(18.97);
  calm.say(18.971);
  const before = await as(own);
  await watch(before);
  await expect.poll(() => shows(before, alarmed.slot)?.fixAt).toBe(at);
  await expect.poll(() => shows(before, calm.slot)).toBeDefined();
  await gateway.tracking.tracker.catchUp();
  const hasAlarm = (seen: ReturnType<typeof seenBy>, slot: number) =>
    ((seen.places.get(slot)?.bits ?? 0) & bit.alarm) > 0;
  await gateway.product.restart();
  url = await listen(gateway.product);
  const after = await as(own);
  await watch(after);
  await expect.poll(() => shows(after, alarmed.slot)?.fixAt).toBe(at);
  const token = await gateway.product.login(own);
  const packed = await gateway.product.call('GET', '/current-patch/packed', { token });
  for (const seen of [seenBy(before), seenBy(after), seenBy({ frames: [packed.raw] })])
    expect([hasAlarm(seen, alarmed.slot), hasAlarm(seen, calm.slot)]).toEqual([true, false]);
  for (const one of [calm, alarmed]) one.close();
});
