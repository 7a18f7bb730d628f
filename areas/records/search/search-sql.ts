import { type AnyCatalogue, columnOf, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { clientTerms, tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import { listTable } from '#kit/server/catalogue/read/list-table.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { exactTerms, type ListKit, wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { hasText, type Sought, soughtIn } from '#kit/server/catalogue/read/text-search.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { bareOf, type FoundTitle, isAcrossWords, officeOf, perCatalogue, ranks } from './found-title.ts';
import { foundBy, idsIn, isIndexed, type Named, namedKey, titlesOf } from './search-names.ts';

/** So many records of a catalogue with the words are looked at for the best few. */
const mostRanked = 1_000;

/**
 * The search over everything: the best few records of each catalogue, by their titles and, of those of organisations, by what their lists
 * are searched by. An exact title comes first, then one that begins with what is searched for, one that has all its words, the record's number
 * among them, one that has them inside of others, and what has them elsewhere; active ones before others, and of the last the latest first.
 * Records are found by indexes alone where there may be millions, and their titles are put together for those that were found: most words are in
 * few catalogues, and PostgreSQL would plan the titles of all others in vain, which takes longer than to search.
 * @param named the records that the words name, see namesIn.
 */
export async function searchRecords(
  kit: ListKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  named: Named,
  db: Queryable,
): Promise<FoundTitle[]> {
  const params: Param[] = [];
  const sought = soughtIn((value) => `$${params.push(value)}`);
  const asked: Asked = { kit, scope, params, sought, q, bare: bareOf(q), words: wordsOf(q), named, bound: new Map() };
  const looked = definitions.flatMap((definition) => {
    const ids = idsOf(asked, definition);
    return ids === undefined ? [] : [{ definition, ids }];
  });
  if (looked.length === 0) return [];
  const text = `select ${looked.map(({ ids }) => `array(${ids})`).join(', ')}`;
  const [row = []] = await db.text({ text, replan: true }, params);
  const found = looked.flatMap(({ definition }, at) => {
    const ids = idsIn(row[at]);
    return ids.length === 0 ? [] : [{ definition, ids }];
  });
  return found.length === 0 ? [] : bestOf(kit, found, scope, q, db);
}

/** The best few of the records that were found of each catalogue, with their titles. */
async function bestOf(
  kit: ListKit,
  found: readonly { definition: AnyCatalogue; ids: readonly string[] }[],
  scope: Scope,
  q: string,
  db: Queryable,
): Promise<FoundTitle[]> {
  const bare = bareOf(q);
  const params: Param[] = [];
  const bind = (value: Param) => `$${params.push(value)}`;
  const [exact, begins] = [bind(escaped(bare)), bind(`${escaped(bare)}%`)];
  const words = wordsOf(q).map((text) => ({ pattern: bind(containing(text)), whole: bind(`% ${escaped(text)} %`) }));
  const wholeWords = words
    .map(({ whole }) => `(' ' || n.said || ' ' ilike ${whole} or ' ' || ${parted} || ' ' ilike ${whole})`)
    .join(' and ');
  const across = isAcrossWords(q) ? `${squeezed} ilike ${bind(containing(bare))} or ` : '';
  const inTitle = `${across}${words.map(({ pattern }) => `n.title ilike ${pattern}`).join(' and ')}`;
  const all = found.map(
    ({ definition, ids }) => `(select n.id, '${definition.path}' as module, n.title, n.rank from (
      select n.*, case when ${squeezed} ilike ${exact} then ${ranks.exact} when ${squeezed} ilike ${begins} then ${ranks.begins}
        when ${wholeWords} then ${ranks.words} when ${inTitle} then ${ranks.inside} else ${ranks.elsewhere} end as rank
      from (select s.*, concat_ws(' ', s.title, s.number) as said from (
        select t.id, ${titleSql(kit.registry, definition, 't')} as title, ${numberSql(definition)} as number, t.status, t.created_at
        from ${listTable(definition, scope)} t where t.id = any(${bind([...ids])}::uuid[])) s) n) n
      order by n.rank, n.status desc, case when n.rank < ${ranks.elsewhere} then length(n.title) end, case when n.rank < ${ranks.elsewhere} then n.title end,
        n.created_at desc, n.id limit ${perCatalogue + 1})`,
  );
  return db.query<FoundTitle>({ text: all.join(' union all '), replan: true }, params);
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
  sought: Sought;
  q: string;
  bare: string;
  words: readonly string[];
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
  if (![asked.bare, ...asked.words].some(isIndexed)) return [];
  const { bare, params, sought } = asked;
  // An office's title begins with its code.
  const office = () => `$${params.push(`${escaped(officeOf(asked.q) ?? bare)}%`)}`;
  const codes = titles.flatMap(([name, field]) =>
    field.kind === 'text'
      ? [`t.${columnOf(name)} ilike ${sought.like(bare)}`, `t.${columnOf(name)} ilike ${office()}`]
      : [],
  );
  const all = allWords(asked, titles, ([name], word) => `t.${columnOf(name)}::text ilike ${sought.like(word)}`);
  const conditions = [...codes, ...(all ? [all] : [])];
  return conditions.length > 0 ? [conditions.join(' or ')] : [];
}

/** Conditions of catalogues with the records of organisations, each of which indexes answer. */
function byIndex(asked: Asked, definition: AnyCatalogue): string[] {
  const { kit, scope, params, q, bare, words } = asked;
  // One word that an index finds is enough: the others are looked for in what has it.
  const isAny = words.some(isIndexed);
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
        inTitle.push(`t.${columnOf(name)} ilike ${asked.sought.like(bare)}`);
      else if (field.kind === 'ref') elsewhere.push(...refersTo(asked, name, field.to, bare));
    }
  return [inTitle, elsewhere].flatMap((some) => (some.length > 0 ? [some.join(' or ')] : []));
}

/** The condition under which a record has every word in one of its fields; undefined where one can be in none. */
function allWords(
  asked: Asked,
  fields: readonly [string, AnyField][],
  /** Of what is neither a text nor a name. */
  ofOthers?: (field: [string, AnyField], word: string) => string,
): string | undefined {
  const has = ([, field]: [string, AnyField], word: string) =>
    field.kind === 'text' ||
    (field.kind === 'ref' ? (asked.named.get(namedKey(field.to, word)) ?? []).length > 0 : ofOthers !== undefined);
  if (!asked.words.every((word) => fields.some((one) => has(one, word)))) return undefined;
  const terms = asked.words.map((word) =>
    fields
      .filter((one) => has(one, word))
      .flatMap((one) => hasWord(asked, one, word) ?? ofOthers?.(one, word) ?? [])
      .join(' or '),
  );
  return `(${terms.map((one) => `(${one})`).join(' and ')})`;
}

/** Conditions under which a field has a word: by itself, or by the record that it names. Undefined: it is neither. */
function hasWord(asked: Asked, [name, field]: [string, AnyField], word: string): string[] | undefined {
  if (field.kind === 'text') return [hasText(`t.${columnOf(name)}`, field, word, asked.sought)];
  return field.kind === 'ref' ? refersTo(asked, name, field.to, word) : undefined;
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
