/** Readers look for the end of a document among its last bytes; a line or two may stand behind it. */
const mostBehind = 64;
const blank = new Set([0, 9, 10, 12, 13, 32]);

/**
 * Whether a PDF ends as one: it was not cut off, and no page, archive or program stands behind its end, for which programs that
 * begin to read there would take it.
 */
export function endsAsDocument(content: Buffer): boolean {
  const mark = content.lastIndexOf('%%EOF');
  if (mark < 0 || holdsArchive(content)) return false;
  let end = content.length;
  while (end > mark && blank.has(content[end - 1] ?? 0)) end -= 1;
  const behind = content.subarray(mark + 5, end);
  return behind.length <= mostBehind && !behind.includes('<') && !behind.includes('PK');
}

/** The directory of an archive stands at the end of a file, with a note of at most 64 KB behind it. */
const directoryEnd = Buffer.from('PK\x05\x06');
const directoryEntry = Buffer.from('PK\x01\x02');
const mostNote = 65_535 + 22;

function holdsArchive(content: Buffer): boolean {
  const tail = content.subarray(-mostNote);
  for (
    let at = tail.indexOf(directoryEnd);
    at >= 0 && at + 22 <= tail.length;
    at = tail.indexOf(directoryEnd, at + 1)
  ) {
    const place = content.length - tail.length + at;
    const from = place - tail.readUInt32LE(at + 12);
    if (from >= 0 && content.subarray(from, from + 4).equals(directoryEntry)) return true;
  }
  return false;
}
