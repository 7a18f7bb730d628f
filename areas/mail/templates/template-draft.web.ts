import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { t } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { toast } from '#kit/web/toast.tsx';
import type { MailTemplate } from '../mail.contract.ts';
import { templateProblems, type TemplateText } from './render.contract.ts';

/** Lays a draft over another version: each part is that of the side that changed it, and the draft's where both did. */
function mergeText(base: TemplateText, other: TemplateText, mine: TemplateText) {
  const pick = (part: keyof TemplateText) => (mine[part] === base[part] ? other[part] : mine[part]);
  const clash = (part: keyof TemplateText) =>
    mine[part] !== base[part] && other[part] !== base[part] && mine[part] !== other[part];
  return { both: clash('subject') || clash('body'), merged: { subject: pick('subject'), body: pick('body') } };
}

/** The text of a template while it is edited, what is wrong with it, and its saving. */
export function useTemplateDraft(template: MailTemplate) {
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
      if (error.status === 412) overtaken(error.body.current as MailTemplate);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  /** Where the others changed one part and this draft the other, both are kept; of what both changed, somebody chooses. */
  const overtaken = (other: MailTemplate) => {
    const { both, merged } = mergeText(base, other, text);
    if (both) return setTheirs(other);
    setBase(other);
    setText(merged);
    setRefused({});
    toast.warn(t('mail.mergedText'));
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
    /** The version that somebody else saved meanwhile. */
    theirs,
    busy,
    isDirty,
    change: (some: Partial<TemplateText>) => {
      setText({ ...text, ...some });
      setRefused({});
    },
    toShipped: () => setText({ ...base.shipped }),
    take,
    /** The own text goes on over the other version, which stays where nothing was changed here. */
    keepMine: (other: MailTemplate) => {
      setText(mergeText(base, other, text).merged);
      setBase(other);
      setTheirs(undefined);
    },
    save,
    leaving: {
      isAsked: blocker.status === 'blocked',
      stay: () => blocker.reset?.(),
      leave: () => blocker.proceed?.(),
    },
  };
}
