import { afterEach, describe, expect, test } from 'vitest';
import { createFleet, fastClock, type Fleet } from './fleet.ts';
import type { Journey, Place } from './place.ts';
import { randomFrom } from './random.ts';
import { speeches } from './speeches.ts';
import { startSmallServer } from './testing/small-server.ts';

const start = Date.UTC(2026, 10, 22, 4);

/** Places five seconds apart on the way north. */
function wayNorth(count: number): { journey: Journey; places: Place[] } {
  const places = Array.from({ length: count }, (_, at) => ({
    time: start + at * 5_000,
    lat: 23 + at / 2_000,
    lon: -72.5 - at / 1e6,
    speedKmh: 40,
    course: 0,
    ignition: at % 7 > 0,
  }));
  let at = 0;
  return { places, journey: { next: () => places[at++] ?? null } };
}

/** A fleet whose clock is moved by the test, so that back-offs take no time. */
function startFleet(protocol: string, port: number, journeys: readonly Journey[]) {
  let clock = start + 3_600_000;
  const acknowledged: Place[] = [];
  const random = randomFrom(11);
  const fleet = createFleet({
    host: '127.0.0.1',
    now: () => clock,
    random,
    until: () => Number.POSITIVE_INFINITY,
    trackers: journeys.map((journey, at) => ({
      journey,
      port,
      speak: () => (speeches[protocol] as NonNullable<(typeof speeches)[string]>)(identifierOf(at)),
      onStored: (place: Place) => void acknowledged.push(place),
    })),
  });
  const until = async (holds: () => boolean) => {
    for (let rounds = 0; !holds(); rounds += 1) {
      if (rounds > 1_000) throw new Error(`Still not: ${JSON.stringify(fleet.score)}`);
      clock += 50;
      fleet.tick();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { fleet, acknowledged, until, move: (ms: number) => void (clock += ms) };
}

const identifierOf = (at: number) => `86123405000000${at}`;
const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

async function serverFor(protocol: string, options?: { acknowledges: boolean }) {
  const server = await startSmallServer(protocol, options);
  close.push(() => server.close());
  return server;
}
const ending = (fleet: Fleet) => close.unshift(() => fleet.finish(0));

describe.each(Object.keys(speeches))('simulated trackers that speak %s', (protocol) => {
  test('tell every place under their own name, exactly', async () => {
    const server = await serverFor(protocol);
    const ways = [wayNorth(60), wayNorth(45)];
    const { fleet, acknowledged, until } = startFleet(
      protocol,
      server.port,
      ways.map(({ journey }) => journey),
    );
    ending(fleet);
    await until(() => fleet.isDone);
    expect(acknowledged).toHaveLength(105);
    expect(fleet.score).toMatchObject({ taken: 105, sent: 105, acknowledged: 105, resent: 0, lost: 0, refused: 0 });
    for (const [at, { places }] of ways.entries()) {
      const own = server.stored.filter(({ identity }) => identity === identifierOf(at)).map(({ reading }) => reading);
      expect(own.map(({ fix }) => fix?.time)).toEqual(places.map(({ time }) => time));
      for (const [index, place] of places.entries()) {
        const { fix, attributes } = own[index] as NonNullable<(typeof own)[number]>;
        expect(fix).toMatchObject({ valid: true, speedKmh: expect.closeTo(40, 1) as number });
        expect(fix?.lat).toBeCloseTo(place.lat, 5);
        expect(fix?.lon).toBeCloseTo(place.lon, 5);
        expect(attributes['ignition']).toBe(place.ignition);
      }
    }
  });

  test('tell again what was not acknowledged when the connection is lost', async () => {
    const server = await serverFor(protocol);
    const { journey, places } = wayNorth(300);
    const { fleet, acknowledged, until } = startFleet(protocol, server.port, [journey]);
    ending(fleet);
    await until(() => acknowledged.length >= 40);
    server.state.acknowledges = false;
    await until(() => server.state.unanswered > 0);
    server.cut();
    server.state.acknowledges = true;
    await until(() => fleet.isDone);
    expect(fleet.score.lost).toBe(1);
    expect(fleet.score.resent).toBeGreaterThan(0);
    // Each acknowledged once, in order, and stored at least once.
    expect(acknowledged.map(({ time }) => time)).toEqual(places.map(({ time }) => time));
    const times = new Set(server.stored.map(({ reading }) => reading.fix?.time));
    expect(times.size).toBe(300);
    expect(server.stored.length).toBeGreaterThan(300);
  });
});

test('a tracker that is not answered dials again, later and later', async () => {
  const server = await serverFor('gt06', { acknowledges: false });
  const { fleet, until, move } = startFleet('gt06', server.port, [wayNorth(5).journey]);
  ending(fleet);
  for (let lost = 1; lost < 4; lost += 1) {
    await until(() => fleet.score.connected === 1);
    move(31_000);
    await until(() => fleet.score.lost === lost);
    fleet.tick();
    expect(fleet.score.connected).toBe(0);
  }
  expect(fleet.owed).toBe(5);
  expect(fleet.score.acknowledged).toBe(0);
});

test('what was kept while the server was away is told as kept', async () => {
  const server = await serverFor('gt06');
  const { fleet, until } = startFleet('gt06', server.port, [wayNorth(5).journey]);
  ending(fleet);
  await until(() => fleet.isDone);
  expect(server.stored.map(({ reading }) => reading.archived)).toEqual([true, true, true, true, true]);
});

test('a clock that runs ahead begins in the past and ends with the present', () => {
  let now = start;
  const { start: began, until } = fastClock(() => now, 10, 60);
  expect(began).toBe(start - 540_000);
  now += 30_000;
  expect(until()).toBe(began + 300_000);
  now += 30_000;
  expect(until()).toBe(now);
  now += 30_000;
  expect(until()).toBe(now);
});
