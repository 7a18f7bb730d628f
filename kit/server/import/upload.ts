import type { FastifyRequest } from 'fastify';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { importLimits } from '#kit/contract/import.ts';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';

/** The one file of a multipart body. */
export async function readUpload(request: FastifyRequest): Promise<{ content: Buffer; name: string }> {
  if (!request.isMultipart()) throw refuse.wrongType('Send the file as multipart/form-data');
  let found: { content: Buffer; name: string } | undefined;
  for await (const part of request.parts({ limits: { fileSize: importLimits.bytes, files: 1 } })) {
    if (part.type !== 'file' || part.fieldname !== 'file') {
      if (part.type === 'file') part.file.resume();
      throw refuse.badInput({ [part.fieldname]: 'Send one file under the name “file”' });
    }
    const gathered = new Gathered(
      Math.min(Number(request.headers['content-length']) || importLimits.bytes, importLimits.bytes),
    );
    for await (const piece of part.file) gathered.add(piece as Uint8Array);
    if (part.file.truncated) throw refuse.tooLarge('The upload is too large or has too many parts');
    found = { content: gathered.take(), name: maskAadhaar(part.filename ?? 'file').slice(0, 200) };
  }
  if (!found) throw refuse.badInput({ file: 'Choose a file' });
  return found;
}
