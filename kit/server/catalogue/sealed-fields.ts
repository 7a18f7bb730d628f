import { type AnyCatalogue, type AnyRow, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { isMask, isSealed, maskOf, type SealedField, sealedNames } from '#kit/contract/sealed.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedCell, SealedTexts } from '#kit/server/sealed.ts';

/** A value as its three columns hold it; nulls where there is none. */
export interface SealedParts {
  mask: string | null;
  sealed: string | null;
  hash: string | null;
}
const nothing: SealedParts = { mask: null, sealed: null, hash: null };

/** Columns of a field beside the one that rows show, which holds the mask. */
export const sealedColumn = (name: string): string => `${columnOf(name)}_sealed`;
export const hashColumn = (name: string): string => `${columnOf(name)}_hash`;

export const cellOf = (definition: AnyCatalogue, name: string, id: string): SealedCell => ({
  table: definition.base,
  column: columnOf(name),
  id,
});

/** To make one takes longer than all that is done with it, and an import asks ten thousand times. */
const schemas = new WeakMap<object, ReturnType<typeof fieldSchema>>();
function schemaOf(field: AnyField): ReturnType<typeof fieldSchema> {
  let schema = schemas.get(field);
  if (!schema) schemas.set(field, (schema = fieldSchema(field)));
  return schema;
}

/** What a whole value is found by; undefined for what no such field holds. */
export function hashOf(
  sealed: SealedTexts,
  definition: AnyCatalogue,
  name: string,
  value: unknown,
): string | undefined {
  const checked = schemaOf(definition.fields[name]).safeParse(value);
  if (!checked.success || typeof checked.data !== 'string' || isMask(checked.data)) return undefined;
  return sealed.hash({ table: definition.base, column: columnOf(name) }, checked.data);
}

const wholeWanted = (field: SealedField) => `${field.label}: enter the full number`;

/** A message at each field that is to be written anew, and of which only the mask was sent. */
export function maskMessages(definition: AnyCatalogue, values: Readonly<Record<string, unknown>>) {
  const messages: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (isSealed(field) && isMask(value)) messages[name] = wholeWanted(field);
  }
  return messages;
}

/** @throws 400 where a new row is given the mask of another's value. */
export function refuseMasks(definition: AnyCatalogue, values: Readonly<Record<string, unknown>>): void {
  const messages = maskMessages(definition, values);
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
}

/** A checked value, encrypted for its row. */
export function partsOf(
  sealed: SealedTexts,
  definition: AnyCatalogue,
  name: string,
  id: string,
  value: unknown,
): SealedParts {
  if (typeof value !== 'string') return nothing;
  const cell = cellOf(definition, name, id);
  const { sealed: shown } = definition.fields[name] as SealedField;
  return { mask: maskOf(value, shown), sealed: sealed.seal(cell, value), hash: sealed.hash(cell, value) };
}

/** What is stored of the encrypted fields of some rows, by id and name. */
export async function storedParts(
  db: Queryable,
  definition: AnyCatalogue,
  ids: readonly string[],
): Promise<Map<string, Record<string, SealedParts>>> {
  const names = sealedNames(definition);
  if (names.length === 0 || ids.length === 0) return new Map();
  const columns = names.flatMap((name) => [columnOf(name), sealedColumn(name), hashColumn(name)]);
  const rows = await db.text(
    {
      text: `select t.id, ${columns.map((one) => `t.${one}`).join(', ')} from ${definition.table} t where t.id = any($1::uuid[])`,
    },
    [ids],
  );
  return new Map(
    rows.map(([id, ...values]) => [
      id as string,
      Object.fromEntries(
        names.map((name, at) => [
          name,
          { mask: values[at * 3] ?? null, sealed: values[at * 3 + 1] ?? null, hash: values[at * 3 + 2] ?? null },
        ]),
      ),
    ]),
  );
}

/** What an update makes of a row's encrypted fields. */
export interface SealedChange {
  /** Values that go into the row; fields that are not named keep what they have. */
  written: Record<string, SealedParts>;
  /** What the written ones replace. */
  replaced: Record<string, SealedParts>;
  /** What the history tells of the written ones. */
  recorded: Record<string, string | null>;
}

/**
 * Compares what was sent with what is stored, in a row that is locked: the mask as it is shown keeps the value, and so does
 * the value itself. `putBack` holds values that were stored before, which go in as they were.
 * @throws 400 at a field that was sent another mask.
 */
export async function changeOf(
  db: Queryable,
  sealed: SealedTexts,
  definition: AnyCatalogue,
  before: AnyRow,
  values: Readonly<Record<string, unknown>>,
  putBack: Readonly<Record<string, SealedParts>> | undefined,
): Promise<SealedChange> {
  const change: SealedChange = { written: {}, replaced: {}, recorded: {} };
  const messages: Record<string, string> = {};
  const names = sealedNames(definition).filter((name) => {
    const value = putBack?.[name] ? putBack[name].mask : (values[name] ?? null);
    if (value === (before[name] ?? null) && !putBack?.[name]) return false;
    if (isMask(value) && !putBack?.[name]) messages[name] = wholeWanted(definition.fields[name] as SealedField);
    return true;
  });
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  const stored = names.length > 0 ? (await storedParts(db, definition, [before.id])).get(before.id) : undefined;
  for (const name of names) {
    const old = stored?.[name] ?? nothing;
    const next = putBack?.[name] ?? partsOf(sealed, definition, name, before.id, values[name]);
    if (old.hash === next.hash) continue;
    change.written[name] = next;
    change.replaced[name] = old;
    // Two numbers may look alike by their last characters: that it is another one must be seen.
    change.recorded[name] = old.mask === next.mask ? `${next.mask} (another one)` : next.mask;
  }
  return change;
}
