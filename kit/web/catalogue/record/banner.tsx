import { type ReactNode, useId, useState } from 'react';
import { said, useT } from '../../i18n.ts';
import { When } from '../../ui/when.tsx';

/** What stands against a record, or is to be known of it. */
export interface Reason {
  key: string;
  tone: 'bad' | 'due' | 'info';
  text: ReactNode;
  /** What can be done about it. */
  step?: ReactNode;
}

/**
 * How a record is, why, and what to do next: between its head and its tabs, on every tab. As high as its fallback in the page
 * until it knows all, so that nothing below it moves.
 */
export function RecordBanner(props: {
  /** What is asked, as 'Compliance status'. */
  title: string;
  tone: 'ok' | 'due' | 'bad' | 'info' | 'off';
  /** The answer in a word. */
  answer: ReactNode;
  /** One more line below the answer. */
  under?: ReactNode;
  /** Undefined while they are not known. */
  reasons: readonly Reason[] | undefined;
  /** What is said where there is no reason. */
  noReason: string;
  /** The first reason, where it is known before all of them are. */
  firstReason?: string | null | undefined;
  /** Further facts, below the reasons. */
  children?: ReactNode;
  /** The primary action of the page. */
  next?: ReactNode;
}) {
  const { title, tone, answer, under, reasons, noReason, firstReason, children, next } = props;
  const id = useId();
  return (
    <section className={`sheet sec record-banner ${tone}`} aria-labelledby={id} aria-busy={!reasons}>
      <div className="banner-answer">
        <h2 className="t2 sm" id={id}>
          <bdi>{title}</bdi>
        </h2>
        <p className="banner-word" role="status">
          {answer}
        </p>
        {under === undefined ? null : <p className="banner-under t2 sm">{under}</p>}
      </div>
      <div className="banner-reasons">
        {reasons ? (
          reasons.length === 0 ? (
            <p className="t2">
              <bdi>{noReason}</bdi>
            </p>
          ) : (
            <Reasons reasons={reasons} />
          )
        ) : (
          <p>{firstReason ? <bdi>{said(firstReason)}</bdi> : null}</p>
        )}
        {children}
      </div>
      {reasons ? next : null}
    </section>
  );
}

/** The day on which the answer may be another by itself. */
export function AnswerUntil({ day }: { day: string | null | undefined }) {
  const t = useT();
  return day ? (
    <bdi>
      {t('record.until')} <When at={day} />
    </bdi>
  ) : null;
}

/** Reasons that are shown at first: the worst come first, and a page is not to begin with a list of them. */
const firstReasons = 3;

/** Many are cut to the first, with a button for the others. */
function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // One more takes no more room than the button.
  const isCut = reasons.length > firstReasons + 1;
  const count = reasons.length - firstReasons;
  return (
    <>
      <ReasonLines reasons={isCut && !isOpen ? reasons.slice(0, firstReasons) : reasons} />
      {isCut ? (
        <button type="button" className="btn g sm more-reasons" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('record.fewerReasons') : t('record.moreReasons', { count })}
        </button>
      ) : null}
    </>
  );
}

/** Reasons, each with what can be done about it. */
export function ReasonLines({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="reason-lines">
      {reasons.map(({ key, tone, text, step }) => (
        <li key={key}>
          <span className={`st ${tone}`}>
            <bdi>{text}</bdi>
          </span>
          {step}
        </li>
      ))}
    </ul>
  );
}
