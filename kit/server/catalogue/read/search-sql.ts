import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import { type AnyField } from '#kit/contract/fields.ts';
import { asStored } from '#kit/contract/input.ts';
import { isSealed, sealedNames } from '#kit/contract/sealed.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantHint } from '#kit/server/db/tenant-filter.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { Registry } from '../registry.ts';
import { hashColumn, hashOf } from '../sealed-fields.ts';
import { listTable } from './list-table.ts';
import { titleSql } from './row-sql.ts';

/** What conditions are made with. */
export interface ListKit {
  registry: Registry;
  sealed: SealedTexts;
}

/**
 * Fields and words, `driverId ravi`, where the search looks for records of another catalogue by a name that many of them have.
 * PostgreSQL plans a statement before it knows how many; the few are fetched first and looked up by index, the many are not.
 */
export type WideRefs = ReadonlySet<string>;

/** Of records with one name in another catalogue: more than these are many. */
const fewRefs = 1_000;

const bind = (params: Param[], value: Param): string => `$${params.push(value)}`;
const wordsOf = (q: string): string[] => q.split(/\s+/).slice(0, 6);

/** Every word somewhere, or all of them as one: a number that is kept encrypted, however its groups are written. */
export function searchSql(
  kit: ListKit,
  definition: AnyCatalogue,
  q: string,
  scope: Scope,
  params: Param[],
  wide: WideRefs,
): string {
  const words = wordsOf(q);
  const found = words.map((word) => wordSql(kit, definition, word, scope, params, wide)).join(' and ');
  const whole = words.length > 1 ? sealedTerms(kit, definition, q, params) : [];
  return whole.length === 0 ? found : `(${[`(${found})`, ...whole].join(' or ')})`;
}

function wordSql(
  kit: ListKit,
  definition: AnyCatalogue,
  word: string,
  scope: Scope,
  params: Param[],
  wide: WideRefs,
): string {
  const known = new Map<string, string>();
  // A parameter that no field asks for would have no type.
  const like = (text: string): string => {
    const name = known.get(text) ?? bind(params, containing(text));
    known.set(text, name);
    return name;
  };
  const terms = searched(definition).map(([name, field]) => {
    const column = `t.${columnOf(name)}`;
    if (field.kind !== 'ref')
      return `${column} ilike ${like(field.kind === 'text' && field.compact ? asStored(field, word) : word)}`;
    const ids = namedSql(kit, field.to, like(word), scope);
    return wide.has(`${name} ${word}`) ? `${column} in (${ids})` : `${column} = any(array(${ids}))`;
  });
  terms.push(...sealedTerms(kit, definition, word, params));
  return terms.length === 0 ? 'false' : `(${terms.join(' or ')})`;
}

/** Ids of the records of a catalogue whose title matches a pattern. */
function namedSql({ registry }: ListKit, path: string, pattern: string, scope: Scope): string {
  const target = registry.get(path);
  const hint = target.scope === 'organisation' ? tenantHint(scope, `p.${target.orgColumn}`) : '';
  return `select p.id from ${listTable(target, scope)} p where ${titleSql(registry, target, 'p')} ilike ${pattern}${hint}`;
}

/**
 * Finds out where a search looks for records by names that many have.
 * @param db in a transaction of the scope; nothing is asked of it where there are no such names.
 */
export async function wideRefs(
  kit: ListKit,
  definition: AnyCatalogue,
  q: string | undefined,
  scope: Scope,
  query: (text: string, params: Param[]) => ReturnType<Queryable['text']>,
): Promise<WideRefs> {
  const large = searched(definition).filter(
    ([, field]) => field.kind === 'ref' && kit.registry.get(field.to).rowSecurity,
  );
  if (q === undefined || large.length === 0) return new Set();
  const params: Param[] = [];
  const asked = wordsOf(q).flatMap((word) => {
    const pattern = bind(params, containing(word));
    return large.map(([name, field]) => ({
      key: `${name} ${word}`,
      sql: `(select count(*) from (${namedSql(kit, 'to' in field ? field.to : '', pattern, scope)} limit ${fewRefs + 1}) n)`,
    }));
  });
  const [row = []] = await query(`select ${asked.map(({ sql }) => sql).join(', ')}`, params);
  return new Set(asked.filter((_, at) => Number(row[at]) > fewRefs).map(({ key }) => key));
}

const searched = (definition: AnyCatalogue) =>
  Object.entries<AnyField>(definition.fields).filter(([, field]) => field.search && !isSealed(field));

const sealedTerms = (kit: ListKit, definition: AnyCatalogue, text: string, params: Param[]): string[] =>
  sealedNames(definition).flatMap((name) => {
    const hash = definition.fields[name].search ? hashOf(kit.sealed, definition, name, text) : undefined;
    return hash === undefined ? [] : [`t.${hashColumn(name)} = ${bind(params, hash)}`];
  });
