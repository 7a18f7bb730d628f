import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { createFleet } from '#telematics/simulator/fleet.ts';
import type { Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import { addDevices } from '../testing/devices.ts';

let product: TestProduct;
let slots: Map<string, number>;
beforeAll(async () => {
  product = await startTestProduct({ tracking: true });
  const [org] = await transact(product.product.db, everything, (db) =>
    db.query<{ id: string }>('select id from organisation order by id limit 1'),
  );
  const names = Object.keys(speeches).map((_, at) => `86123405000001${at}`);
  const devices = await addDevices(
    product,
    names.map((identifier) => ({ identifier, orgId: org?.id ?? '' })),
  );
  slots = new Map(devices.map(({ slot }, at) => [names[at] ?? '', slot]));
  await product.product.tracking?.catchUp();
});
afterAll(() => product?.close());

test.each(Object.keys(speeches).map((name, at) => [name, `86123405000001${at}`] as const))(
  'a simulated tracker that speaks %s is acknowledged, and each of its places is stored by then',
  async (protocol, identifier) => {
    const { ports } = product.product.tracking ?? {};
    const [port, speak] = [ports?.[protocol], speeches[protocol]];
    if (!port || !speak) throw new Error(`No door for ${protocol}`);
    const start = Date.parse('2026-11-21T05:00:00Z');
    const places = Array.from({ length: 90 }, (_, at) => ({
      time: start + at * 5_000,
      lat: 18.5 + at / 1_000,
      lon: 73.8,
      speedKmh: 36,
      course: 0,
      ignition: true,
    }));
    let at = 0;
    const acknowledged: Place[] = [];
    const fleet = createFleet({
      host: '127.0.0.1',
      now: () => product.clock.now().getTime(),
      random: randomFrom(3),
      until: () => Number.POSITIVE_INFINITY,
      trackers: [
        {
          journey: { next: () => places[at++] ?? null },
          port,
          speak: () => speak(identifier),
          onStored: (place) => void acknowledged.push(place),
        },
      ],
    });
    fleet.start(5);
    const stored = () =>
      transact(product.product.db, everything, (db) =>
        db.query<{ ms: number }>(
          'select (extract(epoch from fix_at) * 1000)::float8 as ms from position where device = $1 order by 1',
          [slots.get(identifier) ?? 0],
        ),
      );
    while (!fleet.isDone) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const sent = acknowledged.map(({ time }) => time);
      const rows = (await stored()).map(({ ms }) => ms);
      expect(rows).toEqual(expect.arrayContaining(sent));
    }
    expect((await stored()).map(({ ms }) => ms)).toEqual(places.map(({ time }) => time));
    expect(fleet.score).toMatchObject({ sent: 90, acknowledged: 90, lost: 0, refused: 0 });
    await fleet.finish(0);
  },
);
