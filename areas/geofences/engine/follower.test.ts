import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { type Step, startGuarded, way } from '../testing/guarded.ts';

let guarded: Awaited<ReturnType<typeof startGuarded>>;
beforeAll(async () => {
  guarded = await startGuarded();
});
afterAll(() => guarded?.close());

/** In from the west, an hour inside, out to the east, and in again. */
const day = (from = 0): Step[] => [
  ...way(from, -1_000, 0),
  ...Array.from({ length: 60 }, (_, at) => ({ s: from + 160 + at * 60, eastM: (at % 3) * 4, kmh: 0 })),
  ...way(from + 3_800, 100, 1_200),
  ...way(from + 4_000, 1_100, 0),
];
const visits = [
  ['ENTER', 80],
  ['EXIT', 3_830],
  ['ENTER', 4_090],
];

describe('positions that come', () => {
  it('raise events with vehicle, geofence, place and speed', async () => {
    const { vehicleId, slot, plate } = await guarded.vehicle();
    const fence = await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate] });
    const other = await guarded.vehicle();
    const follower = await guarded.follower();
    for (const one of [slot, other.slot])
      follower.accept(await guarded.log.store(guarded.positions(one, way(0, -1_000, 0)), guarded.now()));
    await follower.catchUp();
    const { data, count } = await guarded.ask(`/geofence-event?geofenceId=${fence}`);
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      kind: 'ENTER',
      vehicleId,
      vehicle: plate,
      geofenceId: fence,
      speedKmh: 36,
      raised: true,
      tripId: null,
      place: expect.objectContaining({ district: 'Pune' }),
    });
    await guarded.product.call('DELETE', `/geofence/${fence}`, { token: guarded.admin });
    expect((await guarded.ask(`/geofence-event?geofenceId=${fence}`)).count).toBe(1);
  });

  it('are told once by email and to open browsers, and not when they are old', async () => {
    const { vehicleId, slot, plate } = await guarded.vehicle();
    const fence = await guarded.fence({
      appliesTo: 'CHOSEN',
      plates: [plate],
      recipients: ['gate@example.in'],
      dwellMin: 30,
    });
    await guarded.query(`update geofence set created_at = created_at - interval '1 day' where id = $1`, [fence]);
    const follower = await guarded.follower();
    guarded.published.length = 0;
    const mails = async () =>
      (
        await guarded.query<{ subject: string }>(
          `select subject from mail where to_address = 'gate@example.in' order by created_at, id`,
        )
      ).map(({ subject }) => subject);
    // An hour and more before the clock: stored, and nobody is disturbed.
    follower.accept(await guarded.log.store(guarded.positions(slot, day(-3 * 3_600)), guarded.now()));
    await follower.catchUp();
    expect((await guarded.events(vehicleId)).map(([kind]) => kind)).toEqual(['ENTER', 'DWELL', 'EXIT', 'ENTER']);
    expect(await mails()).toEqual([]);
    expect(guarded.published).toEqual([]);
    follower.accept(await guarded.log.store(guarded.positions(slot, way(-400, 100, 1_000)), guarded.now()));
    await follower.catchUp();
    await follower.catchUp();
    const name = (await guarded.ask(`/geofence/${fence}`)).data.name;
    // The second visit lasts since hours; what is told of it now happens now.
    expect(await mails()).toEqual([`${plate} stayed long in ${name}`, `${plate} left ${name}`]);
    expect(guarded.published.map(({ data }) => data)).toMatchObject([
      { kind: 'DWELL', vehicle: plate },
      { kind: 'EXIT', vehicle: plate },
    ]);
  });

  it('outside the schedule are kept as visits only', async () => {
    const { vehicleId, slot, plate } = await guarded.vehicle();
    // The clock stands at 11:30 in India.
    await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate], fromTime: '22:00', toTime: '05:00' });
    const follower = await guarded.follower();
    follower.accept(await guarded.log.store(guarded.positions(slot, day()), guarded.now()));
    await follower.catchUp();
    expect(await guarded.events(vehicleId)).toEqual([]);
    expect(await guarded.events(vehicleId, '&visits=true')).toEqual(visits);
  });
});

describe('a kill in mid-visit', () => {
  it('doubles and loses nothing, wherever it comes', async () => {
    const random = randomFrom(11);
    for (let turn = 0; turn < 6; turn += 1) {
      const { vehicleId, slot, plate } = await guarded.vehicle();
      await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate] });
      let follower = await guarded.follower();
      const all = guarded.positions(slot, day());
      for (let at = 0; at < all.length; ) {
        const size = 1 + Math.floor(random() * 12);
        follower.accept(await guarded.log.store(all.slice(at, at + size), guarded.now()));
        at += size;
        const dice = random();
        if (dice < 0.3) await follower.catchUp();
        // What was not saved is gone with the process.
        else if (dice < 0.6) follower = await guarded.follower();
      }
      await follower.catchUp();
      expect(await guarded.events(vehicleId), `turn ${turn}`).toEqual(visits);
    }
  });

  it('nor does a database that did what it was asked and was away before it said so', async () => {
    const { vehicleId, slot, plate } = await guarded.vehicle();
    await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate], recipients: ['lost@example.in'] });
    const { db } = guarded.product.product;
    let isAway = false;
    const losing: Database = {
      ...db,
      async transact(scope, work) {
        const result = await db.transact(scope, work);
        if (isAway) throw refuse.unavailable();
        return result;
      },
    };
    const follower = await guarded.follower(losing);
    follower.accept(await guarded.log.store(guarded.positions(slot, way(0, -1_000, 0)), guarded.now()));
    isAway = true;
    await expect(follower.catchUp()).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    await follower.catchUp();
    expect(await guarded.events(vehicleId)).toEqual([['ENTER', 80]]);
    expect(await guarded.query(`select id from mail where to_address = 'lost@example.in'`)).toHaveLength(1);
  });
});

describe('late positions', () => {
  it('lead to the same visits in whatever order they come, also over kills', async () => {
    const random = randomFrom(5);
    for (let turn = 0; turn < 6; turn += 1) {
      const { vehicleId, slot, plate } = await guarded.vehicle();
      await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate] });
      let follower = await guarded.follower();
      const all = guarded.positions(slot, day());
      const shuffled = all
        .map((position) => ({ position, by: position.fixAt + (random() < 0.3 ? random() * 3_000_000 : 0) }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ position }) => position);
      for (let at = 0; at < shuffled.length; at += 9) {
        follower.accept(await guarded.log.store(shuffled.slice(at, at + 9), guarded.now()));
        const dice = random();
        if (dice < 0.4) await follower.catchUp();
        else if (dice < 0.6) follower = await guarded.follower();
      }
      await follower.catchUp();
      expect(await guarded.events(vehicleId), `turn ${turn}`).toEqual(visits);
    }
  });

  it('that move an entry keep the event and tell nobody again', async () => {
    const { vehicleId, slot, plate } = await guarded.vehicle();
    await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate], recipients: ['moved@example.in'] });
    const follower = await guarded.follower();
    const all = guarded.positions(slot, way(0, -1_000, 0));
    const [late] = all.splice(8, 1);
    follower.accept(await guarded.log.store(all, guarded.now()));
    await follower.catchUp();
    const before = (await guarded.ask(`/geofence-event?vehicleId=${vehicleId}`)).data;
    expect(await guarded.events(vehicleId)).toEqual([['ENTER', 90]]);
    follower.accept(await guarded.log.store(late ? [late] : [], guarded.now()));
    await follower.catchUp();
    expect(await guarded.events(vehicleId)).toEqual([['ENTER', 80]]);
    const after = (await guarded.ask(`/geofence-event?vehicleId=${vehicleId}`)).data;
    expect(after[0].id).toBe(before[0].id);
    expect(after[0].notifiedAt).toBe(before[0].notifiedAt);
    expect(await guarded.query(`select id from mail where to_address = 'moved@example.in'`)).toHaveLength(1);
  });
});
