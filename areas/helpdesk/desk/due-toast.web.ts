import { formatTime, t } from '#kit/web/i18n.ts';
import { tellTogether } from '#kit/web/live/told-together.ts';
import type { DueNotice } from './due-notice.contract.ts';

/** Says on whatever page somebody of the desk has open that a ticket of theirs or of their team becomes due, or is late. */
export const hearDue = tellTogether<DueNotice>({
  to: 'staff',
  stale: 'help-desk',
  one({ ticketNo, subject, isLate, isRisen, isAnswer, dueAt }) {
    const about = { ticket: ticketNo, subject };
    if (isRisen) return t(isAnswer ? 'lateness.answerRisen' : 'lateness.solutionRisen', about);
    if (isLate) return t(isAnswer ? 'lateness.answerLate' : 'lateness.solutionLate', about);
    return t(isAnswer ? 'lateness.answerSoon' : 'lateness.solutionSoon', { ...about, at: formatTime(dueAt) });
  },
  many: (told) => t('lateness.many', { count: told.length, late: told.filter(({ isLate }) => isLate).length }),
});
