import { holdsForPast, versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { readLaw } from '../limits/limit-facts.store.ts';
import { groundsChanged } from '../roads.events.ts';
import { versionsOf } from '../versions/versions.store.ts';
import { statutoryLimit } from './statutory-limit.contract.ts';

/** What the law has is kept as it was; a State's row above that of all India is taken, and said to change nothing. */
export const statutoryLimitPolicy: RowPolicy<typeof statutoryLimit> = {
  ...versionRules(statutoryLimit, versionsOf('statutory-speed-limit')),
  async after(db, writer, change, row) {
    if (!holdsForPast(change, writer)) return;
    await groundsChanged.raise(db, writer, {
      cause: 'STATUTORY',
      recordId: row.id,
      title: row.name,
      roadIds: null,
      near: null,
      orgId: null,
      fromDay: row.effectiveFrom,
    });
  },
  async complete(db, writer, drafts) {
    const law = await readLaw(db);
    for (const draft of drafts) {
      const { state, kind, speedClass, limitKmh } = draft.values;
      versionWarnings(draft, writer);
      const national = law.find((row) => row.state === null && row.kind === kind && row.speedClass === speedClass);
      if (state && limitKmh && national?.limitKmh && limitKmh >= national.limitKmh)
        draft.warnings.push(`Not below the ${national.limitKmh} km/h of all India, so it changes nothing`);
    }
  },
};
