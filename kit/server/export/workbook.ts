import { Worker } from 'node:worker_threads';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Cell, ExportColumn } from './columns.ts';
import type { Table } from './xlsx-worker.ts';

/** Heap of the thread: a workbook beyond it fails alone, instead of taking the product with it. */
const heapMb = 512;

/** Thrown where a workbook needs more memory than it is given. */
export class WorkbookTooLarge extends Error {}

/** Some rows of a workbook as a piece of its table. */
export const workbookPiece = (columns: readonly ExportColumn[], rows: readonly AnyRow[]): Buffer =>
  Buffer.from(JSON.stringify(rows.map((row): Cell[] => columns.map((column) => column.cell(row)))));

/** The bytes of a workbook of one sheet. */
export const workbook = (definition: AnyCatalogue, columns: readonly ExportColumn[], pieces: readonly Buffer[]) =>
  inTurn({ sheet: definition.many.slice(0, 31), head: columns.map((column) => column.label), pieces });

let making: Promise<unknown> = Promise.resolve();
/** Makes a workbook in a thread of its own, one at a time: ten thousand rows are three seconds of arithmetic. */
function inTurn(table: Table): Promise<Buffer> {
  const made = making.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
          workerData: table,
          resourceLimits: { maxOldGenerationSizeMb: heapMb },
        });
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
        worker.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookTooLarge() : error),
        );
        worker.once('exit', (code) => reject(new Error(`The workbook was not made (${code})`)));
      }),
  );
  making = made.catch(() => undefined);
  return made;
}
