/** Parts of a document that do something, carry something or hide something, by the name that every spelling of them needs. */
const active = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'RichMediaContent',
  'RichMediaExecute',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'Encrypt',
]);
/** Short ones, which packed pictures hold by chance: they count where readable text is around them. */
const activeInText = new Set(['XFA', 'EF', 'GoToR', 'GoToE']);
/** What addresses of pages have in them as well. */
const activeOutsideAddresses = new Set(['JS', '3D', 'U3D', 'PRC', 'Movie', 'Sound', 'Collection']);
const isInAddress = (text: string, at: number): boolean =>
  /:\/\/[^\s()<>]*$/.test(text.slice(Math.max(0, at - 300), at));

// oxlint-disable-next-line no-control-regex -- white space and delimiters of the format, ISO 32000-1, 7.2.2
const name = /\/([^\u0000\t\n\f\r ()<>[\]{}/%]{1,127})/g;
/** Any character of a name may be written as # and two hexadecimal digits. */
const plainName = (written: string): string =>
  written.includes('#')
    ? written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : written;

const readable = /^[\t\n\f\r -~]*$/;
const isAmongText = (text: string, from: number, to: number): boolean =>
  readable.test(text.slice(Math.max(0, from - 6), from)) && readable.test(text.slice(to, to + 6));

/** What a document says of how its streams are packed; noted wherever it stands, since dictionaries can be hidden. */
export interface Packing {
  names: Set<string>;
  /** Values met of /Columns, /Colors and /BitsPerComponent. */
  columns: Set<number>;
  colours: Set<number>;
  bits: Set<number>;
}
export const noPacking = (): Packing => ({ names: new Set(), columns: new Set(), colours: new Set(), bits: new Set() });

const packers = new Set([
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'Predictor',
  // Where the objects of an object stream begin.
  'First',
]);

/**
 * Looks for active parts in bytes, read as Latin-1, whatever they are said to be: a reader may be led into the middle of
 * anything, so comments, texts and unpacked streams are looked at like the rest.
 * @returns the name of one that was found.
 */
export function activeName(text: string, packing: Packing): string | undefined {
  for (const match of text.matchAll(name)) {
    const plain = plainName(match[1] ?? '');
    const end = match.index + match[0].length;
    if (active.has(plain)) return plain;
    if (activeInText.has(plain) && isAmongText(text, match.index, end)) return plain;
    if (activeOutsideAddresses.has(plain) && isAmongText(text, match.index, end) && !isInAddress(text, match.index))
      return plain;
    if (packers.has(plain)) packing.names.add(plain);
    else if (plain === 'Columns') note(packing.columns, text, end);
    else if (plain === 'Colors') note(packing.colours, text, end);
    else if (plain === 'BitsPerComponent') note(packing.bits, text, end);
  }
  return activeText(text);
}

function note(values: Set<number>, text: string, at: number): void {
  const value = /^\s*(\d{1,6})/.exec(text.slice(at, at + 20))?.[1];
  if (value !== undefined) values.add(Number(value));
}

const longest = 400;
/** A text that is an address which runs something: `(javascript:…)`, also in hexadecimal, with escapes or in UTF-16. */
function activeText(text: string): string | undefined {
  for (const match of text.matchAll(/[(<]/g)) {
    const from = match.index + 1;
    const begin = match[0] === '(' ? literal(text, from) : hexadecimal(text, from);
    const scheme = begin && /^(javascript|vbscript):/i.exec(begin)?.[1];
    if (scheme) return scheme.toLowerCase();
  }
  return undefined;
}

/** The first letters of a text, without marks of its encoding and what readers skip before a scheme. */
// oxlint-disable-next-line no-control-regex -- exactly these are skipped
const bare = (text: string): string => text.replace(/[\u0000-\u0020\u00fe\u00ff\u00ef\u00bb\u00bf\u00a0]/g, '');

/** What readers skip at the start of an address. */
const isSkipped = (code: number): boolean => code <= 32 || [0xa0, 0xbb, 0xbf, 0xef, 0xfe, 0xff].includes(code);

function literal(text: string, from: number): string | undefined {
  let at = from;
  while (at < text.length && isSkipped(text.charCodeAt(at))) at += 1;
  // Most texts begin with another letter: those are over at once.
  if (!/[jv\\]/i.test(text.charAt(at))) return undefined;
  const given = text.slice(at, at + longest);
  const simple: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return bare(
    given.replace(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, escaped: string) => {
      if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 255);
      return /^[\r\n]/.test(escaped) ? '' : (simple[escaped] ?? escaped);
    }),
  );
}

/** A letter that a scheme begins with, or what may stand before it. */
const mayBegin = /[\s\0]*(?:[46][\s\0]*A|[57][\s\0]*6|[0-2][\s\0]*[0-9A-F]|[AEFB][\s\0]*[0BEF])/iy;

function hexadecimal(text: string, from: number): string | undefined {
  mayBegin.lastIndex = from;
  if (!mayBegin.test(text)) return undefined;
  const digits = text
    .slice(from, from + longest)
    .replace(/>[\s\S]*$/, '')
    .replace(/[^0-9A-Fa-f]/g, '');
  return bare(Buffer.from(digits.slice(0, digits.length & ~1), 'hex').toString('latin1'));
}
