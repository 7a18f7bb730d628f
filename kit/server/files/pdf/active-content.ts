import { Budget, TooMuch, unpacked } from './pdf-filters.ts';
import { activeName, noPacking } from './pdf-names.ts';

/** More streams than any document that people send. */
const mostStreams = 50_000;

/**
 * Looks into a PDF for parts that do something: scripts, programs, files inside it, forms that send, encryption.
 * Nothing it says of itself is believed: neither where its objects are nor which of its streams hold objects, and every
 * revision counts. All bytes are looked at, and whatever unpacks to what objects can stand in.
 * @returns what was found, or why it cannot be looked into; undefined for a harmless document.
 */
export function whatIsActive(content: Buffer): string | undefined {
  const text = content.toString('latin1');
  const packing = noPacking();
  const found = activeName(text, packing);
  if (found) return found;
  const budget = new Budget();
  let count = 0;
  try {
    // oxlint-disable-next-line no-control-regex -- white space of the format
    for (const match of text.matchAll(/stream(?:[ \t\u0000\f]*\r?\n|[ \t\u0000\f]*\r|[ \t]+)/g)) {
      if (text.startsWith('end', match.index - 3)) continue;
      count += 1;
      if (count > mostStreams) return 'too many streams';
      for (const objects of unpacked(content.subarray(match.index + match[0].length), packing, budget)) {
        const inside = activeName(objects.toString('latin1'), packing);
        if (inside) return inside;
      }
    }
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    throw error;
  }
  return undefined;
}
