import type { IncomingFile } from '#areas/mail/mail.server.ts';
import type { FileRef } from '#kit/contract/fields.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { attachmentNames, ticketReply } from '../tickets/ticket.contract.ts';

export interface ReceivedFiles {
  files: Record<string, FileRef | null>;
  /** A line for each that was left out, with why. */
  refused: string[];
}

/** Smaller than this, a picture in the text is an ornament. */
const ornamentBytes = 4_096;
const mostNamed = 20;

/** Checks the files of a mail as any upload is, and stores the first five that are taken. */
export async function receiveFiles(
  kit: CatalogueKit,
  given: readonly IncomingFile[],
  who: { orgId: string; actorId: string },
): Promise<ReceivedFiles> {
  const [files, refused]: [Record<string, FileRef | null>, string[]] = [{}, []];
  const wanted = given.filter(({ isInline, bytes }) => !isInline || bytes.length >= ornamentBytes);
  // What was attached comes before pictures in the text.
  for (const file of [...wanted.filter((one) => !one.isInline), ...wanted.filter((one) => one.isInline)]) {
    const name = attachmentNames[Object.keys(files).length];
    if (name === undefined) {
      refused.push(`${file.name}: only ${attachmentNames.length} files are taken`);
      continue;
    }
    try {
      files[name] = await kit.files.receive({
        content: piecesOf(file.bytes),
        expected: file.bytes.length,
        name: file.name,
        declaredMime: file.type,
        field: ticketReply.fields[name],
        fieldName: name,
        ...who,
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
      refused.push(`${file.name}: ${wordsOf(error)}`);
    }
  }
  return { files, refused: refused.slice(0, mostNamed) };
}

/** What a refusal says of the file, without the name of its field. */
const wordsOf = ({ message, details }: Refusal): string =>
  (Object.values(details.fields ?? {})[0] ?? message).replace(/^(?:\w+ )?attachment:? /i, '');

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  // A copy: what is received is written over once it is sealed.
  yield Uint8Array.from(bytes);
}
