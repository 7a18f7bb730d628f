import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';

/** What waits between a file and its records: the cells of a row, and what is wrong with them, which may repeat them. */
type Column = 'cells' | 'messages';
interface Place {
  batchId: string;
  line: number;
}
const cellOf = (column: Column, { batchId, line }: Place) => ({
  table: 'import_row',
  column,
  id: `${batchId}/${line}`,
});

/**
 * What goes into a row that waits: encrypted as a whole, as a JSON text, where the catalogue has numbers that are kept
 * encrypted. Which cell holds such a number is what a wrong heading can change.
 */
export function staged(
  sealed: SealedTexts,
  definition: AnyCatalogue,
  column: Column,
  row: Place,
  value: unknown,
): unknown {
  if (value === null || sealedNames(definition).length === 0) return value;
  return sealed.seal(cellOf(column, row), JSON.stringify(value));
}

/** What was put there. */
export function fromStaged<T>(
  sealed: SealedTexts,
  definition: AnyCatalogue,
  column: Column,
  row: Place,
  stored: T | string | null,
): T | null {
  if (typeof stored !== 'string' || sealedNames(definition).length === 0) return stored as T | null;
  return JSON.parse(sealed.open(cellOf(column, row), stored)) as T;
}
