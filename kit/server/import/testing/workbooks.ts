import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive as it lies there, and what the archive says of it. */
interface Packed {
  name: string;
  packed: Buffer;
  length: number;
  /** What is said instead of the truth. */
  said?: { length?: number; flags?: number; method?: number };
  /** Lies where another one does, instead of having bytes of its own. */
  sharedWith?: string;
}

const flushed = (text: string): Buffer => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });

/** A file whose middle is repeated: as many megabytes as one likes, made at once. */
export function repeated(name: string, head: string, middle: string, times: number, tail: string): Packed {
  const block = flushed(middle);
  const packed = Buffer.concat([flushed(head), ...Array.from({ length: times }, () => block), deflateRawSync(tail)]);
  const length = Buffer.byteLength(head) + Buffer.byteLength(middle) * times + Buffer.byteLength(tail);
  return { name, packed, length };
}
export const file = (name: string, content: string): Packed => repeated(name, content, '', 0, '');

/** A ZIP archive by hand, as honest as its files are. */
export function archiveOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const places = new Map<string, number>();
  let at = 0;
  for (const { name, packed, length, said = {}, sharedWith } of files) {
    const title = Buffer.from(name);
    const method = said.method ?? 8;
    // Version, flags, method, time and day, sum, both lengths, and those of the name and of nothing more.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(said.flags ?? 0, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(''), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(said.length ?? length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = sharedWith === undefined ? at : (places.get(sharedWith) ?? 0);
    places.set(name, place);
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, Buffer.alloc(14), title]);
    entry.writeUInt32LE(place, 42);
    directory.push(entry);
    if (sharedWith !== undefined) continue;
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, title, packed);
    at += 30 + title.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(files.length, 65_535), 8);
  end.writeUInt16LE(Math.min(files.length, 65_535), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export const sheetFile = (rows: string): Packed =>
  file('xl/worksheets/sheet1.xml', `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`);
export const stylesFile = (inside: string): Packed =>
  file('xl/styles.xml', `<styleSheet ${main}>${inside}</styleSheet>`);
export const textsFile = (inside: string): Packed => file('xl/sharedStrings.xml', `<sst ${main}>${inside}</sst>`);

/** A workbook of the parts that are given, around those that every workbook has. */
export function workbookOf(parts: readonly Packed[], properties = ''): Buffer {
  const usual = [
    file(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    file(
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${office}">${properties}<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
  ];
  return archiveOf([...usual.filter(({ name }) => parts.every((part) => part.name !== name)), ...parts]);
}

/** A row of texts, as they are written where they stand. */
export const textRow = (line: number, ...cells: readonly string[]): string =>
  `<row r="${line}">${cells.map((cell, at) => `<c r="${String.fromCharCode(65 + at)}${line}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
