import { authorityOf } from '#areas/rights/rights.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { type Action, actions } from '#kit/contract/rights.ts';
import type { ValuesOf } from '#kit/contract/rows.ts';
import type { RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import { versionRules, versionWarnings } from '#kit/server/catalogue/versioned.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { challanRule } from './challan-rule.contract.ts';
import { lineageOf, rulesBeside, ruleVersions } from './fine-rules.store.ts';
import { checkFineRule, clashOf, type FineRule } from './rule-pick.rules.ts';

type Values = ValuesOf<typeof challanRule>;

const lookAt: readonly Action[] = ['view', 'create', 'export'];

const versions = versionRules(challanRule, ruleVersions);

/** Rules of fines: what cannot be is refused, what is odd is said, and what has been in force stays as it was. */
export const challanRulePolicy: RowPolicy<typeof challanRule> = {
  ...versions,
  async check(db, writer, change) {
    await refuseOtherOffices(db, writer, change);
    await versions.check(db, writer, change);
    const isBack = change.action === 'restore' || (change.action === 'status' && change.values.status === 1);
    if (!isBack) return;
    const { before } = change;
    await takeTurns(db);
    const other = await clashing(db, asRule(before.id, before), await rulesBeside(db, [before.challanTypeId]));
    if (other) throw refuse.conflict(clashWords(other));
  },
  async complete(db, writer, drafts) {
    await takeTurns(db);
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
      const other = await clashing(db, rule, beside);
      if (other) {
        messages.priority = clashWords(other);
        continue;
      }
      versionWarnings(draft, writer);
      warnings.push(...actWords(rule, acts.get(rule.challanTypeId)));
    }
  },
  rights: ({ rtoIds }, row) => (!rtoIds || rtoIds.includes(row.rtoId ?? '') ? [...actions] : lookAt),
  rightsBy: ({ rtoIds }) => rtoIds?.join() ?? '',
};

/** Whoever works on some offices only writes rules of these. @throws 403 for those of others, and of whole states */
async function refuseOtherOffices(
  db: Queryable,
  writer: Writer,
  { before, values }: RowChange<typeof challanRule>,
): Promise<void> {
  const offices = (await authorityOf(db, writer))?.rtoIds;
  if (!offices) return;
  const isOther = (rtoId: string | null | undefined) => !offices.includes(rtoId ?? '');
  const isOtherThen = values !== null && 'challanTypeId' in values && isOther(values.rtoId);
  if ((before && isOther(before.rtoId)) || isOtherThen)
    throw refuse.forbidden('You only have access to assigned offices, so you write rules of these alone');
}

/** Who writes rules takes turns: two that clash would not see each other. */
const takeTurns = (db: Queryable) => db.query(`select pg_advisory_xact_lock(hashtextextended('challan rules', 0))`);

/** A rule that may fit the same offence while nothing says which of the two applies; versions of the rule itself follow each other. */
async function clashing(db: Queryable, rule: FineRule, beside: readonly FineRule[]): Promise<FineRule | undefined> {
  const others = beside.filter((one) => clashOf(rule, one));
  const own = others.length === 0 || rule.id === '' ? [rule.id] : await lineageOf(db, rule.id);
  return others.find(({ id }) => !own.includes(id));
}

const clashWords = ({ effectiveFrom }: FineRule): string =>
  `Another rule applies to the same cases from ${dayInWords(effectiveFrom)}. Give this one another priority, or other conditions`;

/** A rule as somebody writes it. */
function asRule(id: string, values: Values): FineRule {
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
