import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { VersionUse } from '../roads.events.ts';

const tables: Readonly<Record<string, string>> = {
  'road-speed-rule': 'road_speed_rule',
  'statutory-speed-limit': 'statutory_speed_limit',
  'speed-configuration': 'speed_configuration',
};

/** A version that another one follows is used by it. */
export async function countFollowing(db: Queryable, _: Writer, { path, id, uses }: VersionUse): Promise<void> {
  const table = tables[path];
  if (table === undefined) return;
  const [found] = await db.query<{ count: number }>(
    `select count(*)::int as count from ${table} where replaces_id = $1 and deleted_at is null`,
    [id],
  );
  const count = found?.count ?? 0;
  uses.push({ path, field: 'id', label: count === 1 ? 'later version' : 'later versions', count });
}
