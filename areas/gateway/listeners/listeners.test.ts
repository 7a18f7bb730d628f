import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '#telematics/simulator/place.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import { teltonikaDatagram, teltonikaLogin } from '#telematics/simulator/teltonika-frames.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { addDevices } from '../testing/devices.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway?.close());

const times = async (slot: number) => (await gateway.fixesOf(slot)).map(({ fix_at }) => fix_at.slice(11, 19));
const on = (minute: number): Place => ({ ...placeAt(minute), ignition: true });

test('every protocol over TCP is listened to: what was acknowledged is stored', async () => {
  const { gt06, teltonika, its, h02 } = speeches;
  for (const [name, speech] of Object.entries({ gt06, teltonika, its, h02 })) {
    const { imei, slot } = await gateway.device();
    const client = await gateway.client(name);
    const speak = speech?.(imei);
    if (!speak) throw new Error(name);
    let seen = 0;
    const hear = async () => {
      const all = await client.got(seen + 1);
      const answered = speak.hear(all.subarray(seen));
      seen = all.length;
      return answered.map(({ kind }) => kind);
    };
    if (speak.login) {
      client.send(speak.login);
      expect([name, await hear()]).toEqual([name, ['welcome']]);
    }
    for (const minute of [0, 1]) {
      client.send(speak.report([{ place: on(minute), archived: false }]).frame);
      expect([name, await hear()]).toEqual([name, ['stored']]);
      expect([name, (await times(slot)).length]).toEqual([name, minute + 1]);
    }
    expect([name, await times(slot)]).toEqual([name, ['05:00:00', '05:01:00']]);
    client.end();
  }
});

test('GPS103 and TK103 have answers to logins only; their fixes are stored', async () => {
  const { imei, slot } = await gateway.device();
  const gps103 = await gateway.client('gps103');
  gps103.send(`##,imei:${imei},A;`);
  expect((await gps103.got(4)).toString()).toBe('LOAD');
  gps103.send(`imei:${imei},tracker,261121103000,,F,050000.000,A,1831.0000,N,07351.0000,E,10.00,90.0;`);
  const other = await gateway.device({ identifier: '012345678901' });
  const tk103 = await gateway.client('tk103');
  tk103.send('(012345678901BP00HSO)');
  expect((await tk103.got(21)).toString()).toBe('(012345678901AP01HSO)');
  tk103.send('(012345678901BR00261121A1831.0000N07351.0000E036.0050000090.0001000000L0000270F)');
  await expect.poll(() => times(slot)).toEqual(['05:00:00']);
  await expect.poll(() => times(other.slot)).toEqual(['05:00:00']);
  gps103.end();
  tk103.end();
});

test('Teltonika’s datagrams are answered each by itself, after they are stored; nobody else’s are', async () => {
  const { imei, slot } = await gateway.device();
  const socket = createSocket('udp4');
  const ask = (datagram: Buffer) => socket.send(datagram, gateway.tracking.ports['teltonika'], '127.0.0.1');
  const answer = once(socket, 'message');
  ask(teltonikaDatagram('860000000000000', [on(0)], { packet: 1, records: 1 }));
  ask(Buffer.from('nonsense'));
  ask(teltonikaDatagram(imei, [on(0), on(1)], { packet: 0xcafe, records: 7 }));
  const [bytes] = (await answer) as [Buffer];
  expect(bytes.toString('hex')).toBe('0005cafe010702');
  expect(await times(slot)).toEqual(['05:00:00', '05:01:00']);
  socket.close();
});

test('a Teltonika device that is not known is told so', async () => {
  const client = await gateway.client('teltonika');
  client.send(teltonikaLogin('860000000000001'));
  expect(await client.closed()).toEqual(Buffer.from([0]));
  await gateway.tracking.catchUp();
  const known = await gateway.sql(
    `select protocol, identifier, tries from unknown_device where identifier like '86000000000000%' order by identifier`,
  );
  expect(known).toEqual([
    { protocol: 'teltonika', identifier: '860000000000000', tries: 1 },
    { protocol: 'teltonika', identifier: '860000000000001', tries: 1 },
  ]);
});

const request = (name: string, path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${gateway.tracking.ports[name]}${path}`, init);
const query = (id: string, minute: number) => `/?id=${id}&lat=18.5&lon=73.85&timestamp=${placeAt(minute).time / 1_000}`;

test('phones report over HTTP: as parameters, as a form and as JSON', async () => {
  const { imei, slot } = await gateway.device();
  expect((await request('osmand', query(imei, 0))).status).toBe(200);
  const form = new URLSearchParams(query(imei, 1).slice(2));
  expect((await request('osmand', '/', { method: 'POST', body: form })).status).toBe(200);
  const coords = { latitude: 18.5, longitude: 73.85, speed: 10, heading: 90, accuracy: 5, altitude: 560 };
  const location = { timestamp: new Date(placeAt(2).time).toISOString(), coords, is_moving: true };
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_id: imei, location }),
  };
  expect((await request('osmand', '/', json)).status).toBe(200);
  expect(await times(slot)).toEqual(['05:00:00', '05:01:00', '05:02:00']);
});

test('AIS-140 back ends’ requests are taken at their own port', async () => {
  const { imei, slot } = await gateway.device();
  const record = '01L1211126050000018.500000N073.850000E404x19601d000037596036.00198.7011011201M';
  const body = new URLSearchParams({ vltdata: `NRM${imei}${record}` });
  expect((await request('vlt', '/', { method: 'POST', body })).status).toBe(200);
  expect(await times(slot)).toEqual(['05:00:00']);
});

test('a device with a password is not heard without it, is proven with it, and the password is kept nowhere', async () => {
  const secret = 'Rahasya-2026';
  const secretHash = gateway.product.product.kit.sealed.hash({ table: 'device', column: 'secret' }, secret);
  const { imei, slot, id } = await gateway.device({ secretHash });
  const status = async (path: string, init?: RequestInit) => (await request('osmand', path, init)).status;
  expect(await status(query(imei, 0))).toBe(401);
  expect(await status(`${query(imei, 0)}&token=wrong`)).toBe(401);
  expect(await status(query(imei, 0), { headers: { authorization: 'Bearer wrong' } })).toBe(401);
  // Sockets have no word for a password, so they are no way around it.
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), gt06Position(placeAt(0), 2));
  expect((await client.closed()).length).toBe(0);
  expect(await times(slot)).toEqual([]);
  expect(await status(`${query(imei, 0)}&token=${secret}`)).toBe(200);
  expect(await status(query(imei, 1), { headers: { authorization: `Bearer ${secret}` } })).toBe(200);
  const form = new URLSearchParams(`${query(imei, 2).slice(2)}&token=${secret}&batt=50`);
  expect(await status('/', { method: 'POST', body: form })).toBe(200);
  expect(await times(slot)).toEqual(['05:00:00', '05:01:00', '05:02:00']);
  await gateway.tracking.catchUp();
  expect(await gateway.liveOf(id)).toMatchObject({ proven: true, protocol: 'osmand', battery_percent: 50 });
  const raw = await gateway.sql<{ frames: Buffer }>('select frames from raw_frame where device = $1', [slot]);
  expect(raw.map(({ frames }) => frames.toString()).join('\n')).toMatch(/batt=50/);
  expect(raw.map(({ frames }) => frames.toString()).join('\n')).not.toMatch(/Rahasya|token/);
});

test('requests of nobody, of no sense and of no end are turned down', async () => {
  expect((await request('osmand', query('nobody-here', 0))).status).toBe(404);
  expect((await request('osmand', '/?lat=1&lon=2')).status).toBe(400);
  expect((await request('osmand', '/', { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(413);
});

test('a device that was registered in this moment is let in, over sockets and by requests', async () => {
  const { product, orgId } = gateway;
  // Past the last look: strangers have it looked four times a second at most.
  await sleep(300);
  const [first] = await addDevices(product, [{ orgId, identifier: '861234059990001' }]);
  const client = await gateway.client('gt06');
  client.send(gt06Login('861234059990001'), gt06Position(placeAt(0), 2), gt06Position(placeAt(1), 3));
  expect((await client.got(30)).length).toBe(30);
  expect((await gateway.fixesOf(first?.slot ?? 0)).length).toBe(2);
  client.end();
  await sleep(300);
  const [second] = await addDevices(product, [{ orgId, identifier: 'phone.of.today' }]);
  const url = `http://127.0.0.1:${gateway.tracking.ports['osmand']}/?id=phone.of.today&lat=18.5&lon=73.8`;
  expect((await fetch(`${url}&timestamp=2026-11-21T05:00:00Z`)).status).toBe(200);
  expect((await gateway.fixesOf(second?.slot ?? 0)).length).toBe(1);
});
