import type { VersionStore } from '#kit/server/catalogue/versioned.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { ruleUse, type VersionUse } from '../roads.events.ts';

/** Catalogues whose rows are versions. */
type Versioned = 'road-speed-rule' | 'statutory-speed-limit' | 'speed-configuration';

const statements: Readonly<Record<Versioned, { next: string; link: string }>> = {
  'road-speed-rule': {
    next: 'select effective_from::text as from from road_speed_rule where replaces_id = $1 and deleted_at is null',
    link: `update road_speed_rule n set replaces_id = o.id, rule_version = o.rule_version + 1 from road_speed_rule o
      where n.id = $1 and o.id = $2`,
  },
  'statutory-speed-limit': {
    next: 'select effective_from::text as from from statutory_speed_limit where replaces_id = $1 and deleted_at is null',
    link: `update statutory_speed_limit n set replaces_id = o.id, rule_version = o.rule_version + 1 from statutory_speed_limit o
      where n.id = $1 and o.id = $2`,
  },
  'speed-configuration': {
    next: 'select effective_from::text as from from speed_configuration where replaces_id = $1 and deleted_at is null',
    link: `update speed_configuration n set replaces_id = o.id, rule_version = o.rule_version + 1 from speed_configuration o
      where n.id = $1 and o.id = $2`,
  },
};

/** The first day of the version that follows one, where there is one. */
async function nextVersionFrom(db: Queryable, of: Versioned, id: string): Promise<string | undefined> {
  const [found] = await db.query<{ from: string }>(statements[of].next, [id]);
  return found?.from;
}

/** Says of a version that is new which one it follows. */
const linkVersions = (db: Queryable, of: Versioned, id: string, replacesId: string): Promise<void> =>
  db.send(statements[of].link, [id, replacesId]);

/** Versions of what limits go by; whoever judged by one says so at `ruleUse`. */
export const versionsOf = (of: Versioned): VersionStore => ({
  nextFrom: (db, id) => nextVersionFrom(db, of, id),
  link: (db, id, replacesId) => linkVersions(db, of, id, replacesId),
  async uses(db, writer, id) {
    const asked: VersionUse = { path: of, id, uses: [] };
    await ruleUse.raise(db, writer, asked);
    return asked.uses;
  },
});

/** A version that another one follows is used by it. */
export async function countFollowing(db: Queryable, _: Writer, { path, id, uses }: VersionUse): Promise<void> {
  if ((await nextVersionFrom(db, path, id)) !== undefined)
    uses.push({ path, field: 'id', label: 'later version', count: 1 });
}
