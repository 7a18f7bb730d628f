import sharp from 'sharp';
import type { FileField } from '#kit/contract/fields.ts';
import { refuse } from '#kit/server/refusals.ts';
import { isHarmless } from './pdf/pdf.ts';

sharp.concurrency(1);
sharp.cache(false);

/** What is stored of an upload, after it was looked into. */
export interface Inspected {
  content: Buffer;
  mime: string;
  extension: string;
  width: number | null;
  height: number | null;
}

const maxPixels = 40_000_000;
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
    if (!(await isHarmless(content)))
      throw wrong('documents with scripts, forms that send, files inside them or a password are not taken');
    return { content, mime: kinds.pdf.mime, extension: 'pdf', width: null, height: null };
  }
  return reEncode(field, content, wrong);
}

/** One picture is decoded at a time: decoded, it may take 160 MB, and sign-in shares the threads. */
const maxWaiting = 8;
let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) throw refuse.tooMany('Many pictures are being read just now. Try again in a moment', 3);
  waiting += 1;
  const mine = turn.then(work).finally(() => (waiting -= 1));
  turn = mine.catch(() => undefined);
  return mine;
}

const reEncode = (field: FileField, content: Buffer, wrong: (why: string) => Error): Promise<Inspected> =>
  inTurn(() => encode(field, content, wrong));

async function encode(field: FileField, content: Buffer, wrong: (why: string) => Error): Promise<Inspected> {
  const side = field.maxPixels ?? 2_000;
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const facts = await picture.metadata();
    if ((facts.width ?? 0) * (facts.height ?? 0) > maxPixels) throw new Error('too many pixels');
    const resized = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await resized.webp({ quality: 88, effort: 3 }).toBuffer({ resolveWithObject: true });
    return { content: data, mime: 'image/webp', extension: 'webp', width: info.width, height: info.height };
  } catch (error) {
    const large = error instanceof Error && /pixel/i.test(error.message);
    throw wrong(large ? 'the picture has more than 40 million pixels' : 'the picture is damaged and cannot be read');
  }
}
