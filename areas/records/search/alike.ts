import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import { errorsAgainst, errorsIn, wordsIn } from '#kit/contract/words/close-words.ts';
import { listTable } from '#kit/server/catalogue/read/list-table.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { type FoundTitle, perCatalogue, ranks } from './found-title.ts';
import { shownTerms } from './search-sql.ts';
import { type AlikeTitle, mostHeld, soundingInMemory, soundsOf } from './small-titles.ts';

/** And so many are shown in all: a list of names that nobody looked for helps nobody. */
const mostAlike = 10;
const mostWords = 4;
const isHindi = (text: string): boolean => /\p{Script=Devanagari}/u.test(text);

/**
 * Records whose names sound like what was typed, the closest first: first those that sound the same (Kulkarnee, कुलकर्णी), and where these
 * are few, those that differ by a sound (Gutpa, Kukarni) and by no more than one or two letters. By their names alone, and within what the
 * caller may see, as everything that is searched.
 */
export async function alikeTo(
  kit: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  db: Queryable,
): Promise<FoundTitle[]> {
  const words = wordsIn(q);
  // A number or a part of one is no name, and of a word of two letters nobody can tell.
  if (words.length === 0 || words.length > mostWords || words.some((word) => word.length < 3 || /\d/.test(word)))
    return [];
  const named = definitions.filter(hasSounds);
  if (named.length === 0) return [];
  const keys = await keysOf(words, db);
  if (keys.some((one) => one.length === 0)) return [];
  const same = await soundingLike(
    kit,
    named,
    scope,
    keys.map(([whole = '']) => [whole]),
    db,
  );
  const close = held(q, same, halfOf);
  if (close.length >= perCatalogue || isHindi(q)) return close.slice(0, mostAlike);
  const nearKeys = keys.map(([whole = '', ...rest], at) => ((words[at] ?? '').length < 4 ? [whole] : rest));
  const near = held(q, await soundingLike(kit, named, scope, nearKeys, db), errorsIn);
  const known = new Set(close.map(({ id }) => id));
  return [...close, ...near.filter(({ id }) => !known.has(id))].slice(0, mostAlike);
}

const hasSounds = (definition: AnyCatalogue): boolean => soundsOf(definition) !== undefined;

/** What sounds the same may be written quite differently, as Chowdhury and Chaudhari are. */
const halfOf = (word: string, other: string): number =>
  other.length < 3 || /\d/.test(other) ? 0 : Math.floor(Math.max(word.length, other.length) / 2);

/** By what each word is found: as it sounds first, then what sounds close to that. */
async function keysOf(words: readonly string[], db: Queryable): Promise<string[][]> {
  const [row] = await db.query<{ keys: string[][] }>(
    {
      text: `select coalesce(json_agg(search_sounds(w.word) order by w.at), '[]') as keys from unnest($1::text[]) with ordinality w(word, at)`,
    },
    [[...words]],
  );
  return row?.keys ?? [];
}

async function soundingLike(
  kit: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  keys: readonly (readonly string[])[],
  db: Queryable,
): Promise<FoundTitle[]> {
  const { found, others } = await soundingInMemory(kit, definitions, scope.client === true, keys, db);
  if (others.length > 0) found.push(...(await soundingInTables(kit, others, scope, keys, db)));
  return found
    .toSorted(
      (a, b) =>
        b.status - a.status ||
        a.title.length - b.title.length ||
        (`${a.title} ${a.id}` < `${b.title} ${b.id}` ? -1 : 1),
    )
    .map(({ id, module, title, rank }) => ({ id, module, title, rank }));
}

async function soundingInTables(
  { registry }: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  keys: readonly (readonly string[])[],
  db: Queryable,
): Promise<AlikeTitle[]> {
  const params: Param[] = keys.map((one) => [...one]);
  const all = definitions.map((definition) => {
    const name = `t.${columnOf(soundsOf(definition) ?? '')}`;
    const sounds = keys.map((_, at) => `search_sounds(${name}) && $${at + 1}::text[]`).join(' and ');
    return `(select t.id, '${definition.path}' as module, ${titleSql(registry, definition, 't')} as title, ${ranks.alike} as rank, t.status
      from ${listTable(definition, scope)} t where ${shownTerms(definition, 'search-alike', scope, params)} and ${sounds} limit ${mostHeld})`;
  });
  return db.query<AlikeTitle>({ text: all.join(' union all '), replan: true }, params);
}

/** What has the words themselves is no likeness: names in Hindi are found by their sounds alone, see isIndexed. */
const hasWords = (title: string, q: string): boolean => wordsIn(q).every((word) => title.toLowerCase().includes(word));

/** Those that may be meant, the closest first. */
function held(q: string, rows: readonly FoundTitle[], forgiven: (word: string, other: string) => number): FoundTitle[] {
  const errors = new Map(
    // Letters of two scripts cannot be held against each other: there the sound alone decides.
    rows.map((row) => [row, isHindi(q) === isHindi(row.title) ? errorsAgainst(q, row.title, forgiven) : 0]),
  );
  return rows
    .filter((row) => errors.get(row) !== undefined)
    .toSorted((a, b) => (errors.get(a) ?? 0) - (errors.get(b) ?? 0))
    .map((row) => (hasWords(row.title, q) ? { ...row, rank: ranks.inside } : row));
}
