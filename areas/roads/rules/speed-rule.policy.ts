import { holdsForPast, versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readLaw, readLimitRoads } from '../limits/limit-facts.store.ts';
import { road } from '../road/road.contract.ts';
import { groundsChanged } from '../roads.events.ts';
import { versionsOf } from '../versions/versions.store.ts';
import { factsOf } from './rule-facts.ts';
import { forgetRank, limitRuleOf } from './rules.store.ts';
import { checkRule, lawWords, lineageOf, overlapsOf, overlapWords } from './speed-rule.rules.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';

/**
 * Keeps roads from being split before the rule is there, so that a split takes it along. A road that was changed while this waited for its split is
 * another one than the rule was meant for: the second part would be without it.
 */
async function holdRoads(db: Queryable, ids: readonly string[]): Promise<void> {
  const before = await db.query<{ id: string; version: number }>(
    'select id, version from road where id = any($1::uuid[])',
    [[...ids]],
  );
  const held = await lockRows<{ version: number }>(
    db,
    road,
    { strength: 'no key update', fields: ['version'] },
    ' and t.deleted_at is null',
    [[...ids]],
  );
  for (const { id, version } of held)
    if (before.some((one) => one.id === id && one.version !== version))
      throw refuse.conflict('The road was changed at the same moment, perhaps split. Look at it and save again');
}

/** Rules of roads: what cannot be is refused, what is odd is said, and what has been in force stays as it was. */
export const speedRulePolicy: RowPolicy<typeof roadSpeedRule> = {
  ...versionRules(roadSpeedRule, versionsOf('road-speed-rule')),
  async complete(db, writer, drafts) {
    const ids = [...new Set(drafts.map(({ values }) => values.roadId))];
    await holdRoads(db, ids);
    const roads = await readLimitRoads(db, ids);
    const law = await readLaw(db);
    for (const draft of drafts) {
      const { values, before, messages, warnings } = draft;
      values.direction ??= 'BOTH';
      values.priority ??= 0;
      if (before && before.roadId !== values.roadId) messages.roadId = 'A rule stays with its road';
      const facts = factsOf(values);
      const known = roads.get(values.roadId);
      Object.assign(messages, checkRule(facts, known));
      if (!known || Object.keys(messages).length > 0) continue;
      const rule = limitRuleOf(before?.id ?? '', before?.ruleVersion ?? 1, facts);
      versionWarnings(draft, writer);
      warnings.push(...lawWords(rule, known, law));
      warnings.push(...overlapWords(overlapsOf(rule, known, lineageOf(before?.id ?? null, known))));
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
