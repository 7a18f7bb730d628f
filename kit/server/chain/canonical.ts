import { createHash } from 'node:crypto';

/**
 * Every column of the table history, in the order in which it is hashed. A column that a later migration adds goes to its
 * place in the alphabet: absent values are left out, so what was chained before stays as it was.
 */
export const historyFields = [
  'action',
  'actor_id',
  'actor_name',
  'after',
  'at',
  'before',
  'id',
  'ip',
  'module',
  'on_behalf_of_id',
  'on_behalf_of_name',
  'org_id',
  'record_id',
  'record_title',
  'request_id',
  'source',
] as const;
export type HistoryField = (typeof historyFields)[number];

/** Seconds since 1970 to the microsecond: the same text whatever the server's version, time zone and style of dates. */
const textOf = (name: string) => (name === 'at' ? 'extract(epoch from h.at)::text' : `h.${name}::text`);

/** The columns as texts, to be selected from history aliased h and given to `canonicalOf` in this order. */
export const historyTexts = historyFields.map((name) => `${textOf(name)} as h_${name}`).join(', ');

/** Texts of one row by their names. */
export const fieldOf = (texts: readonly (string | null)[], name: HistoryField): string | null =>
  texts[historyFields.indexOf(name)] ?? null;

/** One text for a row and for no other: a JSON list of [name, value] of all columns that hold something. */
export function canonicalOf(texts: readonly (string | null)[]): string {
  const pairs = historyFields.flatMap((name, index) => {
    const text = texts[index] ?? null;
    if (text === null) return [];
    return [[name, name === 'before' || name === 'after' ? canonicalJson(text) : text]];
  });
  return JSON.stringify(pairs);
}

/** A number as it was written: as a JavaScript number it would lose digits, and two would look like one. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const keepDigits = (_: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;

/** JSON with its keys in the order of their code units, without spaces. */
export function canonicalJson(text: string): string {
  return written(JSON.parse(text, keepDigits));
}

function written(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`).join(',')}}`;
}

/** What the first entry follows. */
export const beginning = '0'.repeat(64);

/** Hash of an entry: SHA-256 of the bytes of the hash before it and the row's canonical text in UTF-8. All in hex. */
export const hashOf = (previous: string, canonical: string): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(canonical, 'utf8').digest('hex');
