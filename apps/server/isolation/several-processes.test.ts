import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProduct, type Product } from '../product.ts';
import { bindDevice, foreignVehicle, someVehicles } from '#areas/gateway/testing/devices.ts';
import { startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';
import { setUpOwnClients } from '#areas/rights/testing/own-clients.ts';
import { told, viewerOf } from '#areas/sharelinks/testing/linked.ts';
import { liveCodes } from '#kit/contract/live.ts';
import { enter, listen, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { startNats, type TestNats } from '#tools/nats-server.ts';
import { seenBy, watch } from '#areas/livemap/testing/frames.ts';

const nats = await startNats((line) => console.warn(line));

describe.skipIf(!nats)('two processes, of which one listens to devices, tell each other over NATS', () => {
  const { url: natsUrl } = nats as TestNats;
  let gateway: TestGateway;
  let other: Product;
  let otherUrl: string;
  let directory: string;
  let vehicleId: string;
  let slot: number;
  let say: (lat: number) => number;
  let sayAt: (lat: number, time: number) => number;
  /** A vehicle of another organisation. */
  let foreign: Awaited<ReturnType<typeof driving>> & { orgId: string };

  /** Lets a vehicle say where it is. */
  const driving = async (of: string, orgId: string) => {
    const [row] = await gateway.sql<{ slot: number }>('select slot from vehicle where id = $1', [of]);
    const { imei, id } = await gateway.device({ orgId });
    await bindDevice(gateway.product, { deviceId: id, vehicleId: of, from: '2026-01-01T00:00:00Z' });
    await gateway.tracking.registry.refresh();
    await gateway.tracking.tracker.catchUp();
    const device = await gateway.client('gt06');
    device.send(gt06Login(imei, 1));
    let serial = 1;
    let time = gateway.product.clock.now().getTime() - 600_000;
    const sayAt = (lat: number, at: number) => {
      serial += 1;
      time = at;
      device.send(gt06Position({ time, lat, lon: 73.85, speedKmh: 40, course: 90 }, serial));
      return time;
    };
    return { slot: row?.slot ?? 0, sayAt, say: (lat: number) => sayAt(lat, time + 10_000) };
  };

  beforeAll(async () => {
    gateway = await startGateway({}, { natsUrl });
    directory = await mkdtemp(join(tmpdir(), 'rk-nats-'));
    const { database, clock, dataDir } = gateway.product;
    other = await createProduct({
      database: database.app,
      // The keys of the first; it writes no files.
      dataDir,
      clock,
      alone: false,
      demo: true,
      secure: false,
      log: false,
      natsUrl,
    });
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const address = other.app.server.address();
    otherUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { vehicles } = await someVehicles(gateway.product, 1);
    vehicleId = vehicles[0] ?? '';
    ({ slot, say, sayAt } = await driving(vehicleId, gateway.orgId));
    const theirs = await foreignVehicle(gateway.product, gateway.orgId);
    foreign = { orgId: theirs.orgId, ...(await driving(theirs.vehicleId, theirs.orgId)) };
  });
  afterAll(async () => {
    await other?.close();
    await gateway?.close();
    await rm(directory, { recursive: true, force: true });
    await nats?.kill();
  });

  /** A socket of the process that does not listen. */
  const viewer = async (email: string): Promise<TestSocket> => viewerWith(await gateway.product.login(email));
  const viewerWith = (token: string): Promise<TestSocket> => {
    const call = async (method: string, path: string) => {
      const answer = await fetch(`${otherUrl}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.status, json: await answer.json(), text: '' };
    };
    return enter({ call } as never, otherUrl, token);
  };
  const fixAt = (socket: TestSocket) => seenBy(socket).places.get(slot)?.fixAt;

  test('what one hears, viewers of the other see before it is in the database; another organisation does not', async () => {
    const [owner, stranger] = [await viewer('client@roadkeeper.test'), await viewer('deccan@roadkeeper.test')];
    await watch(owner);
    await watch(stranger);
    say(18.6);
    await expect.poll(() => fixAt(owner)).toBeGreaterThan(0);
    // Rounds that store where vehicles are do not run: what comes, comes over NATS.
    await gateway.tracking.tracker.stop();
    const at = say(18.601);
    await expect.poll(() => fixAt(owner)).toBe(at);
    const [stored] = await gateway.sql<{ fix_at: string }>(
      'select fix_at from current_position where vehicle_id = $1',
      [vehicleId],
    );
    // None of it, or only what came before.
    expect(Date.parse(stored?.fix_at ?? '1970-01-01')).toBeLessThan(at);
    expect(seenBy(stranger).ever.has(slot)).toBe(false);
    owner.socket.terminate();
    stranger.socket.terminate();
  });

  test('staff who see their own clients only hear of no other, nor of one that was taken from them; who signed out, of none', async () => {
    const { admin, person, personId } = await setUpOwnClients(gateway.product, { 'live-map': ['view'] });
    const give = async (organisationIds: string[]) => {
      const body = { rtoIds: [], organisationIds };
      const given = await gateway.product.call('PUT', `/user/${personId}/scope`, { token: admin, body });
      expect(given.status, given.text).toBe(200);
    };
    await give([gateway.orgId]);
    const [manager, witness] = [await viewerWith(person), await viewer('admin@roadkeeper.test')];
    for (const one of [manager, witness]) expect((await watch(one)).type).toBe('subscribed');
    const fixesOf = (socket: TestSocket, of: number) => [...(seenBy(socket).fixes.get(of) ?? [])];
    const canary = foreign.say(18.5);
    await expect.poll(() => fixesOf(witness, foreign.slot)).toContain(canary);
    const at = say(18.605);
    await expect.poll(() => fixesOf(manager, slot)).toContain(at);
    expect(seenBy(manager).ever.has(foreign.slot)).toBe(false);

    // What is said right after the answer reaches the other process right behind the change.
    await give([foreign.orgId]);
    const taken = say(18.606);
    await expect.poll(() => fixesOf(witness, slot)).toContain(taken);
    const given = foreign.say(18.501);
    await expect.poll(() => fixesOf(manager, foreign.slot)).toContain(given);
    expect(fixesOf(manager, slot)).not.toContain(taken);

    await gateway.product.call('POST', '/logout', { token: person });
    const after = foreign.say(18.502);
    await expect.poll(() => fixesOf(witness, foreign.slot)).toContain(after);
    expect((await manager.ended).code).toBe(liveCodes.ended);
    expect(fixesOf(manager, foreign.slot)).not.toContain(after);
    witness.socket.terminate();
  });

  test('while NATS is away places are read from the database, and afterwards are told again', async () => {
    gateway.tracking.tracker.start(200);
    const owner = await viewer('client@roadkeeper.test');
    await watch(owner);
    await nats?.kill();
    const away = say(18.602);
    await expect.poll(() => fixAt(owner), { timeout: 30_000 }).toBe(away);
    await nats?.start();
    await gateway.tracking.tracker.stop();
    // It comes back by itself; what is said until then is not told later.
    await expect
      .poll(
        () => {
          const at = say(18.603);
          return new Promise((resolve) => setTimeout(() => resolve((fixAt(owner) ?? 0) >= at), 400));
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true);
    owner.socket.terminate();
  });

  test('whoever listens to the first process sees it as before', async () => {
    const url = await listen(gateway.product);
    const socket = await enter(gateway.product, url, await gateway.product.login('client@roadkeeper.test'));
    await watch(socket);
    const at = say(18.604);
    await expect.poll(() => fixAt(socket)).toBe(at);
    socket.socket.terminate();
  });

  /** Opens a share link in the process that does not listen. */
  const holder = async (token: string): Promise<TestSocket> => {
    const answer = await fetch(`${otherUrl}/api/v1/share-link/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return viewerOf(otherUrl, ((await answer.json()) as { data: { ticket: string } }).data.ticket);
  };
  const linkOf = async (minutes: number) => {
    const token = await gateway.product.login('client@roadkeeper.test');
    const answer = await gateway.product.call('POST', '/share-link', { token, body: { vehicleId, minutes } });
    if (answer.status !== 201) throw new Error(answer.text);
    return { id: answer.json.data.id as string, token: (answer.json.data.link as string).split('/s/')[1] ?? '' };
  };
  /** A few seconds of driving later. */
  const drive = (lat: number) => {
    gateway.product.clock.move(10_000);
    return sayAt(lat, gateway.product.clock.now().getTime());
  };

  test('a share link that is revoked in one process, or expires, tells the viewers of the other nothing more', async () => {
    const [revoked, expiring, lasting] = [await linkOf(60), await linkOf(5), await linkOf(60)];
    const [first, second, witness] = [
      await holder(revoked.token),
      await holder(expiring.token),
      await holder(lasting.token),
    ];
    drive(18.701);
    for (const one of [first, second, witness]) await expect.poll(() => told(one)).toContain(18.701);
    const token = await gateway.product.login('client@roadkeeper.test');
    expect((await gateway.product.call('DELETE', `/share-link/${revoked.id}`, { token })).status).toBe(200);
    // Said at once, before any round would have found it.
    drive(18.702);
    await expect.poll(() => told(witness)).toContain(18.702);
    expect((await first.ended).code).toBe(liveCodes.ended);
    await expect.poll(() => told(second)).toContain(18.702);
    gateway.product.clock.move(5 * 60_000);
    drive(18.703);
    await expect.poll(() => told(witness)).toContain(18.703);
    expect((await second.ended).code).toBe(liveCodes.ended);
    drive(18.704);
    await expect.poll(() => told(witness)).toContain(18.704);
    expect(new Set(told(first))).toEqual(new Set([18.701]));
    expect(new Set(told(second))).toEqual(new Set([18.701, 18.702]));
    witness.socket.terminate();
  });

  test('without NATS, too, nothing is told that was heard after a link was revoked', async () => {
    gateway.tracking.tracker.start(200);
    const [revoked, lasting] = [await linkOf(60), await linkOf(60)];
    const [first, witness] = [await holder(revoked.token), await holder(lasting.token)];
    await nats?.kill();
    const token = await gateway.product.login('client@roadkeeper.test');
    expect((await gateway.product.call('DELETE', `/share-link/${revoked.id}`, { token })).status).toBe(200);
    drive(18.705);
    await expect.poll(() => told(witness), { timeout: 30_000 }).toContain(18.705);
    expect((await first.ended).code).toBe(liveCodes.ended);
    expect(told(first)).not.toContain(18.705);
    witness.socket.terminate();
  });
});
