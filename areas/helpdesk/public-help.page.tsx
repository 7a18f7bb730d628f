import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Logo } from '#kit/web/shell/logo.tsx';
import { DirectionButton, SkinButton } from '#kit/web/shell/look-buttons.tsx';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { AnswerList, AnswersByCategory } from './answer-list.tsx';
import { useEverybodysAnswers } from './helpdesk.queries.ts';
import { LanguageChoice, useAnswersIn, writtenIn } from './language-choice.tsx';
import '#kit/web/catalogue/filters/filters.css';
import lines from './helpdesk.module.css';
import styles from './public-help.module.css';

/** Answers for whoever has no account, or cannot get into it. */
export function PublicHelp() {
  const t = useT();
  const [words, setWords] = useState('');
  const asked = words.trim();
  const { data, error, refetch } = useEverybodysAnswers(asked);
  useEffect(() => {
    document.title = `${t('help.publicTitle')} · Roadkeeper`;
  }, [t]);
  const written = writtenIn(data ?? []);
  const [language, setLanguage] = useAnswersIn(written);
  const shown = asked === '' ? (data ?? []).filter((one) => one.language === language) : (data ?? []);
  return (
    <div className={styles.page}>
      <header>
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        <Link className="btn g" to="/login">
          {t('help.signIn')}
        </Link>
        <SkinButton />
        <DirectionButton />
      </header>
      <main id="main">
        <h1>{t('help.publicTitle')}</h1>
        <p className="t2">
          <bdi>{t('help.publicSub')}</bdi>
        </p>
        <SearchField label={t('help.search')} value={words} onChange={setWords} />
        <section className={`sheet sec ${styles.answers}`} aria-label={t('help.questions')}>
          {error && !data ? <Failure error={error} retry={() => void refetch()} /> : null}
          {data || error ? null : <span className="sk" />}
          {asked === '' ? <LanguageChoice written={written} value={language} onChange={setLanguage} /> : null}
          <p className={asked !== '' && shown.length > 0 ? 't2 sm' : 'sr'} role="status">
            {asked !== '' && data ? t('help.found', { count: shown.length, shown: formatNumber(shown.length) }) : ''}
          </p>
          {asked === '' ? (
            <AnswersByCategory questions={shown} />
          ) : (
            <div className={lines.category}>
              <AnswerList key={asked} questions={shown} isOpen={(one) => one === shown[0]} />
            </div>
          )}
          {data && shown.length === 0 ? (
            <p className="t2">
              <bdi>{t(asked === '' ? 'help.noneText' : 'help.noMatch')}</bdi>
            </p>
          ) : null}
        </section>
      </main>
    </div>
  );
}
