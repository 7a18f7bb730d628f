import type { AnyField, LongTextField, TextField } from '#kit/contract/fields.ts';
import { formatDay, named, said } from '../i18n.ts';
import { catalogueAt } from './all.ts';

/** The value of a text field as its reader's language has it, where the product wrote it. */
export function spokenText({ spoken }: TextField | LongTextField, text: string): string {
  if (!spoken) return text;
  return spoken === 'names' ? named(text) : said(text);
}

/** The name of a record of a catalogue, which is the text of one of its fields where the product can have written it. */
export function titleText(path: string, title: string): string {
  const { title: names = [], fields = {} } = catalogueAt(path) ?? {};
  const field: AnyField | undefined = names.length === 1 ? fields[names[0] ?? ''] : undefined;
  // A document is called by its type.
  if (field?.kind === 'ref' && field.to !== path) return titleText(field.to, title);
  if (field?.kind === 'text') return spokenText(field, title);
  // A report is called by whose it is and its day, which is stored as 2026-11-20.
  const hasDay = names.some((name) => (fields[name] as AnyField | undefined)?.kind === 'date');
  return hasDay ? title.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay) : title;
}
