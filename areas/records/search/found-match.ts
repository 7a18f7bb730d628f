import { type AnyCatalogue, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { searched, wordsOf } from '#kit/server/catalogue/read/search-sql.ts';
import { hashOf, storedParts } from '#kit/server/catalogue/sealed-fields.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { FoundMatch } from '../records.contract.ts';
import { type FoundTitle, ranks } from './found-title.ts';

const readsOf = new WeakMap<CatalogueKit, (definition: AnyCatalogue) => ReturnType<typeof catalogueReads>>();
const schemaOf = oncePer((field: AnyField) => fieldSchema(field));
/** Longer texts are cut. */
const mostShown = 60;

const squeeze = (text: string) => text.toLowerCase().replaceAll(/[\s./+-]/g, '');
const has = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/**
 * Why records were found that do not say it by their titles. It is read from the rows that lists show, so that nobody learns more by it than
 * by the list of the catalogue: sealed numbers are masked, and of another record stands its name.
 */
export async function matchesOf(
  kit: CatalogueKit,
  scope: Scope,
  q: string,
  rows: readonly FoundTitle[],
  db: Queryable,
): Promise<Map<string, FoundMatch>> {
  const words = wordsOf(q.toLowerCase()).map(squeeze).filter(Boolean);
  const unsaid = rows.filter(
    ({ module, title, rank, to }) =>
      to === undefined &&
      rank !== ranks.alike &&
      kit.registry.get(module).rowSecurity &&
      !squeeze(title).includes(squeeze(q)) &&
      !has(squeeze(title), words),
  );
  const found = new Map<string, FoundMatch>();
  for (const [module, those] of Map.groupBy(unsaid, (row) => row.module)) {
    const definition = kit.registry.get(module);
    const ids = those.map(({ id }) => id);
    const stored = await storedParts(db, definition, ids);
    for (const json of await compiled(kit)(definition).listed(scope, ids, false, db)) {
      const row = JSON.parse(json) as { id: string; title: string };
      const hashes = stored.get(row.id);
      const isWhole = (name: string) => {
        const hash = hashOf(kit.sealed, definition, name, q);
        return hash !== undefined && hashes?.[name]?.hash === hash;
      };
      const match = matchIn(kit, definition, row, q, words, isWhole);
      if (match) found.set(row.id, match);
    }
  }
  return found;
}

/** Reads are compiled once. */
function compiled(kit: CatalogueKit) {
  let reads = readsOf.get(kit);
  if (!reads) readsOf.set(kit, (reads = oncePer((definition: AnyCatalogue) => catalogueReads(kit, definition))));
  return reads;
}

function matchIn(
  kit: CatalogueKit,
  definition: AnyCatalogue,
  row: Readonly<Record<string, unknown>> & { title: string },
  q: string,
  words: readonly string[],
  /** Whether a field that is kept encrypted holds what was typed. */
  isWhole: (name: string) => boolean,
): FoundMatch | undefined {
  const title = squeeze(row.title);
  const missing = words.filter((word) => !title.includes(word));
  const fields = searchedFields(definition).flatMap(([name, field]) => {
    const value = shownOf(row, name, field);
    return value === null ? [] : [{ name, field, value }];
  });
  const open = fields.filter(({ field }) => !isSealed(field));
  const whole = squeeze(q);
  const best =
    open.find(({ value }) => has(squeeze(value), missing)) ??
    open.find(({ value }) => missing.some((word) => squeeze(value).includes(word))) ??
    // A number with more before it than is stored: +91 and ten digits.
    open.find(({ value }) => value.length >= 6 && whole.endsWith(squeeze(value))) ??
    // Found as a whole number: one that is kept encrypted, or one of the record that it names.
    fields.find(({ name, field }) => isSealed(field) && isWhole(name)) ??
    fields.find(({ field }) => isWholeOf(kit, field, q));
  return best && { label: best.field.label, value: cut(best.value) };
}

/** Everything that a search looks through, numbers that are kept encrypted among them; what is a title says so itself. */
const searchedFields = oncePer((definition: AnyCatalogue): [string, AnyField][] => [
  ...searched(definition).filter(([name]) => !definition.title.includes(name)),
  ...Object.entries<AnyField>(definition.fields).filter(([, field]) => field.search && isSealed(field)),
]);

function shownOf(row: Readonly<Record<string, unknown>>, name: string, field: AnyField): string | null {
  const value = field.kind === 'ref' ? (row[refName(name)] as { label: string } | null | undefined)?.label : row[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const isWholeOf = (kit: CatalogueKit, field: AnyField, q: string): boolean =>
  field.kind === 'ref' &&
  (field.searchBy ?? []).some((by) => {
    const target: AnyField | undefined = kit.registry.get(field.to).fields[by];
    return target !== undefined && schemaOf(target).safeParse(q).success;
  });

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text);
