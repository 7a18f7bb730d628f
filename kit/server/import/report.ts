import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ImportBatch } from '#kit/contract/import.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { importable } from './headings.ts';
import { fromStaged } from './staged.ts';

interface ReportRow {
  line: number;
  action: string | null;
  messages: Record<string, string> | null;
  cells: Record<string, string> | null;
  recordId: string | null;
  undo: string | null;
}
type StagedTexts = Record<string, string> | string | null;
const words: Record<string, string> = { create: 'Created', update: 'Updated', same: 'Unchanged', error: 'Failed' };

/**
 * What came of the rows of an import, as CSV. The columns that the file had are there as it had them, so that a mended
 * report can be imported: `Id` then names the same records. Columns it had not are left out, for they would empty fields.
 */
export async function csvOfReport(
  db: Queryable,
  { sealed }: Pick<CatalogueKit, 'sealed'>,
  definition: AnyCatalogue,
  batch: ImportBatch,
): Promise<string> {
  const stored = await db.query<Omit<ReportRow, 'messages' | 'cells'> & Record<'messages' | 'cells', StagedTexts>>(
    'select line, action, messages, cells, record_id as "recordId", undo from import_row where batch_id = $1 order by line',
    [batch.id],
  );
  const rows = stored.map((row): ReportRow => {
    const place = { batchId: batch.id, line: row.line };
    return {
      ...row,
      messages: fromStaged(sealed, definition, 'messages', place, row.messages),
      cells: fromStaged(sealed, definition, 'cells', place, row.cells),
    };
  });
  const given = new Set(rows.flatMap((row) => Object.keys(row.cells ?? {})));
  const fields = importable(definition).filter(([name]) => given.size === 0 || given.has(name));
  const lines = [
    ['Line', 'Result', 'Reason', 'Id', ...fields.map(([, field]) => field.label), 'Status'],
    ...rows.map((row) => {
      const takenBack =
        batch.state === 'undone' && ['create', 'update'].includes(row.action ?? '') && row.undo === null;
      // A record that is gone again is made anew when the report is imported.
      const gone = takenBack && row.action === 'create';
      return [
        String(row.line),
        takenBack ? 'Undone' : (words[row.action ?? ''] ?? 'Not done'),
        reasonOf(definition, row),
        row.cells?.['id']?.trim() || (gone ? '' : (row.recordId ?? '')),
        ...fields.map(([name]) => row.cells?.[name] ?? ''),
        row.cells?.['status'] ?? '',
      ];
    }),
  ];
  return `\uFEFF${lines.map(csvLine).join('\r\n')}\r\n`;
}

/** The messages of a row, each with the label of its field unless it begins with that. */
function reasonOf(definition: AnyCatalogue, { messages, undo }: ReportRow): string {
  const reasons = Object.entries(messages ?? {}).map(([name, message]) => {
    const label = name === 'id' ? 'Id' : name === 'status' ? 'Status' : (definition.fields[name]?.label ?? name);
    return message.startsWith(label) ? message : `${label}: ${message}`;
  });
  if (undo !== null) reasons.push(`Not undone: ${undo}`);
  return reasons.join('; ');
}
