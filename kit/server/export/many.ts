/** Joins the values of a many-valued field for one cell: `A; "B; C"`. What could be taken for a separator stands in quotes. */
export const joinMany = (values: readonly string[]): string => values.map(quoted).join('; ');

const quoted = (value: string): string =>
  /[;,\r\n]|^["\s]|\s$|^–?$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** A value of a cell, and whether it stood in quotes and is meant as it is. */
export interface Part {
  text: string;
  whole: boolean;
}

/**
 * A quoted value with what follows it up to the next separator. Where that is the end of a line none is passed over before it: of ten
 * thousand empty lines each would be looked through to the last.
 */
const inQuotes = {
  ';': /\s*"((?:[^"]|"")*)"[^\S\n]*(?=;|$)/y,
  '\n': /[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*(?=\n|$)/y,
  ',': /\s*"((?:[^"]|"")*)"[^\S\n]*(?=,|$)/y,
};
type Separator = keyof typeof inQuotes;

/** Takes a cell apart as `joinMany` made it, or as people write it: at semicolons, else at line breaks, else at commas. */
export function splitMany(cell: string, separators: readonly Separator[] = [';', '\n', ',']): Part[] {
  let parts: Part[] = [];
  for (const separator of separators) {
    parts = partsOf(cell, separator);
    if (parts.length > 1) break;
  }
  return parts.filter((part) => part.whole || part.text !== '');
}

function partsOf(cell: string, separator: Separator): Part[] {
  const parts: Part[] = [];
  const quotes = inQuotes[separator];
  for (let at = 0; at <= cell.length; ) {
    quotes.lastIndex = at;
    const found = quotes.exec(cell);
    let end: number;
    if (found) {
      end = quotes.lastIndex;
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
