import type { FileField } from '#kit/contract/fields.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endsAsDocument } from './pdf/document-end.ts';
import { isHarmless } from './pdf/pdf.ts';
import { encodePicture } from './pictures/encode.ts';

/** What is stored of an upload, after it was looked into. */
export interface Inspected {
  content: Buffer;
  mime: string;
  extension: string;
  width: number | null;
  height: number | null;
}

const kinds = {
  png: { mime: 'image/png', extensions: ['png'] },
  jpeg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] },
  webp: { mime: 'image/webp', extensions: ['webp'] },
  pdf: { mime: 'application/pdf', extensions: ['pdf'] },
} as const;
type Kind = keyof typeof kinds;

/** The kind by the first bytes; names and declared types only have to agree with it. */
function kindOf(content: Buffer): Kind | undefined {
  if (content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (content.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  return undefined;
}

/**
 * Decides what an upload is by its content and makes it harmless: images are decoded and written anew, which drops
 * whatever else the file carried (position, camera, scripts behind the picture); documents with active parts are refused.
 */
export async function inspect(
  field: FileField,
  fieldName: string,
  content: Buffer,
  name: string,
  declared: string,
): Promise<Inspected> {
  const offered = field.accept.flatMap((kind) => (kind === 'pdf' ? ['PDF'] : ['PNG', 'JPEG', 'WebP']));
  const wrong = (why: string) => refuse.wrongType(`${field.label}: ${why}. Use ${offered.join(', ')}`, fieldName);
  if (content.length === 0) throw wrong('the file is empty');
  const kind = kindOf(content);
  if (!kind || !field.accept.includes(kind === 'pdf' ? 'pdf' : 'image')) throw wrong('this kind of file is not taken');
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(kinds[kind].extensions as readonly string[]).includes(extension))
    throw wrong('its name does not fit its content');
  if (
    declared !== 'application/octet-stream' &&
    declared !== kinds[kind].mime &&
    !(kind === 'jpeg' && declared === 'image/jpg')
  )
    throw wrong('its declared type does not fit its content');
  if (kind === 'pdf') {
    if (!endsAsDocument(content)) throw wrong('the document was cut off, or something else stands behind its end');
    if (!(await isHarmless(content)))
      throw wrong('documents with scripts, forms that send, files inside them or a password are not taken');
    return { content, mime: kinds.pdf.mime, extension: 'pdf', width: null, height: null };
  }
  return reEncode(field, content, wrong);
}

async function reEncode(field: FileField, content: Buffer, wrong: (why: string) => Error): Promise<Inspected> {
  const encoded = await encodePicture(content, field.maxPixels ?? 2_000);
  if ('problem' in encoded)
    throw wrong(
      encoded.problem === 'large'
        ? 'the picture has more than 40 million pixels'
        : 'the picture is damaged and cannot be read',
    );
  const { content: bytes, width, height } = encoded;
  return { content: Buffer.from(bytes), mime: 'image/webp', extension: 'webp', width, height };
}
