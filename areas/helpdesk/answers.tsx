import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { faq, faqCategory, languages } from './helpdesk.contract.ts';
import styles from './helpdesk.module.css';

type Question = RowOf<typeof faq>;
const RichText = lazy(async () => ({ default: (await import('#kit/web/ui/rich-text.tsx')).RichText }));

/** The words of an answer without its markup, as somebody looks for them. */
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll('&amp;', '&');
const has = (text: string, asked: readonly string[]) => {
  const lower = text.toLocaleLowerCase();
  return asked.every((word) => lower.includes(word));
};

/** Published questions by their category, with the answers behind them. */
export function Answers({ words }: { words: string }) {
  const t = useT();
  const id = useId();
  const questions = useAllRows(faq, { status: '1', state: 'PUBLISHED', sort: 'position' });
  const categories = useAllRows(faqCategory, { status: '1', sort: 'position' });
  const [chosen, setChosen] = useState<string>();
  const { error, data: rows } = questions;
  if (error && !rows) return <Failure error={error} retry={() => void questions.refetch()} />;
  if (!rows || categories.isLoading) return <span className="sk" />;
  const written = languages.filter(({ value }) => rows.some(({ language }) => language === value));
  const language = chosen ?? written[0]?.value;
  const asked = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(
    (row) => row.language === language && has(`${row.question} ${nameOf(row)} ${wordsOf(row.answer)}`, asked),
  );
  const order = new Map((categories.data ?? []).map((one, index) => [one.id, index]));
  const groups = Map.groupBy(found, ({ categoryId }) => categoryId);
  const sorted = [...groups].toSorted(([a], [b]) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size));
  const count = found.length;
  return (
    <>
      {written.length > 1 ? (
        <div className="fld" style={{ maxWidth: 320 }}>
          <label htmlFor={id}>{t('help.language')}</label>
          <select id={id} className="inp" value={language} onChange={(event) => setChosen(event.currentTarget.value)}>
            {written.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <p className={asked.length > 0 && count > 0 ? 't2 sm' : 'sr'} role="status">
        {asked.length > 0 ? t('help.found', { count, shown: formatNumber(count) }) : ''}
      </p>
      {sorted.map(([category, all]) => (
        <section key={category} className={styles.category} aria-label={all[0] ? nameOf(all[0]) : undefined}>
          <h3 className="h2">
            <bdi>{all[0] ? nameOf(all[0]) : ''}</bdi>
          </h3>
          {all.map((row) => (
            // What is found in the answer alone is shown open.
            <details key={row.id} open={asked.length > 0 && !has(`${row.question} ${nameOf(row)}`, asked)}>
              <summary>
                <bdi>{row.question}</bdi>
              </summary>
              <Suspense fallback={<span className="sk" />}>
                <div dir="auto" lang={row.language}>
                  <RichText html={row.answer} />
                </div>
              </Suspense>
            </details>
          ))}
        </section>
      ))}
      {count > 0 ? null : asked.length > 0 ? (
        <p className="t2">{t('help.noMatch')}</p>
      ) : (
        <Empty icon={<IconHelpCircle aria-hidden="true" />} title={t('help.none')} text={t('help.noneText')} />
      )}
    </>
  );
}

const nameOf = ({ category }: Question): string => category?.label ?? '';
