import { parentPort, workerData } from 'node:worker_threads';
import type { ImportRow } from '#kit/contract/import.ts';
import { putThreadBehind } from '#kit/server/turns/priority.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { readRows, type RowsCall, type RowsHead } from './read-rows.ts';

/** What the thread answers: what is wrong; or the head, then rows some at a time, then that these were all. */
export type RowsMessage =
  | { problems: Record<string, string> }
  | { head: RowsHead }
  | { rows: ImportRow[] }
  | { end: true };

/** Characters that are handed over at a time: to take them in holds the event loop for a millisecond or two. */
const pieceLength = 200_000;

function* pieces(rows: readonly ImportRow[]): Generator<ImportRow[]> {
  let piece: ImportRow[] = [];
  let length = 0;
  for (const row of rows) {
    piece.push(row);
    for (const [name, cell] of Object.entries(row.cells)) length += name.length + cell.length + 20;
    if (length < pieceLength) continue;
    yield piece;
    piece = [];
    length = 0;
  }
  yield piece;
}

/** Runs as a thread: takes the bytes of a body as its data. */
function* read({ content, call }: { content: Uint8Array; call: RowsCall }): Generator<RowsMessage> {
  try {
    const { rows, ...head } = readRows(content, call);
    yield { head };
    for (const piece of pieces(rows)) yield { rows: piece };
    yield { end: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield { problems: error.details.fields ?? { '': error.message } };
  }
}

putThreadBehind();
// A thread's port knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
for (const message of read(workerData as { content: Uint8Array; call: RowsCall })) parentPort?.postMessage(message);
