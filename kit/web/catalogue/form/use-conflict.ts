import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Answer, HistoryRow } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError } from '../../api.ts';
import { t } from '../../i18n.ts';
import { authorOf } from '../../live/authors.ts';
import { toast } from '../../toast.tsx';
import { historySince, writes } from '../data.ts';
import { bodyOf, type FormValues } from './form-values.ts';
import { type Merge, mergeForm } from './merge.ts';

/** A version that somebody else saved meanwhile, and what both sides changed. */
export interface FormConflict extends Merge {
  theirs: AnyRow;
  /** What was done to the record since, newest first. */
  entries: readonly HistoryRow[];
}

/** Both sides changed the same field: the reader is asked, and nothing is saved until then. */
export class Asked extends Error {}

/** How often a save is tried again over what others saved in the meantime. */
const mostRounds = 5;

/** The names of fields as a sentence lists them. */
export const labelsOf = (definition: AnyCatalogue, names: readonly string[]): string =>
  names.map((name) => definition.fields[name].label).join(', ');

interface Options {
  definition: AnyCatalogue;
  form: UseFormReturnType<FormValues>;
  /** The version that the form was made of. */
  base: AnyRow | undefined;
  setBase: (row: AnyRow) => void;
}

/** Others change the record that a form is open on: what only one side changed is merged, and what both changed is asked for. */
export function useConflict({ definition, form, base, setBase }: Options) {
  const [conflict, setConflict] = useState<FormConflict>();

  /** Lays the form over a newer version. Gives what was taken of it; undefined while the reader is asked. */
  const lay = async (from: AnyRow, theirs: AnyRow) => {
    const merged = mergeForm(definition, from, theirs, form.getValues());
    const entries = await historySince(definition, from);
    if (merged.asked.length > 0) return setConflict({ ...merged, theirs, entries });
    form.setValues(merged.values);
    setBase(theirs);
    return { taken: merged.taken, author: authorOf(entries, merged.taken[0])?.name ?? t('conflict.someone') };
  };

  return {
    /** Open while the reader is asked. */
    conflict,
    close: () => setConflict(undefined),
    /** What was chosen of both versions. The reader looks at it once more and saves it over the newer one. */
    choose: (values: FormValues) => {
      form.setValues(values);
      if (conflict) setBase(conflict.theirs);
      setConflict(undefined);
      toast.success(t('conflict.merged'));
    },
    /** Brings the form in line with a newer version, and saves nothing. */
    update: async (theirs: AnyRow): Promise<void> => {
      const laid = base && (await lay(base, theirs));
      if (laid) toast.success(t('conflict.updated'));
    },
    /** Saves the form, over what others changed in other fields too. @throws Asked */
    save: async (): Promise<Answer<AnyRow>> => {
      let against = base;
      const kept = new Map<string, string>();
      for (let round = 1; ; round += 1) {
        try {
          const answer = await writes.save(definition, bodyOf(definition, form.getValues()), against);
          for (const [author, fields] of kept) toast.warn(t('conflict.kept', { name: author, fields }));
          return answer;
        } catch (error) {
          const current =
            error instanceof ApiError && error.status === 412 ? (error.body.current as AnyRow) : undefined;
          if (!current || !against || round === mostRounds) throw error;
          const laid = await lay(against, current);
          if (!laid) throw new Asked();
          if (laid.taken.length > 0) kept.set(laid.author, labelsOf(definition, laid.taken));
          against = current;
        }
      }
    },
  };
}
