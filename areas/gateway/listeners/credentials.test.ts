import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
const idleMs = 400;
beforeAll(
  async () =>
    void (gateway = await startGateway({
      // Nothing but an alarm closes a batch in this test's time.
      ingest: { maxWaitMs: 60_000 },
      limits: { idleMs, firstFrameMs: 300, connections: 30, connectionsPerAddress: 25 },
    })),
);
afterAll(() => gateway?.close());

const refusedFor = (reason: string) => gateway.tracking.figures.refused.get(reason) ?? 0;
/** An alarm with a place: type 16, whose third last byte of the status says SOS. */
function alarm(frame: Buffer): Buffer {
  const place = frame.subarray(4, 22);
  const content = Buffer.concat([place, Buffer.from('0801942d1f40003a110004040100', 'hex'), frame.subarray(-6, -4)]);
  return Buffer.concat([Buffer.from([0x78, 0x78, content.length + 3, 0x16]), content, Buffer.from([0, 0, 0x0d, 0x0a])]);
}

test('a call for help is stored and answered at once, and takes along what waited', async () => {
  const { imei, slot, id } = await gateway.device();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), gt06Position(placeAt(0), 2));
  expect((await client.got(10)).length).toBe(10);
  client.send(alarm(gt06Position(placeAt(1), 3)));
  expect((await client.got(30)).subarray(20, 24).toString('hex')).toBe('78780516');
  expect((await gateway.fixesOf(slot)).length).toBe(2);
  await gateway.tracking.catchUp();
  expect(await gateway.liveOf(id)).toMatchObject({ last_alarm: 'SOS' });
  client.end();
});

test('who is not known is closed and counted, and others of its address are heard however often it tries', async () => {
  const stranger = '869999999999999';
  for (let at = 0; at < 20; at += 1) {
    const client = await gateway.client('gt06');
    client.send(gt06Login(stranger));
    expect((await client.closed()).length).toBe(0);
  }
  const { imei } = await gateway.device();
  const known = await gateway.client('gt06');
  known.send(gt06Login(imei));
  expect((await known.got(10)).length).toBe(10);
  known.end();
  await gateway.tracking.catchUp();
  expect(await gateway.sql('select tries, protocol from unknown_device where identifier = $1', [stranger])).toEqual([
    { tries: 20, protocol: 'gt06' },
  ]);
});

test('frames without sense end a connection, and those of a device are counted', async () => {
  const { imei, id } = await gateway.device();
  const client = await gateway.client('gt06');
  const nonsense = gt06Position(placeAt(0), 2).subarray(0, 12);
  const broken = Buffer.concat([nonsense, Buffer.from('000000000d0a', 'hex')]);
  broken[2] = broken.length - 5;
  client.send(gt06Login(imei), broken, broken, broken, broken, broken);
  expect((await client.closed()).length).toBe(10);
  await gateway.tracking.catchUp();
  expect(await gateway.liveOf(id)).toMatchObject({ bad_frames: 5, connected: false });
});

test('a frame without an end is not waited for', async () => {
  const client = await gateway.client('teltonika');
  client.send(Buffer.from([0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(100));
  expect((await client.closed()).length).toBe(0);
  const endless = await gateway.client('its');
  endless.send(`$${'1'.repeat(60_000)}`);
  expect((await endless.closed()).length).toBe(0);
});

test('a connection that says nothing is closed: soon when it never said who it is, later when it did', async () => {
  const { imei } = await gateway.device();
  const [mute, login] = [await gateway.client('gt06'), await gateway.client('gt06')];
  login.send(gt06Login(imei));
  await login.got(10);
  const before = [refusedFor('never said who it is'), refusedFor('silent')];
  await mute.closed();
  await login.closed();
  expect([refusedFor('never said who it is'), refusedFor('silent')]).toEqual(before.map((count) => count + 1));
});

test('one address has so many connections and no more: the oldest that never said who it is goes', async () => {
  const before = refusedFor('too many of one address');
  const clients = [];
  for (let at = 0; at < 26; at += 1) clients.push(await gateway.client('gt06'));
  await clients[0]?.closed();
  expect(clients.at(-1)?.isClosed).toBe(false);
  expect(refusedFor('too many of one address')).toBe(before + 1);
  for (const client of clients) client.end();
});

test('what the doors do can be measured', async () => {
  const answer = await gateway.product.product.app.inject('/metrics');
  for (const line of [
    /^tracking_connections\{protocol="gt06"\} \d+$/m,
    /^tracking_frames_total\{kind="taken"\} [1-9]\d*$/m,
    /^tracking_connections_refused_total\{reason="too many of one address"\} [1-9]\d*$/m,
    /^tracking_fixes_total\{kind="stored"\} [1-9]\d*$/m,
    /^tracking_commit_seconds_count [1-9]\d*$/m,
  ])
    expect(answer.body).toMatch(line);
});
