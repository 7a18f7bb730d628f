import { Worker } from 'node:worker_threads';
import type { ImportRow } from '#kit/contract/import.ts';
import { tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readRows, type RowsBody, type RowsCall, type RowsHead } from './read-rows.ts';
import type { RowsMessage } from './rows-worker.ts';

/** A body of more bytes is read in a thread: to start one takes longer than to read less. */
const inPlaceBytes = 128 * 1024;
/** What the largest body that is allowed takes is half of it. */
const heapMb = 768;
const timeMs = 60_000;

/**
 * Reads the body of a call that brings rows; see readRows. A large one is read in a thread, so that others are answered meanwhile.
 * @param content the bytes; those of a large body are gone afterwards.
 */
export async function readRowsBody(content: unknown, call: RowsCall): Promise<RowsBody> {
  if (!Buffer.isBuffer(content)) throw refuse.badInput({ '': 'The body must be an object' });
  return content.length <= inPlaceBytes ? readRows(content, call) : inThread(content, call);
}

async function inThread(content: Buffer, call: RowsCall): Promise<RowsBody> {
  // Handed over, not copied; a small buffer that shares its memory with others never comes here.
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  const worker = new Worker(new URL('./rows-worker.ts', import.meta.url), {
    workerData: { content: bytes, call },
    transferList: [content.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<RowsBody>((resolve, reject) => {
      const tooMuch = () => reject(refuse.tooLarge('These rows are too much for one import. Send fewer'));
      // What takes long to read takes much memory first: it is the machine that has no time.
      timer = setTimeout(() => reject(tooBusy()), timeMs);
      let head: RowsHead | undefined;
      const rows: ImportRow[] = [];
      worker.on('message', (message: RowsMessage) => {
        if ('problems' in message) reject(refuse.badInput(message.problems));
        else if ('head' in message) ({ head } = message);
        else if ('rows' in message) rows.push(...message.rows);
        else if (head) resolve({ ...head, rows });
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
      );
      worker.once('exit', (code) => reject(new Error(`The rows were not read (${code})`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
