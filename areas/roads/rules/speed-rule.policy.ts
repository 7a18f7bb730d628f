import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { readLaw, readLimitRoads } from '../limits/limit-facts.store.ts';
import { groundsChanged } from '../roads.events.ts';
import { holdsForPast, versionRules, versionWarnings } from '../versions/versioned.ts';
import { factsOf } from './rule-facts.ts';
import { forgetRank, limitRuleOf } from './rules.store.ts';
import { checkRule, lawWords, lineageOf, overlapsOf, overlapWords } from './speed-rule.rules.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';

/** Rules of roads: what cannot be is refused, what is odd is said, and what has been in force stays as it was. */
export const speedRulePolicy: RowPolicy<typeof roadSpeedRule> = {
  ...versionRules(roadSpeedRule),
  async complete(db, writer, drafts) {
    const roads = await readLimitRoads(db, [...new Set(drafts.map(({ values }) => values.roadId))]);
    const law = await readLaw(db);
    for (const draft of drafts) {
      const { values, before, messages, warnings } = draft;
      values.direction ??= 'BOTH';
      values.priority ??= 0;
      if (before && before.roadId !== values.roadId) messages.roadId = 'A rule stays with its road';
      const facts = factsOf(values);
      const road = roads.get(values.roadId);
      Object.assign(messages, checkRule(facts, road));
      if (!road || Object.keys(messages).length > 0) continue;
      const rule = limitRuleOf(before?.id ?? '', before?.ruleVersion ?? 1, facts);
      versionWarnings(draft, writer);
      warnings.push(...lawWords(rule, road, law));
      warnings.push(...overlapWords(overlapsOf(rule, road, lineageOf(before?.id ?? null, road))));
    }
  },
  async after(db, writer, change, row) {
    if (change.action === 'update') {
      const { before, values } = change;
      // Metres or days of its own choice: from now on it is compared by these.
      if (values.fromM !== before.fromM || values.toM !== before.toM || values.effectiveFrom !== before.effectiveFrom)
        await forgetRank(db, before.id);
    }
    if (!holdsForPast(change, writer)) return;
    await groundsChanged.raise(db, writer, {
      cause: 'RULE',
      recordId: row.id,
      title: `${row.title} km/h`,
      roadIds: [row.roadId],
      near: null,
      orgId: null,
      fromDay: row.effectiveFrom,
    });
  },
};
