import { type AnyCatalogue, type AnyRow, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { afterOwner, isMany } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import type { Param } from '#kit/server/db/database.ts';
import { fileColumn } from '../read/row-sql.ts';
import { hashColumn, sealedColumn, type SealedParts } from '../sealed-fields.ts';

/** Checked values of a create or update, with the files that were received for it (null: remove the stored one). */
export interface Input {
  values: Record<string, unknown>;
  files: Record<string, FileRef | null>;
  /** Encrypted values as they stood in this row before, to be put back. */
  putBack?: Record<string, SealedParts>;
  /** What came besides the fields: see `beside` of the definition. */
  beside?: Record<string, unknown>;
  /** What the history says of that. */
  told?: Told;
  /** What is odd about the values though they are taken; the write fills it in. */
  warnings?: readonly string[];
}

/** Texts for the history, by names in `beside` of the definition. */
export interface Told {
  before: Readonly<Record<string, string | null>>;
  after: Readonly<Record<string, string | null>>;
}

/** Writable values of a row, its files left out: those stay as they are. */
export const writableOf = (definition: AnyCatalogue, row: AnyRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<AnyField>(definition.fields)
      .filter(([, field]) => field.kind !== 'file')
      .map(([name]) => [name, row[name]]),
  );

export const columnsIn = (definition: AnyCatalogue, name: string): string[] => {
  const field: AnyField = definition.fields[name];
  if (isSealed(field)) return [columnOf(name), sealedColumn(name), hashColumn(name)];
  return [field.kind === 'file' ? fileColumn(name) : columnOf(name)];
};

/** What the definition says of a former owner's own: columns, with what they hold once the record is somebody else's. */
export const leavingColumns = (definition: AnyCatalogue) =>
  Object.entries(afterOwner(definition.fields)).flatMap(([name, becomes]) =>
    columnsIn(definition, name).map((column) => ({ column, becomes })),
  );

/** What a field holds after the write: an absent file keeps the stored one, everything else is replaced. */
export function valueAfter(field: AnyField, input: Input, name: string, before: AnyRow | null): unknown {
  if (field.kind !== 'file') {
    const value = input.values[name];
    return value === undefined || value === null ? (isMany(field) ? [] : null) : value;
  }
  const sent = input.files[name];
  return sent === undefined ? (before?.[name] ?? null) : sent;
}

export function paramOf(field: AnyField, input: Input, name: string, before: AnyRow | null): Param {
  const value = valueAfter(field, input, name, before);
  if (field.kind === 'file') return (value as FileRef | null)?.id ?? null;
  if (field.kind === 'place') return value === null ? null : JSON.stringify(value);
  return value as Param;
}

export const received = (input: Input) => Object.values(input.files).flatMap((file) => (file ? [file.id] : []));
export const filesOf = (definition: AnyCatalogue, row: AnyRow) =>
  Object.entries<AnyField>(definition.fields).flatMap(([name, field]) => {
    const stored = field.kind === 'file' ? (row[name] as FileRef | null) : null;
    return stored ? [stored.id] : [];
  });
export const replaced = (definition: AnyCatalogue, input: Input, before: AnyRow) =>
  filesOf(definition, {
    ...before,
    ...Object.fromEntries(
      Object.keys(definition.fields)
        .filter((name) => input.files[name] === undefined || definition.fields[name].keepsFormer === true)
        .map((name) => [name, null]),
    ),
  });
