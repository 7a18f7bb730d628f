import { useId } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { languages } from './helpdesk.contract.ts';

/** Languages that answers are written in; nothing where it is one. @returns the languages that there are, in their order */
export const writtenIn = (questions: readonly { language: string }[]) =>
  languages.filter(({ value }) => questions.some(({ language }) => language === value));

export function LanguageChoice(props: {
  written: readonly (typeof languages)[number][];
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useT();
  const id = useId();
  if (props.written.length < 2) return null;
  return (
    <div className="fld" style={{ maxWidth: 320 }}>
      <label htmlFor={id}>{t('help.language')}</label>
      <select
        id={id}
        className="inp"
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {props.written.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
