import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { Link, useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { Stay } from '#kit/web/catalogue/stay.tsx';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { toast } from '#kit/web/toast.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { SaveButton } from '#kit/web/ui/save-button.tsx';
import { Letter } from './letter.web.tsx';
import type { MailTemplate } from './mail.contract.ts';
import { renderMail, templateProblems, type TemplateText } from './render.contract.ts';
import { sendTest } from './template-calls.web.tsx';
import { TemplateFields } from './template-fields.web.tsx';
import { TemplateHistory } from './template-history.web.tsx';

/** A template's text, with what it looks like beside it as it is typed. */
export function TemplatePage({ template, origin }: { template: MailTemplate; origin: string | undefined }) {
  const t = useT();
  const can = useCan();
  const mayEdit = can('mail-template', 'edit');
  // What the text was when it was opened: a save is meant for that version.
  const [base, setBase] = useState(template);
  const [text, setText] = useState<TemplateText>({ subject: template.subject, body: template.body });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<MailTemplate>();
  const [busy, setBusy] = useState(false);
  const saving = useRef(false);
  const isDirty = text.subject !== base.subject || text.body !== base.body;
  const problems: Record<string, string> = { ...templateProblems(text, base.variables), ...refused };
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !saving.current && isSignedIn(),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  const take = (row: MailTemplate) => {
    setBase(row);
    setText({ subject: row.subject, body: row.body });
    setRefused({});
    setTheirs(undefined);
  };
  const write = async (call: () => Promise<Answer<MailTemplate>>) => {
    if (saving.current) return;
    saving.current = true;
    setBusy(true);
    try {
      const { data, message } = await call();
      take(data);
      toast.success(message);
      await invalidate('mail-template');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.fields);
      if (error.status === 412) setTheirs(error.body.current as MailTemplate);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  const ifMatch = `"v${base.version}"`;
  const save = () => {
    if (Object.keys(problems).length > 0)
      return document.getElementById(`template-${Object.keys(problems)[0]}`)?.focus();
    return void write(() => api.put(`/mail-template/${base.id}`, { body: text, ifMatch, quiet: true }));
  };
  const place = origin ?? location.origin;
  const samples = Object.fromEntries(
    base.variables.map(({ name, kind, sample }) => [name, kind === 'text' ? sample : place + sample]),
  );
  const rendered = renderMail(text, base.variables, samples, place);
  const isShipped = text.subject === base.shipped.subject && text.body === base.shipped.body;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/mail/templates">{t('mail.templates')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{base.name}</bdi>
      </nav>
      <PageTitle title={base.name} sub={<bdi>{base.about}</bdi>}>
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
        <p className="alert bad template-alert" role="note">
          <bdi>{t('mail.problem', { why: base.problem })}</bdi>
        </p>
      ) : null}
      {theirs ? (
        <div className="alert due template-alert" role="alert">
          <span className="grow">{t('mail.stale')}</span>
          <button type="button" className="link" onClick={() => take(theirs)}>
            {t('mail.takeTheirs')}
          </button>
          <button
            type="button"
            className="link"
            onClick={() => {
              setBase(theirs);
              setTheirs(undefined);
            }}
          >
            {t('mail.keepMine')}
          </button>
        </div>
      ) : null}
      <div className="template">
        <form
          className="sheet"
          noValidate
          aria-label={base.name}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TemplateFields
            variables={base.variables}
            text={text}
            problems={problems}
            readOnly={!mayEdit}
            onChange={(change) => {
              setText({ ...text, ...change });
              setRefused({});
            }}
            onSave={save}
          />
          {mayEdit ? (
            <footer className="form-foot">
              <SaveButton busy={busy} label={t('mail.save')} disabled={!isDirty} />
              {isShipped ? null : (
                // It is laid into the fields, to be looked at and saved.
                <button type="button" className="btn d" disabled={busy} onClick={() => setText({ ...base.shipped })}>
                  {t('mail.toShipped')}
                </button>
              )}
              {isDirty ? <span className="t3 sm">{t('mail.unsaved')}</span> : null}
            </footer>
          ) : null}
        </form>
        <section className="sheet mail-letter" aria-labelledby="template-preview">
          <h2 className="h2" id="template-preview">
            {t('mail.previewTitle')}
          </h2>
          <p className="mail-subject">
            <span className="t3 sm">{t('mail.subjectLabel')}</span> <bdi className="mid">{rendered.subject}</bdi>
          </p>
          <Letter mail={rendered} />
        </section>
      </div>
      <TemplateHistory id={base.id} version={base.version} />
      <Stay
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </>
  );
}
