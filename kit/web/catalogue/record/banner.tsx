import { createContext, type ReactNode, use, useId, useState } from 'react';
import { said, useT } from '../../i18n.ts';
import './banner.css';

/** What stands against a record, or is to be known of it. */
export interface Reason {
  key: string;
  tone: 'bad' | 'due' | 'info';
  text: ReactNode;
  /** What else is to be known of it, as that it only warns. */
  note?: string | null;
  /** What can be done about it. */
  step?: ReactNode;
}

type Tone = 'ok' | 'due' | 'bad' | 'info' | 'off';

/** The shapes of states, as everywhere, and what stands in them. */
const signs: Readonly<Record<Tone, readonly [shape: string, mark: string]>> = {
  ok: ['M20 3a17 17 0 1 1 0 34a17 17 0 0 1 0-34Z', 'M12.5 20.5l5.2 5.2l10-10.6'],
  due: ['M20 4.5L37 34.5a2 2 0 0 1-1.7 3H4.7a2 2 0 0 1-1.7-3Z', 'M20 15v10M20 31v.1'],
  bad: ['M20 2.5L37.5 20L20 37.5L2.5 20Z', 'M20 12.5v9.500M20 27.5v.1'],
  info: ['M8 5h24a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Z', 'M20 18.5v9.5M20 12.5v.1'],
  off: ['M20 3a17 17 0 1 1 0 34a17 17 0 0 1 0-34Z', 'M13 20h14'],
};

const Sign = ({ tone }: { tone: Tone }) => (
  <svg className="banner-sign" width={38} height={38} viewBox="0 0 40 40" aria-hidden="true">
    <path d={signs[tone][0]} />
    <path className="sign-mark" d={signs[tone][1]} />
  </svg>
);

/** What areas say of the record in a few words each, for the banner of its page. */
export const BannerFacts = createContext<ReactNode>(null);

/** One of them: '5 of 6 documents valid'. */
export const BannerFact = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <li className={`st ${tone} sm`}>
    <bdi>{children}</bdi>
  </li>
);

/**
 * How a record is, why, and what to do next: between its head and its tabs, on every tab. As high as its fallback in the page
 * until it knows all, so that nothing below it moves.
 */
export function RecordBanner(props: {
  /** What is asked, as 'Compliance status'. */
  title: string;
  tone: Tone;
  /** The answer, in a word or a sentence. */
  answer: ReactNode;
  /** One more line below the answer. */
  under?: ReactNode;
  /** Undefined while they are not known. */
  reasons: readonly Reason[] | undefined;
  /** What is said where there is no reason; left out: nothing. */
  noReason?: string;
  /** The first reason, where it is known before all of them are. */
  firstReason?: string | null | undefined;
  /** Further facts, below the reasons. */
  children?: ReactNode;
  /** The primary action of the page. */
  next?: ReactNode;
}) {
  const { title, tone, answer, under, reasons, noReason, firstReason, children, next } = props;
  const id = useId();
  const facts = use(BannerFacts);
  return (
    <section className={`sheet sec record-banner ${tone}`} aria-labelledby={id} aria-busy={!reasons}>
      <Sign tone={tone} />
      <div className="banner-text">
        <h2 className="t2 sm" id={id}>
          <bdi>{title}</bdi>
        </h2>
        <p className="banner-word" role="status">
          {answer}
        </p>
        <div className="banner-reasons">
          {under ? <p className="t2 sm">{under}</p> : null}
          {reasons ? (
            reasons.length > 0 ? (
              <Reasons reasons={reasons} />
            ) : noReason ? (
              <p className="t2">
                <bdi>{noReason}</bdi>
              </p>
            ) : null
          ) : firstReason ? (
            <p>
              <bdi>{said(firstReason)}</bdi>
            </p>
          ) : null}
          {children}
        </div>
        {facts}
      </div>
      {reasons ? next : null}
    </section>
  );
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
      {reasons.map(({ key, tone, text, note, step }) => (
        <li key={key}>
          <span className={`st ${tone}`}>
            <bdi>{text}</bdi>
          </span>
          {note ? (
            <span className="t2 sm">
              <bdi>{note}</bdi>
            </span>
          ) : null}
          {step}
        </li>
      ))}
    </ul>
  );
}
