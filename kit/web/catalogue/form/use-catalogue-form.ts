import { useForm } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ErrorBody } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { orderMessages } from '#kit/contract/input.ts';
import { ApiError } from '../../api.ts';
import { said } from '../../i18n.ts';
import { isSignedIn } from '../../session.ts';
import { store } from '../../storage/store.ts';
import { toast } from '../../toast.tsx';
import { draftOf, dropDrafts, keepDraft } from './drafts.ts';
import { copied, type FormValues, isKnown, messageOf, startValues, toInput } from './form-values.ts';
import { Asked, useConflict } from './use-conflict.ts';

/** What a form is opened with. */
export interface FormSetup {
  definition: AnyCatalogue;
  /** The row that is edited; left out, a new one is made. */
  row?: AnyRow;
  /** The row a new one copies; beside `row`, a version of it that is laid over it. */
  copy?: AnyRow;
  given: Record<string, string>;
  onSaved: (row: AnyRow, another: boolean) => void;
  /** A page of its own has two columns; a nested form makes a row that another form needs. */
  place?: 'drawer' | 'page' | 'nested';
  /** The field to begin with. */
  focus?: string | undefined;
}

/** What is wrong by field, null where nothing is. @param base the row as it is stored: a file that it has need not be chosen. */
function messagesOf(
  definition: AnyCatalogue,
  values: FormValues,
  base: AnyRow | undefined,
): Record<string, string | null> {
  const fields = Object.entries<AnyField>(definition.fields);
  const input = Object.fromEntries(
    fields.map(([name, field]) => [name, field.kind === 'file' ? undefined : toInput(field, values[name])]),
  );
  const between = orderMessages(definition, input);
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      messageOf(field, values[name], (base?.[name] ?? null) !== null) ?? (between[name] ? said(between[name]) : null),
    ]),
  );
}

/**
 * The values of a form, their checking and saving, and what was refused. What was typed is never lost: leaving is asked
 * about, and a session that ends keeps a draft.
 * @param id the fields have ids of this and their name: the first wrong one takes the focus.
 */
export function useCatalogueForm(
  { definition, row, copy, given, onSaved, place = 'drawer', focus }: FormSetup,
  id: string,
) {
  const fields = Object.entries<AnyField>(definition.fields);
  const [userId] = useState(() => store.get('userData')?.id ?? '');
  const address = useRef(location.pathname);
  const [draft] = useState(() => (place === 'nested' ? undefined : draftOf(userId, address.current)));
  const [base, setBase] = useState(draft ? draft.base : row);
  const [busy, setBusy] = useState(false);
  const [general, setGeneral] = useState<string>();
  const [isSummed, setSummed] = useState(false);
  const [existing, setExisting] = useState<ErrorBody['existing']>();
  const leaving = useRef(false);
  const form = useForm<FormValues>({
    initialValues: startValues(definition, row ?? copied(definition, copy, row), given),
    validateInputOnBlur: true,
    validate: (values) => messagesOf(definition, values, base),
  });
  useEffect(() => {
    // Laid over what is stored, so that it counts as typed and can be compared.
    if (draft) form.setValues(draft.values);
    else if (row && copy) form.setValues(startValues(definition, copied(definition, copy, row), given));
    // Once, when the form opens after a new sign-in.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // Somebody came to fill in one field.
  useEffect(() => {
    if (focus && focus in definition.fields)
      requestAnimationFrame(() => document.getElementById(`${id}-${focus}`)?.focus());
    // Once, when the form opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const conflict = useConflict({ definition, form, base, setBase });
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
    const first = [...fields.map(([name]) => name), ...Object.keys(definition.beside)].find((name) => errors[name]);
    if (first) focusOn(`${id}-${first}`);
  };
  const refused = (error: ApiError) => {
    const known = Object.fromEntries(Object.entries(error.fields).filter(([name]) => isKnown(definition, name)));
    form.setErrors(known);
    setExisting(error.body.existing);
    setSummed(true);
    // The way to the other record stays where it is when the field is left to follow it.
    if (Object.keys(known).length === 0 || error.body.existing) setGeneral(error.message);
    focusFirst(known);
  };
  const saving = useRef(false);
  const save = async (another: boolean) => {
    // The key may be pressed again before the button could be drawn as busy.
    if (saving.current) return;
    setGeneral(undefined);
    setExisting(undefined);
    const checked = form.validate();
    if (checked.hasErrors) {
      setSummed(true);
      focusFirst(checked.errors);
      return;
    }
    saving.current = true;
    setBusy(true);
    try {
      const { data, message, warnings } = await conflict.save();
      leaving.current = true;
      dropDrafts();
      form.resetDirty();
      toast.success(message);
      for (const warning of warnings ?? []) toast.warn(warning);
      onSaved(data, another);
      if (another) {
        form.setValues(startValues(definition, undefined, given));
        form.resetDirty(startValues(definition, undefined, given));
        setSummed(false);
        leaving.current = false;
        document.getElementById(`${id}-${fields[0]?.[0]}`)?.focus();
      }
    } catch (error) {
      if (error instanceof Asked) return;
      if (!(error instanceof ApiError)) throw error;
      refused(error);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  return {
    form,
    base,
    draft,
    busy,
    general,
    isSummed,
    existing,
    conflict,
    /** A version of the record that is newer than what the form was made of. */
    newer: row && base && row.version > base.version && !busy && !leaving.current ? row : undefined,
    save,
    leaving: {
      isAsked: blocker.status === 'blocked',
      stay: () => blocker.reset?.(),
      leave: () => {
        dropDrafts();
        blocker.proceed?.();
      },
    },
  };
}

/** Brings a field into focus; one that was folded away is drawn some frames later. */
function focusOn(id: string, frames = 5): void {
  const input = document.getElementById(id);
  if (input) input.focus();
  else if (frames > 0) requestAnimationFrame(() => focusOn(id, frames - 1));
}
