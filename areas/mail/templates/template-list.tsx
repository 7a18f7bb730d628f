import { Link, useSearch } from '@tanstack/react-router';
import { languageNames } from '#kit/contract/words/languages.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure, NotFound } from '#kit/web/shell/failure.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { useMailStatus, useTemplates } from '../mail.queries.ts';
import type { MailTemplate } from '../mail.contract.ts';
import { MailTabs } from '../mail-tabs.tsx';
import { TemplatePage } from './template-detail.tsx';
import styles from '../mail.module.css';

/** What the product writes; with ?template= one of them and its text. */
export function Templates() {
  const t = useT();
  const can = useCan();
  const { template } = useSearch({ strict: false }) as { template?: string };
  const { data, error, refetch } = useTemplates(true, template === undefined ? undefined : 10_000);
  const mailStatus = useMailStatus(can('mail', 'view')).data;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (template !== undefined && data) {
    const one = data.find((one) => addressOf(one) === template);
    return one ? <TemplatePage key={one.id} template={one} origin={mailStatus?.origin} /> : <NotFound />;
  }
  return (
    <>
      <PageTitle title={t('mail.templatesTitle')} sub={<bdi>{t('mail.templatesSub')}</bdi>} />
      <MailTabs refused={mailStatus?.suppressions} />
      <section className="sheet" aria-label={t('mail.templates')} aria-busy={!data}>
        <ul className={styles['mail-templates']}>
          {data?.map((one) => (
            <Line key={one.id} template={one} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** How addresses name a template. */
const addressOf = ({ key, language }: MailTemplate): string => (language === 'en' ? key : `${key}.${language}`);

function Line({ template }: { template: MailTemplate }) {
  const t = useT();
  return (
    <li>
      <span className={styles.what}>
        <Link
          to="/mail/templates"
          search={{ template: addressOf(template) } as never}
          className="mid"
          // Those of two languages have one name for who sees the mark beside it.
          {...(template.language === 'en'
            ? {}
            : { 'aria-label': `${said(template.name)}, ${languageNames[template.language]}` })}
        >
          <bdi>{said(template.name)}</bdi>
        </Link>{' '}
        {template.language === 'en' ? null : (
          <span className="tag" lang={template.language}>
            {languageNames[template.language]}
          </span>
        )}
        <span className="t2 sm">
          <bdi>{said(template.about)}</bdi>
        </span>
      </span>
      <bdi className={`t2 cut ${styles.subject}`} lang={template.language}>
        {template.subject}
      </bdi>
      <span>
        {template.problem ? (
          <span className="tag bad st">{t('mail.shipped')}</span>
        ) : template.edited ? (
          <span className="st info">{t('mail.edited')}</span>
        ) : (
          <span className="t3">{t('mail.shipped')}</span>
        )}
      </span>
      <span className="t3 sm nowrap">{template.version > 1 ? <Ago at={template.updatedAt} /> : null}</span>
    </li>
  );
}
