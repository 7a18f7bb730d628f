import { importLimits } from '#kit/contract/import.ts';
import { refuse } from '#kit/server/refusals.ts';

/** A row of a file that is not blank, and the line of the file that it begins in. */
export interface TableRow {
  line: number;
  cells: string[];
}
export interface Table {
  rows: TableRow[];
  read: string;
}

export const wrong = (message: string) => refuse.badInput({ file: message });
export const tooMuch = () =>
  wrong(`At most ${importLimits.rows.toLocaleString('en')} rows and ${importLimits.columns} columns`);
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
