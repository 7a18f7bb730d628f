import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type ImportBatch, importLimits, type ImportRow } from '#kit/contract/import.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import { tenantFilter, owned } from '#kit/server/db/tenant-filter.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { staged } from './staged.ts';

const batchColumns = `id, module, file_name as "fileName", mode, partial, state, total, created + updated + same + failed as done, created,
  updated, same, failed, actor_name as "actorName", at, finished_at as "finishedAt", undone_at as "undoneAt", message`;

/** Batches are seen by whoever works where they were taken in; those of colleagues hold rows of organisations that are not everybody's to see. */
function seenBatches({ session }: Call, { scope }: AnyCatalogue, params: Param[]): string {
  const tenantSql = tenantFilter('imports', { orgId: session.orgId }, 'org_id', params);
  return scope === 'organisation' && session.orgIds
    ? tenantSql + owned('imports-own', session.user.id, 'actor_id', params)
    : tenantSql;
}

/**
 * An import that the caller may see.
 * @param id of the batch; the one in the address when left out.
 * @throws 404 for any other.
 */
export async function batchOf(
  db: Queryable,
  definition: AnyCatalogue,
  call: Call,
  id = call.params['id'],
): Promise<ImportBatch> {
  const params: Param[] = [id ?? null, definition.path];
  const seen = seenBatches(call, definition, params);
  const [batch] = isId(id)
    ? await db.query<ImportBatch>(
        `select ${batchColumns} from import_batch where id = $1 and module = $2${seen}`,
        params,
      )
    : [];
  if (!batch) throw refuse.notFound('Import not found');
  return batch;
}

/** The caller's last 20 imports of a catalogue, the latest first. */
export function latestBatches(db: Queryable, definition: AnyCatalogue, call: Call): Promise<ImportBatch[]> {
  const params: Param[] = [definition.path];
  const tenantSql = seenBatches(call, definition, params);
  return db.query<ImportBatch>(
    `select ${batchColumns} from import_batch where module = $1${tenantSql} order by at desc, id desc limit 20`,
    params,
  );
}

/** What an import is told to do with its rows. */
export interface NewBatch {
  id: string;
  orgId: string | null;
  fileName: string;
  mode: ImportBatch['mode'];
  key: readonly string[];
  partial: boolean;
  rows: readonly ImportRow[];
}

/**
 * Whether somebody has as many unfinished imports as a person has: they are done in the background, thousands of rows each. For the
 * transaction that begins one; another of theirs waits here for its end.
 */
export async function hasTooMany(db: Queryable, actorId: string): Promise<boolean> {
  // Two requests that come together count one after the other.
  await db.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext($1))`, [actorId]);
  const [own] = await db.query<{ unfinished: number }>(
    `select count(*) as unfinished from import_batch where state in ('waiting', 'running') and actor_id = $1`,
    [actorId],
  );
  return (own?.unfinished ?? 0) >= importLimits.unfinished;
}
/** What whoever has too many is told. */
export const tooMany = () =>
  refuse.conflict(
    `${importLimits.unfinished} of your imports are still being worked on. Wait for one of them to finish`,
  );

/** Rows that are stored with one statement: to spell out more would stop everything else. */
const storedRows = 200;

/** Stores an import that waits for its job, and its rows; cells of sealed fields are encrypted. */
export async function addBatch(
  db: Queryable,
  kit: CatalogueKit,
  definition: AnyCatalogue,
  { id, orgId, fileName, mode, key, partial, rows }: NewBatch,
  writer: Writer,
): Promise<void> {
  await db.query(
    `insert into import_batch (id, org_id, module, file_name, mode, key, partial, state, total, actor_id, actor_name, ip, request_id, at,
     on_behalf_of_id, on_behalf_of_name)
   values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      orgId,
      definition.path,
      fileName,
      mode,
      [...key],
      partial,
      rows.length,
      writer.actorId,
      writer.actorName,
      writer.ip,
      writer.requestId,
      writer.now.toISOString(),
      writer.onBehalfOfId ?? null,
      writer.onBehalfOfName ?? null,
    ],
  );
  const breathe = createBreath();
  for (let from = 0; from < rows.length; from += storedRows) {
    const some: { line: number; cells: unknown }[] = [];
    for (const { line, cells } of rows.slice(from, from + storedRows)) {
      await breathe();
      some.push({ line, cells: staged(kit.sealed, definition, 'cells', { batchId: id, line }, cells) });
    }
    await db.query(
      `insert into import_row (batch_id, line, cells) select $1, r.line, r.cells from jsonb_to_recordset($2::jsonb) as r (line integer, cells jsonb)`,
      [id, JSON.stringify(some)],
    );
  }
}
