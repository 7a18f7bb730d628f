import type { AnyField, Fields, TextField } from './fields.ts';

/** A text field whose values are kept encrypted. */
export type SealedField = TextField & { sealed: number };

export const isSealed = (field: AnyField | undefined): field is SealedField =>
  field?.kind === 'text' && field.sealed !== undefined;

/** Names of the fields of a catalogue that are kept encrypted. */
export const sealedNames = (definition: { fields: Fields }): string[] =>
  Object.keys(definition.fields).filter((name) => isSealed(definition.fields[name]));

/** @throws where a field that is kept encrypted would order or name rows of the catalogue */
export function checkSealed(
  path: string,
  options: {
    fields: Fields;
    title: readonly string[];
    ordered?: readonly (readonly string[])[] | undefined;
    sort?: string | undefined;
  },
): void {
  for (const [name, field] of Object.entries<AnyField>(options.fields)) {
    if (!isSealed(field)) continue;
    const isUsed = options.title.includes(name) || options.ordered?.some((pair) => pair.includes(name));
    if (isUsed || field.many || field.sort || options.sort?.replace(/^-/, '') === name)
      throw new Error(`Catalogue ${path}: '${name}' is kept encrypted, so it neither orders nor names rows`);
  }
}

const dots = '••••';

/** What is shown of a value that is kept encrypted: its last characters, and never more than half of them. */
export function maskOf(value: string, shown: number): string {
  const letters = Array.from(value);
  const count = Math.min(shown, Math.floor(letters.length / 2));
  return count === 0 ? dots : `${dots} ${letters.slice(-count).join('')}`;
}

/** True for what stands in place of such a value: nobody's number has these marks in it. */
export const isMask = (value: unknown): value is string => typeof value === 'string' && value.includes('•');
