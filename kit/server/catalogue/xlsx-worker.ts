import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';

export type Cell = string | number | null;
export interface Table {
  sheet: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Runs as a thread: takes a table as its data, gives the bytes of the workbook. */
async function make({ sheet, head, rows }: Table): Promise<Buffer> {
  const body = rows.map((row) =>
    row.map((value) => {
      if (value === null) return null;
      return typeof value === 'number' ? { value, type: Number } : { value, type: String };
    }),
  );
  const bold = head.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([bold, ...body], { sheet, stickyRowsCount: 1 }).toBuffer();
}

// A thread's port knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (parentPort) parentPort.postMessage(await make(workerData as Table));
