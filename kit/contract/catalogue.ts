import { type AnyField, type Fields, fitsCell, isMany, isOpaque, type RefField } from './fields.ts';
import { checkSealed } from './sealed.ts';
import type { PlateUse } from './formats/plate-use.ts';
import type { Action } from './rights.ts';
import { worded } from './words/worded.ts';

/** A view of a list that comes with the product. */
export interface ReadyView {
  name: string;
  search: Readonly<Record<string, string>>;
  tab?: true;
  staffOnly?: true;
}

/** What a catalogue is: facts from which routes, screens, checks, rights and documents are made. */
export interface CatalogueOptions<F extends Fields, R extends Fields = Fields> {
  one: string;
  many: string;
  /** What the messages of creating, changing and deleting call it, or these messages, where the specification words them otherwise than `one`. */
  messageName?: string | { created: string; updated: string; deleted: string };
  fields: F;
  /** Fields whose values, joined by a space, name a row in pickers, messages and pages. Default ['name']. */
  title?: readonly (keyof F & string)[];
  /** Default order of the list, e.g. 'name' or '-createdAt'. Default: the first title field. */
  sort?: string;
  /**
   * Order of the list on screen while nobody chose another and no words are looked for; default: `sort`. Calls keep `sort`: their
   * cursors then never meet a row without a value.
   */
  listSort?: string;
  /**
   * Sets of fields that no two live rows share; text is compared ignoring case, an absent value counts as a value. A set of
   * nothing but optional fields binds only the rows that have one of them.
   */
  unique?: readonly (readonly (keyof F & string)[])[];
  /** Fields whose columns come first in lists, in this order; the others follow as they are defined. */
  firstColumns?: readonly string[];
  /** Named groups of its fields on the record's page, in their order; what is in none follows under a name of its own. */
  sections?: readonly { title: string; fields: readonly string[] }[];
  /** Pairs [from, to]: when both are given, `to` may not be smaller than `from`. */
  ordered?: readonly (readonly [keyof F & string, keyof F & string])[];
  /**
   * 'global' rows are everybody's; 'organisation' rows belong to one, which their field `orgId` names, and are fenced by it.
   * Staff say which when they make a record; of clients it is always their own.
   */
  scope?: 'global' | 'organisation';
  /** The column that says whose an organisation's row is. Only the organisations themselves have another: their id. */
  orgColumn?: 'org_id' | 'id';
  /**
   * Of a 'global' catalogue, the reference to the organisation that a row is for: others' are not shown to clients, and without one it
   * is everybody's. Its table stands behind row security.
   */
  ownedBy?: (keyof F & string) | null;
  /** What the server sets: shown, filtered, sorted and exported like the fields, but never part of a write. */
  readOnly?: R;
  /**
   * What bodies of create and change carry besides the fields, by its label: kept in tables of the area by its policy, and answered
   * with one record only. Left out of a change, it stays; imports and changes of many do not have it.
   */
  beside?: Readonly<Record<string, string>>;
  /** Table or view of the rows, when it is not the path with underscores. */
  table?: string;
  /** The table behind a view, after which constraints are called. */
  base?: string;
  /** The table stands behind row security: it is read in transactions that say for whom. Rows of organisations always do. */
  rowSecurity?: boolean;
  /** Create and change are calls and screens of the area: no form, import, duplicate or change of many is made for it. */
  ownWrites?: boolean;
  /** The product alone writes its rows: no call, permission or button makes, changes, switches off or deletes one. With `ownWrites`. */
  recorded?: boolean;
  /** What may be done depends on the row as well: rows carry `rights`, the actions that the reader may do with them. */
  guarded?: boolean;
  /** Rights hang on these rows: whoever acts as somebody else may look at them only. */
  sensitive?: boolean;
  /** Tabler icon name of the menu entry. */
  icon: string;
  /** Key of the menu group the entry starts in. */
  group: string;
  /** Fields that every export has, whatever columns are chosen. */
  exportsAlways?: readonly string[];
  /** Path of the catalogue, or key of the page, beside which it is a tab instead of an entry of its own; `clientTabOf` for clients alone, `staffTabOf` for staff alone. */
  tabOf?: string | null;
  clientTabOf?: string | null;
  staffTabOf?: string | null;
  /** What clients know it as, where that is another thing to them. */
  forClients?: { one: string; many: string; counted?: string; newText?: string } | null;
  /** Several of its rows, after a number or in a sentence, where the list is called otherwise. Default: as the list. */
  counted?: string;
  /** What making a new one is called, where that is not 'New <one>'. */
  newText?: string | null;
  /** Place among modules and in the menu, smallest first; those without one follow, in the order of the areas. */
  menuOrder?: number;
  /** Has a place of its own at the bottom of the screen of a phone. */
  onPhones?: boolean;
  /** What can be done with its rows besides what can be done with those of every catalogue. */
  furtherActions?: readonly Action[];
  /** One sentence for the empty list: what these rows are for. */
  about: string;
  /** What clients see of it: rows with one of these values in each of these choices. Left out: every row. */
  clientsSee?: Readonly<Record<string, readonly string[]>>;
  /** Nothing of it is for clients, in whatever role, not even where its rows are of their organisation. */
  staffOnly?: boolean;
  /** Duplicates happen here: two records may be merged into one. */
  merge?: boolean;
  /** What is switched off leaves the lists: they show it only where it is asked for by its status or its id. */
  hidesInactive?: boolean;
  /** What becomes of it when a row is switched off, asked before, with the next day in India as '{{nextDay}}'; null or left out: nothing to ask about. */
  offText?: string | null;
  /** The same of an active row that is deleted. */
  removeText?: string | null;
  /** Views of the list that everybody has, or staff alone. A value may be a day counted from today: 'today', 'today+30', or the reader: 'me'. Some are tabs above it, with their counts. */
  readyViews?: readonly ReadyView[];
  /** What the search of the list finds, as its field says it while it is empty. */
  searchHint?: string;
  /** Whether rows are switched on and off in their row of the list. Default: in catalogues that are everybody's. Elsewhere it is done in the row's menu, and only inactive rows say so. */
  statusInRow?: boolean;
  /** Fields whose texts follow the title where rows are offered to choose from: the vehicle of a policy. */
  optionFields?: readonly string[];
  /** Also answer GET /client/<path>/{id}, as the specification lists it for some catalogues. */
  clientTwin?: boolean;
  /** Also answer list, create, change, delete and status under /client/<path>, as the specification lists them for some catalogues. */
  clientCalls?: boolean;
  /** Records of other catalogues that gather rows of this one, many of them: lists are narrowed by them, under these names. */
  memberships?: Readonly<Record<string, Membership>>;
  /** Forms of this product send every write as multipart, as the specification has it for some catalogues, and not only those with files. */
  sendsMultipart?: boolean;
}

/** How rows are found that a record of another catalogue gathers. */
export interface Membership {
  label: string;
  /** Path of the catalogue whose records gather rows. */
  to: string;
  /** A published view of who is gathered by whom, and its columns of the record and of the row. */
  view: string;
  record: string;
  row: string;
}

export interface Catalogue<F extends Fields = Fields, R extends Fields = Fields>
  extends Required<Omit<CatalogueOptions<F, R>, 'sort' | 'title' | 'unique' | 'ordered' | 'ownedBy'>> {
  /** URL segment and module key, e.g. 'vehicle-brand'. */
  path: string;
  title: readonly string[];
  ownedBy: string | null;
  sort: string;
  unique: readonly (readonly string[])[];
  ordered: readonly (readonly [string, string])[];
  /** True when a field holds a file: create and update are then multipart (JSON stays accepted without files). */
  multipart: boolean;
}

/** A catalogue whose field types are no longer known; what generic code works on. */
// oxlint-disable-next-line typescript/no-explicit-any -- variance: every Catalogue<F, R> must fit here
export type AnyCatalogue = Catalogue<any, any>;

/** @throws Error where a field is asked for by something else than the value of a choice, or cannot be left out */
function checkAskedFor(path: string, fields: Fields): void {
  for (const [name, { onlyWith, optional }] of Object.entries<AnyField>(fields))
    if (onlyWith && (fields[onlyWith.field]?.kind !== 'choice' || !optional))
      throw new Error(`Catalogue ${path}: '${name}' is asked for by the value of a choice, and optional`);
}

/**
 * Defines a catalogue.
 * @param path URL segment under /api/v1; also the module key that rights name.
 * @returns the definition with every default filled in. Throws when a fact contradicts another (unknown title field …).
 */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a catalogue without fields that the server sets
export function catalogue<const F extends Fields, const R extends Fields = Record<never, never>>(
  path: string,
  options: CatalogueOptions<F, R>,
): Catalogue<F, R> {
  const names = Object.keys(options.fields);
  // Without any, R is the empty set.
  const readOnly = options.readOnly ?? ({} as R);
  const title = options.title ?? ['name'];
  const known = (name: string) => {
    if (!names.includes(name)) throw new Error(`Catalogue ${path}: no field '${name}'`);
  };
  title.forEach(known);
  [...(options.unique ?? []), ...(options.ordered ?? [])].flat().forEach(known);
  if (options.ownedBy) known(options.ownedBy);
  options.optionFields?.forEach(known);
  options.firstColumns?.forEach((name) => {
    if (!(name in readOnly)) known(name);
  });
  for (const field of Object.values<AnyField>({ ...options.fields, ...readOnly }))
    if (field.kind === 'choice' && field.reason !== undefined && !(field.reason in readOnly)) known(field.reason);
  const grouped = (options.sections ?? []).flatMap(({ fields }) => fields);
  for (const name of grouped) if (!(name in readOnly)) known(name);
  const twice = grouped.find((name, at) => grouped.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Catalogue ${path}: '${twice}' is in two sections`);
  for (const name of [...names, ...Object.keys(readOnly)]) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(name) || baseColumns.includes(name) || addressNames.includes(name))
      throw new Error(`Catalogue ${path}: '${name}' cannot be a field name`);
  }
  for (const name of Object.keys(options.memberships ?? {}))
    if (names.includes(name) || name in readOnly || baseColumns.includes(name) || addressNames.includes(name))
      throw new Error(`Catalogue ${path}: '${name}' cannot name a membership`);
  if (Object.values<AnyField>(options.fields).some((field) => field.kind === 'time'))
    throw new Error(`Catalogue ${path}: a time is set by the server and belongs among its readOnly fields`);
  const tenantSql = options.scope === 'organisation' && options.orgColumn !== 'id';
  if (tenantSql !== names.includes('orgId'))
    throw new Error(`Catalogue ${path}: a field orgId belongs to scope 'organisation', and to no other`);
  checkSealed(path, { ...options, title });
  checkAskedFor(path, options.fields);
  for (const field of Object.values<AnyField>(options.fields)) {
    if (field.kind !== 'ref') continue;
    for (const name of [...(field.narrowBy ?? []), ...(field.fills ?? [])]) known(name);
    if (field.suggest) known(field.suggest.from);
  }
  for (const [name, { leavesWithOwner, optional }] of Object.entries<AnyField>(options.fields))
    if (leavesWithOwner === true && !optional)
      throw new Error(`Catalogue ${path}: '${name}' is required, so it cannot be emptied when its owner leaves`);
  const link = linkOf(options.fields, title);
  for (const [name, field] of Object.entries<AnyField>({ ...options.fields, ...readOnly })) {
    if (!field.staffOnly) continue;
    const isUsed = title.includes(name) || field.search || options.sort?.replace(/^-/, '') === name;
    if (isUsed || !field.optional || (names.includes(name) && (options.scope ?? 'global') !== 'global'))
      throw new Error(
        `Catalogue ${path}: '${name}' is for staff alone, so it is optional and neither names, orders nor finds rows`,
      );
  }
  for (const [name, field] of Object.entries<AnyField>(options.fields)) {
    if (!field.inline) continue;
    if (!fitsCell(field))
      throw new Error(`Catalogue ${path}: '${name}' does not fit in a cell, so it cannot be inline`);
    if (name === link) throw new Error(`Catalogue ${path}: '${name}' links to the record, so it cannot be inline`);
  }
  const sort = options.sort ?? title[0] ?? 'createdAt';
  const sortKey = sort.replace(/^-/, '');
  if (!baseColumns.includes(sortKey) && !(sortKey in readOnly)) known(sortKey);
  const listKey = options.listSort?.replace(/^-/, '') ?? sortKey;
  if (!baseColumns.includes(listKey) && !(listKey in readOnly)) known(listKey);
  return worded({
    messageName: options.one,
    exportsAlways: [],
    listSort: sort,
    unique: [],
    ordered: [],
    scope: 'global',
    orgColumn: 'org_id',
    table: path.replaceAll('-', '_'),
    base: options.table ?? path.replaceAll('-', '_'),
    ownWrites: false,
    recorded: false,
    ownedBy: null,
    rowSecurity: options.scope === 'organisation' || typeof options.ownedBy === 'string',
    guarded: false,
    sensitive: false,
    clientTwin: false,
    clientCalls: false,
    searchHint: '',
    tabOf: null,
    clientTabOf: null,
    staffTabOf: null,
    forClients: null,
    counted: options.many,
    newText: null,
    statusInRow: (options.scope ?? 'global') === 'global',
    sendsMultipart: false,
    menuOrder: 1_000,
    onPhones: false,
    furtherActions: [],
    readyViews: [],
    offText: null,
    removeText: null,
    hidesInactive: false,
    merge: false,
    firstColumns: [],
    sections: [],
    memberships: {},
    beside: {},
    clientsSee: {},
    staffOnly: false,
    optionFields: [],
    ...options,
    readOnly,
    path,
    title,
    sort,
    multipart: names.some((name) => options.fields[name]?.kind === 'file'),
  });
}

/** Everything a row shows: the fields that are written, and those that the server sets. */
export const shownFields = (definition: AnyCatalogue): Fields => ({ ...definition.fields, ...definition.readOnly });

/** Of these what people read: an id of something else is told by another field. */
export const readFields = (definition: AnyCatalogue): Fields =>
  Object.fromEntries(Object.entries<AnyField>(shownFields(definition)).filter(([, field]) => !isOpaque(field)));

/** What a list is narrowed by: the fields it shows, and the records that gather its rows. */
export const filterFields = (definition: AnyCatalogue): Fields => ({
  ...shownFields(definition),
  ...Object.fromEntries(
    Object.entries<Membership>(definition.memberships).map(([name, { label, to }]) => [
      name,
      { kind: 'ref', to, label, filter: true, optional: true } satisfies RefField & { optional: true },
    ]),
  ),
});

/** True for a set of which every field may be absent. */
export const isLooseSet = (definition: AnyCatalogue, set: readonly string[]): boolean =>
  set.every((name) => definition.fields[name].optional === true);

/** The organisation that a row belongs to; null for everybody's rows. */
export const orgOfRow = (definition: AnyCatalogue, row: Readonly<Record<string, unknown>>): string | null =>
  definition.scope === 'global' ? null : (row[definition.orgColumn === 'id' ? 'id' : 'orgId'] as string);

/** The field whose value leads from a list to the record: the first listed text, or else what names a row. */
export const linkOf = (fields: Fields, title: readonly string[]): string =>
  Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.list === true && field.kind === 'text' && !isMany(field) && field.sealed === undefined;
  }) ??
  title[0] ??
  'name';

/** Columns every row has, by their API names. */
export const baseColumns: readonly string[] = [
  'id',
  'status',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
];

/** What the address of a list says besides filters. */
export const addressNames: readonly string[] = [
  'after',
  'option',
  'page',
  'q',
  'size',
  'skip',
  'sort',
  'tab',
  'take',
  'trash',
  'view',
];

/** Row facts that do not depend on the catalogue. Times are ISO UTC; `status` 1 active, 0 inactive. */
export interface RowBase {
  id: string;
  /** The title fields joined by a space. */
  title: string;
  status: 0 | 1;
  version: number;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
  deletedAt: string | null;
  /** Of guarded catalogues: what the reader may do with this row, of what his role lets him do at all. */
  rights?: readonly Action[];
  /** Of catalogues with a plate: what gives it its colour. */
  plateUse?: PlateUse;
}
/** What a row says of a row it refers to, under the field's name without `Id`. */
export interface RefInfo {
  id: string;
  label: string;
  status: 0 | 1;
  /** Where the label is a plate: what gives it its colour. */
  plateUse?: PlateUse;
}
/** A row as generic code sees it. */
export type AnyRow = RowBase & Record<string, unknown>;

/** The name under which a row carries what a ref field refers to: `brandId` gives `brand`. */
export const refName = (field: string): string => field.replace(/Id$/, '');

/** camelCase API name to snake_case column name. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name as it stands inside a sentence: 'Vehicle brand' gives 'vehicle brand', while 'RTO' keeps its capitals. */
export const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** The name of one record with its article: an organisation, a user, an RTO. */
export const oneOf = (name: string): string => {
  const isVowel = /^[A-Z]{2}/.test(name) ? /^[AEFHILMNORSX]/.test(name) : /^(?:[aeio]|u(?!ser|ni))/i.test(name);
  return `${isVowel ? 'an' : 'a'} ${inSentence(name)}`;
};

/** True when other catalogues keep their rows in the same table: what is unique there is unique among all of them. */
export const isShared = ({ table, base }: { table?: string; base: string }): boolean =>
  table !== undefined && table !== base;
