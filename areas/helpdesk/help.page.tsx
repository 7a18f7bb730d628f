import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useSearchKey } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { helpParts } from '#kit/web/shell/help-parts.ts';
import { KeyList } from '#kit/web/shell/key-list.tsx';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { Answers } from './answers.tsx';
import { Gaps } from './faq/gaps.tsx';
import '#kit/web/catalogue/filters/filters.css';
import styles from './helpdesk.module.css';

/** What anybody may need to know: answers, what areas have to tell, and the keys. */
export function HelpCentre() {
  const t = useT();
  const can = useCan();
  const [words, setWords] = useState('');
  useSearchKey();
  const isAsked = words.trim() !== '';
  const parts = [
    ...(can('faq', 'view')
      ? [{ key: 'questions', title: t('help.questions'), content: <Answers words={words.trim()} /> }]
      : []),
    ...helpParts()
      .filter(({ needs }) => can(needs, 'view'))
      .map(({ title, needs, component: Component }) => ({
        key: needs,
        title: t(title),
        content: (
          <Suspense fallback={<span className="sk" />}>
            <Component words={words.trim()} />
          </Suspense>
        ),
      })),
    ...(can('faq', 'edit') && !isAsked ? [{ key: 'gaps', title: t('help.gaps'), content: <Gaps /> }] : []),
    // Nobody looks for keys by words.
    ...(isAsked ? [] : [{ key: 'keys', title: t('keys.title'), content: <KeyList /> }]),
  ];
  return (
    <>
      <PageTitle title={t('help.title')} sub={t('help.sub')} />
      <div className={styles.top}>
        <SearchField label={t('help.search')} value={words} onChange={setWords} />
        <nav aria-label={t('help.onPage')}>
          {parts.map(({ key, title }) => (
            <a key={key} href={`#help-${key}`} className="btn g sm">
              {title}
            </a>
          ))}
        </nav>
      </div>
      <div className={styles.parts}>
        {parts.map(({ key, title, content }) => (
          <Part key={key} id={`help-${key}`} title={title}>
            {content}
          </Part>
        ))}
      </div>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sheet sec" id={id} aria-label={title} tabIndex={-1}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}
