import type { FastifyRequest } from 'fastify';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';

/** No bundle is as large. */
export const uploadBytes = 8 * 1024 * 1024;

/** The one file of a multipart body, named file. It is kept nowhere. */
export async function readBundleFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refuse.wrongType('Send the file as multipart/form-data');
  let found: Buffer | undefined;
  for await (const part of request.parts({ limits: { fileSize: uploadBytes, files: 1 } })) {
    if (part.type !== 'file' || part.fieldname !== 'file') {
      if (part.type === 'file') part.file.resume();
      throw refuse.badInput({ [part.fieldname]: 'Send one file under the name “file”' });
    }
    const gathered = new Gathered(Math.min(Number(request.headers['content-length']) || uploadBytes, uploadBytes));
    for await (const piece of part.file) gathered.add(piece as Uint8Array);
    if (part.file.truncated) throw refuse.tooLarge('The file is larger than any bundle (8 MB)');
    found = gathered.take();
  }
  if (!found) throw refuse.badInput({ file: 'Choose a file' });
  return found;
}
