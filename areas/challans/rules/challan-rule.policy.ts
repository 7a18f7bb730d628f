import { dayInWords } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { ValuesOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { challanRule } from './challan-rule.contract.ts';
import { lineageOf, rulesBeside, ruleVersions } from './fine-rules.store.ts';
import { checkFineRule, clashOf, type FineRule } from './rule-pick.rules.ts';

type Values = ValuesOf<typeof challanRule>;

/** Rules of fines: what cannot be is refused, what is odd is said, and what has been in force stays as it was. */
export const challanRulePolicy: RowPolicy<typeof challanRule> = {
  ...versionRules(challanRule, ruleVersions),
  async complete(db, writer, drafts) {
    // Who writes rules takes turns: two that clash would not see each other.
    await db.query(`select pg_advisory_xact_lock(hashtextextended('challan rules', 0))`);
    const beside = await rulesBeside(
      db,
      drafts.map(({ values }) => values.challanTypeId),
    );
    const offices = await officesOf(
      db,
      drafts.flatMap(({ values }) => values.rtoId ?? []),
    );
    const acts = await actFines(
      db,
      drafts.map(({ values }) => values.challanTypeId),
    );
    for (const draft of drafts) {
      const { before, values, messages, warnings } = draft;
      const rule = asRule(before?.id ?? '', values);
      Object.assign(messages, checkFineRule(rule));
      const office = offices.get(rule.rtoId ?? '');
      if (office !== undefined && rule.state !== null && office !== rule.state)
        messages.rtoId = 'This RTO is in another state';
      if (Object.keys(messages).length > 0) continue;
      const own = before === null ? [] : await lineageOf(db, before.id);
      const other = beside.find((one) => !own.includes(one.id) && clashOf(rule, one));
      if (other) {
        messages.priority = `Another rule applies to the same cases from ${dayInWords(other.effectiveFrom)}. Give this one another priority, or other conditions`;
        continue;
      }
      versionWarnings(draft, writer);
      warnings.push(...actWords(rule, acts.get(rule.challanTypeId)));
    }
  },
};

/** A rule as somebody writes it. */
export function asRule(id: string, values: Values): FineRule {
  return {
    id,
    ruleVersion: 0,
    challanTypeId: values.challanTypeId,
    state: values.state ?? null,
    rtoId: values.rtoId ?? null,
    vehicleSize: values.vehicleSize ?? null,
    speedClasses: values.speedClasses && values.speedClasses.length > 0 ? values.speedClasses : null,
    categoryId: values.categoryId ?? null,
    offence: values.offence ?? null,
    overUnit: values.overUnit ?? null,
    overFrom: values.overFrom ?? null,
    overTo: values.overTo ?? null,
    minSeconds: values.minSeconds ?? null,
    action: values.action,
    amountPaise: values.amountPaise ?? null,
    minPaise: values.minPaise ?? null,
    maxPaise: values.maxPaise ?? null,
    perUnitPaise: values.perUnitPaise ?? null,
    licencePoints: values.licencePoints ?? null,
    effectiveFrom: values.effectiveFrom,
    effectiveTo: values.effectiveTo ?? null,
    priority: values.priority ?? null,
  };
}

const officesOf = async (db: Queryable, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await db.query<{ id: string; state: string }>('select id, state from offices_rto where id = any($1::uuid[])', [
        [...ids],
      ])
    ).map(({ id, state }) => [id, state]),
  );

/** What the Act has for an offence, in paise. */
interface ActFines {
  id: string;
  firstMin: number | null;
  firstMax: number | null;
  repeatMin: number | null;
  repeatMax: number | null;
}
const actFines = async (db: Queryable, ids: readonly string[]): Promise<Map<string, ActFines>> =>
  new Map(
    (
      await db.query<ActFines>(
        `select id, first_fine_min_paise as "firstMin", first_fine_max_paise as "firstMax", repeat_fine_min_paise as "repeatMin",
           repeat_fine_max_paise as "repeatMax" from challan_type where id = any($1::uuid[]) and legal_source = 'ACT'`,
        [[...new Set(ids)]],
      )
    ).map((row) => [row.id, row]),
  );

/** Says where a rule asks for more or less than the Act has: States may notify other amounts. */
function actWords(rule: FineRule, act: ActFines | undefined): string[] {
  if (!act || rule.action === 'WARN') return [];
  const isRepeat = rule.offence === 'REPEATED';
  const [least, most] = isRepeat ? [act.repeatMin, act.repeatMax] : [act.firstMin, act.firstMax];
  const low = rule.amountPaise ?? rule.minPaise;
  const high = rule.amountPaise ?? rule.maxPaise;
  return [
    ...(high !== null && most !== null && high > most ? [`More than the Act’s ${moneyText(most)}`] : []),
    ...(low !== null && least !== null && low < least ? [`Less than the Act’s ${moneyText(least)}`] : []),
  ];
}
