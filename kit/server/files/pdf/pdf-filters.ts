import { constants, inflateRawSync } from 'node:zlib';
import type { Packing } from './pdf-names.ts';

/** A part of a document that cannot be looked into as far as it would have to be. */
export class TooMuch extends Error {}

/** Bytes that one stream may unpack to, and all of them together. */
const mostOfOne = 16 * 1024 * 1024;
const mostOfAll = 64 * 1024 * 1024;
/** What a try counts that finds damage: exceptions are slow, and sound documents have hardly any. */
const costOfDamage = 64 * 1024;
export class Budget {
  #left = mostOfAll;
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooMuch('It unpacks to too much');
  }
}

const white = '\u0000\t\n\f\r ';
/** True for what an object stream can begin with: a number, or a comment before it. */
export function beginsWithNumber(bytes: Buffer, packing: Packing): boolean {
  for (const byte of bytes.subarray(0, 4096)) {
    const letter = String.fromCharCode(byte);
    if (!white.includes(letter)) return /[\d%+.-]/.test(letter);
  }
  // Blanks may go on before it, as far as one likes; black pictures begin so too, in documents without object streams.
  return bytes.length > 0 && packing.names.has('First');
}
/** … and with the tag of a predicted line before that. */
const mayBePredicted = (bytes: Buffer, packing: Packing): boolean =>
  (bytes[0] ?? 9) <= 4 && beginsWithNumber(bytes.subarray(1), packing);

/** The first bytes of what is packed here, or undefined when it is not packed this way. */
function beginning(packed: Buffer, budget: Budget): Buffer | undefined {
  if (((packed[0] ?? 0) & 15) !== 8 || (((packed[0] ?? 0) << 8) | (packed[1] ?? 0)) % 31 !== 0) return undefined;
  const start = inflate(packed.subarray(0, 4_096), budget);
  return start.length > 0 ? start : undefined;
}

/**
 * Unpacks as far as it goes, as readers do: neither a wrong sum at the end nor damage on the way takes away what stands
 * before it.
 */
function inflate(packed: Buffer, budget: Budget): Buffer {
  const upTo = (length: number): Buffer | undefined => {
    try {
      return inflateRawSync(packed.subarray(2, length), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: mostOfOne,
      });
    } catch (error) {
      const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      if (isLarge) throw new TooMuch('It unpacks to too much');
      return undefined;
    }
  };
  const whole = upTo(packed.length);
  if (whole) return whole;
  budget.spend(costOfDamage);
  let [good, bad] = [2, packed.length];
  let best: Buffer = Buffer.alloc(0);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const part = upTo(middle);
    if (part) [good, best] = [middle, part];
    else bad = middle;
  }
  return best;
}

/** What objects may stand in, out of bytes that were packed; see ISO 32000-1, 7.4. */
export function* unpacked(packed: Buffer, packing: Packing, budget: Budget, depth = 0): Generator<Buffer> {
  if (depth > 4) throw new TooMuch('It is packed too often');
  const start = beginning(packed, budget);
  if (start) {
    const isPredicted = packing.names.has('Predictor') && mayBePredicted(start, packing);
    const isPackedAgain = looksPacked(start, packing, budget);
    if (!beginsWithNumber(start, packing) && !isPredicted && !isPackedAgain) return;
    const whole = inflate(packed, budget);
    budget.spend(whole.length);
    if (beginsWithNumber(start, packing)) yield whole;
    if (packing.names.has('Predictor')) yield* straightened(whole, packing, budget);
    if (isPackedAgain) yield* unpacked(whole, packing, budget, depth + 1);
    return;
  }
  for (const [names, decode] of decoders) {
    if (!names.some((name) => packing.names.has(name))) continue;
    const whole = decode(packed);
    if (!whole || whole.length === 0) continue;
    budget.spend(whole.length);
    if (beginsWithNumber(whole, packing)) yield whole;
    if (packing.names.has('Predictor')) yield* straightened(whole, packing, budget);
    if (looksPacked(whole, packing, budget)) yield* unpacked(whole, packing, budget, depth + 1);
  }
}

const looksPacked = (bytes: Buffer, packing: Packing, budget: Budget): boolean =>
  beginning(bytes, budget) !== undefined ||
  (['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85'].some((name) => packing.names.has(name)) &&
    /^[\s!-~]{16,}/.test(bytes.toString('latin1', 0, 64)));

/** Undoes what predictors did to lines, for every width of line that the document names. */
function* straightened(bytes: Buffer, packing: Packing, budget: Budget): Generator<Buffer> {
  const shapes = new Map<string, { line: number; pixel: number }>();
  for (const columns of new Set([1, ...packing.columns]))
    for (const colours of new Set([1, ...packing.colours]))
      for (const bits of new Set([8, ...packing.bits])) {
        const shape = {
          line: Math.ceil((columns * colours * bits) / 8),
          pixel: Math.max(1, Math.ceil((colours * bits) / 8)),
        };
        // Object streams are short lines; longer ones are pictures.
        if (shape.line <= 65_536) shapes.set(`${shape.line} ${shape.pixel}`, shape);
      }
  if (shapes.size > 64) throw new TooMuch('It has too many kinds of lines');
  for (const { line, pixel } of shapes.values()) {
    for (const straight of [byTags(bytes, line, pixel), bySums(bytes, line, pixel)]) {
      if (!straight || !beginsWithNumber(straight, packing)) continue;
      budget.spend(straight.length);
      yield straight;
    }
  }
}

/** Lines with a tag each, as PNG predicts them; undefined when the tags are none. */
function byTags(bytes: Buffer, line: number, pixel: number): Buffer | undefined {
  const count = Math.ceil(bytes.length / (line + 1));
  for (let row = 0; row < count; row += 1) if ((bytes[row * (line + 1)] ?? 0) > 4) return undefined;
  const straight = Buffer.alloc(count * line);
  for (let row = 0; row < count; row += 1) {
    const tag = bytes[row * (line + 1)];
    for (let at = 0; at < line; at += 1) {
      const to = row * line + at;
      const left = at >= pixel ? (straight[to - pixel] ?? 0) : 0;
      const up = row > 0 ? (straight[to - line] ?? 0) : 0;
      const corner = at >= pixel && row > 0 ? (straight[to - line - pixel] ?? 0) : 0;
      const guess =
        tag === 1 ? left : tag === 2 ? up : tag === 3 ? (left + up) >> 1 : tag === 4 ? paeth(left, up, corner) : 0;
      straight[to] = (bytes[row * (line + 1) + 1 + at] ?? 0) + guess;
    }
  }
  return straight;
}
function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Lines of which every byte is added to the one before, as TIFF predicts them. */
function bySums(bytes: Buffer, line: number, pixel: number): Buffer {
  const straight = Buffer.from(bytes);
  for (let at = 0; at < straight.length; at += 1)
    if (at % line >= pixel) straight[at] = (straight[at] ?? 0) + (straight[at - pixel] ?? 0);
  return straight;
}

type Decoder = (packed: Buffer) => Buffer | undefined;

const fromHex: Decoder = (packed) => {
  const end = packed.indexOf('>');
  const text = packed.toString('latin1', 0, end < 0 ? Math.min(packed.length, mostOfOne) : end);
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return digits.length < 8 ? undefined : Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
};

const from85: Decoder = (packed) => {
  const end = packed.indexOf('~>');
  const text = packed.toString('latin1', 0, end < 0 ? Math.min(packed.length, mostOfOne) : end).replace(/^\s*<~/, '');
  const bytes: number[] = [];
  let group: number[] = [];
  const flush = (count: number) => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at += 1) bytes.push(Math.floor(value / 256 ** (3 - at)) % 256);
    group = [];
  };
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    if (letter === 'z' && group.length === 0) bytes.push(0, 0, 0, 0);
    else if (code >= 33 && code <= 117) {
      group.push(code - 33);
      if (group.length === 5) flush(4);
    } else if (!white.includes(letter)) break;
  }
  if (group.length > 1) {
    const count = group.length - 1;
    while (group.length < 5) group.push(84);
    flush(count);
  }
  return Buffer.from(bytes);
};

const fromRuns: Decoder = (packed) => {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < packed.length && size <= mostOfOne; ) {
    const length = packed[at] ?? 128;
    if (length === 128) break;
    const part =
      length < 128 ? packed.subarray(at + 1, at + 2 + length) : Buffer.alloc(257 - length, packed[at + 1] ?? 0);
    at += length < 128 ? length + 2 : 2;
    parts.push(part);
    size += part.length;
  }
  if (size > mostOfOne) throw new TooMuch('It unpacks to too much');
  return Buffer.concat(parts);
};

/** Codes of 9 to 12 bits. `early` is when they grow: one code before it has to be, as most writers do, or not. */
const fromCodes =
  (early: 0 | 1): Decoder =>
  (packed) => {
    const parts: Buffer[] = [];
    let size = 0;
    let table: Buffer[] = [];
    let before: Buffer | undefined;
    let width = 9;
    let bits = 0;
    let held = 0;
    for (const byte of packed) {
      held = (held << 8) | byte;
      bits += 8;
      if (bits < width) continue;
      bits -= width;
      const code = held >> bits;
      held &= (1 << bits) - 1;
      if (code === 257) break;
      if (code === 256) {
        table = [];
        before = undefined;
        width = 9;
        continue;
      }
      let entry: Buffer | undefined = code < 256 ? Buffer.from([code]) : table[code - 258];
      if (!entry && before && code - 258 === table.length) entry = Buffer.concat([before, before.subarray(0, 1)]);
      if (!entry) break;
      if (before && table.length < 4096 - 258) table.push(Buffer.concat([before, entry.subarray(0, 1)]));
      before = entry;
      parts.push(entry);
      size += entry.length;
      if (size > mostOfOne) throw new TooMuch('It unpacks to too much');
      const next = table.length + 258 + early;
      width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    }
    return Buffer.concat(parts);
  };

const decoders: readonly [names: readonly string[], decode: Decoder][] = [
  [['ASCIIHexDecode', 'AHx'], fromHex],
  [['ASCII85Decode', 'A85'], from85],
  [['RunLengthDecode', 'RL'], fromRuns],
  [['LZWDecode', 'LZW'], fromCodes(1)],
  [['LZWDecode', 'LZW'], fromCodes(0)],
];
