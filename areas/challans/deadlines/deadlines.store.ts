import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlineKinds } from './challan-deadline.contract.ts';
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

export type DeadlineKind = (typeof deadlineKinds)[number]['value'];

/**
 * What deadlines are on a day: of several that are in force the latest holds, and where none was, the one that is nearest to it.
 * @param day India's day
 * @returns the days, months or percent of a kind @throws 409 where there is none of that kind at all
 */
export async function deadlinesOn(db: Queryable, day: string): Promise<(kind: DeadlineKind) => number> {
  const rows = await db.query<{ kind: DeadlineKind; amount: number }>(
    `select distinct on (kind) kind, amount from challan_deadline
     where status = 1 and deleted_at is null
     order by kind, effective_from <= $1 and coalesce(effective_to, 'infinity') >= $1 desc, case when effective_from <= $1 then effective_from end desc nulls last,
       effective_from`,
    [day],
  );
  const amounts = new Map(rows.map(({ kind, amount }) => [kind, amount]));
  return (kind) => {
    const amount = amounts.get(kind);
    if (amount === undefined) {
      const label = deadlineKinds.find(({ value }) => value === kind)?.label ?? kind;
      throw refuse.conflict(`There is no challan deadline “${label}”. Add it first`);
    }
    return amount;
  };
}
