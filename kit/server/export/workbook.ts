import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Cell, ExportColumn } from './columns.ts';
import type { Table } from './xlsx-process.ts';

/** Thrown where a workbook needs more memory than it is given. */
export class WorkbookTooLarge extends Error {}

/** Ten thousand rows are three seconds of arithmetic, and some hundred megabytes of cells until the file is made. */
const workbooks = createIsolated<Table, Uint8Array>(
  new URL('./xlsx-process.ts', import.meta.url),
  { timeMs: 30_000, lateMs: 120_000, memoryBytes: 700 * 1024 * 1024, mostWaiting: 8 },
  { full: () => refuse.tooMany('Many workbooks are being made just now. Try again in a moment, or choose CSV', 10) },
);

/** Some rows of a workbook as a piece of its table. */
export const workbookPiece = (columns: readonly ExportColumn[], rows: readonly AnyRow[]): Buffer =>
  Buffer.from(JSON.stringify(rows.map((row): Cell[] => columns.map((column) => column.cell(row)))));

const nextPiece = Buffer.from('\n');
/** The bytes of a workbook of one sheet of records; see tableWorkbook. */
export const workbook = (
  definition: AnyCatalogue,
  columns: readonly ExportColumn[],
  pieces: readonly Buffer[],
): Promise<Buffer> =>
  tableWorkbook({ sheet: definition.many.slice(0, 31), head: columns.map((column) => column.label) }, pieces);

/**
 * The bytes of a workbook of one sheet, made in a process of its own, one at a time.
 * @param pieces each the JSON of a list of rows, which are lists of cells
 * @throws WorkbookTooLarge; 429 when many are waiting, 503 when the machine has no time for it.
 */
export async function tableWorkbook(table: Table, pieces: readonly Buffer[]): Promise<Buffer> {
  try {
    const bytes = await workbooks.run(
      pieces.flatMap((piece) => [piece, nextPiece]),
      table,
    );
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    throw error.why === 'late' ? tooBusy() : new WorkbookTooLarge();
  }
}
