import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import { clientTerms } from '#kit/server/catalogue/read/list-sql.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import { type Queryable, everything } from '#kit/server/db/database.ts';
import { namesSaidWith } from '#kit/server/words/said-names.ts';
import { bareOf, type FoundTitle, isAcrossWords, officeOf, perCatalogue, ranks } from './found-title.ts';

/** Of catalogues with more records than these no titles are remembered. */
const mostRemembered = 5_000;

/** So many names that sound like it are held against what was typed, of each catalogue. */
export const mostHeld = 300;
export type AlikeTitle = FoundTitle & { status: number };

interface Remembered {
  version: string;
  /** Undefined: there are too many. The best first among those that fit equally well. */
  titles: Promise<readonly Title[] | undefined>;
  /** By what the names are found as they sound, in the order of the titles; read when somebody looks for them. */
  sounds?: Promise<readonly (readonly string[])[]>;
}
interface Title {
  id: string;
  title: string;
  /** In small letters; that without the signs of bareOf; and that with spaces in their place. */
  lower: string;
  bare: string;
  parted: string;
  status: number;
  /** Records that refer to what was deleted since are still found by its name. */
  isDeleted: boolean;
}

/** Of each product, what it remembers: by catalogue, and of those that clients see in part, by who reads. */
const rememberedOf = oncePer((_kit: CatalogueKit) => new Map<string, Remembered>());
const readsOf = oncePer((kit: CatalogueKit) => oncePer((definition: AnyCatalogue) => catalogueReads(kit, definition)));

/** Catalogues that are everybody's: what is in them depends on nobody, but for what clients are not told. */
const isEverybodys = ({ rowSecurity, ownedBy, scope }: AnyCatalogue): boolean =>
  !rowSecurity && ownedBy === null && scope === 'global';

/**
 * Looks through small catalogues that are everybody's, in memory: there are dozens, and PostgreSQL takes longer to plan a statement over
 * all of them than to search a million records. Titles are read again after a write to what they are made of.
 * @returns what was found, and the catalogues that were not looked through.
 */
export async function fromMemory(
  kit: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  isClient: boolean,
  q: string,
  db: Queryable,
): Promise<{ found: FoundTitle[]; others: AnyCatalogue[] }> {
  const found: FoundTitle[] = [];
  const others: AnyCatalogue[] = [];
  const rank = rankIn(q);
  const names = wordsOf(q).map((word) => new Set(namesSaidWith(word)));
  const saidAs = ({ title }: Title) => names.every((some) => some.has(title));
  for (const definition of definitions) {
    const titles = await (await rememberedNow(kit, definition, isClient, db))?.titles;
    if (!titles) {
      others.push(definition);
      continue;
    }
    const isNamed = isSaid(definition) ? saidAs : () => false;
    const fit = titles.flatMap((title) => {
      if (title.isDeleted) return [];
      const ranked = rank(title) ?? (isNamed(title) ? ranks.inside : undefined);
      return ranked === undefined ? [] : [{ ...title, rank: ranked }];
    });
    for (const { id, title, rank: ranked } of fit
      .toSorted((a, b) => a.rank - b.rank || b.status - a.status || a.title.length - b.title.length)
      .slice(0, perCatalogue + 1))
      found.push({ id, module: definition.path, title, rank: ranked });
  }
  return { found, others };
}

/**
 * Records of small catalogues that are everybody's whose names sound like each of some words: PostgreSQL works out the sounds of a name
 * in 10 microseconds, and those of thousands whenever it takes a table for a small one.
 * @param keys of each word, by which it is found: one of them is enough.
 * @returns what was found, and the catalogues that were not looked through.
 */
export async function soundingInMemory(
  kit: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  isClient: boolean,
  keys: readonly (readonly string[])[],
  db: Queryable,
): Promise<{ found: AlikeTitle[]; others: AnyCatalogue[] }> {
  const found: AlikeTitle[] = [];
  const others: AnyCatalogue[] = [];
  for (const definition of definitions) {
    const known = await rememberedNow(kit, definition, isClient, db);
    const titles = await known?.titles;
    if (!known || !titles) {
      others.push(definition);
      continue;
    }
    known.sounds ??= forgetful(known, readSounds(definition, titles, db));
    const sounds = await known.sounds;
    const fit = titles.filter(
      ({ isDeleted }, at) => !isDeleted && keys.every((some) => some.some((key) => sounds[at]?.includes(key))),
    );
    for (const { id, title, status } of fit.slice(0, mostHeld))
      found.push({ id, module: definition.path, title, rank: ranks.alike, status });
  }
  return { found, others };
}

/**
 * The records of a small catalogue that is everybody's whose names have a word, as titleHas finds them, deleted ones among them.
 * @returns their ids; undefined where they have to be asked of the database.
 */
export async function namedInMemory(
  kit: CatalogueKit,
  definition: AnyCatalogue,
  word: string,
  db: Queryable,
): Promise<string[] | undefined> {
  const isOtherwise = definition.title.some((name: string) => {
    const field: AnyField = definition.fields[name];
    return field.kind === 'text' && (field.search === 'words' || field.compact === true);
  });
  if (isOtherwise) return undefined;
  const titles = await (await rememberedNow(kit, definition, false, db))?.titles;
  if (!titles) return undefined;
  const lower = word.toLowerCase();
  const said = new Set(isSaid(definition) ? namesSaidWith(word) : []);
  return titles.filter((one) => one.lower.includes(lower) || said.has(one.title)).map(({ id }) => id);
}

/** What is remembered of a catalogue as it is now; undefined of what is not everybody's. */
async function rememberedNow(
  kit: CatalogueKit,
  definition: AnyCatalogue,
  isClient: boolean,
  db: Queryable,
): Promise<Remembered | undefined> {
  if (!isEverybodys(definition)) return undefined;
  const terms = isClient ? clientTerms(definition) : [];
  const key = `${definition.path}${terms.length > 0 ? ' for clients' : ''}`;
  const version = await readsOf(kit)(definition).version(everything);
  const remembered = rememberedOf(kit);
  let known = remembered.get(key);
  if (known?.version !== version) {
    known = { version, titles: readTitles(kit, definition, terms, db) };
    remembered.set(key, known);
    known.titles.catch(() => remembered.delete(key));
  }
  return known;
}

/** What could not be read is read again. */
function forgetful<Value>(known: Remembered, read: Promise<Value>): Promise<Value> {
  read.catch(() => delete known.sounds);
  return read;
}

/** The field by whose sounds a catalogue is found. */
export const soundsOf = ({ fields }: AnyCatalogue): string | undefined =>
  Object.entries<AnyField>(fields).find(([, field]) => field.sounds)?.[0];

async function readSounds(
  definition: AnyCatalogue,
  titles: readonly Title[],
  db: Queryable,
): Promise<readonly (readonly string[])[]> {
  const ids = titles.map(({ id }) => id);
  const rows = await db.query<{ sounds: string[] | null }>(
    `select search_sounds(t.${columnOf(soundsOf(definition) ?? '')}) as sounds from unnest($1::uuid[]) with ordinality a(id, at)
     left join ${definition.table} t on t.id = a.id order by a.at`,
    [ids],
  );
  return rows.map(({ sounds }) => sounds ?? []);
}

async function readTitles(
  { registry }: CatalogueKit,
  definition: AnyCatalogue,
  terms: readonly string[],
  db: Queryable,
): Promise<readonly Title[] | undefined> {
  const rows = await db.query<{ id: string; title: string | null; status: number; isDeleted: boolean }>(
    `select t.id, ${titleSql(registry, definition, 't')} as title, t.status, t.deleted_at is not null as "isDeleted" from ${definition.table} t
     where ${['true', ...terms].join(' and ')} order by title limit ${mostRemembered + 1}`,
  );
  if (rows.length > mostRemembered) return undefined;
  return rows.map(({ title, ...row }) => {
    const lower = (title ?? '').toLowerCase();
    return { ...row, title: title ?? '', lower, bare: bareOf(lower), parted: lower.replaceAll(/[./-]/g, ' ') };
  });
}

/** Whether records are called by names of which the product has some in other languages. */
function isSaid({ title: [only, ...more], fields }: AnyCatalogue): boolean {
  const field: AnyField | undefined = more.length === 0 && only ? fields[only] : undefined;
  return field?.kind === 'text' && field.spoken === 'names';
}

/** How well a title fits, as the statement of search-sql.ts has it; undefined: not at all. */
function rankIn(q: string): (title: Title) => number | undefined {
  const words = q.toLowerCase().split(/\s+/).slice(0, 6);
  const bare = bareOf(q.toLowerCase());
  const isAcross = isAcrossWords(q);
  const office = officeOf(q)?.toLowerCase();
  return (title) => {
    if (bare !== '' && title.bare === bare) return ranks.exact;
    if (bare !== '' && title.bare.startsWith(bare)) return ranks.begins;
    const padded = [` ${title.lower} `, ` ${title.parted} `];
    if (words.every((word) => padded.some((one) => one.includes(` ${word} `)))) return ranks.words;
    if ((isAcross && title.bare.includes(bare)) || words.every((word) => title.lower.includes(word)))
      return ranks.inside;
    return office !== undefined && title.lower.startsWith(`${office} `) ? ranks.elsewhere : undefined;
  };
}
