import { indiaDay } from '#kit/contract/days.ts';
import { useT } from '#kit/web/i18n.ts';
import type { Challan } from './challan.queries.ts';

/** Whole days from today to a day, both in India: 0 is today, less than 0 is past. */
export const daysTo = (day: string, now = new Date()): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${indiaDay(now)}T00:00:00Z`)) / 86_400_000);

/** Gives how far a day is, in words: 12 days left, Today, 3 days late. */
export function useDaysLeft(): (day: string) => string {
  const t = useT();
  return (day) => {
    const left = daysTo(day);
    if (left === 0) return t('challan.lastDay');
    return left > 0 ? t('challan.daysLeft', { count: left }) : t('challan.daysLate', { count: -left });
  };
}

export type ClockName = 'answerBy' | 'notifyBy' | 'contestBy' | 'decideBy' | 'payBy';
export interface ChallanClock {
  name: ClockName;
  /** Null: it does not run yet, or never will. */
  day: string | null;
  state: 'RUNNING' | 'LATE' | 'DONE' | 'EXPIRED' | 'TO_COME' | 'NEVER';
}

/** In these a deadline that does not run yet may still begin. */
const before: Readonly<Record<ClockName, readonly Challan['challanStatus'][]>> = {
  answerBy: ['DRAFT'],
  notifyBy: ['DRAFT'],
  contestBy: ['DRAFT', 'ISSUED'],
  decideBy: ['DRAFT', 'ISSUED', 'NOTIFIED'],
  payBy: ['DRAFT', 'ISSUED', 'NOTIFIED', 'CONTESTED'],
};
const comesBefore = (status: Challan['challanStatus'], name: ClockName) => before[name].includes(status);

/** Every deadline of a challan, in the order in which they come. */
export function clocksOf(row: Challan, now = new Date()): ChallanClock[] {
  const { challanStatus: status } = row;
  const clock = (name: ClockName, isRunning: boolean, isDone: boolean): ChallanClock => {
    const day = row[name];
    if (day === null) return { name, day, state: comesBefore(status, name) ? 'TO_COME' : 'NEVER' };
    if (isDone) return { name, day, state: 'DONE' };
    if (isRunning) return { name, day, state: daysTo(day, now) < 0 ? 'LATE' : 'RUNNING' };
    return { name, day, state: 'EXPIRED' };
  };
  const isPaid = status === 'PAID' || status === 'REFUNDED';
  const own: ChallanClock[] =
    row.source === 'INTERNAL'
      ? [
          clock('answerBy', status === 'DRAFT', row.answeredAt !== null),
          clock('notifyBy', status === 'ISSUED', row.notifiedOn !== null),
        ]
      : [];
  return [
    ...own,
    // Paid before it counted as accepted: there was no last day to pay by.
    clock('contestBy', status === 'NOTIFIED', row.contestedAt !== null || (isPaid && row.payBy === null)),
    clock('decideBy', status === 'CONTESTED', row.decidedAt !== null),
    // In court nothing is to be paid until the court decides.
    status === 'COURT'
      ? { name: 'payBy', day: null, state: 'TO_COME' }
      : clock('payBy', status === 'UPHELD' || status === 'DEEMED_ACCEPTED', isPaid),
  ];
}
