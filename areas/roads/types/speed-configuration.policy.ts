import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { versionRules, versionWarnings } from '../versions/versioned.ts';
import { speedConfiguration } from './speed-configuration.contract.ts';

/** How speeding was judged stays as it was: a change begins on a later day. */
export const speedConfigurationPolicy: RowPolicy<typeof speedConfiguration> = {
  ...versionRules(speedConfiguration),
  async complete(_, writer, drafts) {
    for (const draft of drafts) versionWarnings(draft, writer);
  },
};
