import { useT } from '#kit/web/i18n.ts';
import { historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useTemplateHistory } from '../mail.queries.ts';
import styles from '../mail.module.css';

/** History of a template, newest first, with the text of before. */
export function TemplateHistory({ id, version }: { id: string; version: number }) {
  const t = useT();
  const { data } = useTemplateHistory(id);
  if (version === 1 || !data || data.length === 0) return null;
  return (
    <section className={`sheet sec ${styles['template-history']}`} aria-labelledby="template-history">
      <h2 className="h2" id="template-history" style={{ marginBlockEnd: 12 }}>
        {t('mail.history')}
      </h2>
      <ul className="tl">
        {data.map((entry) => (
          <li key={entry.id}>
            <span className={`dot ${entry.action === 'create' ? 'ok' : 'info'}`} aria-hidden="true" />
            <div>
              <span className="mid">{t(historyActionTexts[entry.action])}</span> {t('history.by')}{' '}
              <bdi className="mid">{entry.actorName}</bdi>
              <span className="t3 sm">
                {' '}
                · <When at={entry.at} /> (<Ago at={entry.at} />)
              </span>
            </div>
            {entry.before ? (
              <dl className="diff">
                {(['subject', 'body'] as const).flatMap((field) =>
                  entry.after?.[field] === undefined
                    ? []
                    : [
                        <div key={field} style={{ display: 'contents' }}>
                          <dt>{t(field === 'subject' ? 'mail.subjectLabel' : 'mail.body')}</dt>
                          <dd className={styles['old-text']}>
                            <del>{String(entry.before?.[field] ?? '')}</del>
                            <ins>{String(entry.after[field])}</ins>
                          </dd>
                        </div>,
                      ],
                )}
              </dl>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
