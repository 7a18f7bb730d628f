import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { type AnyField, type FileField, isMany, isNumeric } from '#kit/contract/fields.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import { said } from '../../i18n.ts';

/** What a form holds: texts as typed, lists, flags, places as two texts, and files as chosen. */
export type FormValues = Record<string, unknown>;

/** A file field: undefined keeps the stored file, null removes it, a File replaces it. */
export type FileChoice = File | null | undefined;

/** Media types of the files a field takes, and their names for people. The server looks at the content itself. */
export const acceptedTypes = (field: FileField): string[] =>
  field.accept.flatMap((kind) => (kind === 'pdf' ? ['application/pdf'] : ['image/png', 'image/jpeg', 'image/webp']));
export const acceptedNames = (field: FileField): string =>
  field.accept.includes('pdf') ? 'PNG, JPEG, WebP, PDF' : 'PNG, JPEG, WebP';

/** What an input of a field shows while nothing is given. */
export const empty = (field: AnyField): unknown => {
  if (isMany(field)) return [];
  if (field.kind === 'file') return undefined;
  if (field.kind === 'place') return { lat: '', lon: '' };
  if (field.kind === 'flag') return field.optional ? null : false;
  return '';
};

/** Values to start from: of a row, given by the address (`?val[field]=`), or none. */
export function startValues(
  definition: AnyCatalogue,
  row: AnyRow | undefined,
  given: Record<string, string>,
): FormValues {
  const values: FormValues = {};
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const value = row?.[name];
    if (field.kind === 'file') values[name] = undefined;
    else if (row && value !== null && value !== undefined)
      values[name] =
        field.kind === 'place'
          ? { lat: String((value as { lat: number }).lat), lon: String((value as { lon: number }).lon) }
          : typeof value === 'number'
            ? String(field.kind === 'money' ? value / 100 : value)
            : value;
    else
      values[name] =
        given[name] === undefined
          ? empty(field)
          : isMany(field)
            ? given[name].split(',')
            : field.kind === 'flag'
              ? given[name] === 'true'
              : given[name];
  }
  return values;
}

/** A row to copy from. Numbers that are kept encrypted are not known whole: they stay those of the row that is edited. */
export const copied = (
  definition: AnyCatalogue,
  copy: AnyRow | undefined,
  row: AnyRow | undefined,
): AnyRow | undefined =>
  copy && { ...copy, ...Object.fromEntries(sealedNames(definition).map((name) => [name, row?.[name] ?? null])) };

/** A form value as the API takes it. Numbers that cannot be read stay texts, so that the check says what is wrong. */
export function toInput(field: AnyField, value: unknown): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money': {
      const text = String(value ?? '')
        .replaceAll(',', '')
        .trim();
      if (text === '') return null;
      const number = Number(text);
      if (!Number.isFinite(number)) return text;
      return field.kind === 'money' ? Math.round(number * 100) : number;
    }
    case 'place': {
      const { lat, lon } = value as { lat: string; lon: string };
      if (lat.trim() === '' && lon.trim() === '') return null;
      return { lat: lat.trim() === '' ? undefined : Number(lat), lon: lon.trim() === '' ? undefined : Number(lon) };
    }
    default:
      if (value === '') return null;
      return isNumeric(field) && typeof value === 'string' ? Number(value) : value;
  }
}

/** The message for one field, by the very check the server makes. */
export function messageOf(field: AnyField, value: unknown, hasStored: boolean): string | null {
  const message = englishMessageOf(field, value, hasStored);
  return message === null ? null : said(message);
}

function englishMessageOf(field: AnyField, value: unknown, hasStored: boolean): string | null {
  if (field.kind === 'file') {
    const file = value as FileChoice;
    if (file === null && !field.optional) return `${field.label} is required`;
    if (file === undefined && !field.optional && !hasStored) return `${field.label} is required`;
    if (file instanceof File && file.size > field.maxBytes)
      return `${field.label} can have at most ${Math.floor(field.maxBytes / 1_048_576)} MB`;
    if (file instanceof File && !acceptedTypes(field).includes(file.type))
      return `${field.label}: use ${acceptedNames(field)}`;
    return null;
  }
  if (field.kind === 'date' && typeof value === 'string' && value !== '' && !isDay(value))
    return `${field.label} must be a date, like 21/11/2026`;
  const checked = fieldSchema(field).safeParse(toInput(field, value));
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'Not right');
}

/** Whether a save can have a message for it: a field, or what goes along besides the fields. */
export const isKnown = (definition: AnyCatalogue, name: string): boolean =>
  name in definition.fields || name in definition.beside;

/** What goes along besides the fields, where somebody gave it. */
const besideOf = (definition: AnyCatalogue, values: FormValues) =>
  Object.fromEntries(
    Object.keys(definition.beside)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );

/** The body of a save: JSON, or a multipart form when a file goes along or is removed, or the catalogue is always sent so. */
export function bodyOf(definition: AnyCatalogue, values: FormValues): { body: unknown } | { form: FormData } {
  const fields = Object.entries<AnyField>(definition.fields);
  const files = fields.filter(([name, field]) => field.kind === 'file' && values[name] !== undefined);
  const scalars = fields.filter(([, field]) => field.kind !== 'file');
  if (files.length === 0 && !definition.sendsMultipart)
    return {
      body: {
        ...Object.fromEntries(scalars.map(([name, field]) => [name, toInput(field, values[name])])),
        ...besideOf(definition, values),
      },
    };
  const form = new FormData();
  for (const [name, field] of scalars) {
    const value = toInput(field, values[name]);
    if (Array.isArray(value)) form.append(name, JSON.stringify(value));
    else
      form.append(
        name,
        value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
      );
  }
  for (const [name] of files) {
    const file = values[name] as File | null;
    if (file) form.append(name, file, file.name);
    else form.append(name, '');
  }
  return { form };
}

/** A form value as two of them are compared. */
export const cleanInput = (field: AnyField, value: unknown): unknown => {
  if (field.kind === 'file') return value;
  const input = toInput(field, value);
  return isMany(field) ? (input ?? []) : (input ?? null);
};
