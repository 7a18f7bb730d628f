import { refuse } from '#kit/server/refusals.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import type { ReadAnswer, ReadSheet } from './sheet-process.ts';
import { tooMuch, wrong } from './table.ts';

/** What a file may take. The largest one that is allowed takes a few seconds, and less than half of the memory. */
export const sheetProcess = createIsolated<null, ReadAnswer>(
  new URL('./sheet-process.ts', import.meta.url),
  { timeMs: 15_000, memoryBytes: 400 * 1024 * 1024, mostWaiting: 8 },
  { full: () => refuse.tooMany('Many files are being read just now. Try again in a moment', 5) },
);

/**
 * Reads a CSV or XLSX file in a process of its own, one file at a time, so that the product goes on answering whatever it is.
 * @throws 400 with a message at `file` for what cannot be read, has no rows, or too many; 429 when many are waiting, 503 when the machine has no time for it.
 */
export async function readSheetFile(content: Buffer): Promise<ReadSheet> {
  if (content.length === 0) throw wrong('The file is empty');
  const answer = await sheetProcess.run(content, null).catch((error: unknown) => {
    if (!(error instanceof Ended)) throw error;
    throw error.why === 'late' ? tooBusy() : tooMuch();
  });
  if ('problem' in answer) throw wrong(answer.problem);
  return answer;
}
