import { addDays, daysBetween } from '#kit/contract/days.ts';
import type { PolicyState } from './policy.contract.ts';

/** What is covered: own damage, or liability to third parties. */
export type CoverKind = 'OD' | 'TP';
export const coverKinds: readonly CoverKind[] = ['OD', 'TP'];

/** Which covers a type of policy has. */
export const coversOfType: Readonly<Record<string, readonly CoverKind[]>> = {
  THIRD_PARTY: ['TP'],
  PACKAGE: ['OD', 'TP'],
  STANDALONE_OD: ['OD'],
  BUNDLED: ['OD', 'TP'],
};

/** One cover of a policy, first and last day included. */
export interface Cover {
  kind: CoverKind;
  from: string;
  to: string;
}

/** A policy as far as its state goes by its days. */
export interface DatedPolicy {
  id: string;
  issued: boolean;
  /** Not deleted, not deactivated. */
  live: boolean;
  odFrom: string | null;
  odTo: string | null;
  tpFrom: string | null;
  tpTo: string | null;
  cancelledOn: string | null;
  previousPolicyId: string | null;
}

/** Days before an end from which a renewal is due. */
export const dueDays = 30;
/** Days after an end from which the no-claim bonus is lost, and a policy is lapsed. */
export const lapseDays = 90;

/** The covers that a policy gives, as far as they were not cancelled. A draft gives none. */
export function coversOf(policy: DatedPolicy): Cover[] {
  if (!policy.issued || !policy.live) return [];
  const end = policy.cancelledOn === null ? null : addDays(policy.cancelledOn, -1);
  const cover = (kind: CoverKind, from: string | null, to: string | null): Cover[] => {
    if (from === null || to === null) return [];
    const last = end !== null && end < to ? end : to;
    return last < from ? [] : [{ kind, from, to: last }];
  };
  return [...cover('OD', policy.odFrom, policy.odTo), ...cover('TP', policy.tpFrom, policy.tpTo)];
}

export interface StateOnDay {
  state: PolicyState;
  /** The end that comes next; of a policy that is over, its last one. */
  nextEnd: string | null;
  /** The first day after this one on which the state may be another; null: never. */
  turnsOn: string | null;
}

/**
 * The state of a policy on a day in India. A day is covered until it is over.
 * @param renewed covers that another policy goes on with
 */
export function stateOn(policy: DatedPolicy, renewed: ReadonlySet<CoverKind>, day: string): StateOnDay {
  const covers = coversOf({ ...policy, live: true });
  const open = covers.filter(({ kind }) => !renewed.has(kind));
  const counted = open.length > 0 ? open : covers;
  const turns = [
    ...covers.flatMap(({ from, to }) => [from, addDays(to, -dueDays), addDays(to, 1), addDays(to, lapseDays + 1)]),
    ...(policy.cancelledOn === null ? [] : [policy.cancelledOn]),
  ].filter((turn) => turn > day);
  const turnsOn = turns.sort()[0] ?? null;
  const running = counted.filter(({ from, to }) => from <= day && to >= day);
  const ahead = counted.filter(({ from }) => from > day);
  const ends = counted.map(({ to }) => to).sort();
  const nextEnd = ends.find((end) => end >= day) ?? ends.at(-1) ?? null;
  const answer = (state: PolicyState): StateOnDay => ({ state, nextEnd, turnsOn });
  if (!policy.issued) return { state: 'DRAFT', nextEnd: draftEnd(policy), turnsOn: null };
  // One that was cancelled from its first day never covers, and has not to wait for that day.
  if (policy.cancelledOn !== null && (policy.cancelledOn <= day || covers.length === 0)) return answer('CANCELLED');
  if (covers.length > 0 && open.length === 0) return answer('RENEWED');
  if (running.length > 0) {
    if (running.some(({ to }) => daysBetween(day, to) <= dueDays)) return answer('DUE');
    return answer(counted.some(({ to }) => to < day) ? 'PART_EXPIRED' : 'ACTIVE');
  }
  if (ahead.length > 0) return answer('SCHEDULED');
  const last = ends.at(-1);
  return answer(last !== undefined && daysBetween(last, day) > lapseDays ? 'LAPSED' : 'EXPIRED');
}

const draftEnd = ({ odTo, tpTo }: DatedPolicy): string | null =>
  [odTo, tpTo].filter((end) => end !== null).sort()[0] ?? null;

/** The day on which a policy begins, whatever became of it. */
export const firstDay = ({ odFrom, tpFrom }: DatedPolicy): string | undefined =>
  [odFrom, tpFrom].filter((day) => day !== null).sort()[0];

/** Covers that a renewal gives and that begin no earlier than what it renews. */
export function goesOnWith(next: DatedPolicy, previous: DatedPolicy): CoverKind[] {
  const began = firstDay(previous);
  return coversOf(next)
    .filter(({ from }) => began !== undefined && from >= began)
    .map(({ kind }) => kind);
}

/** For each policy of a vehicle, the covers that another one of them goes on with. */
export function renewedCovers(policies: readonly DatedPolicy[]): Map<string, Set<CoverKind>> {
  const renewed = new Map<string, Set<CoverKind>>(policies.map(({ id }) => [id, new Set()]));
  const known = new Map(policies.map((policy) => [policy.id, policy]));
  for (const next of policies) {
    const previous = next.previousPolicyId === null ? undefined : known.get(next.previousPolicyId);
    if (previous && previous.id !== next.id)
      for (const kind of goesOnWith(next, previous)) renewed.get(previous.id)?.add(kind);
  }
  return renewed;
}

/** Days without cover of its kind right before a policy begins; 0 for the first one of a vehicle. */
export function gapBefore(policy: DatedPolicy, policies: readonly DatedPolicy[]): number {
  const own = coversOf(policy);
  // Third-party cover is what the law asks for; a policy for own damage alone is measured by that.
  const cover = own.find(({ kind }) => kind === 'TP') ?? own[0];
  if (!cover) return 0;
  const before = policies
    .filter(({ id }) => id !== policy.id)
    .flatMap(coversOf)
    .filter(({ kind, from }) => kind === cover.kind && from < cover.from)
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return before === undefined ? 0 : Math.max(0, daysBetween(before, cover.from) - 1);
}
