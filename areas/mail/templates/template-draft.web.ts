import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { formatTime, t } from '#kit/web/i18n.ts';
import { type AuthorOf, authorsOf, latestOf } from '#kit/web/live/authors.ts';
import { mergeBody } from '#kit/web/live/merge-body.ts';
import { invalidate } from '#kit/web/queries.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { toast } from '#kit/web/toast.tsx';
import type { MailTemplate } from '../mail.contract.ts';
import { templateProblems, type TemplateText } from './render.contract.ts';

const textOf = ({ subject, body }: TemplateText): TemplateText => ({ subject, body });

/** Parts that somebody else changed as well, each to another text. */
export interface TemplateConflict {
  theirs: MailTemplate;
  asked: (keyof TemplateText)[];
  /** Parts that only the others changed. */
  taken: (keyof TemplateText)[];
  /** Who changed a part, and when. */
  author: AuthorOf;
}

export const templateAuthors = (id: string): Promise<AuthorOf> => authorsOf(`mail-template/${id}`);

/** The text of a template while it is edited, what is wrong with it, and its saving. */
export function useTemplateDraft(template: MailTemplate) {
  // What the text was when it was opened: a save is meant for that version.
  const [base, setBase] = useState(template);
  const [text, setText] = useState<TemplateText>({ subject: template.subject, body: template.body });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<TemplateConflict>();
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
    setConflict(undefined);
  };
  const newer = template.version > base.version && !busy ? template : undefined;
  // Nothing of it is changed here: what others saved is shown at once.
  if (newer && !isDirty) take(newer);
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
      if (error.status === 412) await overtaken(error.body.current as MailTemplate);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  /** Where the others changed one part and this draft the other, both are kept; of what both changed, somebody chooses. */
  const overtaken = async (theirs: MailTemplate) => {
    const { body, clashes: asked, taken } = mergeBody(textOf(base), textOf(theirs), text);
    const author = await templateAuthors(theirs.id);
    if (asked.length > 0) return setConflict({ theirs, asked, taken, author });
    setBase(theirs);
    setText(body);
    setRefused({});
    const by = latestOf(author, taken);
    const name = by?.name ?? t('conflict.someone');
    toast.warn(t('mail.mergedText', { name, when: formatTime(by?.at ?? theirs.updatedAt) }));
  };
  const ifMatch = `"v${base.version}"`;
  const save = () => {
    if (Object.keys(problems).length > 0)
      return document.getElementById(`template-${Object.keys(problems)[0]}`)?.focus();
    return void write(() => api.put(`/mail-template/${base.id}`, { body: text, ifMatch, quiet: true }));
  };
  return {
    base,
    text,
    problems,
    /** A version that somebody else saved while this text was changed here. */
    newer: isDirty && !conflict ? newer : undefined,
    overtaken,
    /** What both sides changed, while it is asked for. */
    conflict,
    closeConflict: () => setConflict(undefined),
    busy,
    isDirty,
    change: (some: Partial<TemplateText>) => {
      setText({ ...text, ...some });
      setRefused({});
    },
    toShipped: () => setText({ ...base.shipped }),
    /** The own text goes on over the other version, which stays where nothing was changed here and where it was chosen. */
    choose: ({ theirs }: TemplateConflict, chosen: ReadonlySet<string>) => {
      const merged = mergeBody(textOf(base), textOf(theirs), text).body;
      setText({
        subject: chosen.has('subject') ? theirs.subject : merged.subject,
        body: chosen.has('body') ? theirs.body : merged.body,
      });
      setBase(theirs);
      setRefused({});
      setConflict(undefined);
      toast.success(t('conflict.merged'));
    },
    save,
    leaving: {
      isAsked: blocker.status === 'blocked',
      stay: () => blocker.reset?.(),
      leave: () => blocker.proceed?.(),
    },
  };
}
