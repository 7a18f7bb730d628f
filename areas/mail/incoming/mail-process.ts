import { serveIsolated } from '#kit/server/isolated/child.ts';
import { type IncomingFile, type IncomingMail, readIncoming } from './incoming-mail.ts';

/** A mail without the bytes of its files, which are handed over before it, one file behind the other. */
export interface MailHead extends Omit<IncomingMail, 'files'> {
  files: (Omit<IncomingFile, 'bytes'> & { length: number })[];
}

/** Bytes that are handed over at a time: to take them in holds the event loop for less than a millisecond. */
const pieceBytes = 256 * 1024;

serveIsolated(async (content) => inPieces(await readIncoming(content)));

function* inPieces({ files, ...head }: IncomingMail): Generator<Uint8Array, MailHead> {
  const bytes = Buffer.concat(files.map((file) => file.bytes));
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  return { ...head, files: files.map(({ bytes: { length }, ...file }) => ({ ...file, length })) };
}
