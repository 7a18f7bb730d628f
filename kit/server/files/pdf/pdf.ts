import { Worker } from 'node:worker_threads';
import { refuse } from '#kit/server/refusals.ts';

/** What one document may take: the largest that people send take less than a second. */
const heapMb = 256;
const timeMs = 2_000;
const maxWaiting = 8;

let waiting = 0;
let looking: Promise<unknown> = Promise.resolve();

/**
 * Looks into a PDF in a thread of its own, one at a time, so that the product goes on answering whatever is sent.
 * @returns true when it may be stored: nothing in it is active, and all of it could be looked into.
 * @throws 429 when many are waiting.
 */
export function isHarmless(content: Buffer): Promise<boolean> {
  if (waiting >= maxWaiting) throw refuse.tooMany('Many documents are being read just now. Try again in a moment', 3);
  waiting += 1;
  const mine = looking.then(() => inThread(content)).finally(() => (waiting -= 1));
  looking = mine.catch(() => undefined);
  return mine;
}

async function inThread(content: Buffer): Promise<boolean> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      timer = setTimeout(() => resolve(false), timeMs);
      worker.once('message', (found: string | null) => resolve(found === null));
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(false) : reject(error),
      );
      worker.once('exit', (code) => reject(new Error(`The document was not read (${code})`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
