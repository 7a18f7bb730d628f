import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Stay } from '#kit/web/catalogue/form/stay.tsx';
import { said, useT } from '#kit/web/i18n.ts';
import { FieldsChanged } from '#kit/web/live/changed-notice.tsx';
import { ConflictDialog } from '#kit/web/live/conflict-dialog.tsx';
import { useCan } from '#kit/web/rights.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { SaveButton } from '#kit/web/ui/save-button.tsx';
import { RenderedMailView } from './rendered-mail.tsx';
import type { MailTemplate } from '../mail.contract.ts';
import { renderMail, type TemplateText } from './render.contract.ts';
import { sendTest } from './send-test.web.ts';
import { TemplateFields } from './template-fields.tsx';
import { TemplateHistory } from './template-history.tsx';
import { type TemplateConflict, templateAuthors, useTemplateDraft } from './template-draft.web.ts';
import styles from '../mail.module.css';

/** A template's text, with what it looks like beside it as it is typed. */
export function TemplatePage({ template, origin }: { template: MailTemplate; origin: string | undefined }) {
  const t = useT();
  const can = useCan();
  const mayEdit = can('mail-template', 'edit');
  const draft = useTemplateDraft(template);
  const { base, text, problems, newer, conflict, busy, isDirty } = draft;
  const isShipped = text.subject === base.shipped.subject && text.body === base.shipped.body;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/mail/templates">{t('mail.templates')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{said(base.name)}</bdi>
      </nav>
      <PageTitle title={said(base.name)} sub={<bdi>{said(base.about)}</bdi>}>
        {mayEdit ? (
          <button
            type="button"
            className="btn d"
            disabled={busy || Object.keys(problems).length > 0}
            onClick={() => void sendTest(base.id, text)}
          >
            <IconSend className="i s flip" aria-hidden="true" />
            {t('mail.sendTest')}
          </button>
        ) : null}
      </PageTitle>
      {base.problem ? (
        <p className={`alert bad ${styles['template-alert']}`} role="note">
          <bdi>{t('mail.problem', { why: base.problem })}</bdi>
        </p>
      ) : null}
      {newer ? (
        <div className={styles['template-alert']}>
          <FieldsChanged
            queryKey={['mail-template', newer.id, newer.version]}
            authors={() => templateAuthors(newer.id)}
            fields={Object.fromEntries(
              (['subject', 'body'] as const)
                .filter((part) => newer[part] !== base[part])
                .map((part) => [part, t(part === 'subject' ? 'mail.subjectLabel' : 'mail.body')]),
            )}
            onUpdate={() => void draft.overtaken(newer)}
          />
        </div>
      ) : null}
      {conflict ? <Clash draft={draft} conflict={conflict} /> : null}
      <div className={styles.template}>
        <form
          className="sheet"
          noValidate
          aria-label={said(base.name)}
          onSubmit={(event) => {
            event.preventDefault();
            draft.save();
          }}
        >
          <TemplateFields
            variables={base.variables}
            text={text}
            problems={problems}
            readOnly={!mayEdit}
            onChange={draft.change}
            onSave={draft.save}
          />
          {mayEdit ? (
            <footer className="form-foot">
              <SaveButton busy={busy} label={t('mail.save')} disabled={!isDirty} />
              {isShipped ? null : (
                // It is laid into the fields, to be looked at and saved.
                <button type="button" className="btn d" disabled={busy} onClick={draft.toShipped}>
                  {t('mail.toShipped')}
                </button>
              )}
              {isDirty ? <span className="t3 sm">{t('mail.unsaved')}</span> : null}
            </footer>
          ) : null}
        </form>
        <Letter template={base} text={text} place={origin ?? location.origin} />
      </div>
      <TemplateHistory id={base.id} version={base.version} />
      <Stay opened={draft.leaving.isAsked} onStay={draft.leaving.stay} onLeave={draft.leaving.leave} />
    </>
  );
}

/** Parts that both sides changed, whole, beside each other. */
function Clash({ draft, conflict }: { draft: ReturnType<typeof useTemplateDraft>; conflict: TemplateConflict }) {
  const t = useT();
  const labels = { subject: t('mail.subjectLabel'), body: t('mail.body') };
  return (
    <ConflictDialog
      rows={conflict.asked.map((part) => ({
        key: part,
        label: labels[part],
        mine: <bdi className={styles['clash-text']}>{draft.text[part]}</bdi>,
        theirs: <bdi className={styles['clash-text']}>{conflict.theirs[part]}</bdi>,
        author: conflict.author(part),
      }))}
      taken={conflict.taken.map((part) => labels[part])}
      onClose={draft.closeConflict}
      onChoose={(chosen) => draft.choose(conflict, chosen)}
    />
  );
}

/**
 * The mail as its reader gets it, with samples in the places of its variables.
 * @param props.place origin of the links in it.
 */
function Letter({ template, text, place }: { template: MailTemplate; text: TemplateText; place: string }) {
  const t = useT();
  const samples = Object.fromEntries(
    template.variables.map(({ name, kind, sample }) => [name, kind === 'text' ? sample : place + sample]),
  );
  const rendered = renderMail(text, template.variables, samples, place, template.language);
  return (
    <section className={`sheet ${styles['mail-letter']}`} aria-labelledby="template-preview">
      <h2 className="h2" id="template-preview">
        {t('mail.previewTitle')}
      </h2>
      <p className={styles['mail-subject']}>
        <span className="t3 sm">{t('mail.subjectLabel')}</span> <bdi className="mid">{rendered.subject}</bdi>
      </p>
      <RenderedMailView mail={rendered} />
    </section>
  );
}
