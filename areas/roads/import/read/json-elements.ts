import { type ByteSource, FileFault } from './road-feature.ts';

/** A piece of a JSON text that stands for itself, and where it begins. */
export interface JsonElement {
  /** Its number among its kind, from 1, and its line. */
  no: number;
  line: number;
  bytes: Uint8Array;
}

/** One feature: a road of 500 km with a point each metre is 12 MB. */
const mostBytes = 32 * 1024 * 1024;
/** Brackets within brackets: a feature of many lines has seven. */
const mostDeep = 64;
const chunkBytes = 1024 * 1024;
const [quote, backslash, newline, comma, colon] = [0x22, 0x5c, 0x0a, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Between features of a sequence (RFC 8142). */
const recordMark = 0x1e;
const isSpace = (byte: number) => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;

/** Gathers the bytes of one element, over the borders of chunks. */
class Gathered {
  #parts: Uint8Array[] = [];
  #length = 0;
  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > mostBytes)
      throw new FileFault('too-large', `a feature of more than ${mostBytes / 1024 ** 2} MB`);
    // The source may overwrite what it gave.
    this.#parts.push(part.slice());
  }
  take(last: Uint8Array): Uint8Array {
    if (this.#parts.length === 0) return last;
    this.add(last);
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.drop();
    return whole;
  }
  drop(): void {
    this.#parts = [];
    this.#length = 0;
  }
}

/**
 * Takes a JSON text apart without reading it as a whole: the elements of the array that the outermost object has under one
 * of `names`, or, where there is none, the outermost values themselves, one per line or however they stand.
 * @returns how many objects held such an array
 * @throws FileFault where the text ends too early, or brackets do not fit
 */
export function* jsonElements(source: ByteSource, names: readonly string[]): Generator<JsonElement, number> {
  const gathered = new Gathered();
  /** Open brackets, outermost first. */
  const open: number[] = [];
  let [inString, isEscaped, inArray] = [false, false, false];
  let [line, startLine, no, arrays] = [1, 1, 0, 0];
  /** The last text that ended in the outermost object, and where it began. */
  let [name, nameFrom] = ['', -1];
  /** Where the element that is being read begins in the chunk; -1: none. */
  let start = -1;
  /** The outermost value is one whose array was or is read: no element itself. */
  let isHolder = false;

  for (let from = 0; from < source.length; ) {
    const chunk = source.read(from, chunkBytes);
    if (chunk.length === 0) break;
    for (let at = from === 0 && chunk[0] === 0xef ? 3 : 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === newline) line += 1;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) {
          inString = false;
          if (nameFrom >= 0) name = new TextDecoder().decode(chunk.subarray(nameFrom, at));
          nameFrom = -1;
        }
        continue;
      }
      switch (byte) {
        case quote:
          inString = true;
          // A name across the border of chunks is none of those looked for: they stand at the beginning.
          nameFrom = open.length === 1 && !inArray ? at + 1 : -1;
          if (open.length === 0) throw new FileFault('not-roads');
          break;
        case openBrace:
        case openBracket:
          if (open.length === 0) {
            if (byte === openBracket) throw new FileFault('not-roads');
            [isHolder, start, startLine] = [false, at, line];
          } else if (open.length === 1 && byte === openBracket && names.includes(name)) {
            inArray = true;
            isHolder = true;
            arrays += 1;
            start = -1;
            gathered.drop();
          } else if (inArray && open.length === 2) {
            [start, startLine] = [at, line];
          }
          name = '';
          if (open.push(byte) > mostDeep) throw new FileFault('broken', `line ${line}, byte ${from + at + 1}`);
          break;
        case closeBrace:
        case closeBracket: {
          const opened = open.pop();
          if (opened !== (byte === closeBrace ? openBrace : openBracket))
            throw new FileFault('broken', `line ${line}, byte ${from + at + 1}`);
          const ends = inArray ? open.length === 2 : open.length === 0 && !isHolder;
          if (ends) {
            no += 1;
            yield { no, line: startLine, bytes: gathered.take(chunk.subarray(Math.max(0, start), at + 1)) };
            start = -1;
          } else if (inArray && open.length === 1) inArray = false;
          break;
        }
        case comma:
          name = '';
          break;
        case colon:
        case recordMark:
          break;
        default:
          if (open.length === 0 && !isSpace(byte))
            throw new FileFault(no === 0 && arrays === 0 ? 'not-roads' : 'broken', `line ${line}`);
      }
    }
    if (start >= 0) {
      gathered.add(chunk.subarray(start));
      start = 0;
    }
    if (nameFrom >= 0) nameFrom = -1;
    from += chunk.length;
  }
  if (open.length > 0 || inString) throw new FileFault('cut', `line ${line}`);
  return arrays;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** The value of an element, or why there is none. */
export function jsonOf(bytes: Uint8Array): { value: unknown } | { fault: 'not-utf8' | 'not-json' } {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return { fault: 'not-utf8' };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'not-json' };
  }
}
