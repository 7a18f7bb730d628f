import type { VersionUse } from '#areas/roads/roads.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';

/** A rule or configuration that violations were judged by is used by them, also when they were dismissed. */
export async function countViolationsOf(db: Queryable, _: Writer, { path, id, uses }: VersionUse): Promise<void> {
  const column = path === 'speed-configuration' ? 'configuration_id' : 'rule_id';
  const [found] = await db.query<{ count: number }>(`select count(*) from violation where ${column} = $1`, [id]);
  if (found && found.count > 0) uses.push({ path: 'violation', field: 'id', label: 'violations', count: found.count });
}
