import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import { challanDeadline } from './challan-deadline.contract.ts';
import { deadlineVersions } from './deadlines.store.ts';

/** Deadlines of a kind follow each other: of several that are in force the latest holds. */
export const challanDeadlinePolicy: RowPolicy<typeof challanDeadline> = {
  ...versionRules(challanDeadline, deadlineVersions),
  async complete(_db, writer, drafts) {
    for (const draft of drafts) {
      const { before, values, messages } = draft;
      if (before && before.kind !== values.kind) messages.kind = 'A deadline stays what it is';
      if (values.kind === 'COURT_DEPOSIT' && values.amount > 100) messages.amount = 'At most 100 %';
      if (Object.keys(messages).length === 0) versionWarnings(draft, writer);
    }
  },
};
