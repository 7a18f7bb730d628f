import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { importLimits, type ImportSheet } from '#kit/contract/import.ts';
import { refuse } from '#kit/server/refusals.ts';

const wrong = (message: string) => refuse.badInput({ file: message });

/**
 * Reads a CSV or XLSX file into texts. What it is decides its content, not its name; encoding and delimiter of CSV are
 * found out. Empty lines are left out, but count.
 * @throws 400 with a message at `file` for what cannot be read, has no rows, or too many.
 */
export async function readSheetFile(content: Buffer, name: string): Promise<ImportSheet> {
  if (content.length === 0) throw wrong('The file is empty');
  const isZip = content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  const { table, read } = isZip ? await readXlsx(content) : readCsv(content);
  const headingAt = table.findIndex((row) => row.some((cell) => cell !== ''));
  const headings = (table[headingAt] ?? []).map((cell) => cell.trim());
  while (headings.at(-1) === '') headings.pop();
  if (headings.length === 0) throw wrong('The file has no headings in its first line');
  if (headings.length > importLimits.columns) throw wrong(`At most ${importLimits.columns} columns`);
  const repeated = headings.find((heading, at) => heading !== '' && headings.indexOf(heading) !== at);
  if (repeated) throw wrong(`Two columns are called “${repeated}”`);
  const rows = table.slice(headingAt + 1).map((row) => headings.map((_, at) => row[at] ?? ''));
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  if (rows.length === 0) throw wrong('The file has headings, but no rows');
  if (rows.length > importLimits.rows)
    throw wrong(`At most ${importLimits.rows} rows at once, and the file has ${rows.length}`);
  const long = rows.findIndex((row) => row.some((cell) => cell.length > importLimits.cell));
  if (long >= 0) throw wrong(`Line ${headingAt + 2 + long} has a cell of more than ${importLimits.cell} characters`);
  return { name, headings, rows, firstLine: headingAt + 2, read };
}

async function readXlsx(content: Buffer): Promise<{ table: string[][]; read: string }> {
  let sheet: unknown[][];
  try {
    // Packed files may hold far more than they weigh.
    sheet = (await readSheet(content)) as unknown[][];
  } catch {
    throw wrong('This workbook cannot be read. Save it as XLSX or CSV and try again');
  }
  return { table: sheet.map((row) => row.map(cellText)), read: 'XLSX' };
}

/** Days come out of workbooks as times at midnight UTC. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value.getTime() % 86_400_000 === 0 ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value as string | number);
}

const delimiters = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
] as const;

function readCsv(content: Buffer): { table: string[][]; read: string } {
  const { text, encoding } = decode(content);
  // oxlint-disable-next-line no-control-regex -- what no text holds
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text.slice(0, 10_000))) throw wrong('This is neither a CSV nor an XLSX file');
  const [delimiter, word] = delimiterOf(text);
  try {
    const table = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 1_000_000,
    }) as string[][];
    return { table: table.map((row) => row.map(plain)), read: `CSV, ${word}, ${encoding}` };
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? ` in line ${String(error.lines)}` : '';
    throw wrong(`The file cannot be read${line}: a quotation mark is opened and not closed`);
  }
}

/** Our own exports put an apostrophe before what a spreadsheet would run; it is taken off again. */
const plain = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function decode(content: Buffer): { text: string; encoding: string } {
  const start = content.subarray(0, 2).toString('hex');
  if (start === 'fffe') return { text: new TextDecoder('utf-16le').decode(content), encoding: 'UTF-16' };
  if (start === 'feff') return { text: new TextDecoder('utf-16be').decode(content), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(content), encoding: 'Windows-1252' };
  }
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
