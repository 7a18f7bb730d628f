import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { importLimits, type ImportSheet } from '#kit/contract/import.ts';
import { readCsv } from './read-csv.ts';
import { isBlank, type TableRow, tooMuch, wrong } from './table.ts';

/**
 * Reads a CSV or XLSX file into texts. What it is decides its content, not its name; encoding and delimiter of CSV are
 * found out. Blank lines are left out. Runs in a process of its own: a hostile file takes all the time and memory it can get.
 * @throws 400 with a message at `file` for what cannot be read, has no rows, or too many.
 */
export async function readTable(content: Buffer): Promise<Omit<ImportSheet, 'name'>> {
  const isZip = content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  // One row more than may be, and the headings.
  const most = importLimits.rows + 2;
  const table = isZip ? await (await import('./xlsx/read-xlsx.ts')).readXlsx(content, most) : readCsv(content, most);
  const [head, ...rows] = table.rows;
  const headings = (head?.cells ?? []).map((cell) => cell.trim());
  while (headings.at(-1) === '') headings.pop();
  if (headings.length === 0) throw wrong('The file has no headings in its first line');
  if (headings.length > importLimits.columns || rows.length > importLimits.rows) throw tooMuch();
  const repeated = headings.find((heading, at) => heading !== '' && headings.indexOf(heading) !== at);
  if (repeated) throw wrong(`Two columns are called “${repeated}”`);
  if (rows.length === 0) throw wrong('The file has headings, but no rows');
  refuseWider(rows, headings.length, isZip);
  const long = rows.find((row) => row.cells.some((cell) => cell.length > importLimits.cell));
  if (long) throw wrong(`Line ${long.line} has a cell of more than ${importLimits.cell} characters`);
  return {
    headings: headings.map(maskAadhaar),
    // What was masked here is refused, cell by cell, when the rows are checked.
    rows: rows.map((row) => headings.map((_, at) => maskAadhaar(row.cells[at] ?? ''))),
    lines: rows.map((row) => row.line),
    read: table.read,
  };
}

/** A text after the last heading belongs to no field, and most often the cells before it have been moved by a stray comma. */
function refuseWider(rows: readonly TableRow[], width: number, isZip: boolean): void {
  const wider = rows.filter((row) => !isBlank(row.cells.slice(width))).map((row) => row.line);
  if (wider.length === 0) return;
  const some = wider.slice(0, 5).join(', ');
  const lines =
    wider.length === 1
      ? `Line ${some} has`
      : `Lines ${some}${wider.length > 5 ? ` and ${wider.length - 5} more` : ''} have`;
  const advice = isZip
    ? 'Give every column a heading'
    : 'Put texts that hold the mark between cells, such as a comma, in quotation marks';
  throw wrong(`${lines} more cells than there are headings (${width}). ${advice}`);
}
