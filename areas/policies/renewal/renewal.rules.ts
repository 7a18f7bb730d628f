import { addDays, birthday } from '#kit/contract/days.ts';
import { type Cover, daysBetween } from '../policy/policy-state.rules.ts';

/** The last day of a period of so many years: the day before the same day. A year from 29 February ends on 28 February. */
export const periodEnd = (from: string, years: number): string => addDays(birthday(from, years), -1);

/**
 * When a renewed cover begins: the day after the old one ends; of one that is over, today, as cover is never sold for days that have
 * passed.
 */
export const nextStart = (old: Cover, today: string): string => (old.to < today ? today : addDays(old.to, 1));

/** Days without cover that a renewal from a day leaves. */
export const gapOf = (old: Cover, from: string): number => Math.max(0, daysBetween(old.to, from) - 1);
