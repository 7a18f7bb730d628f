import { formatTime, t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import type { DueNotice } from './due-notice.contract.ts';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;
let waiting: DueNotice[] = [];

/** Says on whatever page somebody of the desk has open that a ticket of theirs or of their team becomes due, or is late. */
export function hearDue(_: string, data: unknown): void {
  waiting.push(data as DueNotice);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const told = waiting;
    waiting = [];
    void invalidate('help-desk');
    if (store.get('userData')?.kind !== 'staff') return;
    const late = told.filter(({ isLate }) => isLate).length;
    if (told.length > shownAtOnce) return toast.warn(t('lateness.many', { count: told.length, late }));
    for (const { ticketNo, subject, isLate, isAnswer, dueAt } of told) {
      const about = { ticket: ticketNo, subject };
      if (isLate) toast.warn(t(isAnswer ? 'lateness.answerLate' : 'lateness.solutionLate', about));
      else
        toast.warn(t(isAnswer ? 'lateness.answerSoon' : 'lateness.solutionSoon', { ...about, at: formatTime(dueAt) }));
    }
    return undefined;
  }, togetherMs);
}
