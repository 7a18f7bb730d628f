import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isRefused } from '#kit/contract/formats/format.ts';
import { formats } from '#kit/contract/formats/formats.ts';
import { asStored } from '#kit/contract/input.ts';
import { containing } from '#kit/server/db/containing.ts';
import { namesSaidWith } from '#kit/server/words/said-names.ts';
import type { Registry } from '../registry.ts';
import { titleSql } from './row-sql.ts';

/**
 * What a statement looks for, bound: a pattern that a text has anywhere, the whole text, or the beginning of a word. What nothing is compared with must
 * not be bound, or it would have no type. `among`: one of some texts.
 */
export interface Sought {
  like: (text: string) => string;
  is: (text: string) => string;
  start: (text: string) => string;
  among: (texts: readonly string[]) => string;
}

/** Binds each text once for each way it is looked for. */
export function soughtIn(bind: (value: string | readonly string[]) => string): Sought {
  const bound = new Map<string, string>();
  const once = (key: string, text: string | readonly string[]): string => {
    const name = bound.get(key) ?? bind(text);
    bound.set(key, name);
    return name;
  };
  return {
    like: (text) => once(`like ${text}`, containing(text)),
    is: (text) => once(`is ${text}`, text),
    start: (text) => once(`start ${text}`, text),
    among: (texts) => once(`among ${texts.join()}`, texts),
  };
}

/** Without a letter or a digit a word begins nothing, and leaves out nothing. */
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** The condition under which an expression has a word, as its field says it is searched; what is said in other languages too is found by those. */
export function hasText(expression: string, field: AnyField, word: string, sought: Sought): string {
  const names = field.kind === 'text' && field.spoken === 'names' ? namesSaidWith(word) : [];
  const written = hasWritten(expression, field, word, sought);
  return names.length === 0 ? written : `(${written} or ${expression} = any(${sought.among(names)}::text[]))`;
}

function hasWritten(expression: string, field: AnyField, word: string, sought: Sought): string {
  // Among a million numbers one by its pieces takes twice as long as one among ten thousand; whole, it is as quick.
  if (isWhole(field, word)) return `${expression} = ${sought.is(word)}`;
  if (field.search !== 'words') return `${expression} ilike ${sought.like(word)}`;
  // By the functions of db/migrations/0118_search_words.sql, whose index draft-sql.ts drafts.
  return isWord(word) ? `search_words(${expression}) @@ search_start(${sought.start(word)})` : 'true';
}

/** Whether a text is a mobile number as it is kept, and so as long as every value of the field: a value that has it anywhere is that text. */
function isWhole(field: AnyField, text: string): boolean {
  if (field.kind !== 'text' || field.format !== 'mobile') return false;
  const checked = formats.mobile.check(text);
  return !isRefused(checked) && checked.value === text;
}

/** The condition under which a record's title has a word: records that are named by a plate are found however it is written. */
export function titleHas(
  registry: Registry,
  target: AnyCatalogue,
  alias: string,
  word: string,
  sought: Sought,
): string {
  const [only, ...others] = target.title;
  const field: AnyField | undefined = others.length === 0 && only ? target.fields[only] : undefined;
  if (only && field?.kind === 'text' && (field.search === 'words' || field.spoken === 'names'))
    return hasText(`${alias}.${columnOf(only)}`, field, word, sought);
  const stored = field?.kind === 'text' && field.compact ? asStored(field, word) : word;
  return `${titleSql(registry, target, alias)} ilike ${sought.like(stored)}`;
}

/** A number that is written in groups, without the signs between them; draft-sql.ts drafts its index. */
export const bareSql = (expression: string): string => `lower(translate(${expression}, ' -/.', ''))`;
/** What `bareSql` makes of a number. */
export const bareNumber = (text: string): string => text.toLowerCase().replaceAll(/[\s./-]/g, '');
/** Shorter ones are years and parts of numbers. */
const leastBare = 6;

/** Of what was typed, the number that it may be, however its groups are written; undefined where it is none. */
export function groupedIn(text: string): string | undefined {
  const bare = bareNumber(text);
  return bare.length >= leastBare && /\d/.test(bare) ? bare : undefined;
}
