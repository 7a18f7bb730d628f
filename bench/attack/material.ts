import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { onePagePdf } from '#areas/documents/testing/pdf.ts';
import { sheetFile, textRow, workbookOf } from '#kit/server/import/testing/workbooks.ts';

/** Makes something once, when it is first asked for. */
const kept = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** The same text for the same number, of letters that no packing makes shorter than three quarters. */
export const noise = (seed: number, length: number): string => {
  const parts: string[] = [];
  for (let at = 0; at * 86 < length; at += 1)
    parts.push(createHash('sha512').update(`${seed} ${at}`).digest('base64url'));
  return parts.join('').slice(0, length);
};

const mobile = (at: number) => `6${String(at % 1_000_000_000).padStart(9, '0')}`;
/** Rows of drivers that are not there yet, as an import brings them. */
export const driverRows = (count: number, from = 700_000_000) =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    cells: { name: `Imported ${at}`, mobile: mobile(from + at), licenceClasses: 'LMV', address: `Shed ${at}, Nigdi` },
  }));
export const importOrder = (rows: readonly object[]) => ({ mode: 'create', key: ['mobile'], rows });

/** A workbook of ten thousand rows, nearly as long as a file may be: ten megabytes. */
export const largeWorkbook = kept(() =>
  workbookOf([
    sheetFile(
      [
        textRow(1, 'Name', 'Mobile number', 'Address'),
        ...Array.from({ length: 9_999 }, (_, at) =>
          textRow(at + 2, `Driver ${at}`, mobile(800_000_000 + at), noise(at, 1_230)),
        ),
      ].join(''),
    ),
  ]),
);

/** A document of so many bytes, most of them of a scanned page. */
export const pdfOf = (bytes: number): Buffer => {
  const scan = randomBytes(bytes - 2_000);
  // No end of a stream by accident.
  for (let at = scan.indexOf('endstream'); at >= 0; at = scan.indexOf('endstream', at)) scan[at] = 0;
  const head = `4 0 obj<</Type/XObject/Subtype/Image/Width 2480/Height 3508/Filter/DCTDecode/Length ${scan.length}>>stream\n`;
  const at = onePagePdf.indexOf('trailer');
  return Buffer.concat([
    onePagePdf.subarray(0, at),
    Buffer.from(head),
    scan,
    Buffer.from('\nendstream endobj\n'),
    onePagePdf.subarray(at),
  ]);
};
/** As long as a page of a paper may be: 25 MB. */
export const largePdf = kept(() => pdfOf(25 * 1024 * 1024));

/** A photo of nearly forty million pixels, which is as many as there may be, in about eight megabytes. */
export const largePicture = kept(async () => {
  const [width, height] = [7_200, 5_400];
  const small = await sharp(randomBytes(240 * 180 * 3), { raw: { width: 240, height: 180, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return small;
});

/** As long as an email may be: 20 MB. */
export const longMail = kept(() => Buffer.alloc(20 * 1024 * 1024, 'From: a@b.example\r\n\r\nText '));
