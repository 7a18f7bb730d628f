import { type AnyCatalogue, columnOf, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { clientTerms, tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import { listTable } from '#kit/server/catalogue/read/list-table.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { exactTerms, type ListKit, wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { hasText } from '#kit/server/catalogue/read/text-search.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Scope, Statement } from '#kit/server/db/database.ts';
import { foundBy, isIndexed, type Named, namedKey, titlesOf } from './search-names.ts';

/** Of a catalogue so many are shown; one more is read, to tell whether there are more. */
export const perCatalogue = 5;
/** So many records of a catalogue with the words are looked at for the best few. */
const mostRanked = 1_000;

/** A record that was found, and how well it fits: see ranks. */
export interface FoundTitle {
  id: string;
  module: string;
  title: string;
  rank: number;
  /** Of what is no record: its address. */
  to?: string;
}

/** How well a record fits, the best first. */
export const ranks = { exact: 0, begins: 1, words: 2, inside: 3, elsewhere: 4, alike: 5 } as const;

/** What is searched for without spaces, dots, slashes and hyphens: codes and plates are found however they are written. */
export const bareOf = (q: string): string => q.replaceAll(/[\s./-]/g, '');

/**
 * Whether what is searched for may lie across the words of a title, as MH12AB does in MH 12 AB 1234. Two or three letters would be found
 * between words that have nothing to do with them: ab in Tata Bolt.
 */
export const isAcrossWords = (q: string): boolean => {
  const bare = bareOf(q);
  return bare !== '' && (bare.length > 3 || /\d/.test(bare) || bare !== q.trim());
};

/**
 * The search over everything: the best few records of each catalogue, by their titles and, of those of organisations, by what their lists
 * are searched by. An exact title comes first, then one that begins with what is searched for, one that has all its words, the record's number
 * among them, one that has them inside of others, and what has them elsewhere; active ones before others, and of the last the latest first.
 * Records are found by indexes alone where there may be millions, and their titles are put together for those that were found.
 * @param named the records that the words name, see namesIn.
 */
export function searchStatement(
  kit: ListKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  named: Named,
): { statement: Statement; params: Param[] } {
  const bare = bareOf(q);
  // An office's title begins with its code.
  const params: Param[] = [containing(bare), `${escaped(bare)}%`, escaped(officeOf(q) ?? bare), escaped(bare)];
  const words = wordsOf(q).map((text) => ({
    text,
    pattern: `$${params.push(containing(text))}`,
    whole: `$${params.push(`% ${escaped(text)} %`)}`,
  }));
  const asked: Asked = { kit, scope, params, q, bare, words, named, bound: new Map() };
  const wholeWords = words
    .map(({ whole }) => `(' ' || n.said || ' ' ilike ${whole} or ' ' || ${parted} || ' ' ilike ${whole})`)
    .join(' and ');
  const across = isAcrossWords(q) ? `${squeezed} ilike $1 or ` : '';
  const inTitle = `${across}${words.map(({ pattern }) => `n.title ilike ${pattern}`).join(' and ')}`;
  const all = definitions.flatMap((definition) => {
    const found = idsOf(asked, definition);
    if (!found) return [];
    return `(select n.id, '${definition.path}' as module, n.title, n.rank from (
      select n.*, case when ${squeezed} ilike $4 then ${ranks.exact} when ${squeezed} ilike $2 then ${ranks.begins}
        when ${wholeWords} then ${ranks.words} when ${inTitle} then ${ranks.inside} else ${ranks.elsewhere} end as rank
      from (select s.*, concat_ws(' ', s.title, s.number) as said from (
        select t.id, ${titleSql(kit.registry, definition, 't')} as title, ${numberSql(definition)} as number, t.status, t.created_at
        from ${listTable(definition, scope)} t where t.id = any(array(${found}))) s) n) n
      order by n.rank, n.status desc, case when n.rank < ${ranks.elsewhere} then length(n.title) end, case when n.rank < ${ranks.elsewhere} then n.title end,
        n.created_at desc, n.id limit ${perCatalogue + 1})`;
  });
  // Of every pattern something must be compared, or it has no type.
  const bound = ['$1', '$2', '$3', '$4', ...words.flatMap(({ pattern, whole }) => [pattern, whole])];
  const none = `select null::uuid as id, null::text as module, null::text as title, null::integer as rank where false`;
  const text = `select id, module, title, rank from (${[none, ...all].join(' union all ')}) f
    where ${bound.map((one) => `${one}::text is not null`).join(' and ')}`;
  return { statement: { text, replan: true }, params };
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** What the rows of a catalogue have that the caller may see, besides row security. */
export const shownTerms = (definition: AnyCatalogue, place: string, scope: Scope, params: Param[]): string =>
  [
    `t.deleted_at is null${tenantFilterOf(definition, place, scope, params)}`,
    ...(scope.client ? clientTerms(definition) : []),
  ].join(' and ');

interface Asked {
  kit: ListKit;
  scope: Scope;
  params: Param[];
  q: string;
  bare: string;
  words: readonly { text: string; pattern: string }[];
  named: Named;
  /** Parameters of `named` that are bound already. */
  bound: Map<string, string>;
}

const squeezed = `translate(n.title, ' -/.', '')`;
/** The number in a code, as the 00042 of HD-2611-00042, is a word of its own. */
const parted = `translate(n.said, '-/.', '   ')`;

/** The number that a record has besides its title, as tickets have. */
function numberSql(definition: AnyCatalogue): string {
  const number = Object.entries<AnyField>(shownFields(definition)).find(
    ([name, field]) => field.kind === 'text' && field.grouped && !definition.title.includes(name),
  );
  return number ? `t.${columnOf(number[0])}` : 'null';
}

/** A statement that gives the ids of what has the words; undefined where nothing can have them. */
function idsOf(asked: Asked, definition: AnyCatalogue): string | undefined {
  const { scope, params, q, bare } = asked;
  const before = params.length;
  const shown = shownTerms(definition, 'search', scope, params);
  const from = `select t.id from ${listTable(definition, scope)} t where ${shown}`;
  const parts: string[] = [];
  const [first] = titlesOf(definition);
  if (first?.[1].kind === 'text' && definition.rowSecurity) {
    const key = `lower(t.${columnOf(first[0])})`;
    const start = `lower($${params.push(first[1].compact ? bare : q)}::text)`;
    // What begins with it lies between it and itself with the last of all letters.
    parts.push(
      `(${from} and ${key} >= ${start} and ${key} <= ${start} || chr(1114111) order by ${key}, t.id limit ${perCatalogue + 1})`,
    );
  }
  const conditions = definition.rowSecurity ? byIndex(asked, definition) : lookedThrough(asked, definition);
  for (const condition of conditions) parts.push(`(${from} and (${condition}) limit ${mostRanked})`);
  if (parts.length > 0) return parts.join(' union ');
  params.length = before;
  return undefined;
}

/** Conditions of catalogues that are everybody's: the words in their titles, or a code however it is written. */
function lookedThrough(asked: Asked, definition: AnyCatalogue): string[] {
  const titles = titlesOf(definition);
  // Of those that are small enough to be read whole, the titles are remembered: see small-titles.ts.
  if (![asked.bare, ...asked.words.map(({ text }) => text)].some(isIndexed)) return [];
  const codes = titles.flatMap(([name, field]) =>
    field.kind === 'text' ? [`t.${columnOf(name)} ilike $1`, `t.${columnOf(name)} ilike $3`] : [],
  );
  const all = allWords(asked, titles, ([name], { pattern }) => `t.${columnOf(name)}::text ilike ${pattern}`);
  const conditions = [...codes, ...(all ? [all] : [])];
  return conditions.length > 0 ? [conditions.join(' or ')] : [];
}

/** Conditions of catalogues with the records of organisations, each of which indexes answer. */
function byIndex(asked: Asked, definition: AnyCatalogue): string[] {
  const { kit, scope, params, q, bare, words } = asked;
  // One word that an index finds is enough: the others are looked for in what has it.
  const isAny = words.some(({ text }) => isIndexed(text));
  const searchable = ([, field]: [string, AnyField]) => isAny || field.kind !== 'text' || field.search === 'words';
  const titles = titlesOf(definition).filter(searchable);
  const fields = foundBy(definition).filter(searchable);
  const inTitle: string[] = [];
  const elsewhere: string[] = [];
  // Titles by themselves as well: of what else many have, those that are called so would be lost among a thousand.
  const isMore = titles.length > 0 && fields.length > titles.length;
  const [called, all] = [isMore ? allWords(asked, titles) : undefined, allWords(asked, fields)];
  if (called) inTitle.push(called);
  if (all) elsewhere.push(all);
  if (q.length >= 3) elsewhere.push(...exactTerms(kit, definition, q, scope, params));
  // Plates, and what refers to them, however they are written.
  if (isIndexed(bare))
    for (const [name, field] of fields) {
      if (field.kind === 'text' && field.compact && definition.title.includes(name))
        inTitle.push(`t.${columnOf(name)} ilike $1`);
      else if (field.kind === 'ref') elsewhere.push(...refersTo(asked, name, field.to, bare));
    }
  return [inTitle, elsewhere].flatMap((some) => (some.length > 0 ? [some.join(' or ')] : []));
}

/** The condition under which a record has every word in one of its fields; undefined where one can be in none. */
function allWords(
  asked: Asked,
  fields: readonly [string, AnyField][],
  /** Of what is neither a text nor a name. */
  ofOthers?: (field: [string, AnyField], word: Asked['words'][number]) => string,
): string | undefined {
  const has = ([, field]: [string, AnyField], text: string) =>
    field.kind === 'text' ||
    (field.kind === 'ref' ? (asked.named.get(namedKey(field.to, text)) ?? []).length > 0 : ofOthers !== undefined);
  if (!asked.words.every(({ text }) => fields.some((one) => has(one, text)))) return undefined;
  const terms = asked.words.map((word) =>
    fields
      .filter((one) => has(one, word.text))
      .flatMap((one) => hasWord(asked, one, word) ?? ofOthers?.(one, word) ?? [])
      .join(' or '),
  );
  return `(${terms.map((one) => `(${one})`).join(' and ')})`;
}

/** Conditions under which a field has a word: by itself, or by the record that it names. Undefined: it is neither. */
function hasWord(
  asked: Asked,
  [name, field]: [string, AnyField],
  { text, pattern }: Asked['words'][number],
): string[] | undefined {
  if (field.kind === 'text')
    return [
      hasText(`t.${columnOf(name)}`, field, text, {
        like: () => pattern,
        is: (word) => `$${asked.params.push(word)}`,
        start: (word) => `$${asked.params.push(word)}`,
        among: (names) => `$${asked.params.push([...names])}`,
      }),
    ];
  return field.kind === 'ref' ? refersTo(asked, name, field.to, text) : undefined;
}

/** The condition under which a row refers to a record that a word names. */
function refersTo({ named, bound, params }: Asked, name: string, path: string, word: string): string[] {
  const key = namedKey(path, word);
  const ids = named.get(key) ?? [];
  if (ids.length === 0) return [];
  const param = bound.get(key) ?? `$${params.push([...ids])}`;
  bound.set(key, param);
  return [`t.${columnOf(name)} = any(${param}::uuid[])`];
}

/** The office that a whole registration number names: 'MH 12 AB 1234' gives 'MH12'. */
export const officeOf = (text: string): string | undefined =>
  /^([A-Z]{2}\d{1,2})[A-Z]{1,3}\d{1,4}$/.exec(bareOf(text.toUpperCase()))?.[1];
