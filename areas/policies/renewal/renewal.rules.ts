import { addDays, birthday, dayInWords, daysBetween } from '#kit/contract/days.ts';
import { type Cover, coversOf, type DatedPolicy, type StateOnDay } from '../policy/policy-state.rules.ts';

/** The last day of a period of so many years: the day before the same day. A year from 29 February ends on 28 February. */
export const periodEnd = (from: string, years: number): string => addDays(birthday(from, years), -1);

/**
 * When a renewed cover begins: the day after the old one ends; of one that is over, today, as cover is never sold for days that have
 * passed.
 */
export const nextStart = (old: Cover, today: string): string => (old.to < today ? today : addDays(old.to, 1));

/** Days without cover that a renewal from a day leaves. */
export const gapOf = (old: Cover, from: string): number => Math.max(0, daysBetween(old.to, from) - 1);

/** Days before the end of a cover from which it is renewed: insurers give no earlier quote. */
const renewDays = 60;

/** The first day on which a policy can be renewed, where it has not come yet. */
function renewsFrom({ state, nextEnd }: Pick<StateOnDay, 'nextEnd'> & { state: string }, day: string) {
  if ((state !== 'ACTIVE' && state !== 'SCHEDULED') || nextEnd === null) return undefined;
  const from = addDays(nextEnd, -renewDays);
  return from > day ? from : undefined;
}

/** Why a policy is not renewed yet, in a sentence; undefined: it can be. */
export function tooEarly(policy: Parameters<typeof renewsFrom>[0], day: string): string | undefined {
  const from = renewsFrom(policy, day);
  return from && `This policy can be renewed from ${dayInWords(from)}, ${renewDays} days before its cover expires`;
}

const renewable: readonly string[] = ['ACTIVE', 'DUE', 'PART_EXPIRED', 'EXPIRED', 'LAPSED'];

/** Whether a renewal of a policy is offered on a day. */
export const isRenewable = (policy: Pick<StateOnDay, 'nextEnd'> & { state: string }, day: string): boolean =>
  renewable.includes(policy.state) && renewsFrom(policy, day) === undefined;

/**
 * The policy of a vehicle whose renewal is offered on a day: the last one that can be renewed, and of whose covers one is covered no
 * longer than by it.
 * @param policies oldest first
 */
export const toRenew = <P extends DatedPolicy>(
  policies: readonly P[],
  states: ReadonlyMap<string, StateOnDay>,
  day: string,
): P | undefined =>
  policies.findLast((policy) => {
    const state = states.get(policy.id);
    const others = policies.filter(({ id }) => id !== policy.id).flatMap(coversOf);
    const isLast = coversOf(policy).some(({ kind, to }) => !others.some((one) => one.kind === kind && one.to > to));
    return state !== undefined && isLast && isRenewable(state, day);
  });
