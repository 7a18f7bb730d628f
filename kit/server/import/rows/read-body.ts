import type { ImportRow } from '#kit/contract/import.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readRows, type RowsBody, type RowsCall } from './read-rows.ts';
import type { RowsAnswer } from './rows-process.ts';

/** A body of more bytes is read in a process of its own: to start one takes longer than to read less. */
const inPlaceBytes = 128 * 1024;

/** What a body may take: the largest that is allowed takes half of the memory. As many may wait as lanes let in; each is held here. */
const rowsProcess = createIsolated<RowsCall, RowsAnswer>(
  new URL('./rows-process.ts', import.meta.url),
  { timeMs: 20_000, lateMs: 60_000, memoryBytes: 900 * 1024 * 1024, mostWaiting: 3 },
  { full: () => refuse.tooMany('Many imports are being read just now. Try again in a moment', 5) },
);

/**
 * Reads the body of a call that brings rows; see readRows. A large one is read in a process of its own, one at a time, so that
 * others are answered meanwhile and its memory is given back when it is over: what threads of this process had would stay with it.
 * @throws what readRows throws; 413 for what is too much to take apart, 429 when many are waiting, 503 when the machine has no time for it.
 */
export async function readRowsBody(content: unknown, call: RowsCall): Promise<RowsBody> {
  if (!Buffer.isBuffer(content)) throw refuse.badInput({ '': 'The body must be an object' });
  if (content.length <= inPlaceBytes) return readRows(content, call);
  const rows: ImportRow[] = [];
  const takes = (piece: unknown) => void rows.push(...(piece as ImportRow[]));
  const read = () => rowsProcess.run(content, call, { takes });
  const answer = await read()
    .catch((error: unknown) => {
      if (!(error instanceof Ended && error.why === 'crash')) throw error;
      // Somebody or something ended it, which need not be about these rows.
      rows.length = 0;
      return read();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Ended)) throw error;
      const isTheirs = error.why === 'memory' || error.why === 'time';
      throw isTheirs ? refuse.tooLarge('These rows are too much for one import. Send fewer') : tooBusy();
    });
  if ('problems' in answer) throw refuse.badInput(answer.problems);
  return { ...answer.head, rows };
}
