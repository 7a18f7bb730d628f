import { type AnyCatalogue, columnOf, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField } from '#kit/contract/fields.ts';
import { asStored, fieldSchema } from '#kit/contract/input.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantHint } from '#kit/server/db/tenant-filter.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { Registry } from '../registry.ts';
import { hashColumn, hashOf } from '../sealed-fields.ts';
import { listTable } from './list-table.ts';
import { bareSql, groupedIn, hasText, type Sought, soughtIn, titleHas } from './text-search.ts';

/** What conditions are made with. */
export interface ListKit {
  registry: Registry;
  sealed: SealedTexts;
}

/**
 * Ids of the records of other catalogues that have a word in their names, by `vehicle-model tata`. PostgreSQL plans a statement before it
 * knows how many there are, so they are found first: 'many' are never looked up one by one, the few are, by index.
 */
export type KnownNames = ReadonlyMap<string, 'many' | readonly string[]>;

/** Of records with one name in another catalogue: more than these are many. */
const fewRefs = 1_000;

const bind = (params: Param[], value: Param): string => `$${params.push(value)}`;
export const wordsOf = (q: string): string[] => q.split(/\s+/).slice(0, 6);

/** Every word somewhere, or all of them as one: a number that is found whole, however its groups are written. */
export function searchSql(
  kit: ListKit,
  definition: AnyCatalogue,
  q: string,
  scope: Scope,
  params: Param[],
  known: KnownNames,
): string {
  const words = wordsOf(q);
  const found = words.map((word) => wordSql(kit, definition, word, scope, params, known)).join(' and ');
  const whole = words.length > 1 ? exactTerms(kit, definition, q, scope, params) : [];
  return whole.length === 0 ? found : `(${[`(${found})`, ...whole].join(' or ')})`;
}

function wordSql(
  kit: ListKit,
  definition: AnyCatalogue,
  word: string,
  scope: Scope,
  params: Param[],
  known: KnownNames,
): string {
  const sought = soughtIn((text) => bind(params, text));
  const terms = searched(definition).flatMap(([name, field]) => {
    const column = `t.${columnOf(name)}`;
    if (field.kind !== 'ref')
      return [hasText(column, field, field.kind === 'text' && field.compact ? asStored(field, word) : word, sought)];
    const found = known.get(`${field.to} ${word}`);
    if (found !== undefined && found !== 'many')
      return found.length > 0 ? [`${column} = any(${bind(params, found)}::uuid[])`] : [];
    const ids = namedSql(kit, field.to, word, sought, scope);
    return [found === 'many' ? `${column} in (${ids})` : `${column} = any(array(${ids}))`];
  });
  terms.push(...exactTerms(kit, definition, word, scope, params));
  return terms.length === 0 ? 'false' : `(${terms.join(' or ')})`;
}

/** Ids of the records of a catalogue whose title has a word. */
function namedSql(
  { registry }: Pick<ListKit, 'registry'>,
  path: string,
  word: string,
  sought: Sought,
  scope: Scope,
): string {
  const target = registry.get(path);
  const hint = target.scope === 'organisation' ? tenantHint(scope, `p.${target.orgColumn}`) : '';
  return `select p.id from ${listTable(target, scope)} p where ${titleHas(registry, target, 'p', word, sought)}${hint}`;
}

/**
 * Finds out which records of other catalogues a search of some large ones may mean.
 * @param query in a transaction of the scope; nothing is asked where there are no such names.
 */
export async function knownNames(
  kit: Pick<ListKit, 'registry'>,
  paths: ReadonlySet<string>,
  q: string | undefined,
  scope: Scope,
  query: (text: string, params: Param[]) => ReturnType<Queryable['text']>,
): Promise<KnownNames> {
  if (q === undefined || paths.size === 0) return new Map();
  const params: Param[] = [];
  const sought = soughtIn((text) => bind(params, text));
  const asked = [...paths].flatMap((path) =>
    wordsOf(q).map((word) => ({
      key: `${path} ${word}`,
      sql: `array(${namedSql(kit, path, word, sought, scope)} limit ${fewRefs + 1})`,
    })),
  );
  const [row = []] = await query(`select ${asked.map(({ sql }) => sql).join(', ')}`, params);
  return new Map(
    asked.map(({ key }, at): [string, 'many' | string[]] => {
      const ids = (row[at] ?? '').slice(1, -1).split(',').filter(Boolean);
      return [key, ids.length > fewRefs ? 'many' : ids];
    }),
  );
}

/** Catalogues whose names a search of this one looks through, and of which it must be known first how many have a word. */
export const namesSought = ({ registry }: Pick<ListKit, 'registry'>, definition: AnyCatalogue): Set<string> =>
  new Set(
    searched(definition).flatMap(([, field]) =>
      field.kind === 'ref' && (definition.rowSecurity || registry.get(field.to).rowSecurity) ? [field.to] : [],
    ),
  );

/** Fields that are looked through for a word, what the server sets among them. */
export const searched = (definition: AnyCatalogue): [string, AnyField][] =>
  Object.entries<AnyField>(shownFields(definition)).filter(([, field]) => field.search && !isSealed(field));

const schemaOf = oncePer((field: AnyField) => fieldSchema(field));

/**
 * Conditions under which a row has a whole number: one that is kept encrypted, one that people write in several forms, or such a number of a
 * record that it refers to. Of other records only whole ones, so that nobody reads a number out of them digit by digit.
 */
export function exactTerms(
  kit: ListKit,
  definition: AnyCatalogue,
  text: string,
  scope: Scope,
  params: Param[],
): string[] {
  const whole = (field: AnyField): string | undefined => {
    const checked = schemaOf(field).safeParse(text);
    return checked.success && typeof checked.data === 'string' ? checked.data : undefined;
  };
  const terms: string[] = [];
  const grouped = groupedIn(text);
  for (const [name, field] of Object.entries<AnyField>(shownFields(definition))) {
    if (!field.search) continue;
    const column = `t.${columnOf(name)}`;
    if (field.kind === 'text' && field.grouped && grouped !== undefined)
      terms.push(`${bareSql(column)} = ${bind(params, grouped)}`);
    if (isSealed(field)) {
      const hash = hashOf(kit.sealed, definition, name, text);
      if (hash !== undefined) terms.push(`t.${hashColumn(name)} = ${bind(params, hash)}`);
    } else if (field.kind === 'text' && field.format) {
      const value = whole(field);
      if (value !== undefined && value !== text) terms.push(`${column} = ${bind(params, value)}`);
    } else if (field.kind === 'ref') {
      const target = kit.registry.get(field.to);
      const hint = target.scope === 'organisation' ? tenantHint(scope, `p.${target.orgColumn}`) : '';
      for (const by of field.searchBy ?? []) {
        const value = whole(target.fields[by]);
        if (value === undefined) continue;
        const ids = `select p.id from ${listTable(target, scope)} p where p.${columnOf(by)} = ${bind(params, value)}${hint}`;
        terms.push(`${column} = any(array(${ids}))`);
      }
    }
  }
  return terms;
}
