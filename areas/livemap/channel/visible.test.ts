import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { sharedVersions } from '#kit/server/versions.ts';
import { createFleet } from './fleet.ts';
import { createVisibility } from './visible.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
});
afterAll(() => product?.close());

test('what another process wrote is known before anything is told, and nothing is told until it is read', async () => {
  const { db } = product.product;
  const versions = sharedVersions(db);
  const [org] = await transact(db, everything, (db) =>
    db.query<{ id: string }>(`select id from organisation where name = 'Sahyadri Logistics'`),
  );
  const orgId = org?.id ?? '';
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
