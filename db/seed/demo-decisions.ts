import type { Queryable } from '#kit/server/db/database.ts';
import { insert } from './load.ts';
import { speedConfiguration } from './speed-configuration.ts';

/** Clear cases of two-wheelers need no reviewer, so that there are confirmed ones from the first hour on, and others to review. */
export async function addAutomaticDecisions(db: Queryable, now: Date, inForceFrom: string): Promise<void> {
  const [category] = await db.query<{ id: string; name: string }>(
    `select id, name from vehicle_category where code = 'TWO_WHEELER' and deleted_at is null`,
  );
  if (!category) return;
  const row = {
    ...speedConfiguration,
    name: `${category.name}: clear cases confirmed automatically`,
    scope: 'VEHICLE_CATEGORY',
    category_id: category.id,
    review_mode: 'AUTO',
    effective_from: inForceFrom,
  };
  await insert(db, 'speed-configuration', [row.name], [row], now);
}
