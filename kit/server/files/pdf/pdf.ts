import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';

/** What one document may take: the largest that people send take less than a second. */
const documents = createIsolated<null, string | null>(
  new URL('./pdf-process.ts', import.meta.url),
  { timeMs: 2_000, memoryBytes: 400 * 1024 * 1024, mostWaiting: 8 },
  { full: () => refuse.tooMany('Many documents are being read just now. Try again in a moment', 3) },
);

/**
 * Looks into a PDF in a process of its own, one at a time, so that the product goes on answering whatever is sent.
 * @returns true when it may be stored: nothing in it is active, and all of it could be looked into.
 * @throws 429 when many are waiting, 503 when the machine has no time to look.
 */
export async function isHarmless(content: Buffer): Promise<boolean> {
  try {
    return (await documents.run(content, null)) === null;
  } catch (error) {
    if (error instanceof Ended && error.why === 'late') throw tooBusy();
    if (error instanceof Ended) return false;
    throw error;
  }
}
