import { IconHelpCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { AnswerList, AnswersByCategory } from './answer-list.tsx';
import type { AnsweredQuestion } from './faq/faq-answers.contract.ts';
import { Helpful } from './faq/helpful.tsx';
import { noteGap, useFoundAnswers } from './helpdesk.queries.ts';
import { faq, faqCategory } from './helpdesk.contract.ts';
import { LanguageChoice, useAnswersIn, writtenIn } from './language-choice.tsx';
import styles from './helpdesk.module.css';

const answered = (row: RowOf<typeof faq>): AnsweredQuestion => ({
  id: row.id,
  categoryId: row.categoryId,
  category: named(row.category?.label ?? ''),
  question: row.question,
  answer: row.answer,
  language: row.language,
});

/** Published questions by their category, with the answers behind them; or those that some words are about, the best first. */
export function Answers({ words }: { words: string }) {
  return words === '' ? <AllAnswers /> : <FoundAnswers words={words} />;
}

function AllAnswers() {
  const t = useT();
  const questions = useAllRows(faq, { status: '1', state: 'PUBLISHED', sort: 'position' });
  const categories = useAllRows(faqCategory, { status: '1', sort: 'position' });
  const { error, data } = questions;
  const rows = (data ?? []).map(answered);
  const written = writtenIn(rows);
  const [language, setLanguage] = useAnswersIn(written);
  if (error && !data) return <Failure error={error} retry={() => void questions.refetch()} />;
  if (!data || categories.isLoading) return <span className="sk" />;
  const order = new Map((categories.data ?? []).map(({ id }, index) => [id, index]));
  const placeOf = ({ categoryId }: AnsweredQuestion) => order.get(categoryId) ?? order.size;
  const shown = rows.filter((row) => row.language === language).toSorted((a, b) => placeOf(a) - placeOf(b));
  if (shown.length === 0)
    return <Empty icon={<IconHelpCircle aria-hidden="true" />} title={t('help.none')} text={t('help.noneText')} />;
  return (
    <>
      <LanguageChoice written={written} value={language} onChange={setLanguage} />
      <AnswersByCategory questions={shown} Below={Helpful} />
    </>
  );
}

function FoundAnswers({ words }: { words: string }) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch, isPlaceholderData } = useFoundAnswers(words);
  const count = data?.length ?? 0;
  const isVain = data?.length === 0 && !isPlaceholderData;
  const isClient = !can('faq', 'edit');
  useEffect(() => {
    // Whoever goes on typing has not looked for it yet; and editors try out what is found.
    if (!isVain || !isClient) return undefined;
    const timer = setTimeout(() => void noteGap(words), 1_500);
    return () => clearTimeout(timer);
  }, [isVain, isClient, words]);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" />;
  return (
    <div className={styles.category} aria-busy={isPlaceholderData}>
      <p className={count > 0 ? 't2 sm' : 'sr'} role="status">
        {t('help.found', { count, shown: formatNumber(count) })}
      </p>
      <AnswerList key={words} questions={data} isOpen={(one) => one === data[0]} Below={Helpful} />
      {count > 0 ? null : (
        <p className="t2">
          <bdi>{t('help.noMatch')}</bdi>
        </p>
      )}
    </div>
  );
}
