import type { ChallanAction, VehicleSize } from './challan-rule.contract.ts';
import type { Misfit } from './rule-test.contract.ts';

/** A challan rule as it is picked by. Amounts in paise, days as YYYY-MM-DD. */
export interface FineRule {
  id: string;
  ruleVersion: number;
  challanTypeId: string;
  state: string | null;
  rtoId: string | null;
  vehicleSize: VehicleSize | null;
  speedClasses: readonly string[] | null;
  categoryId: string | null;
  offence: 'FIRST' | 'REPEATED' | null;
  overUnit: 'KMH' | 'PERCENT' | null;
  overFrom: number | null;
  overTo: number | null;
  minSeconds: number | null;
  action: ChallanAction;
  amountPaise: number | null;
  minPaise: number | null;
  maxPaise: number | null;
  perUnitPaise: number | null;
  licencePoints: number | null;
  effectiveFrom: string;
  effectiveTo: string | null;
  priority: number | null;
}

/** What happened, as rules ask about it. */
export interface Offence {
  /** The offence; null: any kind of speeding. */
  challanTypeId: string | null;
  /** India's day of the offence. */
  day: string;
  /** Where it happened. */
  state: string | null;
  /** Where the vehicle is registered. */
  rtoId: string | null;
  vehicleSize: VehicleSize | null;
  speedClass: string | null;
  categoryId: string | null;
  /** 1: the first one within the time that counts. */
  offenceNo: number;
  /** The speed that is held against the driver, after every correction in his favour, in km/h. */
  speed: { kmh: number; limitKmh: number; seconds: number } | null;
  /** Alterations, passengers or tonnes, where the fine is for each of them. */
  units: number | null;
}

export function misfitOf(rule: FineRule, of: Offence): Misfit | null {
  if (of.challanTypeId !== null && rule.challanTypeId !== of.challanTypeId) return 'OTHER_OFFENCE';
  if (of.day < rule.effectiveFrom || (rule.effectiveTo !== null && of.day > rule.effectiveTo)) return 'NOT_IN_FORCE';
  if (rule.state !== null && rule.state !== of.state) return 'OTHER_STATE';
  if (rule.rtoId !== null && rule.rtoId !== of.rtoId) return 'OTHER_RTO';
  if (rule.vehicleSize !== null && rule.vehicleSize !== of.vehicleSize) return 'OTHER_SIZE';
  if (rule.speedClasses !== null && !rule.speedClasses.includes(of.speedClass ?? '')) return 'OTHER_CLASS';
  if (rule.categoryId !== null && rule.categoryId !== of.categoryId) return 'OTHER_CATEGORY';
  if (rule.offence !== null && (rule.offence === 'FIRST') !== of.offenceNo <= 1) return 'OTHER_REPETITION';
  if (isOnSpeed(rule) !== (of.speed !== null)) return 'NOT_SPEEDING';
  if (of.speed === null || rule.overFrom === null) return null;
  const over = overBy(of.speed, rule.overUnit);
  if (over < rule.overFrom || (rule.overTo !== null && over >= rule.overTo)) return 'OUTSIDE_BAND';
  return rule.minSeconds !== null && of.speed.seconds < rule.minSeconds ? 'TOO_SHORT' : null;
}

/** A rule on speeding says from which excess on it applies. */
export const isOnSpeed = ({ overFrom }: Pick<FineRule, 'overFrom'>): boolean => overFrom !== null;

/** How much the speed was above the limit, in km/h or as a share of the limit in percent. */
export const overBy = ({ kmh, limitKmh }: { kmh: number; limitKmh: number }, unit: FineRule['overUnit']): number =>
  unit === 'PERCENT' ? ((kmh - limitKmh) * 100) / limitKmh : kmh - limitKmh;

/**
 * How closely a rule says whom it is for, the most important first: its RTO before its state, its category before classes before
 * size, its repetition, its length, and last the priority somebody gave it.
 */
const closeness = (rule: FineRule): readonly number[] => [
  rule.rtoId === null ? (rule.state === null ? 0 : 1) : 2,
  rule.categoryId === null ? 0 : 1,
  rule.speedClasses === null ? 0 : 1,
  rule.vehicleSize === null ? 0 : 1,
  rule.offence === null ? 0 : 1,
  rule.minSeconds ?? 0,
  rule.priority ?? 0,
];

/** Negative: `a` goes first. Rules that tie here cannot meet, see `clashOf`; their ids decide, so that the answer is always the same. */
function before(a: FineRule, b: FineRule): number {
  const [left, right] = [closeness(a), closeness(b)];
  for (const [at, value] of left.entries()) if (value !== right[at]) return (right[at] ?? 0) - value;
  return a.id < b.id ? -1 : 1;
}

/** The rules that fit an offence, the one that applies first. */
export const fittingRules = (rules: readonly FineRule[], of: Offence): FineRule[] =>
  rules.filter((rule) => misfitOf(rule, of) === null).toSorted(before);

/** What a rule asks for: an amount, and where it leaves a choice, between what. All in paise; null: no money. */
export interface Asked {
  amountPaise: number | null;
  minPaise: number | null;
  maxPaise: number | null;
}

/**
 * The fine by a rule. Of a range it is the least that the rule names, or, where it names only the most, that; with what is for each unit
 * on top.
 */
export function askedBy(rule: FineRule, units: number | null): Asked {
  if (rule.action === 'WARN') return { amountPaise: null, minPaise: null, maxPaise: null };
  const more = (rule.perUnitPaise ?? 0) * (units ?? (rule.perUnitPaise === null ? 0 : 1));
  const fixed = rule.amountPaise ?? rule.minPaise ?? rule.maxPaise;
  if (fixed === null)
    return rule.perUnitPaise === null ? nothing : { amountPaise: more, minPaise: more, maxPaise: more };
  return {
    amountPaise: fixed + more,
    minPaise: (rule.amountPaise ?? rule.minPaise ?? 0) + more,
    maxPaise: (rule.amountPaise ?? rule.maxPaise ?? fixed) + more,
  };
}
const nothing: Asked = { amountPaise: null, minPaise: null, maxPaise: null };

/** Whether one day is in both. */
const daysMeet = (a: FineRule, b: FineRule): boolean =>
  a.effectiveFrom <= (b.effectiveTo ?? '9999') && b.effectiveFrom <= (a.effectiveTo ?? '9999');

/** Whether two rules may fit the same offence while nothing says which of them applies. */
export function clashOf(a: FineRule, b: FineRule): boolean {
  const [left, right] = [closeness(a), closeness(b)];
  if (left.some((value, at) => value !== right[at]) || isOnSpeed(a) !== isOnSpeed(b)) return false;
  // Rules on speeding are picked without their offence: it follows from the rule.
  if (!isOnSpeed(a) && a.challanTypeId !== b.challanTypeId) return false;
  const same = a.rtoId === b.rtoId && a.state === b.state && a.vehicleSize === b.vehicleSize;
  if (!same || a.categoryId !== b.categoryId || a.offence !== b.offence || !daysMeet(a, b)) return false;
  if (
    a.speedClasses !== null &&
    b.speedClasses !== null &&
    !a.speedClasses.some((one) => b.speedClasses?.includes(one))
  )
    return false;
  if (!isOnSpeed(a)) return true;
  // Bands of km/h and of percent meet at some limit.
  if (a.overUnit !== b.overUnit) return true;
  return (a.overFrom ?? 0) < (b.overTo ?? Infinity) && (b.overFrom ?? 0) < (a.overTo ?? Infinity);
}

/** What is wrong between the fields of a rule. */
export function checkFineRule(rule: FineRule): Partial<Record<keyof FineRule, string>> {
  const messages: Partial<Record<keyof FineRule, string>> = {};
  const { action, amountPaise, minPaise, maxPaise, perUnitPaise, overUnit, overFrom, overTo, minSeconds } = rule;
  const isFixed = amountPaise !== null;
  if (isFixed && (minPaise !== null || maxPaise !== null))
    messages.amountPaise = 'Enter either a fine or a range, not both';
  if (minPaise !== null && maxPaise === null) messages.maxPaise = 'Up to is required with At least';
  const isMoney = isFixed || maxPaise !== null || perUnitPaise !== null;
  if (action === 'WARN' && (isMoney || minPaise !== null)) messages.action = 'A warning asks for no money';
  if (action === 'FINE' && !isMoney) messages.amountPaise = 'Enter a fine or a range';
  if (overFrom === null && (overTo !== null || overUnit !== null || minSeconds !== null))
    messages.overFrom = 'Required for a rule on speeding';
  if (overFrom !== null && overUnit === null) messages.overUnit = 'Choose km/h or %';
  if (overFrom !== null && overTo !== null && overTo <= overFrom) messages.overTo = 'Must be more than From';
  return messages;
}
