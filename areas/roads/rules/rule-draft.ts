import { fieldSchema, orderMessages } from '#kit/contract/input.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type KnownRoad, readLimitRoads } from '../limits/limit-facts.store.ts';
import { factsOf } from './rule-facts.ts';
import type { RuleFacts } from './rules.store.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';
import { checkRule } from './speed-rule.rules.ts';

/** The fields of a rule as forms send them before it is saved. Its file says nothing about limits. */
export const draftFields = Object.keys(roadSpeedRule.fields).filter((name) => name !== 'evidence');

/** A rule that is not saved yet; without a road while it is not said, or something is wrong. */
export interface RuleDraft {
  /** What is wrong, by field. */
  fields: Record<string, string>;
  facts: RuleFacts;
  orderNo: string | null;
  road: KnownRoad | undefined;
}

/** Reads what of a rule has been entered so far. */
export async function readRuleDraft(db: Queryable, given: Readonly<Record<string, unknown>>): Promise<RuleDraft> {
  const fields: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const name of draftFields) {
    const checked = fieldSchema(roadSpeedRule.fields[name as 'roadId']).safeParse(given[name]);
    if (checked.success) values[name] = checked.data;
    else if (given[name] !== undefined && given[name] !== null && given[name] !== '')
      fields[name] = checked.error.issues[0]?.message ?? '';
  }
  const facts = factsOf(values);
  const { roadId, orderNo } = values as { roadId?: string; orderNo?: string | null };
  const isWhole = Boolean(roadId) && Boolean(facts.limitKmh) && Boolean(facts.effectiveFrom);
  const road = isWhole && roadId ? (await readLimitRoads(db, [roadId])).get(roadId) : undefined;
  // What a field says of its own value goes before what follows from its being left out.
  const between = isWhole ? { ...orderMessages(roadSpeedRule, values), ...checkRule(facts, road) } : {};
  const said = { ...between, ...fields };
  return { fields: said, facts, orderNo: orderNo ?? null, road: Object.keys(said).length > 0 ? undefined : road };
}
