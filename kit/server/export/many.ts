/** Joins the values of a many-valued field for one cell: `A; "B; C"`. What could be taken for a separator stands in quotes. */
export const joinMany = (values: readonly string[]): string => values.map(quoted).join('; ');

const quoted = (value: string): string =>
  /[;,\r\n]|^["\s]|\s$|^–?$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** A value of a cell, and whether it stood in quotes and is meant as it is. */
export interface Part {
  text: string;
  whole: boolean;
}

/** Takes a cell apart as `joinMany` made it, or as people write it: at semicolons, else at line breaks, else at commas. */
export function splitMany(cell: string, separators: readonly string[] = [';', '\n', ',']): Part[] {
  let parts: Part[] = [];
  for (const separator of separators) {
    parts = partsOf(cell, separator);
    if (parts.length > 1) break;
  }
  return parts.filter((part) => part.whole || part.text !== '');
}

function partsOf(cell: string, separator: string): Part[] {
  const parts: Part[] = [];
  // A quoted value with what follows it up to the next separator, or everything up to that.
  const inQuotes = new RegExp(`\\s*"((?:[^"]|"")*)"[^\\S\\n]*(?=${separator}|$)`, 'y');
  for (let at = 0; at <= cell.length; ) {
    inQuotes.lastIndex = at;
    const found = inQuotes.exec(cell);
    let end: number;
    if (found) {
      end = inQuotes.lastIndex;
      parts.push({ text: (found[1] ?? '').replaceAll('""', '"'), whole: true });
    } else {
      end = cell.indexOf(separator, at);
      if (end < 0) end = cell.length;
      parts.push({ text: cell.slice(at, end).trim(), whole: false });
    }
    at = end + 1;
  }
  return parts;
}
