import type { ExportFile } from '#kit/contract/export.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { refuse } from '#kit/server/refusals.ts';

/** What exports stand on. */
export interface ExportKit extends Pick<CatalogueKit, 'db' | 'clock' | 'registry' | 'sealed' | 'dataScopeOf'> {
  parts: readonly CatalogueParts[];
  jobs: Jobs;
  masterKey: Buffer;
  /** Rows of one step, which is one transaction. */
  stepRows: number;
}

/** A row of the table export_file. */
export interface FileRow {
  id: string;
  org_id: string | null;
  owner_id: string;
  module: string;
  format: 'csv' | 'xlsx';
  columns: string[];
  trash: boolean;
  client: boolean;
  state: ExportFile['state'];
  bytes: number;
}

/** Columns of an answered export; $1 is the time it is asked at: what is over is over before it is swept. */
const answered = `id, module, format, name, trash, case when state = 'done' and expires_at <= $1 then 'expired' else state end as state,
  total, done, left_out as "leftOut", bytes, message, at, finished_at as "finishedAt", expires_at as "expiresAt"`;

/** An export of one's own; anything else is answered like one that never was. */
export async function ownExport(db: Queryable, ownerId: string, id: string | undefined, now: Date) {
  const params: Param[] = [now.toISOString(), id ?? null];
  const own = owned('own-export', ownerId, 'owner_id', params);
  const [found] = isId(id)
    ? await db.query<ExportFile>(`select ${answered} from export_file where id = $2${own}`, params)
    : [];
  if (!found) throw refuse.notFound('Export not found');
  return found;
}

/** The latest exports of a person, and how many there are. */
export async function ownExports(db: Queryable, ownerId: string, now: Date) {
  const params: Param[] = [now.toISOString()];
  const own = owned('own-exports', ownerId, 'owner_id', params);
  const rows = await db.query<ExportFile>(
    `select ${answered} from export_file where true${own} order by at desc, id desc limit 100`,
    params,
  );
  const counted: Param[] = [];
  const ownOnes = owned('own-exports-count', ownerId, 'owner_id', counted);
  const [total] = await db.query<{ count: number }>(`select count(*) from export_file where true${ownOnes}`, counted);
  return { rows, count: total?.count ?? 0 };
}

/** Ends an export that cannot be made; nothing of its file stays. */
export async function failExport(db: Queryable, id: string, message: string, now: Date): Promise<void> {
  await db.query(
    `update export_file set state = 'failed', message = $2, finished_at = $3 where id = $1 and state in ('waiting', 'running')`,
    [id, message, now.toISOString()],
  );
  await db.query('delete from export_part where export_id = $1', [id]);
}
