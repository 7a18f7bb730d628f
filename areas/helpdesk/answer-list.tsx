import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { AnsweredQuestion } from './faq/faq-answers.contract.ts';
import styles from './helpdesk.module.css';

const RichText = lazy(async () => ({ default: (await import('#kit/web/ui/rich-text.tsx')).RichText }));

type Below = ComponentType<{ faqId: string }>;

/** Questions with their answers behind them. @param props.Below what stands below an answer that is open */
export function AnswerList(props: {
  questions: readonly AnsweredQuestion[];
  isOpen?: (one: AnsweredQuestion) => boolean;
  Below?: Below;
}) {
  return props.questions.map((one) => (
    <Question key={one.id} one={one} opensAt={props.isOpen?.(one) ?? false} Below={props.Below} />
  ));
}

function Question(props: { one: AnsweredQuestion; opensAt: boolean; Below: Below | undefined }) {
  const { one, Below } = props;
  const [isOpen, setIsOpen] = useState(props.opensAt);
  return (
    <details open={props.opensAt} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <bdi lang={one.language}>{one.question}</bdi>
      </summary>
      <Suspense fallback={<span className="sk" />}>
        <div dir="auto" lang={one.language}>
          <RichText html={one.answer} />
        </div>
      </Suspense>
      {isOpen && Below ? <Below faqId={one.id} /> : null}
    </details>
  );
}

/** The same under their categories, in the order they come in. */
export function AnswersByCategory(props: { questions: readonly AnsweredQuestion[]; Below?: Below }) {
  return [...Map.groupBy(props.questions, ({ categoryId }) => categoryId)].map(([id, all]) => (
    <section key={id} className={styles.category} aria-label={all[0]?.category}>
      <h3 className="h2">
        <bdi>{all[0]?.category}</bdi>
      </h3>
      <AnswerList questions={all} {...(props.Below ? { Below: props.Below } : {})} />
    </section>
  ));
}
