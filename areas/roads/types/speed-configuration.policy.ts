import { holdsForPast, versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { groundsChanged } from '../roads.events.ts';
import { versionsOf } from '../versions/versions.store.ts';
import { speedConfiguration } from './speed-configuration.contract.ts';

/** How speeding was judged stays as it was: a change begins on a later day. */
export const speedConfigurationPolicy: RowPolicy<typeof speedConfiguration> = {
  ...versionRules(speedConfiguration, versionsOf('speed-configuration')),
  async after(db, writer, change, row) {
    if (!holdsForPast(change, writer)) return;
    await groundsChanged.raise(db, writer, {
      cause: 'CONFIGURATION',
      recordId: row.id,
      title: row.name,
      roadIds: null,
      near: null,
      orgId: row.clientId ?? null,
      fromDay: row.effectiveFrom,
    });
  },
  async complete(_, writer, drafts) {
    for (const draft of drafts) versionWarnings(draft, writer);
  },
};
