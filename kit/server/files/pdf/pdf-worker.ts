import { parentPort, workerData } from 'node:worker_threads';
import { whatIsActive } from './active-content.ts';

// Runs as a thread: takes a document as its data. A thread's port knows no origins.
const content = workerData as Uint8Array;
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(whatIsActive(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) ?? null);
