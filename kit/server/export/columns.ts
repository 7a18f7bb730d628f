import { type AnyCatalogue, type AnyRow, readFields, refName } from '#kit/contract/catalogue.ts';
import { openTo } from '#kit/contract/reader/seen-by.ts';
import { type AnyField, choiceOf, type FileRef, type Place } from '#kit/contract/fields.ts';
import { refuse } from '#kit/server/refusals.ts';
import { joinMany } from './many.ts';

/** What a cell of an export holds. */
export type Cell = string | number | null;

/** A column of an export: heading and the cell of a row. */
export interface ExportColumn {
  name: string;
  label: string;
  cell: (row: AnyRow) => Cell;
}

/**
 * The columns of an export, all of them or those that are named, in the order they are named in.
 * @throws 400 where a name is unknown or given twice.
 */
export function exportColumns(
  definition: AnyCatalogue,
  chosen: readonly string[] | undefined,
  reader: 'staff' | 'client',
): ExportColumn[] {
  const columns: ExportColumn[] = [
    ...Object.entries<AnyField>(readFields(openTo(definition, reader))).map(([name, field]) => ({
      name,
      label: field.label,
      cell: cellOf(name, field),
    })),
    { name: 'status', label: 'Status', cell: (row) => (row.status === 1 ? 'Active' : 'Inactive') },
    { name: 'id', label: 'Id', cell: (row) => row.id },
    { name: 'createdAt', label: 'Created', cell: (row) => row.createdAt },
    { name: 'updatedAt', label: 'Updated', cell: (row) => row.updatedAt },
  ];
  if (!chosen) return columns;
  if (chosen.length === 0 || new Set(chosen).size !== chosen.length)
    throw refuse.badInput({ columns: 'Name each column once' });
  const unknown = chosen.filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) throw refuse.badInput({ columns: `Not a column: ${unknown.join(', ')}` });
  // What a row is must not be left out by choosing columns.
  const always = definition.exportsAlways.filter((name) => !chosen.includes(name));
  return [...chosen, ...always].flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

function cellOf(name: string, field: AnyField): ExportColumn['cell'] {
  const word = (value: unknown): Cell => {
    if (value === null || value === undefined) return null;
    switch (field.kind) {
      case 'choice':
        return choiceOf(field, value)?.label ?? String(value);
      case 'flag':
        return field.words ? field.words[value ? 0 : 1] : value ? 'Yes' : 'No';
      case 'money':
        return (value as number) / 100;
      case 'file':
        return (value as FileRef).name;
      case 'place':
        return `${(value as Place).lat}, ${(value as Place).lon}`;
      case 'integer':
      case 'decimal':
        return (value as number) + (field.shownFrom ?? 0);
      default:
        return String(value);
    }
  };
  if (field.kind === 'ref') return (row) => (row[refName(name)] as { label: string } | null)?.label ?? null;
  return (row) => {
    const value = row[name];
    return Array.isArray(value) ? joinMany(value.map((one) => String(word(one)))) : word(value);
  };
}
