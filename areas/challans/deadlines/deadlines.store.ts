import type { VersionStore } from '#kit/server/catalogue/versioned.ts';

/** Versions of deadlines. */
export const deadlineVersions: VersionStore = {
  async nextFrom(db, id) {
    const [found] = await db.query<{ from: string }>(
      'select effective_from::text as from from challan_deadline where replaces_id = $1 and deleted_at is null',
      [id],
    );
    return found?.from;
  },
  link: (db, id, replacesId) =>
    db.send(
      `update challan_deadline n set replaces_id = o.id, rule_version = o.rule_version + 1 from challan_deadline o
       where n.id = $1 and o.id = $2`,
      [id, replacesId],
    ),
  // What has been in force is not deleted anyway, and what has not, nobody went by.
  async uses() {
    return [];
  },
};
