import { type AnyCatalogue, type AnyRow, columnOf, inSentence, isShared, isLooseSet } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { ImportMode, ImportRow, PlannedRow } from '#kit/contract/import.ts';
import { aadhaarMessage } from '#kit/contract/formats/find-aadhaar.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { asStored } from '#kit/contract/input.ts';
import { isMask, isSealed, sealedNames } from '#kit/contract/sealed.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { hashColumn, hashOf, maskMessages, storedParts } from '#kit/server/catalogue/sealed-fields.ts';
import { writableOf } from '#kit/server/catalogue/write/write-values.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import type { CatalogueKit, CatalogueReads } from '#kit/server/catalogue/store.ts';
import { clientTerms, tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { listInWords } from '#kit/server/words/list-words.ts';
import { convertCells, type FindRef } from './cells.ts';

/** How the rows of a file meet those that are there. */
export interface ImportOrder {
  mode: ImportMode;
  /** Fields that tell which record a row is; `['id']` names it outright. */
  key: readonly string[];
}
/** A row that is understood: what it says, and the record it means when that is there. */
export interface ReadyRow extends PlannedRow {
  values: Record<string, unknown>;
  status?: 0 | 1;
  before?: AnyRow;
}

const separator = '\u001f';

/** How the database spells a value of a key, so that it can be compared with keyPart. */
const keySql = (definition: AnyCatalogue, name: string): string =>
  isSealed(definition.fields[name])
    ? `coalesce(t.${hashColumn(name)}, '')`
    : `lower(coalesce(t.${columnOf(name)}::text, ''))`;

function keyPart(kit: Pick<CatalogueKit, 'sealed'>, definition: AnyCatalogue, name: string, value: unknown): string {
  const field: AnyField = definition.fields[name];
  if (isSealed(field)) return hashOf(kit.sealed, definition, name, value) ?? '';
  return keyText(field.kind === 'text' && typeof value === 'string' ? asStored(field, value) : value);
}

const keyText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return String(value as string | number).toLowerCase();
};

/**
 * Finds out what would become of rows: the dry run, and the first half of the real one. Each row is checked as if it were
 * typed into the form, and against the rows of the same file and of the catalogue.
 */
export async function planRows(
  db: Queryable,
  kit: CatalogueKit,
  reads: CatalogueReads,
  scope: Scope,
  order: ImportOrder,
  rows: readonly ImportRow[],
): Promise<ReadyRow[]> {
  const { definition } = reads;
  const findRef = await refFinder(db, kit, definition, scope, rows);
  const check = inputCheck(kit, definition);
  const breathe = createBreath();
  const read: ({ row: ImportRow } & ReturnType<typeof convertCells>)[] = [];
  for (const row of rows) {
    read.push({ row, ...convertCells(definition, row.cells, findRef) });
    await breathe();
  }
  const existing = await findExisting(db, kit, reads, scope, order, read);
  const sealed = sealedNames(definition);
  const stored = await storedParts(
    db,
    definition,
    existing.flatMap((row) => (row ? [row.id] : [])),
  );
  const planned: ReadyRow[] = [];
  for (const [at, { row, values, messages, status }] of read.entries()) {
    await breathe();
    const before = existing[at];
    const ready: ReadyRow = {
      line: row.line,
      action: before ? 'update' : 'create',
      messages: { ...messages },
      values: {},
      ...(status === undefined ? {} : { status }),
      ...(before ? { before } : {}),
    };
    if (!before && order.mode === 'update')
      ready.messages[''] = order.key.includes('id') ? 'No record has this id' : 'No record has this key';
    if (before && order.mode === 'create') ready.messages[''] = `This ${inSentence(definition.one)} is there already`;
    if (!before && order.key.includes('id') && (row.cells['id'] ?? '').trim() !== '' && order.mode !== 'create')
      ready.messages['id'] ??= 'No record has this id';
    const merged = { ...(before ? writableOf(definition, before) : {}), ...values };
    for (const name of Object.keys(messages)) delete merged[name];
    const checked = check(merged, scope);
    for (const [name, message] of Object.entries(checked.messages)) ready.messages[name] ??= message;
    ready.values = checked.values;
    for (const [name, value] of Object.entries(checked.values))
      if (isMasked(definition.fields[name], value) && value !== before?.[name]) ready.messages[name] ??= aadhaarMessage;
    for (const name of before ? sealed : []) {
      const hash = hashOf(kit.sealed, definition, name, ready.values[name]);
      // The number that is there already, or its mask: it stays.
      if (hash !== undefined && hash === stored.get((before as AnyRow).id)?.[name]?.hash)
        ready.values[name] = before?.[name];
    }
    const given = Object.fromEntries(Object.entries(ready.values).filter(([name, value]) => value !== before?.[name]));
    for (const [name, message] of Object.entries(maskMessages(definition, given))) ready.messages[name] ??= message;
    if (Object.keys(ready.messages).length > 0) ready.action = 'error';
    else if (before && isSame(definition, before, ready.values) && (status === undefined || status === before.status))
      ready.action = 'same';
    planned.push(ready);
  }
  refuseTwins(definition, planned);
  await refuseTaken(db, kit, definition, scope, planned);
  return planned;
}

/** What stands where a cell held an Aadhaar number; see sheet/read-table.ts. */
const isMasked = (field: AnyField, value: unknown): boolean =>
  !isSealed(field) &&
  (Array.isArray(value) ? value : [value]).some((one) => typeof one === 'string' && /•{4} \d{4}/.test(one));

/** No values and an empty list of them are the same. */
const stored = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));
export const isSame = (definition: AnyCatalogue, before: AnyRow, values: Record<string, unknown>): boolean =>
  Object.entries(writableOf(definition, before)).every(([name, value]) => stored(value) === stored(values[name]));

/** Records that cells name, looked up once for all rows: by id, by title, or by a unique text such as a code. */
async function refFinder(
  db: Queryable,
  kit: CatalogueKit,
  definition: AnyCatalogue,
  scope: Scope,
  rows: readonly ImportRow[],
): Promise<FindRef> {
  const known = new Map<string, Map<string, string | null>>();
  const used = Object.entries<AnyField>(definition.fields).filter(
    ([name, field]) => field.kind === 'ref' && rows.some((row) => (row.cells[name] ?? '').trim() !== ''),
  );
  for (const [, field] of used) {
    if (field.kind !== 'ref' || known.has(field.to)) continue;
    const target = kit.registry.get(field.to);
    const words = wordsFor(field.to, used, rows);
    const texts = target.unique
      .filter((set) => set.length === 1 && target.fields[set[0] as string].kind === 'text')
      .map((set) => `t.${columnOf(set[0] as string)}`);
    const params: Param[] = [];
    const tenantSql =
      tenantFilterOf(target, 'import-reference', scope, params) +
      (scope.client
        ? clientTerms(target)
            .map((term) => ` and ${term}`)
            .join('')
        : '');
    // Cells that hold ids need those records only, and not the names of all.
    const idSql = words.every(isId) ? ` and t.id = any($${params.push(words)}::uuid[])` : '';
    const found = await db.text(
      {
        text: `select t.id, ${[titleSql(kit.registry, target, 't'), ...texts].join(', ')} from ${target.table} t where t.deleted_at is null${tenantSql}${idSql}`,
      },
      params,
    );
    const names = new Map<string, string | null>();
    for (const [id, ...words] of found)
      for (const word of new Set(words.map((one) => (one ?? '').trim().toLowerCase()))) {
        if (word === '') continue;
        // Null stands for a name that several records have.
        names.set(word, names.has(word) && names.get(word) !== id ? null : (id as string));
      }
    for (const [id] of found) names.set(id as string, id as string);
    known.set(field.to, names);
  }
  return (path, words) => {
    const found = known.get(path)?.get(words.trim().toLowerCase());
    if (found) return { id: found };
    const one = inSentence(kit.registry.get(path).one);
    return { problem: found === null ? `several records are called “${words}”` : `no ${one} is called “${words}”` };
  };
}

/** What the cells say that refer to one catalogue, each once. */
function wordsFor(path: string, used: readonly [string, AnyField][], rows: readonly ImportRow[]): string[] {
  const names = used.flatMap(([name, field]) => (field.kind === 'ref' && field.to === path ? [name] : []));
  const words = rows.flatMap(({ cells }) => names.map((name) => (cells[name] ?? '').trim().toLowerCase()));
  return [...new Set(words)].filter((word) => word !== '');
}

/** The record each row means, by the key of the order; undefined where there is none. */
async function findExisting(
  db: Queryable,
  kit: CatalogueKit,
  reads: CatalogueReads,
  scope: Scope,
  order: ImportOrder,
  read: readonly { row: ImportRow; values: Record<string, unknown> }[],
): Promise<(AnyRow | undefined)[]> {
  const { definition } = reads;
  const byId = order.key.includes('id');
  const breathe = createBreath();
  const keys: string[] = [];
  for (const { row, values } of read) {
    await breathe();
    const parts = byId ? [] : order.key.map((name) => keyPart(kit, definition, name, values[name]));
    if (byId) keys.push((row.cells['id'] ?? '').trim().toLowerCase());
    else keys.push(parts.every((part) => part === '') ? '' : parts.join(separator));
  }
  const wanted = [...new Set(keys.filter((key) => key !== '' && (!byId || isId(key))))];
  if (wanted.length === 0) return keys.map(() => undefined);
  const columns = byId ? [] : order.key.map((name) => keySql(definition, name));
  const params: Param[] = [wanted];
  const tenantSql = tenantFilterOf(definition, 'import-existing', scope, params);
  const found = await db.text(
    {
      text: byId
        ? `select t.id, t.id from ${definition.table} t where t.deleted_at is null and t.id = any($1::uuid[])${tenantSql}`
        : `select t.id, concat_ws(E'\\x1f', ${columns.join(', ')}) from ${definition.table} t
           where t.deleted_at is null and concat_ws(E'\\x1f', ${columns.join(', ')}) = any($1::text[])${tenantSql}`,
    },
    params,
  );
  const idOf = new Map(found.map(([id, key]) => [key as string, id as string]));
  const rows = new Map<string, AnyRow>();
  for (const id of new Set(idOf.values())) {
    const json = await reads.one(scope, id, db);
    if (json !== undefined) rows.set(id, JSON.parse(json) as AnyRow);
  }
  return keys.map((key) => rows.get(idOf.get(key) ?? ''));
}

const keyOf = (set: readonly string[], values: Record<string, unknown>) =>
  set.map((name) => keyText(values[name])).join(separator);

/** A number that stays is known by its mask only, which others may have too: its own record's it is anyway. */
const keepsNumber = (definition: AnyCatalogue, set: readonly string[], { before, values }: ReadyRow): boolean =>
  before !== undefined && set.some((name) => isSealed(definition.fields[name]) && isMask(values[name]));

const isNothing = (key: string) => key.replaceAll(separator, '') === '';

/** The field at which it is said that a set is there already: whose it is follows from other fields. */
const sayingOf = (set: readonly string[]): string =>
  set.includes('name') ? 'name' : (set.find((name) => name !== 'orgId') ?? '');

/** Two rows of one file must not become one record, nor break a unique set between them. */
function refuseTwins(definition: AnyCatalogue, planned: readonly ReadyRow[]): void {
  const meant = new Map<string, number>();
  for (const row of planned) {
    if (!row.before) continue;
    const first = meant.get(row.before.id);
    if (first === undefined) meant.set(row.before.id, row.line);
    else fail(row, '', `Line ${first} means the same record`);
  }
  for (const set of definition.unique) {
    const seen = new Map<string, number>();
    for (const row of planned) {
      if (row.action === 'error') continue;
      if (keepsNumber(definition, set, row)) continue;
      const key = keyOf(set, row.values);
      if (isLooseSet(definition, set) && isNothing(key)) continue;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row.line);
      else fail(row, sayingOf(set), `The same as in line ${first}`);
    }
  }
}

/** What would break a unique set of the catalogue. */
async function refuseTaken(
  db: Queryable,
  kit: CatalogueKit,
  definition: AnyCatalogue,
  scope: Scope,
  planned: readonly ReadyRow[],
): Promise<void> {
  const breathe = createBreath();
  for (const set of definition.unique) {
    const open = planned.filter((row) => row.action === 'create' || row.action === 'update');
    if (open.length === 0) return;
    const columns = set.map((name) => keySql(definition, name));
    const keys = new Map<ReadyRow, string>();
    for (const row of open) {
      await breathe();
      keys.set(row, set.map((name) => keyPart(kit, definition, name, row.values[name])).join(separator));
    }
    const params: Param[] = [[...new Set(keys.values())]];
    const tenantSql = tenantFilterOf(definition, 'import-taken', scope, params);
    const found = await db.text(
      {
        text: `select t.id, concat_ws(E'\\x1f', ${columns.join(', ')}) from ${definition.table} t
          where t.deleted_at is null and concat_ws(E'\\x1f', ${columns.join(', ')}) = any($1::text[])${tenantSql}`,
      },
      params,
    );
    const holder = new Map(found.map(([id, key]) => [key as string, id as string]));
    for (const row of open) {
      if (keepsNumber(definition, set, row)) continue;
      const key = keys.get(row) as string;
      const id = isLooseSet(definition, set) && isNothing(key) ? undefined : holder.get(key);
      if (id === undefined || id === row.before?.id) continue;
      const labels = listInWords(set.map((name) => inSentence(definition.fields[name].label)));
      fail(
        row,
        set.includes('name') ? 'name' : (set[0] as string),
        isShared(definition)
          ? `This ${labels} is already in use`
          : `Another ${inSentence(definition.one)} has this ${labels}`,
      );
    }
  }
}

function fail(row: ReadyRow, field: string, message: string): void {
  row.action = 'error';
  row.messages[field] ??= message;
}
