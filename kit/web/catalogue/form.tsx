import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { Link, useBlocker } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { ErrorBody } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { orderMessages } from '#kit/contract/input.ts';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { isSignedIn } from '../session.ts';
import { store } from '../storage/store.ts';
import { toast } from '../toast.tsx';
import { PageTitle } from '../ui/parts.tsx';
import { SaveButton } from '../ui/save-button.tsx';
import { Conflict } from './conflict.tsx';
import { writes } from './data.ts';
import { draftOf, dropDrafts, keepDraft } from './drafts.ts';
import { FormFields } from './form-fields.tsx';
import { bodyOf, copied, type FormValues, messageOf, startValues, toInput } from './form-values.ts';
import type { CreatorOf } from './input-props.ts';
import { Stay } from './stay.tsx';

interface Props {
  definition: AnyCatalogue;
  /** The row that is edited; left out, a new one is made. */
  row?: AnyRow;
  /** The row a new one copies; beside `row`, a version of it that is laid over it. */
  copy?: AnyRow;
  given: Record<string, string>;
  onSaved: (row: AnyRow, another: boolean) => void;
  onClose: () => void;
  /** A page of its own has two columns; a nested form makes a row that another form needs. */
  place?: 'drawer' | 'page' | 'nested';
  /** Opens a form for a row that a reference needs; resolves to its id. */
  creatorOf?: CreatorOf;
}

/** Create and edit: checked on leaving a field, saved with Ctrl+S, never losing what was typed. */
export function CatalogueForm({ definition, row, copy, given, onSaved, onClose, creatorOf, place = 'drawer' }: Props) {
  const t = useT();
  const id = useId();
  const fields = Object.entries<AnyField>(definition.fields);
  const [userId] = useState(() => store.get('userData')?.id ?? '');
  const address = useRef(location.pathname);
  const [draft] = useState(() => (place === 'nested' ? undefined : draftOf(userId, address.current)));
  const [base, setBase] = useState(draft ? draft.base : row);
  const [busy, setBusy] = useState(false);
  const [general, setGeneral] = useState<string>();
  const [summary, setSummary] = useState(false);
  const [conflict, setConflict] = useState<AnyRow>();
  const [existing, setExisting] = useState<ErrorBody['existing']>();
  const leaving = useRef(false);
  const stored = (name: string) => (base?.[name] ?? null) as FileRef | null;
  const form = useForm<FormValues>({
    initialValues: startValues(definition, row ?? copied(definition, copy, row), given),
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
  useEffect(() => {
    // Laid over what is stored, so that it counts as typed and can be compared.
    if (draft) form.setValues(draft.values);
    else if (row && copy) form.setValues(startValues(definition, copied(definition, copy, row), given));
    // Once, when the form opens after a new sign-in.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const dirty = form.isDirty();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!dirty || leaving.current || current.pathname === next.pathname) return false;
      if (isSignedIn()) return true;
      // The session ended: the way to the sign-in page is free, and back here the work goes on.
      if (place !== 'nested') keepDraft(userId, address.current, { values: form.getValues(), base });
      return false;
    },
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
    setExisting(undefined);
    const checked = form.validate();
    if (checked.hasErrors) {
      setSummary(true);
      focusFirst(checked.errors);
      return;
    }
    saving.current = true;
    setBusy(true);
    try {
      const { data, message, warnings } = await writes.save(definition, bodyOf(definition, form.getValues()), against);
      leaving.current = true;
      dropDrafts();
      form.resetDirty();
      toast.success(message);
      for (const warning of warnings ?? []) toast.warn(warning);
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
        setExisting(error.body.existing);
        setSummary(true);
        // The way to the other record stays where it is when the field is left to follow it.
        if (Object.keys(known).length === 0 || error.body.existing) setGeneral(error.message);
        focusFirst(known);
      }
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  const errors = Object.entries(form.errors).filter(([name, message]) => message && name in definition.fields);
  const isPage = place === 'page';
  const title = row ? t('form.edit', { title: row.title }) : t('catalogue.new', { one: inSentence(definition.one) });
  return (
    // The keys are shortcuts of the whole form; every one has its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={isPage ? 'form page-form' : 'form'}
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
        {isPage ? (
          <PageTitle title={title} />
        ) : (
          <>
            <h2>{title}</h2>
            <button type="button" className="btn g ic" aria-label={t('action.close')} onClick={onClose}>
              <IconX className="i" aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <div className="form-body">
        {draft ? (
          <p className="alert info wide" role="status">
            {t('form.draft')}
          </p>
        ) : null}
        {general || (summary && errors.length > 0) ? (
          <div className="alert bad wide" role="alert">
            <span>
              {general ?? t('form.summary', { count: errors.length })}{' '}
              {existing ? (
                <Link to={`/${existing.path}/${existing.id}`} className="link">
                  <bdi>{t('form.existing', { title: existing.title })}</bdi>
                </Link>
              ) : null}{' '}
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
        <FormFields definition={definition} form={form} id={id} row={base ?? copy} base={base} creatorOf={creatorOf} />
      </div>
      <footer className="form-foot">
        <SaveButton busy={busy} />
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
        onLeave={() => {
          dropDrafts();
          blocker.proceed?.();
        }}
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
