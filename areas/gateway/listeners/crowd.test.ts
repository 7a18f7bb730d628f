import { createSocket } from 'node:dgram';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { addDevices } from '../testing/devices.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';
import { gatewayTrust } from './forwarded.ts';

/** Two in the suite, which is enough to notice; ninety for the proof. */
const seconds = Number(process.env['CROWD_SECONDS'] ?? 2);
const logins = 45;

let gateway: TestGateway;
beforeAll(
  async () =>
    void (gateway = await startGateway({
      limits: { connectionsPerAddress: 60 },
      trustedProxies: 1,
    })),
);
afterAll(() => gateway?.close());

const portOf = (name: string) => gateway.tracking.ports[name] ?? 0;

/** What else comes from the address of a fleet, until it is told to end. */
function crowd(strangers: number) {
  const over = new AbortController();
  const { signal } = over;
  const isOn = () => !signal.aborted;
  const stranger = async (at: number) => {
    while (isOn()) {
      const client = await gateway.client('gt06');
      client.send(gt06Login(`8699999999${String(10_000 + at)}`));
      await client.closed();
      await sleep(150);
    }
  };
  const junk = async () => {
    const socket = createSocket('udp4');
    for (let at = 0; isOn(); at += 1) {
      for (let one = 0; one < 5; one += 1) socket.send(Buffer.alloc(60, at + one), portOf('teltonika'), '127.0.0.1');
      await sleep(20);
    }
    socket.close();
  };
  const scan = async () => {
    for (const path of ['/', '/.env', '/wp-login.php', '/?id=', '/cgi-bin/'])
      for (const name of ['osmand', 'vlt']) await (await fetch(`http://127.0.0.1:${portOf(name)}${path}`)).text();
    if (isOn()) await sleep(50).then(scan);
  };
  const noise = async () => {
    while (isOn()) {
      const client = await gateway.client('h02');
      client.send('GET / HTTP/1.1\r\n\r\n', Buffer.alloc(5_000, 0x2a));
      await sleep(50);
      client.end();
    }
  };
  const mute = async () => {
    while (isOn()) {
      const clients = await Promise.all(Array.from({ length: 15 }, () => gateway.client('gt06')));
      await sleep(200);
      for (const client of clients) client.end();
    }
  };
  const all = [...Array.from({ length: strangers }, (_, at) => stranger(at)), junk(), scan(), noise(), mute()];
  return {
    async end() {
      over.abort();
      await Promise.all(all);
    },
  };
}

test(`${logins} of ${logins} registered devices are let in while 40 that are not registered, junk in datagrams and scans come from their address, for ${seconds} s`, {
  timeout: (seconds + 60) * 1_000,
}, async () => {
  const { product, orgId } = gateway;
  const imeis = Array.from({ length: logins }, (_, at) => `8612340700${String(10_000 + at)}`);
  await addDevices(
    product,
    imeis.map((identifier) => ({ orgId, identifier })),
  );
  await gateway.tracking.registry.refresh();
  const others = crowd(40);
  await sleep(500);
  let letIn = 0;
  let requests = 0;
  for (const [at, imei] of imeis.entries()) {
    const client = await gateway.client('gt06');
    client.send(gt06Login(imei), gt06Position(placeAt(at), 2));
    if ((await client.got(20)).length === 20) letIn += 1;
    client.end();
    const query = `/?id=${imei}&lat=18.5&lon=73.85&timestamp=${placeAt(at + 1).time}`;
    if ((await fetch(`http://127.0.0.1:${portOf('osmand')}${query}`)).status === 200) requests += 1;
    await sleep((seconds * 1_000) / logins);
  }
  await others.end();
  expect([letIn, requests]).toEqual([logins, logins]);
  expect(gateway.tracking.figures.unknown).toBeGreaterThan(40);
  expect(gateway.tracking.figures.badFrames).toBeGreaterThan(40);
});

test('connections that never say who they are make room for a device, the oldest first', async () => {
  const { imei } = await gateway.device();
  const before = gateway.tracking.figures.refused.get('too many of one address') ?? 0;
  const mutes = await Promise.all(Array.from({ length: 60 }, () => gateway.client('gt06')));
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  expect((await client.got(10)).length).toBe(10);
  await Promise.race(mutes.map((mute) => mute.closed()));
  expect(gateway.tracking.figures.refused.get('too many of one address')).toBe(before + 1);
  for (const one of [...mutes, client]) one.end();
});

test('guesses of a password keep away the name at that address, and neither the address nor the device elsewhere', async () => {
  const secretHash = gateway.product.product.kit.sealed.hash({ table: 'device', column: 'secret' }, 'Rahasya-2026');
  const [guarded, other] = [await gateway.device({ secretHash }), await gateway.device()];
  const status = async (id: string, token: string, from: string) => {
    const query = `/?id=${id}&lat=18.5&lon=73.85&timestamp=${placeAt(0).time}&token=${token}`;
    const headers = { 'x-forwarded-for': from };
    return (await fetch(`http://127.0.0.1:${portOf('osmand')}${query}`, { headers })).status;
  };
  const guesses = [];
  for (let at = 0; at < 12; at += 1) guesses.push(await status(guarded.imei, `wrong-${at}`, '203.0.113.7'));
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect(await status(guarded.imei, 'Rahasya-2026', '203.0.113.7')).toBe(429);
  expect(await status(guarded.imei, 'Rahasya-2026', '198.51.100.4')).toBe(200);
  expect(await status(other.imei, '', '203.0.113.7')).toBe(200);
  gateway.product.clock.move(120_000);
  expect(await status(guarded.imei, 'Rahasya-2026', '203.0.113.7')).toBe(200);
});

test('the address behind a proxy of this machine is noted, and nobody else is believed', async () => {
  const { imei, id } = await gateway.device();
  const url = `http://127.0.0.1:${portOf('osmand')}/?id=${imei}&lat=18.5&lon=73.85&timestamp=${placeAt(0).time}`;
  await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' } });
  await gateway.tracking.catchUp();
  expect(await gateway.liveOf(id)).toMatchObject({ address: '203.0.113.9' });
});

/** A gateway of its own, with settings of its own. */
async function withGateway(
  options: Parameters<typeof startGateway>[0],
  work: (own: TestGateway) => Promise<void>,
): Promise<void> {
  const own = await startGateway(options);
  try {
    await work(own);
  } finally {
    await own.close();
  }
}

test('devices that are known come in through one address however many they are, and strangers of it make room for each other', async () => {
  await withGateway({ limits: { connectionsPerAddress: 3, connectionsPerDevice: 2 } }, async (own) => {
    const clients = [];
    for (let at = 0; at < 5; at += 1) {
      const { imei } = await own.device();
      const client = await own.client('gt06');
      client.send(gt06Login(imei));
      expect((await client.got(10)).length, `device ${at + 1}`).toBe(10);
      clients.push(client);
    }
    const strangers = [];
    for (let at = 0; at < 4; at += 1) strangers.push(await own.client('gt06'));
    await strangers[0]?.closed();
    expect(own.tracking.figures.refused.get('too many of one address')).toBe(1);
    expect(own.tracking.figures.connections.get('gt06')).toBe(8);

    // The same over HTTP: each device keeps its connection.
    const agents = [];
    const { imei: one } = await own.device();
    const ask = async (imei: string, agent: Agent) => {
      const url = `http://127.0.0.1:${own.tracking.ports['osmand']}/?id=${imei}&lat=18.5&lon=73.85&timestamp=${placeAt(0).time}`;
      return new Promise<number>((resolve, reject) => {
        get(url, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        }).on('error', reject);
      });
    };
    for (let at = 0; at < 5; at += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      expect(await ask((await own.device()).imei, agent), `device ${at + 1}`).toBe(200);
    }
    expect(own.tracking.figures.connections.get('osmand')).toBe(5);
    // One device does not take the room of all.
    for (let at = 0; at < 4; at += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      expect(await ask(one, agent)).toBe(200);
    }
    await expect.poll(() => own.tracking.figures.connections.get('osmand')).toBe(7);
    expect(own.tracking.figures.refused.get('too many of one device')).toBe(2);
    for (const agent of agents) agent.destroy();
    for (const client of [...clients, ...strangers]) client.end();
  });
});

test('proxies are believed by a list of addresses and networks, wherever they are, and others are not', async () => {
  const noted = async (trustedProxies: readonly string[], forwarded: string) => {
    let address: unknown;
    await withGateway({ trustedProxies, limits: { connectionsPerAddress: 1 } }, async (own) => {
      const { imei, id } = await own.device();
      const url = `http://127.0.0.1:${own.tracking.ports['osmand']}/?id=${imei}&lat=18.5&lon=73.85&timestamp=${placeAt(0).time}`;
      expect((await fetch(url, { headers: { 'x-forwarded-for': forwarded } })).status).toBe(200);
      await own.tracking.catchUp();
      address = (await own.liveOf(id))?.['address'];
    });
    return address;
  };
  expect(await noted(['127.0.0.0/8', '10.0.0.0/8'], '203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
  expect(await noted(['127.0.0.1'], '203.0.113.9, 10.1.2.3')).toBe('10.1.2.3');
  expect(await noted(['10.0.0.0/8'], '203.0.113.9')).toMatch(/127\.0\.0\.1$/);
});

test('the address of a proxy in the list is recognised as an address of version 6 too, and no number reaches beyond this machine', () => {
  const listed = gatewayTrust(['10.0.0.0/8']);
  expect([listed('10.1.2.3', 0), listed('::ffff:10.1.2.3', 0), listed('203.0.113.9', 0)]).toEqual([true, true, false]);
  const counted = gatewayTrust(1);
  expect([counted('::ffff:127.0.0.1', 0), counted('10.1.2.3', 0), counted('127.0.0.1', 1)]).toEqual([
    true,
    false,
    false,
  ]);
});
