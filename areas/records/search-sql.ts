import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { clientTerms, tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import { listTable } from '#kit/server/catalogue/read/list-table.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { exactTerms, type KnownNames, type ListKit, searched, wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { hasText, titleHas } from '#kit/server/catalogue/read/text-search.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Scope, Statement } from '#kit/server/db/database.ts';
import { tenantHint } from '#kit/server/db/tenant-filter.ts';

const perCatalogue = 5;
const atMost = 30;
/** Of a catalogue that may be large: so many records with the words are looked at for the best few, and so many names that records refer to. */
const [mostRanked, mostNames] = [1_000, 500];
/** A trigram index finds no word that is shorter; such a word is looked for where titles begin. */
const shortestInside = 3;

/**
 * The search over everything: the best few records of each catalogue, by their titles and, of large catalogues, by what their lists are
 * searched by. An exact title comes first, then one that begins with what is
 * searched for, then one that has it or all its words. Small catalogues are looked through whole; those of organisations, which may hold
 * millions, by their indexes alone.
 */
export function searchStatement(
  kit: ListKit,
  definitions: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  /** Records of small catalogues that the words may mean; see namesOfSmall. */
  known: KnownNames,
): { statement: Statement; params: Param[] } {
  const bare = q.replaceAll(/[\s.-]/g, '');
  const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  // An office's title begins with its code as a word of its own.
  const params: Param[] = [containing(bare), `${escaped(bare)}%`, `${escaped(officeOf(q) ?? bare)} %`, escaped(bare)];
  const words = wordsOf(q).map((text) => ({ text, pattern: `$${params.push(containing(text))}` }));
  const asked: Asked = { kit, scope, params, q, bare, words, known };
  const inTitle = `${squeezed} ilike $1 or ${words.map(({ pattern }) => `n.title ilike ${pattern}`).join(' and ')}`;
  const all = definitions.map((definition) => {
    const shown = [
      `t.deleted_at is null${tenantFilterOf(definition, 'search', scope, params)}`,
      ...(scope.client ? clientTerms(definition) : []),
    ].join(' and ');
    const found = definition.rowSecurity ? byIndex(asked, definition, shown) : lookedThrough(asked, definition, shown);
    return `(select n.id, '${definition.path}' as module, n.title,
      case when ${squeezed} ilike $4 then 0 when ${squeezed} ilike $2 then 1 when ${inTitle} then 2 else 3 end as rank
      from (${found}) n order by rank, length(n.title), n.title limit ${perCatalogue})`;
  });
  // Of every pattern something must be compared, or it has no type.
  const text = `select id, module, title from (${all.join(' union all ')}) f
    where $1::text is not null and $3::text is not null ${words.map(({ pattern }) => `and ${pattern}::text is not null`).join(' ')}
    order by rank, length(title), title limit ${atMost}`;
  return { statement: { text, replan: true }, params };
}

/** Small catalogues that records of large ones refer to in what is looked through: how many of them have a word is found out first. */
export const namesOfSmall = (kit: ListKit, definitions: readonly AnyCatalogue[]): Set<string> =>
  new Set(
    definitions
      .filter(({ rowSecurity }) => rowSecurity)
      .flatMap(foundBy)
      .flatMap(([, field]) => (field.kind === 'ref' && !kit.registry.get(field.to).rowSecurity ? [field.to] : [])),
  );

/** What a record of a large catalogue is found by: its title, and what its list is searched by. */
const foundBy = (definition: AnyCatalogue): [string, AnyField][] => [
  ...new Map([...titlesOf(definition), ...searched(definition)]),
];
const titlesOf = ({ title, fields }: AnyCatalogue) => title.map((name): [string, AnyField] => [name, fields[name]]);

interface Asked {
  kit: ListKit;
  known: KnownNames;
  scope: Scope;
  params: Param[];
  q: string;
  /** What is searched for without spaces, dots and hyphens: codes and plates are found however they are written. */
  bare: string;
  words: readonly { text: string; pattern: string }[];
}

const squeezed = `translate(n.title, ' -', '')`;

function lookedThrough({ kit: { registry }, scope, words }: Asked, definition: AnyCatalogue, shown: string): string {
  const title = titleSql(registry, definition, 't');
  const allWords = words.map(({ pattern }) => `n.title ilike ${pattern}`).join(' and ');
  // The title is put together once for each record, not once for each comparison.
  return `select * from (select t.id, ${title} as title from ${listTable(definition, scope)} t where ${shown} offset 0) n
    where ${squeezed} ilike $1 or n.title ilike $3 or (${allWords})`;
}

function byIndex(asked: Asked, definition: AnyCatalogue, shown: string): string {
  const { kit, scope, params, q, bare, words } = asked;
  const from = `select t.id, ${titleSql(kit.registry, definition, 't')} as title from ${listTable(definition, scope)} t where ${shown}`;
  const titles = titlesOf(definition);
  const parts: string[] = [];
  const [first] = titles;
  if (first?.[1].kind === 'text') {
    const key = `lower(t.${columnOf(first[0])})`;
    const start = `lower($${params.push(first[1].compact ? bare : q)}::text)`;
    // What begins with it lies between it and itself with the last of all letters.
    parts.push(
      `(${from} and ${key} >= ${start} and ${key} <= ${start} || chr(1114111) order by ${key}, t.id limit ${perCatalogue})`,
    );
  }
  const inside: string[] = [];
  if (words.some(({ text }) => text.length >= shortestInside)) {
    // Titles by themselves as well: of what else many have, those that are called so would be lost among a thousand.
    for (const fields of [titles, foundBy(definition)]) {
      const bound = params.length;
      const each = words.map((word) => fields.flatMap((one) => hasWord(asked, one, word)).join(' or '));
      // What no condition asks for would have no type.
      if (each.includes('')) params.length = bound;
      else inside.push(each.map((terms) => `(${terms})`).join(' and '));
    }
    const exact = exactTerms(kit, definition, q, scope, params);
    if (exact.length > 0) inside.push(`(${exact.join(' or ')})`);
  }
  // Plates, and what refers to them, however they are written.
  if (bare.length >= shortestInside)
    for (const [name, field] of foundBy(definition)) {
      const target = field.kind === 'ref' ? kit.registry.get(field.to) : undefined;
      if (field.kind === 'text' && field.compact && definition.title.includes(name))
        inside.push(`t.${columnOf(name)} ilike $1`);
      else if (target?.rowSecurity && isCompact(target))
        inside.push(refersTo(scope, name, target, `${titleSql(kit.registry, target, 'p')} ilike $1`));
    }
  for (const condition of inside) parts.push(`(${from} and ${condition} limit ${mostRanked})`);
  return parts.length > 0 ? parts.join(' union ') : `${from} and false`;
}

/** Conditions under which a field has a word: by itself, or by the title of the record that it names. */
function hasWord(
  { kit, scope, params, known }: Asked,
  [name, field]: [string, AnyField],
  { text, pattern }: Asked['words'][number],
): string[] {
  const column = `t.${columnOf(name)}`;
  const sought = { like: () => pattern, start: (word: string) => `$${params.push(word)}` };
  if (field.kind === 'text') return [hasText(column, field, text, sought)];
  if (field.kind !== 'ref') return [];
  const target = kit.registry.get(field.to);
  const ids = known.get(`${field.to} ${text}`);
  if (ids !== undefined && ids !== 'many')
    return ids.length > 0 ? [`${column} = any($${params.push(ids)}::uuid[])`] : [];
  // No index finds it, and it is looked for in the names of many.
  if (text.length < shortestInside && target.rowSecurity) return [];
  return [refersTo(scope, name, target, titleHas(kit.registry, target, 'p', text, sought))];
}

const isCompact = ({ title, fields }: AnyCatalogue): boolean =>
  title.every((name: string) => fields[name].kind === 'text' && fields[name].compact === true);

/** The condition under which a row refers to a record, `p`, whose title has what is looked for. */
function refersTo(scope: Scope, name: string, target: AnyCatalogue, titled: string): string {
  const hint = target.scope === 'organisation' ? tenantHint(scope, `p.${target.orgColumn}`) : '';
  const ids = `select p.id from ${listTable(target, scope)} p where ${titled}${hint} limit ${mostNames}`;
  return `t.${columnOf(name)} = any(array(${ids}))`;
}

/** The office that a whole registration number names: 'MH 12 AB 1234' gives 'MH12'. */
const officeOf = (text: string): string | undefined =>
  /^([A-Z]{2}\d{1,2})[A-Z]{1,3}\d{1,4}$/.exec(text.toUpperCase().replaceAll(/[\s.-]/g, ''))?.[1];
