import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { Cell, ExportColumn } from './columns.ts';

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe (ASVS 1.2.10); so does one that looks as if it
 * had got one, so that an import can take exactly one off.
 */
export const neutral = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A line of CSV without its end. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',');

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = neutral(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first line of a file. The byte order mark tells Excel that the file is UTF-8. */
export const csvHead = (columns: readonly ExportColumn[]): string =>
  `\uFEFF${csvLine(columns.map((column) => column.label))}\r\n`;

/** The lines of some rows, each with its end. */
export const csvRows = (columns: readonly ExportColumn[], rows: readonly AnyRow[]): string =>
  rows.map((row) => `${csvLine(columns.map((column) => column.cell(row)))}\r\n`).join('');
