import type { AnyRow } from '#kit/contract/catalogue.ts';
import { exportLimits } from '#kit/contract/export.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { allowMs, narrow, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { type ExportColumn, exportColumns } from './columns.ts';
import { csvHead, csvRows } from './csv.ts';
import { closePart, openPart, type PartKind } from './parts.ts';
import { inSlices, parsedRows } from './slices.ts';
import { type ExportKit, failExport, type FileRow } from './store.ts';
import { workbook, WorkbookTooLarge, workbookPiece } from './workbook.ts';

/** Cells of a workbook as JSON; making one takes about twenty-five times as much memory. */
const maxCellBytes = 16 * 1024 * 1024;
/** What a workbook may take to be made, and more, as the database waits for it. */
const workbookMs = 120_000;
const tooMuchText = 'This is too much text for a workbook. Choose CSV';

/**
 * One step of an export, in the transaction of its job: some rows become a part of the file, and the next step is added.
 * A process that is killed loses the step, and the next start does it. Nothing is locked while rows are read, so that its
 * owner can cancel at any time.
 */
export async function exportStep(db: Queryable, kit: ExportKit, id: string, now: Date): Promise<void> {
  const [file] = await db.query<FileRow>(
    `select id, org_id, owner_id, module, format, columns, trash, client, state, bytes from export_file where id = $1`,
    [id],
  );
  if (!file || !['waiting', 'running'].includes(file.state)) return;
  const parts = kit.parts.find((one) => one.definition.path === file.module);
  if (!parts) return failExport(db, id, 'What it was to hold is no longer part of the product', now);
  // Read as the owner would now: another organisation's row stays behind the wall whatever the list of ids says.
  const { orgIds } = await kit.dataScopeOf(db, file.owner_id);
  const scope: Scope = { orgId: file.org_id, ...(file.client ? { client: true } : orgIds ? { orgIds } : {}) };
  await narrow(db, scope);
  const [next] = await db.query<{ part: number; ids: string[] }>(
    'select part, ids from export_part where export_id = $1 and ids is not null order by part limit 1',
    [id],
  );
  if (!next) return finishWorkbook(db, kit, parts, file, now);

  const rows = await readRows(db, parts, scope, file, next.ids);
  const columns = exportColumns(parts.definition, file.columns, readerOf(file));
  const isCsv = file.format === 'csv';
  const clear = isCsv ? await csvPart(columns, rows, next.part === 0) : workbookPiece(columns, rows);
  if (!isCsv && file.bytes + clear.length > maxCellBytes) return failExport(db, id, tooMuchText, now);
  const [going] = await db.query(
    `update export_file set state = 'running', done = done + $2, left_out = left_out + $3, bytes = bytes + $4
     where id = $1 and state in ('waiting', 'running') returning id`,
    [id, next.ids.length, next.ids.length - rows.length, clear.length],
  );
  // Cancelled meanwhile.
  if (!going) return;
  await storePart(db, kit, file, isCsv ? 'file' : 'cells', next.part, clear);
  const [left] = await db.query('select 1 from export_part where export_id = $1 and ids is not null limit 1', [id]);
  if (isCsv && !left) await finish(db, file, parts.definition.many, now);
  else await kit.jobs.add(db, { name: 'export', payload: { exportId: id }, tenant: file.org_id ?? file.owner_id });
}

const readerOf = ({ client }: FileRow) => (client ? 'client' : 'staff');

async function csvPart(columns: readonly ExportColumn[], rows: readonly AnyRow[], isFirst: boolean): Promise<Buffer> {
  const lines = isFirst ? [csvHead(columns)] : [];
  for await (const slice of inSlices(rows)) lines.push(csvRows(columns, slice));
  return Buffer.from(lines.join(''));
}

/** Rows that are still there, in the order they were taken in. */
async function readRows(
  db: Queryable,
  { reads }: CatalogueParts,
  scope: Scope,
  file: FileRow,
  ids: readonly string[],
): Promise<AnyRow[]> {
  const found = new Map<string, AnyRow>();
  const listed = await reads.listed(scope, ids, file.trash, db);
  for await (const some of parsedRows(listed)) for (const row of some) found.set(row.id, row);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The last step of a workbook: all its cells become one file. */
async function finishWorkbook(db: Queryable, kit: ExportKit, { definition }: CatalogueParts, file: FileRow, now: Date) {
  await allowMs(db, workbookMs);
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = await openPart(db, kit.masterKey, file.id, 'cells', pieces.length);
    if (!piece) break;
    pieces.push(piece);
  }
  let bytes: Buffer;
  try {
    bytes = await workbook(definition, exportColumns(definition, file.columns, readerOf(file)), pieces);
  } catch (error) {
    if (!(error instanceof WorkbookTooLarge)) throw error;
    return failExport(db, file.id, tooMuchText, now);
  }
  const [going] = await db.query(
    `update export_file set bytes = $2 where id = $1 and state in ('waiting', 'running') returning id`,
    [file.id, bytes.length],
  );
  if (!going) return;
  await db.query('delete from export_part where export_id = $1 and part > 0', [file.id]);
  await storePart(db, kit, file, 'file', 0, bytes);
  await finish(db, file, definition.many, now);
}

async function storePart(db: Queryable, kit: ExportKit, file: FileRow, kind: PartKind, part: number, clear: Buffer) {
  const sealed = await closePart(kit.masterKey, file.id, kind, part, clear);
  await db.query(
    `update export_part set ids = null, wrapped_key = $3, iv = $4, tag = $5, cipher = $6 where export_id = $1 and part = $2`,
    [file.id, part, sealed.wrappedKey, sealed.iv, sealed.tag, sealed.cipher],
  );
}

async function finish(db: Queryable, { id, owner_id, org_id }: FileRow, name: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + exportLimits.fileDays * 86_400_000);
  await db.query(`update export_file set state = 'done', finished_at = $2, expires_at = $3 where id = $1`, [
    id,
    now.toISOString(),
    expiresAt.toISOString(),
  ]);
  await publish(db, now, {
    topic: { key: 'export-ready' },
    orgId: org_id,
    to: { accounts: [owner_id] },
    params: { name },
    link: '/exports',
    onceKey: `export-ready:${id}`,
  });
}
