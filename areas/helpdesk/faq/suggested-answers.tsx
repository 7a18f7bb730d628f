import { IconCheck } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useState } from 'react';
import { constants } from '#kit/web/constants.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { AnswerList } from '../answer-list.tsx';
import { sayAnswered, useSuggestedAnswers } from '../helpdesk.queries.ts';
import { faqLimits } from './faq-answers.contract.ts';
import styles from '../helpdesk.module.css';

/** Fewer characters say too little to suggest anything. */
const fewest = 4;

interface Props {
  /** What somebody is writing: the subject of a ticket, a question. */
  subject: string;
  /** Offers to say that an answer was enough, counts it, and is called then. Left out, nothing is asked. */
  onAnswered?: (faqId: string) => void;
  /** An answer that is not suggested: the one that is being written. */
  except?: string | undefined;
}

/**
 * Answers that a text is about, which open in place while somebody writes it: three at most. It says nothing while there are none,
 * and never takes the focus.
 */
export function SuggestedAnswers({ subject, ...more }: Props) {
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(subject.trim()), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [subject]);
  return sought.length < fewest || subject.trim() === '' ? null : <Found words={sought} {...more} />;
}

/** What the button below an answer goes by: answers are drawn by the list, which knows nothing of it. */
const Answering = createContext<{ said: string | undefined; say: (faqId: string) => void }>({
  said: undefined,
  say: () => undefined,
});

function Found({ words, onAnswered, except }: Omit<Props, 'subject'> & { words: string }) {
  const t = useT();
  const { data, isPlaceholderData } = useSuggestedAnswers(words);
  const [said, setSaid] = useState<string>();
  const shown = (data ?? []).filter(({ id }) => id !== except).slice(0, faqLimits.suggested);
  const counted = { count: shown.length, shown: formatNumber(shown.length) };
  const say = async (faqId: string) => {
    setSaid(faqId);
    // That it could not be counted is nobody's business who has the answer.
    await sayAnswered(faqId).catch(() => undefined);
    onAnswered?.(faqId);
  };
  return (
    <Answering value={{ said, say: (faqId) => void say(faqId) }}>
      <div className={styles.category} aria-busy={isPlaceholderData}>
        <p className={shown.length > 0 ? 't2 sm' : 'sr'} role="status">
          {shown.length > 0 ? <bdi>{t(onAnswered ? 'help.suggested' : 'help.similar', counted)}</bdi> : null}
        </p>
        <AnswerList questions={shown} {...(onAnswered ? { Below: Enough } : {})} />
      </div>
    </Answering>
  );
}

function Enough({ faqId }: { faqId: string }) {
  const t = useT();
  const { said, say } = useContext(Answering);
  const isSaid = said === faqId;
  return (
    <div className={styles.helpful}>
      <button
        type="button"
        className="btn d sm"
        aria-disabled={isSaid}
        onClick={() => (isSaid ? undefined : say(faqId))}
      >
        <IconCheck className="i s" aria-hidden="true" />
        {t('help.answered')}
      </button>
      <span className="t2 sm" role="status">
        {isSaid ? <bdi>{t('help.answeredThanks')}</bdi> : null}
      </span>
    </div>
  );
}
