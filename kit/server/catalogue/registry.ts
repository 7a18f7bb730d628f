import { type AnyCatalogue, columnOf, type Membership, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';

/** A field of one catalogue that refers to another. */
export interface Referrer {
  definition: AnyCatalogue;
  field: string;
  column: string;
}

/** The catalogues of a product and who refers to whom. */
export interface Registry {
  all: readonly AnyCatalogue[];
  get(path: string): AnyCatalogue;
  find(path: string): AnyCatalogue | undefined;
  /** Fields of any catalogue that refer to rows of this one. */
  referrers(path: string): readonly Referrer[];
  /** Tables whose change alters what a list of this catalogue answers: its own and those its rows name. */
  dependencies(path: string): readonly string[];
}

/** @throws Error when two catalogues share a path or a field refers to none. */
export function createRegistry(all: readonly AnyCatalogue[]): Registry {
  const byPath = new Map(all.map((definition) => [definition.path, definition]));
  if (byPath.size !== all.length) throw new Error('Two catalogues share a path');
  const referrers = new Map<string, Referrer[]>();
  for (const definition of all) {
    for (const [field, { kind, ...rest }] of Object.entries<AnyField>(definition.fields)) {
      if (kind !== 'ref' || !('to' in rest)) continue;
      if (!byPath.has(rest.to)) throw new Error(`${definition.path}.${field} refers to unknown catalogue ${rest.to}`);
      const list = referrers.get(rest.to) ?? [];
      list.push({ definition, field, column: columnOf(field) });
      referrers.set(rest.to, list);
    }
  }
  for (const definition of all)
    for (const [name, field] of Object.entries<AnyField>(shownFields(definition)))
      if (field.kind === 'ref')
        for (const by of field.searchBy ?? []) {
          const sought: AnyField | undefined = byPath.get(field.to)?.fields[by];
          if (!field.search || sought?.kind !== 'text' || isMany(sought) || isSealed(sought))
            throw new Error(`${definition.path}.${name} cannot be searched by '${by}' of ${field.to}`);
        }
  const get = (path: string) => {
    const found = byPath.get(path);
    if (!found) throw new Error(`No catalogue ${path}`);
    return found;
  };
  const dependencies = (path: string, seen = new Set<string>()): string[] => {
    const definition = get(path);
    if (seen.has(definition.table)) return [];
    seen.add(definition.table);
    for (const field of Object.values<AnyField>(shownFields(definition)))
      if (field.kind === 'ref') dependencies(field.to, seen);
    for (const { to } of Object.values<Membership>(definition.memberships)) dependencies(to, seen);
    return [...seen];
  };
  return {
    all,
    get,
    find: (path) => byPath.get(path),
    referrers: (path) => referrers.get(path) ?? [],
    dependencies: (path) => dependencies(path),
  };
}
