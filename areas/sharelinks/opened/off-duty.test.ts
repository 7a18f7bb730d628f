import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bit } from '#areas/livemap/channel/live-frames.contract.ts';
import { seenBy, watch } from '#areas/livemap/testing/frames.ts';
import { enter, listen, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { type Linked, owner, startLinked, viewerOf } from '../testing/linked.ts';
import { linkTopic } from '../link-answers.contract.ts';

let linked: Linked;
let url: string;
let sockets: TestSocket[] = [];
beforeAll(async () => {
  // Ten minutes before midnight in India.
  linked = await startLinked(6, { at: '2026-11-21T18:20:00Z' });
  url = await listen(linked.product);
});
afterEach(() => {
  for (const { socket } of sockets) socket.terminate();
  sockets = [];
});
afterAll(() => linked?.close());

/** Where nobody but staff may see it: while there is a rule, and after that until midnight. */
const hidden = 18.5045;
const hiddenLater = 18.5046;
const e7 = (lat: number) => Math.round(lat * 1e7);

const socketOf = async (email: string) => {
  const client = await enter(linked.product, url, await linked.product.login(email));
  sockets.push(client);
  await watch(client);
  return client;
};
const guestOf = async (token: string) => {
  const opened = await linked.open(token);
  const client = await viewerOf(url, opened.json.data.ticket);
  sockets.push(client);
  return client;
};
/** A vehicle that a driver has since an hour, of those who are off duty at this time of the day. */
async function taken() {
  const vehicle = await linked.driving();
  const slot =
    (await linked.gateway.sql<{ slot: number }>('select slot from vehicle where id = $1', [vehicle.vehicleId]))[0]
      ?.slot ?? 0;
  await linked.gateway.sql('delete from driver_assignment where vehicle_id = $1', [vehicle.vehicleId]);
  await linked.gateway.sql(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, created_at)
     select $1, v.org_id, v.id, (select d.id from driver d where d.org_id = v.org_id and not exists
       (select from driver_assignment a where a.driver_id = d.id and (a.to_at is null or a.to_at > $3)) order by d.id limit 1), $3, $3
     from vehicle v where v.id = $2`,
    [uuidv7(), vehicle.vehicleId, new Date(linked.product.clock.now().getTime() - 3_600_000).toISOString()],
  );
  linked.product.product.kit.versions.bump('vehicle', linked.orgId);
  return { ...vehicle, slot };
}
const rest = () => linked.product.clock.move(10_000);
/** The moment after the day is over, ten seconds into the next. */
const nextDay = () =>
  linked.product.clock.move(Date.parse('2026-11-21T18:30:10Z') - linked.product.clock.now().getTime());
const rule = async () => {
  const made = await linked.call('POST', '/off-duty-rule', {
    name: `Nights ${uuidv7()}`,
    fromTime: '20:00',
    toTime: '22:00',
  });
  expect(made.status, made.text).toBe(201);
  rest();
  return made.json.data.id as string;
};
const without = async (id: string) => {
  expect((await linked.call('DELETE', `/off-duty-rule/${id}`)).status).toBe(200);
  rest();
};
/** Every byte that came to a client, and every text. */
const heard = ({ frames, said }: TestSocket, lat: number): boolean => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(e7(lat));
  return frames.some((frame) => frame.includes(bytes)) || JSON.stringify(said).includes(String(lat));
};

test('what a vehicle says off duty reaches no socket of its organisation and no link; staff are told, with a mark', async () => {
  const vehicle = await taken();
  const { token } = await linked.link({ vehicleId: vehicle.vehicleId });
  const [client, staff] = [await socketOf(owner), await socketOf('admin@roadkeeper.test')];
  const guest = await guestOf(token);
  rest();
  vehicle.say(18.501);
  for (const one of [client, staff])
    await expect.poll(() => seenBy(one).places.get(vehicle.slot)?.latE7).toBe(e7(18.501));
  const id = await rule();
  vehicle.say(hidden);
  await expect.poll(() => seenBy(staff).places.get(vehicle.slot)?.latE7).toBe(e7(hidden));
  expect((seenBy(staff).places.get(vehicle.slot)?.bits ?? 0) & bit.offDuty).toBe(bit.offDuty);
  await expect.poll(() => seenBy(client).offDuty.has(vehicle.slot)).toBe(true);
  await expect
    .poll(() => guest.said.some((one) => one.type === 'data' && one.topic === linkTopic && one.data === null))
    .toBe(true);
  // Whoever comes now is told as much.
  const later = await socketOf(owner);
  await expect.poll(() => seenBy(later).offDuty.has(vehicle.slot)).toBe(true);
  expect(seenBy(later).places.has(vehicle.slot)).toBe(false);
  // It is stored a moment after it is told.
  await expect.poll(async () => (await linked.open(token)).json.data.isOffDuty).toBe(true);
  expect((await linked.open(token)).json.data.position).toBeNull();
  const map = await linked.call('GET', '/live-map');
  expect(map.json.hidesOffDuty).toBe(true);
  // The rule goes: until midnight that shows nothing. Its end is not part of it.
  rest();
  await without(id);
  vehicle.say(hiddenLater);
  await expect.poll(() => seenBy(staff).places.get(vehicle.slot)?.latE7).toBe(e7(hiddenLater));
  await expect.poll(() => seenBy(client).offDuty.has(vehicle.slot)).toBe(true);
  expect((await linked.open(token)).json.data).toMatchObject({ isOffDuty: true, position: null });
  expect((await linked.call('GET', '/live-map')).json.hidesOffDuty).toBe(true);
  // Then what was hidden stays so, and what it says from now on is shown.
  nextDay();
  vehicle.say(18.505);
  for (const one of [client, later, staff])
    await expect.poll(() => seenBy(one).places.get(vehicle.slot)?.latE7).toBe(e7(18.505));
  expect((await linked.call('GET', '/live-map')).json.hidesOffDuty).toBe(false);
  for (const lat of [hidden, hiddenLater]) {
    for (const one of [client, later, guest]) expect(heard(one, lat)).toBe(false);
    expect(heard(staff, lat)).toBe(true);
  }
  vehicle.close();
});

test('a vehicle that nobody has is told as ever, whatever the rules say', async () => {
  const vehicle = await linked.driving();
  await linked.gateway.sql('delete from driver_assignment where vehicle_id = $1', [vehicle.vehicleId]);
  const [row] = await linked.gateway.sql<{ slot: number }>('select slot from vehicle where id = $1', [
    vehicle.vehicleId,
  ]);
  const id = await rule();
  const client = await socketOf(owner);
  vehicle.say(18.601);
  await expect.poll(() => seenBy(client).places.get(row?.slot ?? -1)?.latE7).toBe(e7(18.601));
  await without(id);
  vehicle.close();
});
