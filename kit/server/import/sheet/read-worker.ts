import { parentPort, workerData } from 'node:worker_threads';
import type { ImportSheet } from '#kit/contract/import.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { readTable } from './read-table.ts';

/** What the thread answers: the sheet, or why it cannot be read. */
export type ReadAnswer = { sheet: ImportSheet } | { problem: string };

/** Runs as a thread: takes a file as its data. */
async function read({ content, name }: { content: Uint8Array; name: string }): Promise<ReadAnswer> {
  try {
    return { sheet: await readTable(Buffer.from(content.buffer, content.byteOffset, content.byteLength), name) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

// A thread's port knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (parentPort) parentPort.postMessage(await read(workerData as { content: Uint8Array; name: string }));
