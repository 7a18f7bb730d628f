import { readSheet } from 'read-excel-file/node';
import { isBlank, type Table, tooMuch, wrong } from './table.ts';

/** The first sheet of a workbook, at most `most` rows of it. @throws 400 for what is no workbook. */
export async function readXlsx(content: Buffer, most: number): Promise<Table> {
  let sheet: unknown[][];
  try {
    sheet = (await readSheet(content)) as unknown[][];
  } catch {
    throw wrong('This workbook cannot be read. Save it as XLSX or CSV and try again');
  }
  const rows: Table['rows'] = [];
  for (const [at, row] of sheet.entries()) {
    const cells = row.map(cellText);
    if (isBlank(cells)) continue;
    rows.push({ line: at + 1, cells });
    if (rows.length >= most) throw tooMuch();
  }
  return { rows, read: 'XLSX' };
}

/** Days come out of workbooks as times at midnight UTC. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value.getTime() % 86_400_000 === 0 ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value as string | number);
}
