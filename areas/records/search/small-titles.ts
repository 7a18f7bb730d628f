import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import { clientTerms } from '#kit/server/catalogue/read/list-sql.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import { type Queryable, everything } from '#kit/server/db/database.ts';
import { namesSaidWith } from '#kit/server/words/said-names.ts';
import { bareOf, type FoundTitle, isAcrossWords, officeOf, perCatalogue, ranks } from './search-sql.ts';

/** Of catalogues with more records than these no titles are remembered. */
const mostRemembered = 5_000;

interface Remembered {
  version: string;
  /** Undefined: there are too many. The best first among those that fit equally well. */
  titles: Promise<readonly Title[] | undefined>;
}
interface Title {
  id: string;
  title: string;
  /** In small letters; that without the signs of bareOf; and that with spaces in their place. */
  lower: string;
  bare: string;
  parted: string;
  status: number;
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
    const titles = isEverybodys(definition) ? await titlesOf(kit, definition, isClient, db) : undefined;
    if (!titles) {
      others.push(definition);
      continue;
    }
    const isNamed = isSaid(definition) ? saidAs : () => false;
    const fit = titles.flatMap((title) => {
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

async function titlesOf(
  kit: CatalogueKit,
  definition: AnyCatalogue,
  isClient: boolean,
  db: Queryable,
): Promise<readonly Title[] | undefined> {
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
  return known.titles;
}

async function readTitles(
  { registry }: CatalogueKit,
  definition: AnyCatalogue,
  terms: readonly string[],
  db: Queryable,
): Promise<readonly Title[] | undefined> {
  const rows = await db.query<{ id: string; title: string | null; status: number }>(
    `select t.id, ${titleSql(registry, definition, 't')} as title, t.status from ${definition.table} t
     where ${['t.deleted_at is null', ...terms].join(' and ')} order by title limit ${mostRemembered + 1}`,
  );
  if (rows.length > mostRemembered) return undefined;
  return rows.map(({ id, title, status }) => {
    const lower = (title ?? '').toLowerCase();
    return { id, title: title ?? '', lower, bare: bareOf(lower), parted: lower.replaceAll(/[./-]/g, ' '), status };
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
