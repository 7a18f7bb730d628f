import { Gathered } from '#kit/server/bounded/gather.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { type IncomingMail, readIncoming } from './incoming-mail.ts';
import type { MailHead } from './mail-process.ts';

/** A mail of more bytes is read in a process of its own: to start one takes longer than to read less. */
const inPlaceBytes = 64 * 1024;

/** What a mail may take. An ordinary one of twenty megabytes takes a second, and a third of the memory. */
const mailProcess = createIsolated<null, MailHead>(
  new URL('./mail-process.ts', import.meta.url),
  { timeMs: 15_000, lateMs: 50_000, memoryBytes: 500 * 1024 * 1024, mostWaiting: 8 },
  { full: tooBusy },
);

/**
 * Reads a mail of RFC 822, whoever wrote it, and does not stop others meanwhile. Gives undefined for what cannot be read, or not in
 * the time and the memory that a mail may take.
 * @throws what says that the machine had no time for it: it may be tried again.
 */
export async function readMail(raw: Buffer): Promise<IncomingMail | undefined> {
  try {
    return raw.length <= inPlaceBytes ? await readIncoming(raw) : await readElsewhere(raw);
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Ended && error.why !== 'time' && error.why !== 'memory'))
      throw error;
    return undefined;
  }
}

async function readElsewhere(raw: Buffer): Promise<IncomingMail> {
  const gathered = new Gathered(raw.length);
  const takes = (piece: unknown) => gathered.add(piece as Uint8Array);
  const { files, ...head } = await mailProcess.run(raw, null, { takes });
  const bytes = gathered.take();
  let at = 0;
  return {
    ...head,
    files: files.map(({ length, ...file }) => ({ ...file, bytes: bytes.subarray(at, (at += length)) })),
  };
}
