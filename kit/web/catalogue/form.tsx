import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence, type RefInfo, refName } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { orderMessages } from '#kit/contract/input.ts';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { toast } from '../toast.tsx';
import { Conflict } from './conflict.tsx';
import { writes } from './data.ts';
import { FieldInput } from './inputs.tsx';
import { bodyOf, type FormValues, messageOf, startValues, toInput } from './form-values.ts';
import { Stay } from './stay.tsx';

interface Props {
  definition: AnyCatalogue;
  /** The row that is edited; left out, a new one is made. */
  row?: AnyRow;
  /** The row a new one copies. */
  copy?: AnyRow;
  given: Record<string, string>;
  onSaved: (row: AnyRow, another: boolean) => void;
  onClose: () => void;
  /** Opens a form for a row that a reference needs; resolves to its id. */
  onCreate?: (path: string, name: string) => Promise<AnyRow | undefined>;
}

/** Create and edit: checked on leaving a field, saved with Ctrl+S, never losing what was typed. */
export function CatalogueForm({ definition, row, copy, given, onSaved, onClose, onCreate }: Props) {
  const t = useT();
  const id = useId();
  const fields = Object.entries<AnyField>(definition.fields);
  const [base, setBase] = useState(row);
  const [busy, setBusy] = useState(false);
  const [general, setGeneral] = useState<string>();
  const [summary, setSummary] = useState(false);
  const [conflict, setConflict] = useState<AnyRow>();
  const leaving = useRef(false);
  const stored = (name: string) => (base?.[name] ?? null) as FileRef | null;
  const form = useForm<FormValues>({
    initialValues: startValues(definition, row ?? copy, given),
    validateInputOnBlur: true,
    validate: (values) => {
      const input = Object.fromEntries(
        fields.map(([name, field]) => [name, field.kind === 'file' ? undefined : toInput(field, values[name])]),
      );
      const between = orderMessages(definition, input);
      return Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          messageOf(field, values[name], stored(name) !== null) ?? between[name] ?? null,
        ]),
      );
    },
  });
  const firstField = fields.find(([, field]) => field.kind !== 'file')?.[0];
  const dirty = form.isDirty();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !leaving.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !leaving.current,
    withResolver: true,
  });

  const focusFirst = (errors: Record<string, unknown>) => {
    const first = fields.find(([name]) => errors[name])?.[0];
    if (first) document.getElementById(`${id}-${first}`)?.focus();
  };
  const saving = useRef(false);
  const save = async (another: boolean, against = base) => {
    // The key may be pressed again before the button could be drawn as busy.
    if (saving.current) return;
    setGeneral(undefined);
    const checked = form.validate();
    if (checked.hasErrors) {
      setSummary(true);
      focusFirst(checked.errors);
      return;
    }
    saving.current = true;
    setBusy(true);
    try {
      const { data, message } = await writes.save(definition, bodyOf(definition, form.getValues()), against);
      leaving.current = true;
      form.resetDirty();
      toast.success(message);
      onSaved(data, another);
      if (another) {
        form.setValues(startValues(definition, undefined, given));
        form.resetDirty(startValues(definition, undefined, given));
        setSummary(false);
        leaving.current = false;
        document.getElementById(`${id}-${fields[0]?.[0]}`)?.focus();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412 && error.body.current) setConflict(error.body.current as AnyRow);
      else {
        const known = Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in definition.fields));
        form.setErrors(known);
        setSummary(true);
        if (Object.keys(known).length === 0) setGeneral(error.message);
        else focusFirst(known);
      }
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  const errors = Object.entries(form.errors).filter(([name, message]) => message && name in definition.fields);
  const title = row ? t('form.edit', { title: row.title }) : t('catalogue.new', { one: inSentence(definition.one) });
  return (
    // The keys are shortcuts of the whole form; every one has its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
          event.preventDefault();
          void save(false);
        }
      }}
    >
      <header className="form-head">
        <h2>{title}</h2>
        <button type="button" className="btn g ic" aria-label={t('action.close')} onClick={onClose}>
          <IconX className="i" aria-hidden="true" />
        </button>
      </header>
      <div className="form-body">
        {general || (summary && errors.length > 0) ? (
          <div className="alert bad" role="alert">
            <span>
              {general ?? t('form.summary', { count: errors.length })}{' '}
              {errors.map(([name], index) => (
                <span key={name}>
                  {index > 0 ? ', ' : ''}
                  <button
                    type="button"
                    className="link"
                    onClick={() => document.getElementById(`${id}-${name}`)?.focus()}
                  >
                    {definition.fields[name].label}
                  </button>
                </span>
              ))}
            </span>
          </div>
        ) : null}
        {fields.map(([name, field]) => {
          const input = form.getInputProps(name);
          const error = form.errors[name] ? String(form.errors[name]) : undefined;
          const inputId = `${id}-${name}`;
          return (
            <div className="fld" key={name}>
              <label htmlFor={inputId}>
                {field.label}
                {'unit' in field && field.unit ? `, ${field.unit}` : ''}{' '}
                {field.optional ? <span className="opt">{t('form.optional')}</span> : null}
              </label>
              <FieldInput
                id={inputId}
                field={field}
                value={input.value}
                error={error}
                onChange={(value) => {
                  form.setFieldValue(name, value);
                  // Once a field was wrong, it is checked with every letter.
                  if (error) setTimeout(() => form.validateField(name), 0);
                }}
                onBlur={() => void form.validateField(name)}
                first={name === firstField}
                current={field.kind === 'ref' ? (((base ?? copy)?.[refName(name)] ?? null) as RefInfo | null) : null}
                stored={field.kind === 'file' ? stored(name) : null}
                {...(onCreate
                  ? {
                      onCreate: (path: string, words: string) => {
                        void onCreate(path, words).then((made) => made && form.setFieldValue(name, made.id));
                      },
                    }
                  : {})}
              />
              {error ? (
                <span className="errm" id={`${inputId}-error`}>
                  {error}
                </span>
              ) : field.help ? (
                <span className="help" id={`${inputId}-help`}>
                  {field.help}
                </span>
              ) : null}
            </div>
          );
        })}
      </div>
      <footer className="form-foot">
        <button type="submit" className="btn p" disabled={busy}>
          {busy ? <span className="spin" aria-hidden="true" /> : null}
          {t('form.save')}
          <span className="kbd" aria-hidden="true">
            Ctrl S
          </span>
        </button>
        {row ? null : (
          <button type="button" className="btn d" disabled={busy} onClick={() => void save(true)}>
            {t('form.saveAnother')}
          </button>
        )}
        <button type="button" className="btn g" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </footer>
      <Stay
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
      {conflict && base ? (
        <Conflict
          definition={definition}
          theirs={conflict}
          mine={form.getValues()}
          onClose={() => setConflict(undefined)}
          onChoose={(values) => {
            form.setValues(values);
            setBase(conflict);
            setConflict(undefined);
            // The reader looks at the result once more and saves it against the newer version.
            toast.success(t('conflict.merged'));
          }}
        />
      ) : null}
    </form>
  );
}
