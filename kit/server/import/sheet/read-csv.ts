import { parse } from 'csv-parse/sync';
import { Refusal } from '#kit/server/refusals.ts';
import { isBlank, type Table, tooMuch, wrong } from './table.ts';

const delimiters = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
] as const;

/** The rows of a CSV file, less than `most` of them; more are refused in words of the caller. @throws 400 for what is none. */
export function readCsv(content: Buffer, most: number, refused: () => Refusal = tooMuch): Table {
  const { text, encoding } = decode(content);
  // oxlint-disable-next-line no-control-regex -- what no text holds
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text.slice(0, 10_000))) throw wrong('This is neither a CSV nor an XLSX file');
  // Excel's way to name the delimiter.
  const named = /^\s*sep=(.)[^\S\r\n]*(?:\r\n|\n|\r)/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const [delimiter, word] = delimiters.find(([mark]) => mark === named?.[1]) ?? delimiterOf(body);
  const rows: Table['rows'] = [];
  let line = 1 + breaksIn(named?.[0] ?? '');
  try {
    parse(body, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 1_000_000,
      // Rows are taken one by one: the parser would collect millions of empty ones first.
      on_record: (cells: string[]) => {
        if (!isBlank(cells)) rows.push({ line, cells: cells.map(plain) });
        if (rows.length >= most) throw refused();
        line += 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw wrong(`The file cannot be read after line ${line - 1}: a quotation mark is opened and not closed`);
  }
  return { rows, read: `CSV, ${word}, ${encoding}` };
}

const breaksIn = (text: string): number => (/[\r\n]/.test(text) ? text.split(/\r\n|\n|\r/).length - 1 : 0);

/** Our own exports put an apostrophe before what a spreadsheet would run; it is taken off again. */
const plain = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function decode(content: Buffer): { text: string; encoding: string } {
  const order = utf16Of(content);
  if (order) return { text: new TextDecoder(order).decode(content), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(content), encoding: 'Windows-1252' };
  }
}

/** UTF-16 by its mark, or by the zero byte that every second one of a mostly English text is. */
function utf16Of(content: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = content.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const zeros = [0, 0];
  const start = content.subarray(0, Math.min(2_000, content.length - (content.length % 2)));
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  if (even > start.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}

/** The delimiter that cuts the first lines into the same, largest number of cells. Marks inside quotes do not count. */
function delimiterOf(text: string): (typeof delimiters)[number] {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const scored = delimiters.map((one) => {
    const counts = lines.map((line) => line.split(one[0]).length - 1);
    const first = counts[0] ?? 0;
    return { one, score: first === 0 ? 0 : first * 10 + counts.filter((count) => count === first).length };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored[0]?.score ? scored[0].one : delimiters[0];
}
