import { lazy, Suspense, useState } from 'react';
import { isMany } from '#kit/contract/fields.ts';
import { asStored } from '#kit/contract/input.ts';
import { isMask, isSealed } from '#kit/contract/sealed.ts';
import { useT } from '../../i18n.ts';
import { DateInput } from '../../ui/date/date-input.tsx';
import { ChoiceInput } from './choice-input.tsx';
import { FileInput } from './file-input.tsx';
import type { InputProps } from './input-props.ts';
import { RefInput } from './ref-input.tsx';

const RichInput = lazy(async () => ({ default: (await import('./rich-input.tsx')).RichInput }));

/** The input of a field, chosen by its kind. */
export function FieldInput(props: InputProps) {
  const { id, field, value, error, onChange, onBlur, first } = props;
  const t = useT();
  const described = error ? `${id}-error` : field.help || isSealed(field) ? `${id}-help` : undefined;
  const common = {
    id,
    className: 'inp',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
    'aria-required': !field.optional || undefined,
    'data-autofocus': first || undefined,
    onBlur,
  } as const;
  switch (field.kind) {
    case 'longText':
      if (field.rich)
        return (
          <Suspense fallback={<span className="sk" style={{ height: 180 }} />}>
            <RichInput {...props} />
          </Suspense>
        );
      return (
        <textarea
          {...common}
          rows={3}
          value={String(value ?? '')}
          maxLength={field.max ?? 5000}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'integer':
    case 'decimal':
    case 'money':
      return (
        <input
          {...common}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          dir="ltr"
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'date':
      return <DateInput {...common} min={field.min} max={field.max} value={String(value ?? '')} onChange={onChange} />;
    case 'flag':
      return <YesOrNo {...props} />;
    case 'choice':
      if (field.many) return <ManyChoice {...props} />;
      return <ChoiceInput {...props} field={field} />;
    case 'ref':
      return <RefInput {...props} field={field} />;
    case 'file':
      return <FileInput {...props} field={field} />;
    case 'place': {
      const place = (value ?? { lat: '', lon: '' }) as { lat: string; lon: string };
      return (
        <div className="two">
          {(
            [
              ['lat', 'catalogue.lat'],
              ['lon', 'catalogue.lon'],
            ] as const
          ).map(([part, label]) => (
            <input
              key={part}
              {...common}
              id={part === 'lat' ? id : `${id}-lon`}
              inputMode="decimal"
              dir="ltr"
              aria-label={`${field.label}: ${t(label)}`}
              placeholder={t(label)}
              value={place[part]}
              onChange={(event) => onChange({ ...place, [part]: event.currentTarget.value })}
            />
          ))}
        </div>
      );
    }
    case 'time':
      return null;
    default:
      if (isMany(field)) return <ManyText {...props} />;
      return (
        <input
          {...common}
          className={field.code ? 'inp mono' : 'inp'}
          dir={field.code ? 'ltr' : undefined}
          value={String(value ?? '')}
          maxLength={(field.max ?? 100) + 20}
          autoComplete="off"
          // What stands in place of a number goes as a whole, or stays.
          onFocus={(event) => isMask(value) && event.currentTarget.select()}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => {
            const text = String(value ?? '').trim();
            const stored = isMask(text) ? text : asStored(field, text);
            if (stored !== value) onChange(stored);
            onBlur();
          }}
        />
      );
  }
}

/** Two buttons for yes and no. */
function YesOrNo({ id, field, value, onChange, onBlur }: InputProps) {
  const t = useT();
  if (field.kind !== 'flag') return null;
  const words = field.words ?? [t('catalogue.yes'), t('catalogue.no')];
  return (
    <div className="seg" role="radiogroup" aria-label={field.label}>
      {[true, false].map((one, at) => (
        <label key={words[at]}>
          <input
            type="radio"
            name={id}
            id={at === 0 ? id : undefined}
            checked={value === one}
            onChange={() => onChange(one)}
            onBlur={onBlur}
          />
          <span>{words[at]}</span>
        </label>
      ))}
    </div>
  );
}

function ManyChoice({ id, field, value, onChange, onBlur }: InputProps) {
  const chosen = value as string[];
  if (field.kind !== 'choice') return null;
  return (
    <div
      className="picks"
      role="group"
      aria-label={field.label}
      style={{
        boxShadow: 'inset 0 0 0 1px var(--control-line)',
        borderRadius: 'var(--r-md)',
        padding: 4,
        maxHeight: 190,
      }}
    >
      {field.choices.map((choice, at) => (
        <label key={choice.value} className="check">
          <input
            type="checkbox"
            className="cbx"
            id={at === 0 ? id : undefined}
            checked={chosen.includes(choice.value)}
            onBlur={onBlur}
            onChange={() =>
              onChange(
                chosen.includes(choice.value)
                  ? chosen.filter((one) => one !== choice.value)
                  : [...chosen, choice.value],
              )
            }
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** Several short texts, written one after the other with commas or line ends between them. */
function ManyText({ id, field, value, error, onChange, onBlur }: InputProps) {
  const [text, setText] = useState((value as string[]).join(', '));
  return (
    <textarea
      id={id}
      className="inp"
      rows={2}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : `${id}-help`}
      value={text}
      placeholder={field.help ?? ''}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(
          event.currentTarget.value
            .split(/[,\n]/)
            .map((one) => one.trim())
            .filter(Boolean),
        );
      }}
      onBlur={onBlur}
    />
  );
}
