import type { ImportRow } from '#kit/contract/import.ts';
import { serveIsolated } from '#kit/server/isolated/child.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { readRows, type RowsCall, type RowsHead } from './read-rows.ts';

/** What comes of a body when its rows were handed over, some at a time; or what is wrong with it. */
export type RowsAnswer = { head: RowsHead } | { problems: Record<string, string> };

/** Characters that are handed over at a time: to take them in holds the event loop for a millisecond or two. */
const pieceLength = 200_000;

serveIsolated(function* (content: Uint8Array, call: RowsCall): Generator<ImportRow[], RowsAnswer> {
  try {
    const { rows, ...head } = readRows(content, call);
    yield* pieces(rows);
    return { head };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problems: error.details.fields ?? { '': error.message } };
  }
});

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
