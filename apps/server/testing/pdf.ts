import { deflateSync } from 'node:zlib';

/** A document of one page around some objects, with an index of them as the simplest writers make it. */
export function pdf(catalogue: string, objects: readonly (string | Buffer)[] = []): Buffer {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    stream('', deflateSync('1 0 0 1 72 720 cm BT /F1 12 Tf (Registration certificate) Tj ET')),
    ...objects,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of all.entries()) {
    places.push(at);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(typeof object === 'string' ? Buffer.from(object, 'latin1') : object);
    add(Buffer.from('\nendobj\n'));
  }
  const index = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${index}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export const stream = (dictionary: string, content: Buffer, filter = '/Filter /FlateDecode'): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${filter} ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** Objects packed into one stream, as newer writers do. `pack` puts them through filters. */
export function objectStream(
  objects: readonly string[],
  pack: (plain: Buffer) => Buffer = deflateSync,
  more = '',
  filter?: string,
) {
  let at = 0;
  const numbers = objects.map((object, index) => {
    const pair = `${index + 20} ${at}`;
    at += object.length + 1;
    return pair;
  });
  const head = `${numbers.join(' ')}\n`;
  const plain = Buffer.from(`${head}${objects.join('\n')}`, 'latin1');
  return stream(`/Type /ObjStm /N ${objects.length} /First ${head.length} ${more}`, pack(plain), filter);
}

/** Bytes predicted line by line, as PNG does it: every byte less the one above. */
export function predicted(plain: Buffer, columns: number): Buffer {
  const rows = Math.ceil(plain.length / columns);
  const made = Buffer.alloc(rows * (columns + 1));
  for (let row = 0; row < rows; row += 1) {
    made[row * (columns + 1)] = 2;
    for (let at = 0; at < columns; at += 1) {
      const above = row > 0 ? (plain[(row - 1) * columns + at] ?? 0) : 0;
      made[row * (columns + 1) + 1 + at] = (plain[row * columns + at] ?? 32) - above;
    }
  }
  return made;
}

/** Codes of one byte each, and a fresh table before it would grow: the least that the format asks for. */
export function lzw(plain: Buffer): Buffer {
  const codes: number[] = [];
  for (const [index, byte] of plain.entries()) {
    if (index % 200 === 0) codes.push(256);
    codes.push(byte);
  }
  codes.push(257);
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

export const ascii85 = (plain: Buffer): Buffer => {
  let text = '';
  for (let at = 0; at < plain.length; at += 4) {
    const some = plain.subarray(at, at + 4);
    let value = Buffer.concat([some, Buffer.alloc(4 - some.length)]).readUInt32BE();
    let group = '';
    for (let digit = 0; digit < 5; digit += 1) {
      group = String.fromCharCode(33 + (value % 85)) + group;
      value = Math.floor(value / 85);
    }
    text += group.slice(0, some.length + 1);
  }
  return Buffer.from(`${text}~>`);
};

export const runs = (plain: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < plain.length; at += 3) {
    const some = plain.subarray(at, at + 3);
    parts.push(Buffer.from([some.length - 1]), some);
  }
  return Buffer.concat([...parts, Buffer.from([128])]);
};
