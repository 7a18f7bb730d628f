import type { Queryable } from '#kit/server/db/database.ts';
import { rulesOn } from './fine-rules.store.ts';
import { askedBy, type FineRule, fittingRules, misfitOf, type Offence } from './rule-pick.rules.ts';
import type { RuleTest } from './rule-test.contract.ts';

/** What rules make of a case: the one that applies, those behind it, and why the others do not. */
export async function testRules(db: Queryable, of: Offence): Promise<RuleTest> {
  const rules = await rulesOn(db, of.day, of.challanTypeId);
  const offences = new Map(
    (
      await db.query<{ id: string; name: string; actSection: string }>(
        'select id, name, act_section as "actSection" from challan_type where id = any($1::uuid[])',
        [rules.map(({ challanTypeId }) => challanTypeId)],
      )
    ).map((type) => [type.id, type]),
  );
  const sources = new Map(
    (
      await db.query<{ id: string; source: string }>('select id, source from challan_rule where id = any($1::uuid[])', [
        rules.map(({ id }) => id),
      ])
    ).map(({ id, source }) => [id, source]),
  );
  const looked = (rule: FineRule) => ({
    id: rule.id,
    ruleVersion: rule.ruleVersion,
    challanTypeId: rule.challanTypeId,
    offence: offences.get(rule.challanTypeId)?.name ?? '',
    actSection: offences.get(rule.challanTypeId)?.actSection ?? '',
    state: rule.state,
    action: rule.action,
    ...askedBy(rule, of.units),
    licencePoints: rule.licencePoints,
    effectiveFrom: rule.effectiveFrom,
    effectiveTo: rule.effectiveTo,
    source: sources.get(rule.id) ?? '',
  });
  const [first, ...behind] = fittingRules(rules, of);
  return {
    day: of.day,
    rule: first ? looked(first) : null,
    alsoFit: behind.map(looked),
    misfits: rules.flatMap((rule) => {
      const why = misfitOf(rule, of);
      return why === null ? [] : [{ rule: looked(rule), why }];
    }),
  };
}
