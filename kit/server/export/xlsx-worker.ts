import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from './columns.ts';

export interface Table {
  sheet: string;
  head: readonly string[];
  /** Rows in several pieces, each the JSON of a list of rows: text is smaller to hand over than what it stands for. */
  pieces: readonly Uint8Array[];
}

/** Runs as a thread: takes a table as its data, gives the bytes of the workbook. */
async function make({ sheet, head, pieces }: Table): Promise<Buffer> {
  const body = pieces.flatMap((piece) =>
    (JSON.parse(Buffer.from(piece).toString()) as Cell[][]).map((row) =>
      row.map((value) => {
        if (value === null) return null;
        return typeof value === 'number' ? { value, type: Number } : { value, type: String };
      }),
    ),
  );
  const bold = head.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([bold, ...body], { sheet, stickyRowsCount: 1 }).toBuffer();
}

// A thread's port knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (parentPort) parentPort.postMessage(await make(workerData as Table));
