import { formatDay } from '#kit/web/i18n.ts';
import type { Translate } from '#kit/web/texts/texts.ts';
import type { Challan } from './challan.queries.ts';
import { daysTo } from './deadlines.web.ts';
import { inRupees } from './state-words.web.ts';

/** How a challan is, and what is to be done now, for whoever looks. */
export interface ChallanNow {
  tone: 'ok' | 'due' | 'bad' | 'info' | 'off';
  answer: string;
  lines: readonly string[];
  /** Keys of the actions that belong here, the first one first. */
  acts: readonly string[];
}
type Given = Omit<ChallanNow, 'lines' | 'acts'> & Partial<ChallanNow>;

interface Reader {
  row: Challan;
  isStaff: boolean;
  t: Translate;
}

const dateOf = (moment: string | null): string => (moment === null ? '' : formatDay(moment));

/** A challan in the words of its reader: staff are asked for other things than the client. */
export function challanNow(reader: Reader): ChallanNow {
  const { row, t } = reader;
  if (row.status !== 1) return whole({ tone: 'off', answer: t('challan.now.inactive') });
  const said = before(reader) ?? contested(reader) ?? toPay(reader) ?? over(reader);
  return whole(said);
}
const whole = ({ lines = [], acts = [], ...rest }: Given): ChallanNow => ({ lines, acts, ...rest });

/** Until the notice has arrived. */
function before({ row, isStaff, t }: Reader): Given | undefined {
  const { challanStatus, askedAt, answeredAt, answerBy, notifyBy } = row;
  if (challanStatus === 'ISSUED') {
    const day = dateOf(notifyBy);
    if (!isStaff) return { tone: 'info', answer: t('challan.now.arrives'), lines: [t('challan.now.arrivesText')] };
    const isLate = notifyBy !== null && daysTo(notifyBy) < 0;
    return {
      tone: isLate ? 'bad' : 'due',
      answer: t('challan.now.send'),
      lines: [t(isLate ? 'challan.now.sendLate' : 'challan.now.sendBy', { day })],
      acts: ['notify'],
    };
  }
  if (challanStatus !== 'DRAFT') return undefined;
  const day = dateOf(answerBy);
  const mayAnswer = answerBy !== null && daysTo(answerBy) >= 0;
  if (!isStaff)
    return answeredAt === null
      ? {
          tone: 'due',
          answer: t('challan.now.say'),
          lines: [t(mayAnswer ? 'challan.now.sayBy' : 'challan.now.sayLate', { day })],
          acts: ['answer'],
        }
      : {
          tone: 'info',
          answer: t('challan.now.waitOffice'),
          lines: [t('challan.now.answered', { day: dateOf(answeredAt) })],
        };
  if (askedAt === null)
    return {
      tone: 'info',
      answer: t('challan.now.askOrIssue'),
      lines: [t('challan.now.notAsked')],
      acts: ['ask', 'issue'],
    };
  if (answeredAt !== null)
    return {
      tone: 'due',
      answer: t('challan.now.issue'),
      lines: [t('challan.now.driverSaid', { day: dateOf(answeredAt), answer: row.answer ?? '' })],
      acts: ['issue'],
    };
  return mayAnswer
    ? {
        tone: 'info',
        answer: t('challan.now.waitDriver'),
        lines: [t('challan.now.waitUntil', { day })],
        acts: ['answer'],
      }
    : {
        tone: 'due',
        answer: t('challan.now.issue'),
        lines: [t('challan.now.noAnswer', { day })],
        acts: ['issue', 'answer'],
      };
}

/** While it can be contested, and while a contest is open. */
function contested({ row, isStaff, t }: Reader): Given | undefined {
  const { challanStatus, contestBy, decideBy, paidPaise, source } = row;
  const isOwn = source === 'INTERNAL';
  if (challanStatus === 'NOTIFIED') {
    const day = dateOf(contestBy);
    const isMoney = (row.amountPaise ?? 0) > 0;
    const line = isMoney
      ? isStaff
        ? t('challan.now.waitPay', { day })
        : t(isOwn ? 'challan.now.payOrContest' : 'challan.now.payThere', { day })
      : t('challan.now.contestWarning', { day });
    return {
      tone: isStaff ? 'info' : 'due',
      answer: t(isStaff ? 'challan.now.waitClient' : isMoney ? 'challan.now.choose' : 'challan.now.warned'),
      lines: [line],
      acts: isOwn ? ['pay-challan', 'contest', 'paid-elsewhere'] : ['paid-elsewhere', 'contest'],
    };
  }
  if (challanStatus !== 'CONTESTED') return undefined;
  const day = dateOf(decideBy);
  const held = paidPaise > 0 ? [t('challan.now.held', { amount: inRupees(paidPaise) })] : [];
  if (isStaff)
    return {
      tone: 'due',
      answer: t(isOwn ? 'challan.now.decide' : 'challan.now.noteDecision'),
      lines: [t('challan.now.decideBy', { day }), ...held],
      acts: ['decide'],
    };
  return {
    tone: 'info',
    answer: t('challan.now.waitDecision'),
    lines: [t(isOwn ? 'challan.now.decidedBy' : 'challan.now.decidedThere', { day }), ...held],
    acts: ['contest-more', 'pay-challan'],
  };
}

/** Accepted or upheld: it is to be paid. */
function toPay({ row, isStaff, t }: Reader): Given | undefined {
  const { challanStatus, contestBy, payBy, overdue, decisionReason, source } = row;
  if (challanStatus !== 'DEEMED_ACCEPTED' && challanStatus !== 'UPHELD') return undefined;
  const why =
    challanStatus === 'UPHELD'
      ? row.depositPaise === null
        ? t('challan.now.upheld', { reason: decisionReason ?? '' })
        : t('challan.now.courtUpheld')
      : t('challan.now.accepted', { day: dateOf(contestBy) });
  const openPaise = Math.max(0, (row.amountPaise ?? 0) - row.paidPaise);
  if (openPaise === 0) return { tone: 'info', answer: t('challan.now.noMoney'), lines: [why], acts: ['court'] };
  const pay = t(overdue ? 'challan.now.overdue' : 'challan.now.payBy', {
    amount: inRupees(openPaise),
    day: dateOf(payBy),
  });
  return {
    tone: overdue ? 'bad' : 'due',
    answer: t(isStaff ? 'challan.now.waitPayment' : 'challan.now.pay'),
    lines: [pay, why],
    acts: source === 'INTERNAL' ? ['pay-challan', 'court', 'paid-elsewhere'] : ['paid-elsewhere', 'court'],
  };
}

/** Where nothing is to be done by the reader any more. */
function over({ row, isStaff, t }: Reader): Given {
  const { challanStatus, decisionReason, decideBy, paidOn, depositPaise, refundedPaise } = row;
  const back = refundedPaise > 0 ? [t('challan.now.refunded', { amount: inRupees(refundedPaise) })] : [];
  if (challanStatus === 'COURT')
    return {
      tone: 'info',
      answer: t('challan.now.court'),
      lines: [t('challan.now.deposit', { amount: inRupees(depositPaise ?? 0) }), ...back],
      acts: isStaff ? ['court-decision'] : [],
    };
  if (challanStatus === 'CLOSED')
    return { tone: 'off', answer: t('challan.now.closed'), lines: [t('challan.now.closedText')] };
  if (challanStatus === 'PAID')
    return {
      tone: 'ok',
      answer: t('challan.now.paid'),
      lines: [t('challan.now.paidOn', { day: dateOf(paidOn) }), ...back],
    };
  if (challanStatus === 'CANCELLED')
    return {
      tone: 'off',
      answer: t('challan.now.cancelled'),
      lines: [
        depositPaise === null
          ? t('challan.now.cancelledFor', { reason: decisionReason ?? '' })
          : t('challan.now.courtCancelled'),
        ...back,
      ],
    };
  if (challanStatus === 'LAPSED')
    return {
      tone: 'off',
      answer: t('challan.now.lapsed'),
      lines: [t('challan.now.lapsedOn', { day: dateOf(decideBy) }), ...back],
    };
  return { tone: 'off', answer: t('challan.now.refundedAll'), lines: back };
}
