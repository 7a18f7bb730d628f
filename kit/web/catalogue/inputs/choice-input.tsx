import { useState } from 'react';
import { type AnyField, type ChoiceField, choiceOf } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';
import type { InputProps } from './input-props.ts';
import { Picker } from './picker.tsx';

/** More choices than this are found by typing. */
export const manyChoices = 8;

/** One of a closed set: a plain select for a few, a picker for many. */
export function ChoiceInput(props: InputProps & { field: ChoiceField & AnyField }) {
  const { id, field, value, error, onChange, onBlur, first } = props;
  const t = useT();
  const [words, setWords] = useState('');
  const chosen = String(value ?? '');
  const isClient = useKept('userData')[0]?.kind === 'client';
  const choices = field.choices.filter((one) => !one.byStaff || !isClient || one.value === chosen);
  if (field.choices.length <= manyChoices)
    return (
      <select
        id={id}
        className="inp"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : field.help ? `${id}-help` : undefined}
        aria-required={!field.optional || undefined}
        data-autofocus={first || undefined}
        value={chosen}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{field.optional ? (field.whenEmpty ?? t('catalogue.none')) : t('catalogue.choose')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  const sought = words.toLowerCase();
  return (
    <Picker
      id={id}
      label={field.label}
      chosen={chosen}
      shown={choiceOf(field, chosen)?.label ?? ''}
      options={choices.filter((choice) => choice.label.toLowerCase().includes(sought))}
      loaded
      error={error}
      first={first}
      optional={field.optional === true}
      required={!field.optional}
      onWords={setWords}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
