import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { cleanInput, type FormValues, startValues } from './form-values.ts';

export interface Merge {
  /** What the form is to hold: of each field what the one side made of it that changed it; of a field asked for, what was typed. */
  values: FormValues;
  /** Fields that the others changed and this form did not. */
  taken: string[];
  /** Fields that both sides changed, each to something else. */
  asked: string[];
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const fileId = (row: AnyRow, name: string) => (row[name] as FileRef | null | undefined)?.id ?? null;

/**
 * Lays what was typed over a version that somebody saved meanwhile. What only one side changed is taken from that side.
 * @param base the version that the form began with.
 */
export function mergeForm(definition: AnyCatalogue, base: AnyRow, theirs: AnyRow, mine: FormValues): Merge {
  const merge: Merge = { values: { ...mine }, taken: [], asked: [] };
  const start = startValues(definition, base, {});
  const newest = startValues(definition, theirs, {});
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const isFile = field.kind === 'file';
    const theyChanged = isFile ? fileId(base, name) !== fileId(theirs, name) : !equal(base[name], theirs[name]);
    if (!theyChanged) continue;
    const iChanged = isFile
      ? mine[name] !== undefined
      : !equal(mine[name], start[name]) && !equal(cleanInput(field, mine[name]), cleanInput(field, start[name]));
    const isSame = !isFile && equal(cleanInput(field, mine[name]), cleanInput(field, newest[name]));
    if (iChanged && !isSame) {
      merge.asked.push(name);
      continue;
    }
    merge.values[name] = newest[name];
    if (!iChanged) merge.taken.push(name);
  }
  return merge;
}

/** Fields that somebody changed between two versions. */
export const changedBetween = (definition: AnyCatalogue, base: AnyRow, theirs: AnyRow): string[] =>
  Object.entries<AnyField>(definition.fields).flatMap(([name, field]) =>
    (field.kind === 'file' ? fileId(base, name) !== fileId(theirs, name) : !equal(base[name], theirs[name]))
      ? [name]
      : [],
  );
