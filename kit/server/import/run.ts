import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { importLimits, type ImportMode, type ImportRow } from '#kit/contract/import.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { SealedParts } from '#kit/server/catalogue/sealed-fields.ts';
import type { Input } from '#kit/server/catalogue/write/write-values.ts';
import { translateWriteError } from '#kit/server/catalogue/write/write-checks.ts';
import { versionTag } from '#kit/server/catalogue/write/write-checks.ts';
import { narrow, type Queryable, type Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { planRows, type ReadyRow } from './plan.ts';
import { fromStaged, staged } from './staged.ts';

/** Rows worked on in one step of a partial import. */
export const chunkRows = 200;

export interface BatchRow {
  id: string;
  org_id: string | null;
  module: string;
  mode: ImportMode;
  key: string[];
  partial: boolean;
  state: string;
  actor_id: string;
  actor_name: string;
  on_behalf_of_id: string | null;
  on_behalf_of_name: string | null;
  ip: string | null;
  request_id: string | null;
}
export interface Outcome {
  line: number;
  action: 'create' | 'update' | 'same' | 'error';
  messages: Record<string, string> | null;
  recordId: string | null;
  version: number | null;
  before: Record<string, unknown> | null;
}

export const writerOfBatch = (batch: BatchRow, now: Date): Writer => ({
  actorId: batch.actor_id,
  actorName: batch.actor_name,
  ...(batch.on_behalf_of_id === null
    ? {}
    : { onBehalfOfId: batch.on_behalf_of_id, onBehalfOfName: batch.on_behalf_of_name ?? '' }),
  orgId: batch.org_id,
  source: 'import',
  ip: batch.ip,
  requestId: batch.request_id,
  now,
  touched: [],
});

/**
 * Whose rows a batch may touch: as its owner may in this moment, and not as it was when it was sent. The rest of the
 * transaction stands behind the wall of it.
 */
export async function scopeOfBatch(
  db: Queryable,
  kit: Pick<CatalogueKit, 'dataScopeOf'>,
  batch: BatchRow,
): Promise<Scope> {
  const { orgIds } = batch.org_id === null ? await kit.dataScopeOf(db, batch.actor_id) : {};
  const scope: Scope = { orgId: batch.org_id, ...(orgIds ? { orgIds } : {}) };
  await narrow(db, scope);
  return scope;
}

/** Rows that nobody has worked on yet, in their order. */
async function waitingRows(
  db: Queryable,
  kit: CatalogueKit,
  { definition }: CatalogueParts,
  batch: BatchRow,
  most: number,
): Promise<ImportRow[]> {
  const rows = await db.query<{ line: number; cells: ImportRow['cells'] | string }>(
    'select line, cells from import_row where batch_id = $1 and action is null order by line limit $2',
    [batch.id, most],
  );
  return rows.map(({ line, cells }) => ({
    line,
    cells: fromStaged(kit.sealed, definition, 'cells', { batchId: batch.id, line }, cells) ?? {},
  }));
}

export const stagedMessages = (
  kit: CatalogueKit,
  { definition }: CatalogueParts,
  batch: BatchRow,
  line: number,
  messages: Record<string, string> | null,
): unknown => staged(kit.sealed, definition, 'messages', { batchId: batch.id, line }, messages);

/**
 * The dry run again, over the whole batch: rows that are wrong in it are told so and left alone. Steps see some rows each,
 * and would not know that a row is the twin of one of another step.
 */
export async function setWrongAside(
  db: Queryable,
  kit: CatalogueKit,
  parts: CatalogueParts,
  batch: BatchRow,
  scope: Scope,
): Promise<void> {
  const rows = await waitingRows(db, kit, parts, batch, importLimits.rows);
  const planned = await planRows(db, kit, parts.reads, scope, batch, rows);
  const wrong = planned
    .filter((row) => row.action === 'error')
    .map(({ line, messages }) => ({ line, messages: stagedMessages(kit, parts, batch, line, messages) }));
  await db.query(
    `update import_row r set action = 'error', messages = o.messages from jsonb_to_recordset($2::jsonb) as o (line integer, messages jsonb)
     where r.batch_id = $1 and r.line = o.line`,
    [batch.id, JSON.stringify(wrong)],
  );
  await db.query(`update import_batch set state = 'running', failed = failed + $2 where id = $1`, [
    batch.id,
    wrong.length,
  ]);
}

/**
 * Works on the next rows of a batch inside the caller's transaction. Each row is a write of its own: one that is refused
 * leaves the others alone.
 * @returns true when rows are left.
 */
export async function importChunk(
  db: Queryable,
  kit: CatalogueKit,
  parts: CatalogueParts,
  batch: BatchRow,
  scope: Scope,
  writer: Writer,
  most: number,
): Promise<{ left: boolean; failed: Outcome[] }> {
  const rows = await waitingRows(db, kit, parts, batch, most);
  if (rows.length === 0) return { left: false, failed: [] };
  const planned = await planRows(db, kit, parts.reads, scope, batch, rows);
  const outcomes: Outcome[] = [];
  const made = await createAtOnce(db, parts, scope, writer, planned);
  const breathe = createBreath();
  for (const row of planned) {
    await breathe();
    outcomes.push(made.get(row.line) ?? (await writeRow(db, parts, scope, writer, row)));
  }
  await db.query(
    `update import_row r set action = o.action, messages = o.messages, record_id = o.record_id, version = o.version, before = o.before
     from jsonb_to_recordset($2::jsonb) as o (line integer, action text, messages jsonb, record_id uuid, version integer, before jsonb)
     where r.batch_id = $1 and r.line = o.line`,
    [
      batch.id,
      JSON.stringify(
        outcomes.map(({ recordId, messages, ...rest }) => ({
          ...rest,
          messages: stagedMessages(kit, parts, batch, rest.line, messages),
          record_id: recordId,
        })),
      ),
    ],
  );
  const count = (action: string) => outcomes.filter((one) => one.action === action).length;
  await db.query(
    `update import_batch set state = 'running', created = created + $2, updated = updated + $3, same = same + $4, failed = failed + $5 where id = $1`,
    [batch.id, count('create'), count('update'), count('same'), count('error')],
  );
  return { left: rows.length === most, failed: outcomes.filter((one) => one.action === 'error') };
}

/** Rows written with one statement: to make ready more would hold the event loop for longer than a piece of long work may. */
const atOnce = 50;

/** Makes the new records of a chunk many at a time; what fails that way is left for one by one. */
export async function createAtOnce(
  db: Queryable,
  { writes }: CatalogueParts,
  scope: Scope,
  writer: Writer,
  planned: readonly ReadyRow[],
): Promise<Map<number, Outcome>> {
  const made = new Map<number, Outcome>();
  const rows = planned.filter((row) => row.action === 'create' && row.status !== 0);
  const breathe = createBreath();
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    await breathe();
    await db.query('savepoint many_rows');
    try {
      const inputs = some.map((row): Input => ({ values: { ...row.values }, files: {} }));
      const created = await writes.createMany(db, scope, writer, inputs);
      for (const [index, row] of some.entries()) {
        const record = created[index] as AnyRow;
        const { line } = row;
        made.set(line, {
          line,
          action: 'create',
          messages: oddity(inputs[index]?.warnings),
          recordId: record.id,
          version: record.version,
          before: null,
        });
      }
      await db.query('release savepoint many_rows');
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unavailable') throw error;
      await db.query('rollback to savepoint many_rows');
    }
  }
  return made;
}

export async function writeRow(
  db: Queryable,
  { definition, writes }: CatalogueParts,
  scope: Scope,
  writer: Writer,
  row: ReadyRow,
): Promise<Outcome> {
  const outcome: Outcome = {
    line: row.line,
    action: row.action,
    messages: null,
    recordId: null,
    version: null,
    before: null,
  };
  if (row.action === 'error') return { ...outcome, messages: row.messages };
  if (row.action === 'same') return { ...outcome, recordId: row.before?.id ?? null };
  await db.query('savepoint one_row');
  try {
    const input: Input = { values: { ...row.values }, files: {} };
    const written: Awaited<ReturnType<typeof writes.update>> = row.before
      ? await writes.update(db, scope, writer, row.before.id, input, versionTag(row.before.version))
      : await writes.create(db, scope, writer, input);
    let { version } = written.row;
    if (row.status !== undefined && row.status !== written.row.status)
      version = (await writes.setStatus(db, scope, writer, written.row.id, row.status)).version;
    await db.query('release savepoint one_row');
    if (row.before && version === row.before.version)
      return { ...outcome, action: 'same', recordId: row.before.id, messages: oddity(input.warnings) };
    return {
      ...outcome,
      messages: oddity(input.warnings),
      recordId: written.row.id,
      version,
      before: row.before ? storedValues(definition, row.before, written.replaced) : null,
    };
  } catch (thrown) {
    const error = translateWriteError(thrown, definition);
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
    await db.query('rollback to savepoint one_row');
    return { ...outcome, action: 'error', messages: error.details.fields ?? { '': error.message } };
  }
}

/** What is odd about a row that was taken in stands where the reasons of the others do. */
const oddity = (warnings: readonly string[] | undefined): Record<string, string> | null =>
  warnings && warnings.length > 0 ? { '': warnings.join('. ') } : null;

/** Where the encrypted values stand that a row had before: no field is called so. */
export const putBackName = '$sealed';

/** What an undo puts back: the values a form would send, the status, and which files were there. */
const storedValues = (
  definition: AnyCatalogue,
  row: AnyRow,
  replaced: Record<string, SealedParts> | undefined,
): Record<string, unknown> => ({
  status: row.status,
  [putBackName]: replaced ?? {},
  ...Object.fromEntries(
    Object.entries<AnyField>(definition.fields).map(([name, field]) => [
      name,
      field.kind === 'file' ? ((row[name] as FileRef | null)?.id ?? null) : row[name],
    ]),
  ),
});
