import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { listTable } from '#kit/server/catalogue/read/list-table.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { searched, wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { soughtIn, titleHas } from '#kit/server/catalogue/read/text-search.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantHint } from '#kit/server/db/tenant-filter.ts';
import { namedInMemory } from './small-titles.ts';

/**
 * Whether a trigram index finds a word inside of texts: not with fewer than three letters or digits, nor, in a database of the order C,
 * with other letters than those of English. Names in Hindi are found by how they begin and how they sound.
 */
export const isIndexed = (word: string): boolean => /[a-z0-9]{3}/i.test(word);
/** So many records with a word in their names are looked for in those that refer to them. */
const mostNames = 500;

/** What a record is found by: its title, and of one that is an organisation's what its list is searched by. */
export const foundBy = (definition: AnyCatalogue): [string, AnyField][] => [
  ...new Map([...titlesOf(definition), ...(definition.rowSecurity ? searched(definition) : [])]),
];
export const titlesOf = ({ title, fields }: AnyCatalogue): [string, AnyField][] =>
  title.map((name): [string, AnyField] => [name, fields[name]]);

/** Named by a plate alone: however that is written. */
const isCompact = ({ title, fields }: AnyCatalogue): boolean =>
  title.every((name: string) => fields[name].kind === 'text' && fields[name].compact === true);

/** Ids in a list of them as PostgreSQL writes it. */
export const idsIn = (list: string | null | undefined): string[] =>
  (list ?? '').slice(1, -1).split(',').filter(Boolean);

/** Ids of the records that a word names, by catalogue and word; by the whole of what is searched for where plates are meant. */
export type Named = ReadonlyMap<string, readonly string[]>;
export const namedKey = (path: string, word: string): string => `${path} ${word}`;

/**
 * The records that others refer to by the words that are searched for: the vehicles of a plate, the models of a brand. They are looked up
 * once for all, so that what nothing is called is asked of nothing, and PostgreSQL knows how few there are of the rest.
 */
export async function namesIn(
  kit: CatalogueKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  bare: string,
  db: Queryable,
): Promise<Named> {
  const { registry } = kit;
  const known = new Map<string, readonly string[]>();
  const targets = new Set(
    definitions.flatMap((one) => foundBy(one).flatMap(([, field]) => (field.kind === 'ref' ? [field.to] : []))),
  );
  const params: Param[] = [];
  const bind = (value: Param) => `$${params.push(value)}`;
  const sought = soughtIn(bind);
  // Models of two letters are meant beside a longer word alone: “Honda Activa 3G”.
  const isLong = wordsOf(q).some((word) => word.length >= 3);
  const asked: { key: string; sql: string }[] = [];
  for (const path of targets) {
    const target = registry.get(path);
    const hint = target.scope === 'organisation' ? tenantHint(scope, `p.${target.orgColumn}`) : '';
    const idsOf = (titled: string) =>
      `array(select p.id from ${listTable(target, scope)} p where ${titled}${hint} limit ${mostNames})`;
    // What no index finds is not looked for in the names of many.
    const isByWords = titlesOf(target).every(([, field]) => field.search === 'words');
    const words = wordsOf(q).filter((word) =>
      target.rowSecurity ? isIndexed(word) || (isByWords && word.length >= 3) : isLong,
    );
    for (const word of words) {
      const key = namedKey(path, word);
      const ids = await namedInMemory(kit, target, word, db);
      if (ids) known.set(key, ids.slice(0, mostNames));
      else asked.push({ key, sql: idsOf(titleHas(registry, target, 'p', word, sought)) });
    }
    if (isCompact(target) && isIndexed(bare) && !words.includes(bare))
      asked.push({
        key: namedKey(path, bare),
        sql: idsOf(`${titleSql(registry, target, 'p')} ilike ${bind(containing(bare))}`),
      });
  }
  if (asked.length === 0) return known;
  const [row = []] = await db.text({ text: `select ${asked.map(({ sql }) => sql).join(', ')}`, replan: true }, params);
  return new Map([...known, ...asked.map(({ key }, at): [string, string[]] => [key, idsIn(row[at])])]);
}
