import { useId, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { languages } from './helpdesk.contract.ts';

/** Languages that answers are written in; nothing where it is one. @returns the languages that there are, in their order */
export const writtenIn = (questions: readonly { language: string }[]) =>
  languages.filter(({ value }) => questions.some(({ language }) => language === value));

/** The language whose answers are shown: the one that was chosen, else the reader's own, else the first that there is. */
export function useAnswersIn(written: ReturnType<typeof writtenIn>): [string | undefined, (value: string) => void] {
  const [own] = useKept('language');
  const [chosen, setChosen] = useState<string>();
  const among = (language: string | undefined) => written.find(({ value }) => value === language)?.value;
  return [among(chosen) ?? among(own) ?? written[0]?.value, setChosen];
}

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
