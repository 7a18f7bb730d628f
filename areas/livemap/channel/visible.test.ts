import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { sharedVersions, type Versions } from '#kit/server/versions.ts';
import { seenBy } from '../testing/frames.ts';
import { createFleet } from './fleet.ts';
import { bit } from './live-frames.contract.ts';
import { Viewer } from './viewer.ts';
import { createVisibility } from './visible.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
});
afterAll(() => product?.close());

/** A client with vehicles, and the slot of one of them. */
async function someClient() {
  const [row] = await transact(product.product.db, everything, (db) =>
    db.query<{ orgId: string; slot: number }>(
      `select o.id as "orgId", min(v.slot) as slot from organisation o join vehicle v on v.org_id = o.id
       where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1 group by o.id`,
    ),
  );
  if (!row) throw new Error('No client');
  return row;
}

test('what another process wrote is known before anything is told, and nothing is told until it is read', async () => {
  const { db } = product.product;
  const versions = sharedVersions(db);
  const { orgId } = await someClient();
  const visibility = createVisibility({ db, versions, fleet: createFleet(), log: () => undefined });
  const visible = await visibility.open({ orgId });
  /** Rounds go on until it is read; large readings rest between them. */
  const settled = () =>
    expect
      .poll(async () => {
        await visibility.look();
        return visible.isStale;
      })
      .toBe(false);
  await settled();
  const before = visible.reading;
  await visibility.look();
  expect([visible.isStale, visible.reading]).toEqual([false, before]);
  await transact(db, everything, (db) => versions.mark(db, [['off_duty_version', orgId]]));
  const looked = visibility.look();
  expect(looked).toBeInstanceOf(Promise);
  await looked;
  // It is being read anew, or waits for its turn.
  expect(visible.isStale).toBe(true);
  await settled();
  expect(visible.reading).toBeGreaterThan(before);
  visibility.close(visible);
});

test('while the database is away nothing is told, and when it is back what happened meanwhile', async () => {
  const { db } = product.product;
  const shared = sharedVersions(db);
  let isAway = false;
  const versions: Versions = {
    ...shared,
    now: (tables, orgs) => (isAway ? Promise.reject(new Error('away')) : shared.now(tables, orgs)),
  };
  const { orgId, slot } = await someClient();
  const fleet = createFleet();
  const visibility = createVisibility({ db, versions, fleet, log: () => undefined });
  const visible = await visibility.open({ orgId });
  const frames: Buffer[] = [];
  const send = (frame: Buffer) => frames.push(frame) > 0;
  const viewer = new Viewer({ fleet, visible, way: { send, fail: () => undefined }, epoch: 1 }, {});
  const now = product.clock.now().getTime();
  const drive = (fixAt: number) =>
    fleet.put({ slot, latE7: 185e6, lonE7: 738e6, fixAt, speedKmh: 40, course: 0, bits: bit.moving, limitKmh: 0 });
  /** A round, as the channel makes it. */
  const round = async () => {
    await visibility.look();
    viewer.tell(now, true);
    fleet.advance();
  };
  const told = () => [...(seenBy({ frames }).fixes.get(slot) ?? [])];
  drive(now - 3_000);
  await expect.poll(() => round().then(told)).toEqual([now - 3_000]);
  isAway = true;
  drive(now - 2_000);
  for (let rounds = 0; rounds < 5; rounds += 1) await round();
  expect(visible.isStale).toBe(true);
  expect(told()).toEqual([now - 3_000]);
  isAway = false;
  await expect.poll(() => round().then(told)).toEqual([now - 3_000, now - 2_000]);
  visibility.close(visible);
});
