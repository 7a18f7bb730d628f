import { Combobox, useCombobox } from '@mantine/core';
import { IconPhoto, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { RefInfo } from '#kit/contract/catalogue.ts';
import type { AnyField, FileField, FileRef, RefField } from '#kit/contract/fields.ts';
import { isMany } from '#kit/contract/fields.ts';
import { constants } from '../constants.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { Picture } from './cells.tsx';
import { useNames, useOptions } from './data.ts';
import type { FileChoice } from './form-values.ts';

export interface InputProps {
  id: string;
  field: AnyField;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** What the row refers to now, shown even when it is inactive. */
  current: RefInfo | null;
  stored: FileRef | null;
  /** Opens a form for a new row of the catalogue a reference points to. */
  onCreate?: (path: string, name: string) => void;
}

/** The input of a field, chosen by its kind. */
export function FieldInput(props: InputProps) {
  const { id, field, value, error, onChange, onBlur } = props;
  const t = useT();
  const described = error ? `${id}-error` : field.help ? `${id}-help` : undefined;
  const common = {
    id,
    className: 'inp',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
    'aria-required': !field.optional || undefined,
    onBlur,
  } as const;
  switch (field.kind) {
    case 'longText':
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
      return (
        <input
          {...common}
          type="date"
          min={field.min}
          max={field.max}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'flag': {
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
    case 'choice':
      if (field.many) return <ManyChoice {...props} />;
      return (
        <select {...common} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{field.optional ? t('catalogue.none') : t('catalogue.choose')}</option>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'ref':
      return <RefInput {...props} field={field} />;
    case 'file':
      return <FileInput {...props} field={field} />;
    case 'place': {
      const place = (value ?? { lat: '', lon: '' }) as { lat: string; lon: string };
      return (
        <div className="two">
          {(['lat', 'lon'] as const).map((part) => (
            <input
              key={part}
              {...common}
              id={part === 'lat' ? id : `${id}-lon`}
              inputMode="decimal"
              dir="ltr"
              aria-label={`${field.label}: ${t(`catalogue.${part}`)}`}
              placeholder={t(`catalogue.${part}`)}
              value={place[part]}
              onChange={(event) => onChange({ ...place, [part]: event.currentTarget.value })}
            />
          ))}
        </div>
      );
    }
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
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => {
            const text = String(value ?? '').trim();
            const cased =
              field.letters === 'upper' ? text.toUpperCase() : field.letters === 'lower' ? text.toLowerCase() : text;
            if (cased !== value) onChange(cased);
            onBlur();
          }}
        />
      );
  }
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

function RefInput({
  id,
  field,
  value,
  error,
  onChange,
  onBlur,
  current,
  onCreate,
}: InputProps & { field: RefField & AnyField }) {
  const t = useT();
  const can = useCan();
  const chosen = String(value ?? '');
  const [words, setWords] = useState<string>();
  const [sought, setSought] = useState('');
  const [take, setTake] = useState<number>(constants.pickerTake);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data } = useOptions(field.to, sought, take, combobox.dropdownOpened);
  const names = useNames(field.to, chosen && chosen !== current?.id ? [chosen] : []);
  const label = chosen === '' ? '' : chosen === current?.id ? current.label : (names.data?.[0] ?? '');
  const options = data?.data ?? [];
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(words ?? '');
      setTake(constants.pickerTake);
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const close = () => {
    combobox.closeDropdown();
    setWords(undefined);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        if (option === '+more') return setTake(take + 20);
        if (option === '+create') onCreate?.(field.to, words ?? '');
        else onChange(option === '-none' ? '' : option);
        close();
      }}
      transitionProps={{ duration: 90 }}
    >
      <Combobox.Target>
        <input
          id={id}
          className="inp"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={t('catalogue.pick')}
          value={words ?? label}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            close();
            onBlur();
          }}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={field.label} mah={320} style={{ overflowY: 'auto' }}>
          {field.optional && chosen ? <Combobox.Option value="-none">{t('catalogue.none')}</Combobox.Option> : null}
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id} active={option.id === chosen}>
              <bdi className="grow cut">{option.label}</bdi>
            </Combobox.Option>
          ))}
          {data && data.count > options.length ? (
            <Combobox.Option value="+more">
              {t('catalogue.more', { shown: options.length, count: data.count })}
            </Combobox.Option>
          ) : null}
          {data && options.length === 0 ? <Combobox.Empty>{t('catalogue.noOption')}</Combobox.Empty> : null}
          {onCreate && can(field.to, 'create') && words ? (
            <Combobox.Option value="+create">
              <IconPlus className="i s" aria-hidden="true" />
              {t('catalogue.createNamed', { name: words })}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function FileInput({ id, field, value, error, onChange, stored }: InputProps & { field: FileField & AnyField }) {
  const t = useT();
  const choice = value as FileChoice;
  const [over, setOver] = useState(false);
  const [preview, setPreview] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => {
    if (!(choice instanceof File) || !choice.type.startsWith('image/')) return setPreview(undefined);
    const url = URL.createObjectURL(choice);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [choice]);
  const kept = choice === undefined ? stored : null;
  const has = choice instanceof File || kept !== null;
  const accept = field.accept
    .flatMap((kind) => (kind === 'pdf' ? ['application/pdf'] : ['image/png', 'image/jpeg', 'image/webp']))
    .join(',');
  const limit = `${Math.round(field.maxBytes / 1_048_576)} MB`;
  return (
    // Dropping is a shortcut; the button does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`drop${over ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.files[0];
        if (dropped) onChange(dropped);
      }}
    >
      <span className="mark" aria-hidden="true">
        {preview ? (
          <img src={preview} alt="" />
        ) : kept?.mime.startsWith('image/') ? (
          <Picture file={kept} size={128} alt="" />
        ) : (
          <IconPhoto className="i" />
        )}
      </span>
      <span className="col grow" style={{ gap: 4 }}>
        <span className="row wrap">
          <input
            ref={input}
            id={id}
            type="file"
            accept={accept}
            className="sr"
            tabIndex={-1}
            aria-label={field.label}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) onChange(file);
              event.currentTarget.value = '';
            }}
          />
          <button
            type="button"
            className="btn d sm"
            aria-describedby={error ? `${id}-error` : hint}
            onClick={() => input.current?.click()}
          >
            {t(has ? 'catalogue.replaceFile' : 'catalogue.browse')}
          </button>
          {has ? (
            <button type="button" className="btn g sm" onClick={() => onChange(stored ? null : undefined)}>
              {t('catalogue.removeFile')}
            </button>
          ) : null}
        </span>
        <span id={hint} className="help cut">
          {choice instanceof File ? (
            <bdi>{choice.name}</bdi>
          ) : kept ? (
            <bdi>{kept.name}</bdi>
          ) : (
            t('catalogue.dropHere', {
              kinds: field.accept.includes('pdf') ? 'PNG, JPEG, WebP, PDF' : 'PNG, JPEG, WebP',
              limit,
            })
          )}
        </span>
      </span>
    </div>
  );
}
