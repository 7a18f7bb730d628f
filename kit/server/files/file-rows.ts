import type { FileRef } from '#kit/contract/fields.ts';
import type { Queryable } from '#kit/server/db/database.ts';

/** The record that a file belongs to: the module its rights are named by, and its id. */
export interface FileOwner {
  module: string;
  recordId: string;
}

/** A row of an attached file, with what its bytes are read with. */
export interface FileRow extends FileRef {
  org_id: string | null;
  sha256: string;
  wrapped_key: Buffer;
  iv: Buffer;
  tag: Buffer;
}

/** An upload's row before it belongs to a record. */
export interface NewFileRow extends FileRef {
  orgId: string | null;
  sha256: string;
  keyId: string;
  wrappedKey: Buffer;
  iv: Buffer;
  tag: Buffer;
  actorId: string | null;
}

/** A row of a file that belongs to its record from the start; what is binary is hexadecimal. */
export interface MadeFileRow extends FileRef {
  orgId: string | null;
  owner: FileOwner;
  sha256: string;
  key: string;
  iv: string;
  tag: string;
}

/** Bytes that an organisation's files take, and those of an account. */
export async function usedBytes(db: Queryable, orgId: string | null, accountId: string | null) {
  const [used] = await db.query<{ organisation: number | null; own: number | null }>(
    `select sum(bytes) filter (where org_id = $1) as organisation, sum(bytes) filter (where created_by = $2) as own
     from file where doomed_at is null and (org_id = $1 or created_by = $2)`,
    [orgId, accountId],
  );
  return { organisation: used?.organisation ?? 0, own: used?.own ?? 0 };
}

export async function addFile(db: Queryable, file: NewFileRow, now: Date): Promise<void> {
  await db.query(
    `insert into file (id, org_id, name, mime, bytes, width, height, sha256, key_id, wrapped_key, iv, tag, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      file.id,
      file.orgId,
      file.name,
      file.mime,
      file.bytes,
      file.width,
      file.height,
      file.sha256,
      file.keyId,
      file.wrappedKey,
      file.iv,
      file.tag,
      file.actorId,
      now.toISOString(),
    ],
  );
}

export async function addMadeFiles(
  db: Queryable,
  files: readonly MadeFileRow[],
  keyId: string,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into file (id, org_id, name, mime, bytes, width, height, sha256, key_id, wrapped_key, iv, tag, created_at, attached_at,
       module, record_id)
     select f.id, f."orgId", f.name, f.mime, f.bytes, f.width, f.height, f.sha256, $2, decode(f.key, 'hex'), decode(f.iv, 'hex'),
       decode(f.tag, 'hex'), $3, $3, f.owner ->> 'module', (f.owner ->> 'recordId')::uuid
     from jsonb_to_recordset($1::jsonb) as f (id uuid, "orgId" uuid, name text, mime text, bytes int, width int, height int, sha256 text,
       key text, iv text, tag text, owner jsonb)`,
    [JSON.stringify(files), keyId, now.toISOString()],
  );
}

export async function attachFiles(
  db: Queryable,
  ids: readonly string[],
  { module, recordId }: FileOwner,
  now: Date,
): Promise<void> {
  if (ids.length > 0)
    await db.send('update file set attached_at = $2, module = $3, record_id = $4 where id = any($1::uuid[])', [
      ids,
      now.toISOString(),
      module,
      recordId,
    ]);
}

export async function doomFiles(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db.send('update file set doomed_at = $2 where id = any($1::uuid[])', [ids, now.toISOString()]);
}

/** The record of an attached file. */
export async function fileOwner(db: Queryable, id: string): Promise<FileOwner | undefined> {
  const [row] = await db.query<{ module: string | null; recordId: string | null }>(
    'select module, record_id as "recordId" from file where id = $1 and attached_at is not null and doomed_at is null',
    [id],
  );
  return row?.module && row.recordId ? { module: row.module, recordId: row.recordId } : undefined;
}

/** The row of an attached file. */
export async function attachedFile(db: Queryable, id: string): Promise<FileRow | undefined> {
  const [row] = await db.query<FileRow>(
    'select * from file where id = $1 and attached_at is not null and doomed_at is null',
    [id],
  );
  return row;
}

/** Removes the rows of doomed files and of those never attached since `before`. Gives their ids. */
export async function removeLostFiles(db: Queryable, before: string): Promise<string[]> {
  const gone = await db.query<{ id: string }>(
    'delete from file where doomed_at is not null or (attached_at is null and created_at < $1) returning id',
    [before],
  );
  return gone.map(({ id }) => id);
}

/** Those of the ids that have a row. */
export async function filesAmong(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await db.query<{ id: string }>('select id from file where id = any($1::uuid[])', [ids]);
  return new Set(known.map((row) => row.id));
}
