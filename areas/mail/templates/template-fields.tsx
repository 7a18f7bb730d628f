import { useRef } from 'react';
import { said, useT } from '#kit/web/i18n.ts';
import { templateLimits, type TemplateText, type TemplateVariable } from './render.contract.ts';
import styles from '../mail.module.css';

interface Props {
  variables: readonly TemplateVariable[];
  text: TemplateText;
  problems: Record<string, string>;
  readOnly: boolean;
  onChange: (change: Partial<TemplateText>) => void;
  onSave: () => void;
}

/** Subject and text, with buttons that put variables where the cursor was last. */
export function TemplateFields({ variables, text, problems, readOnly, onChange, onSave }: Props) {
  const t = useT();
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'subject' | 'body'>('body');
  const putIn = ({ name, kind }: TemplateVariable) => {
    // A subject takes no secret link.
    const field = last.current === 'subject' && kind !== 'secret' ? 'subject' : 'body';
    const input = field === 'subject' ? subject.current : body.current;
    if (!input) return;
    const [from, to] = [input.selectionStart ?? text[field].length, input.selectionEnd ?? text[field].length];
    const hole = `{{${name}}}`;
    onChange({ [field]: text[field].slice(0, from) + hole + text[field].slice(to) });
    input.focus();
    requestAnimationFrame(() => input.setSelectionRange(from + hole.length, from + hole.length));
  };
  const described = (field: keyof TemplateText, help?: string) => (problems[field] ? `template-${field}-error` : help);
  const common = (field: keyof TemplateText) => ({
    id: `template-${field}`,
    className: 'inp',
    value: text[field],
    readOnly,
    'aria-required': true,
    'aria-invalid': problems[field] ? true : undefined,
    onFocus: () => {
      last.current = field;
    },
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
    onKeyDown: (event: { ctrlKey: boolean; metaKey: boolean; key: string; preventDefault: () => void }) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      onSave();
    },
  });
  return (
    <div className={styles['template-fields']}>
      <div className="fld">
        <label htmlFor="template-subject">{t('mail.subjectLabel')}</label>
        <input
          ref={subject}
          {...common('subject')}
          maxLength={templateLimits.subject}
          aria-describedby={described('subject')}
        />
        <Problem field="subject" problems={problems} />
      </div>
      <div className="fld">
        <label htmlFor="template-body">{t('mail.body')}</label>
        <textarea
          ref={body}
          {...common('body')}
          rows={16}
          dir="auto"
          maxLength={templateLimits.body}
          aria-describedby={described('body', 'template-help')}
        />
        <Problem field="body" problems={problems} />
        <p className="help" id="template-help">
          <bdi>{t('mail.bodyHelp')}</bdi>
        </p>
      </div>
      <div className={styles['template-holes']} role="group" aria-label={t('mail.variables')}>
        <span className="t3 sm">{t('mail.variables')}</span>
        {variables.map((one) => (
          <button
            key={one.name}
            type="button"
            className="btn d sm"
            disabled={readOnly}
            title={said(one.about)}
            aria-label={t('mail.insert', { name: `{{${one.name}}}`, about: said(one.about) })}
            onClick={() => putIn(one)}
          >
            <bdi dir="ltr">{`{{${one.name}}}`}</bdi>
          </button>
        ))}
      </div>
    </div>
  );
}

const Problem = ({ field, problems }: { field: string; problems: Record<string, string> }) =>
  problems[field] ? (
    <p className="errm" id={`template-${field}-error`} role="alert">
      <bdi>{problems[field]}</bdi>
    </p>
  ) : null;
