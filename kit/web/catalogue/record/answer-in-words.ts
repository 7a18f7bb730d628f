import { formatDay, said, t } from '../../i18n.ts';
import { shortReason } from '../short-reason.ts';

/** Something that stands against a record. */
interface Line {
  about: string;
  of: string;
  text: string;
  /** Nothing is stopped by it. */
  warns?: true;
}
interface Answer<L extends Line> {
  colour: 'GREEN' | 'AMBER' | 'RED';
  /** The worst first. */
  lines: readonly L[];
  /** The last day on which it is cleared, and what ends it; null where nothing does by itself. */
  cleared: { until: string; by: L } | null;
}

/** A compliance status in a sentence of the reader's language, and what is beside it. */
export interface AnswerInWords<L> {
  /** 'Cleared to run until 27 Nov 2026, with 1 warning', 'Blocked. Insurance policy expired on 10 Nov 2026'. */
  sentence: string;
  /** What ends it, where none of the lines says so already: 'After that: PUC expired'. */
  after: string | undefined;
  /** What the sentence says. */
  told: L | undefined;
  /** What it does not say; undefined while it is not known. */
  others: readonly L[] | undefined;
}

/**
 * @param kept what is known before the answer is there
 * @param to what a vehicle or a driver is cleared to do
 */
export function answerInWords<L extends Line>(
  data: Answer<L> | undefined,
  kept: { verdict: Answer<L>['colour']; verdictLine: string | null },
  to: 'run' | 'drive',
): AnswerInWords<L> {
  if ((data?.colour ?? kept.verdict) === 'RED') {
    const [told, ...others] = data?.lines ?? [];
    const reason = data ? told?.text : kept.verdictLine;
    const sentence = reason ? t('record.blockedBecause', { reason: said(reason) }) : t('record.blocked');
    return { sentence, after: undefined, told, others: data && others };
  }
  const { cleared, lines } = data ?? {};
  const isSaid = cleared && lines?.some(({ of, about }) => of === cleared.by.of && about === cleared.by.about);
  const answer = cleared
    ? t(`record.clearedUntil.${to}`, { day: formatDay(cleared.until) })
    : t(`record.cleared.${to}`);
  const count = lines?.filter(({ warns }) => warns).length ?? 0;
  return {
    sentence: count > 0 ? t('record.withWarnings', { answer, count }) : answer,
    after: cleared && !isSaid ? t('record.after', { reason: shortReason(cleared.by.text) }) : undefined,
    told: undefined,
    others: lines,
  };
}
