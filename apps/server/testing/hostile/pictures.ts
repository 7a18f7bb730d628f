import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** What must not be found in anything that is stored. */
export const canary = 'CANARY-31415';
const script = `<script>alert("${canary}")</script>`;

const base = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#0c615c' } });
/** Harmless pictures of every kind that is taken. */
export const goodPictures = async () => ({
  png: await base().png().toBuffer(),
  jpg: await base().jpeg().toBuffer(),
  webp: await base().webp().toBuffer(),
});

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const size = (width: number, height: number, depth: number, colour: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour], 8);
  return chunk('IHDR', data);
};
/** A picture of so many pixels in black, as small as it can be packed. */
const flatPng = (
  width: number,
  height: number,
  packed = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)),
) => Buffer.concat([pngHead, size(width, height, 1, 0), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
/** A picture with something before its first pixels. */
const pngWith = (good: Buffer, type: string, data: Buffer) =>
  Buffer.concat([good.subarray(0, 33), chunk(type, data), good.subarray(33)]);

/** Another size than it has, written into the head of a JPEG. */
function jpegOfSize(good: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(good);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}
/** A segment of a JPEG right behind its beginning. */
const jpegWith = (good: Buffer, marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([good.subarray(0, 2), head, data, good.subarray(2)]);
};
/** A WebP whose head speaks of a canvas of so many pixels. */
function webpOfSize(good: Buffer, side: number): Buffer {
  const head = Buffer.alloc(18);
  head.write('VP8X', 0, 'latin1');
  head.writeUInt32LE(10, 4);
  head.writeUIntLE(side - 1, 12, 3);
  head.writeUIntLE(side - 1, 15, 3);
  const all = Buffer.concat([good.subarray(0, 12), head, good.subarray(12)]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

/** Pictures that are far larger than their files, or say so: none of them may be stored. */
export async function bombs(): Promise<Record<string, { ending: string; content: Buffer }>> {
  const { png, jpg, webp } = await goodPictures();
  const zeros = deflateSync(Buffer.alloc(16 * 1024 * 1024));
  const pngs = {
    'of 48 million pixels': flatPng(8_000, 6_000),
    'of one line, two million wide': flatPng(2_000_000, 30),
    'of a width of two thousand million': flatPng(2_147_483_647, 2_147_483_647, zeros.subarray(0, 9_000)),
    'without an end of its pixels': flatPng(6_000, 6_000, zeros.subarray(0, 200)),
    'with no width': flatPng(0, 10),
  };
  return {
    ...Object.fromEntries(Object.entries(pngs).map(([what, content]) => [what, { ending: 'png', content }])),
    'JPEG of 65,535 by 65,535': { ending: 'jpg', content: jpegOfSize(jpg, 65_535, 65_535) },
    'JPEG of 65,535 by 1,000': { ending: 'jpg', content: jpegOfSize(jpg, 65_535, 1_000) },
    'WebP of a canvas of 16 million by 16 million': { ending: 'webp', content: webpOfSize(webp, 16_777_215) },
    'nothing but a head': { ending: 'png', content: png.subarray(0, 33) },
  };
}

/** Pictures that carry something besides: what is stored carries none of it. */
export async function carriers(): Promise<Record<string, { ending: string; content: Buffer }>> {
  const { png, jpg, webp } = await goodPictures();
  const place = {
    IFD0: { Copyright: canary, Model: canary },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
  };
  const zeros = deflateSync(Buffer.alloc(16 * 1024 * 1024));
  const text = (words: string) => Buffer.from(words, 'latin1');
  const behind = {
    page: text(script),
    archive: Buffer.concat([text(`PK\x03\x04${canary}`), text(`PK\x05\x06${'\0'.repeat(18)}`)]),
    program: text(`\n<?php system("${canary}"); ?>`),
    document: text(`%PDF-1.4 /OpenAction << /S /JavaScript /JS (${canary}) >> %%EOF`),
    virus: text(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*${canary}`),
  };
  const made: Record<string, { ending: string; content: Buffer }> = {};
  for (const [ending, good] of Object.entries({ png, jpg, webp })) {
    for (const [what, more] of Object.entries(behind))
      made[`${ending} with a ${what} behind it`] = { ending, content: Buffer.concat([good, more]) };
    made[`${ending} with the place where it was taken`] = {
      ending,
      content: await sharp(good)
        .withExif(place)
        .toFormat(ending === 'jpg' ? 'jpeg' : (ending as 'png'))
        .toBuffer(),
    };
  }
  return {
    ...made,
    'png with a script in its text': { ending: 'png', content: pngWith(png, 'tEXt', text(`Comment\0${script}`)) },
    'png with XMP': {
      ending: 'png',
      content: pngWith(png, 'iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0<x>${canary}</x>`)),
    },
    'png with text that unpacks to 16 MB': {
      ending: 'png',
      content: pngWith(png, 'zTXt', Buffer.concat([text('Comment\0\0'), zeros])),
    },
    'png with colours that unpack to 16 MB': {
      ending: 'png',
      content: pngWith(png, 'iCCP', Buffer.concat([text('x\0\0'), zeros])),
    },
    'png of countless frames': {
      ending: 'png',
      content: pngWith(png, 'acTL', Buffer.from([0x7f, 255, 255, 255, 0, 0, 0, 0])),
    },
    'jpg with a script in its comment': { ending: 'jpg', content: jpegWith(jpg, 0xfe, text(script)) },
    'jpg with a page as its profile': {
      ending: 'jpg',
      content: jpegWith(jpg, 0xe2, text(`ICC_PROFILE\0\x01\x01${script}`)),
    },
    'jpg with XMP': {
      ending: 'jpg',
      content: jpegWith(jpg, 0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x>${canary}</x>`)),
    },
    'jpg with a broken place': {
      ending: 'jpg',
      content: jpegWith(jpg, 0xe1, text(`Exif\0\0MM\0*\xff\xff\xff\xff${canary}`)),
    },
  };
}
