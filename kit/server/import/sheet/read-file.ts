import { Worker } from 'node:worker_threads';
import type { ImportSheet } from '#kit/contract/import.ts';
import { tooMuch, wrong } from './table.ts';
import type { ReadAnswer } from './read-worker.ts';

/** What a file may take. The largest one that is allowed takes a few seconds and half of it. */
const heapMb = 256;
const timeMs = 15_000;

let reading: Promise<unknown> = Promise.resolve();
/**
 * Reads a CSV or XLSX file in a thread of its own, one file at a time, so that the product goes on answering.
 * @throws 400 with a message at `file` for what cannot be read, has no rows, or too many.
 */
export function readSheetFile(content: Buffer, name: string): Promise<ImportSheet> {
  if (content.length === 0) throw wrong('The file is empty');
  const read = reading.then(() => inThread(content, name));
  reading = read.catch(() => undefined);
  return read;
}

async function inThread(content: Buffer, name: string): Promise<ImportSheet> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { content, name },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<ReadAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(tooMuch()), timeMs);
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      );
      worker.once('exit', (code) => reject(new Error(`The file was not read (${code})`)));
    });
    if ('problem' in answer) throw wrong(answer.problem);
    return answer.sheet;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
