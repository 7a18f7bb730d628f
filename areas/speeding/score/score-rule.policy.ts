import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { safetyScoreRule } from './score-rule.contract.ts';

/**
 * A rule in force stays as it was, so that the scores of past months do. Another one begins with a month to come; until then it is changed
 * and deleted like any other record.
 */
export const scoreRulePolicy: RowPolicy<typeof safetyScoreRule> = {
  async complete(_db, writer, drafts) {
    for (const { before, values, messages } of drafts) {
      if (before && before.effectiveFrom <= indiaDay(writer.now)) continue;
      if (!values.effectiveFrom.endsWith('-01')) messages.effectiveFrom = 'Must be the first day of a month';
      else if (values.effectiveFrom <= indiaDay(writer.now))
        messages.effectiveFrom = 'Must be the first day of a month to come';
      const sum = values.speedingWeight + values.brakingWeight + values.accelerationWeight + values.corneringWeight;
      if (sum !== 100) messages.speedingWeight = `The four weights must add up to 100 %. They add up to ${sum} %`;
      if (values.minorPoints > values.majorPoints) messages.majorPoints = 'Must not be less than for a minor violation';
      if (values.majorPoints > values.criticalPoints)
        messages.criticalPoints = 'Must not be less than for a major violation';
    }
  },
  async check(_db, writer, { action, before }) {
    if (before === null || before.effectiveFrom > indiaDay(writer.now)) return;
    if (action === 'restore')
      throw refuse.conflict(`Its first day, ${dayInWords(before.effectiveFrom)}, has passed. Add it again instead`);
    if (action !== 'purge')
      throw refuse.conflict(
        `In force since ${dayInWords(before.effectiveFrom)}, so it stays as it was. Add a rule that begins with a later month`,
      );
  },
};
