import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { FileField, FileRef } from '#kit/contract/fields.ts';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { inspect } from './inspect.ts';
import { seal, unseal } from './seal.ts';

export interface Upload {
  content: AsyncIterable<Uint8Array>;
  name: string;
  declaredMime: string;
  field: FileField;
  fieldName: string;
  /** Organisation whose file it is; null for files of everybody's records. */
  orgId: string | null;
  actorId: string | null;
}
/** The record that a file belongs to: the module its rights are named by, and its id. */
export interface FileOwner {
  module: string;
  recordId: string;
}
export interface StoredFile {
  ref: FileRef;
  sha256: string;
  content: Buffer;
}

/** A file that the product made itself, and the record that it belongs to from the start. */
export interface MadeFile extends Omit<FileRef, 'id' | 'bytes'> {
  content: Buffer;
  orgId: string | null;
  owner: FileOwner;
}

export interface FileStore {
  /** Checks, re-encodes, encrypts and writes an upload. Its row is committed un-attached. Refuses with 413 or 415. */
  receive(upload: Upload): Promise<FileRef>;
  /** Encrypts and writes files that need no check, in the transaction that saves their records. Gives their ids in order. */
  keep(db: Queryable, files: readonly MadeFile[]): Promise<string[]>;
  /** Marks files as belonging to a record, in the transaction that saves it. */
  attach(db: Queryable, ids: readonly string[], owner: FileOwner): Promise<void>;
  /** Marks files to be removed, in the transaction that lets them go. */
  doom(db: Queryable, ids: readonly string[]): Promise<void>;
  /** The record of an attached file within the scope, or undefined. */
  ownerOf(scope: Scope, id: string): Promise<FileOwner | undefined>;
  /** An attached file within the scope, or undefined. Throws when its bytes are missing or were changed. */
  read(scope: Scope, id: string): Promise<StoredFile | undefined>;
  /** Removes doomed files, those never attached within an hour, and bytes without a row. Gives the number removed. */
  sweep(): Promise<number>;
}

export interface FileStoreOptions {
  directory: string;
  masterKey: Buffer;
  keyId: string;
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  quotaBytes?: { organisation: number; user: number };
}

interface FileRow extends FileRef {
  org_id: string | null;
  sha256: string;
  wrapped_key: Buffer;
  iv: Buffer;
  tag: Buffer;
}
const hourMs = 3_600_000;
/** Files written at a time: each waits for the disk. */
const keptAtOnce = 24;

export async function openFileStore(options: FileStoreOptions): Promise<FileStore> {
  const { db: database, clock, masterKey } = options;
  const root = resolve(options.directory);
  const quota = options.quotaBytes ?? { organisation: 2 * 1024 ** 3, user: 500 * 1024 ** 2 };
  await mkdir(root, { recursive: true, mode: 0o700 });

  const pathOf = (id: string): string => {
    const path = resolve(root, id.slice(-2), id);
    if (!path.startsWith(root + sep)) throw new Error('A file lies outside its store');
    return path;
  };
  const about = (id: string, orgId: string | null) => `${orgId ?? ''}|${id}`;

  const write = async (id: string, bytes: Buffer): Promise<void> => {
    const path = pathOf(id);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    const temporary = `${path}.part`;
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
        throw refuse.unavailable('The server’s disk is full, so no file can be stored right now', 30);
      throw error;
    }
  };

  const checkQuota = async (upload: Upload, bytes: number) => {
    const [used] = await transact(database, everything, (db) =>
      db.query<{ organisation: number | null; own: number | null }>(
        `select sum(bytes) filter (where org_id = $1) as organisation, sum(bytes) filter (where created_by = $2) as own
         from file where doomed_at is null and (org_id = $1 or created_by = $2)`,
        [upload.orgId, upload.actorId],
      ),
    );
    if ((used?.organisation ?? 0) + bytes > quota.organisation || (used?.own ?? 0) + bytes > quota.user)
      throw refuse.tooLarge('There is no room left for your files. Remove some first', upload.fieldName);
  };

  return {
    async receive(upload) {
      const clear = await collect(upload);
      const found = await inspect(upload.field, upload.fieldName, clear, upload.name, upload.declaredMime);
      await checkQuota(upload, found.content.length);
      const id = uuidv7();
      const name = safeName(upload.name, found.extension);
      const sealed = seal(masterKey, found.content, about(id, upload.orgId));
      await write(id, sealed.cipher);
      const { mime, width, height } = found;
      const bytes = found.content.length;
      await transact(database, { orgId: upload.orgId }, (db) =>
        db.query(
          `insert into file (id, org_id, name, mime, bytes, width, height, sha256, key_id, wrapped_key, iv, tag, created_by, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
          [
            id,
            upload.orgId,
            name,
            mime,
            bytes,
            width,
            height,
            createHash('sha256').update(found.content).digest('hex'),
            options.keyId,
            sealed.wrappedKey,
            sealed.iv,
            sealed.tag,
            upload.actorId,
            clock.now().toISOString(),
          ],
        ),
      ).catch(async (error: unknown) => {
        await rm(pathOf(id), { force: true });
        throw error;
      });
      return { id, name, mime, bytes, width, height };
    },
    async keep(db, files) {
      const ids = files.map(() => uuidv7());
      const rows: object[] = [];
      const one = async (file: MadeFile, id: string) => {
        const sealed = seal(masterKey, file.content, about(id, file.orgId));
        await write(id, sealed.cipher);
        rows.push({
          ...file,
          content: undefined,
          id,
          bytes: file.content.length,
          sha256: createHash('sha256').update(file.content).digest('hex'),
          key: sealed.wrappedKey.toString('hex'),
          iv: sealed.iv.toString('hex'),
          tag: sealed.tag.toString('hex'),
        });
      };
      for (let from = 0; from < files.length; from += keptAtOnce)
        await Promise.all(files.slice(from, from + keptAtOnce).map((file, at) => one(file, ids[from + at] as string)));
      await db.query(
        `insert into file (id, org_id, name, mime, bytes, width, height, sha256, key_id, wrapped_key, iv, tag, created_at, attached_at,
           module, record_id)
         select f.id, f."orgId", f.name, f.mime, f.bytes, f.width, f.height, f.sha256, $2, decode(f.key, 'hex'), decode(f.iv, 'hex'),
           decode(f.tag, 'hex'), $3, $3, f.owner ->> 'module', (f.owner ->> 'recordId')::uuid
         from jsonb_to_recordset($1::jsonb) as f (id uuid, "orgId" uuid, name text, mime text, bytes int, width int, height int, sha256 text,
           key text, iv text, tag text, owner jsonb)`,
        [JSON.stringify(rows), options.keyId, clock.now().toISOString()],
      );
      return ids;
    },
    async attach(db, ids, { module, recordId }) {
      if (ids.length > 0)
        await db.query('update file set attached_at = $2, module = $3, record_id = $4 where id = any($1::uuid[])', [
          ids,
          clock.now().toISOString(),
          module,
          recordId,
        ]);
    },
    async doom(db, ids) {
      if (ids.length > 0)
        await db.query('update file set doomed_at = $2 where id = any($1::uuid[])', [ids, clock.now().toISOString()]);
    },
    async ownerOf(scope, id) {
      const [row] = await transact(database, scope, (db) =>
        db.query<{ module: string | null; recordId: string | null }>(
          'select module, record_id as "recordId" from file where id = $1 and attached_at is not null and doomed_at is null',
          [id],
        ),
      );
      return row?.module && row.recordId ? { module: row.module, recordId: row.recordId } : undefined;
    },
    async read(scope, id) {
      const [row] = await transact(database, scope, (db) =>
        db.query<FileRow>('select * from file where id = $1 and attached_at is not null and doomed_at is null', [id]),
      );
      if (!row) return undefined;
      const cipher = await readFile(pathOf(row.id));
      const content = unseal(
        masterKey,
        { cipher, wrappedKey: row.wrapped_key, iv: row.iv, tag: row.tag },
        about(row.id, row.org_id),
      );
      const { name, mime, bytes, width, height, sha256 } = row;
      return { ref: { id: row.id, name, mime, bytes, width, height }, sha256, content };
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - hourMs).toISOString();
      // The row goes first: bytes without a row are found below, a row without bytes would be a broken record.
      const gone = await transact(database, everything, (db) =>
        db.query<{ id: string }>(
          'delete from file where doomed_at is not null or (attached_at is null and created_at < $1) returning id',
          [before],
        ),
      );
      for (const { id } of gone) await rm(pathOf(id), { force: true });
      return gone.length + (await sweepStray(before));
    },
  };

  /** Bytes whose row was never committed, older than an hour by the time in their id. */
  async function sweepStray(before: string): Promise<number> {
    let removed = 0;
    for (const folder of await readdir(root)) {
      const names = (await readdir(join(root, folder)).catch(() => [])).filter(
        (name) => timeOf(name) < Date.parse(before),
      );
      const ids = [...new Set(names.map((name) => name.slice(0, 36)))];
      if (ids.length === 0) continue;
      const known = await transact(database, everything, (db) =>
        db.query<{ id: string }>('select id from file where id = any($1::uuid[])', [ids]),
      );
      const kept = new Set(known.map((row) => row.id));
      for (const name of names) {
        if (kept.has(name)) continue;
        await rm(join(root, folder, name), { force: true });
        removed += 1;
      }
    }
    return removed;
  }
}

/** Milliseconds of a UUIDv7; anything else is left alone. */
const timeOf = (name: string): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(\.part)?$/.test(name)
    ? Number.parseInt(name.slice(0, 13).replace('-', ''), 16)
    : Number.POSITIVE_INFINITY;

/** Reads an upload up to its limit; more is refused before anything is decoded. */
async function collect({ content, field, fieldName }: Upload): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > field.maxBytes) {
      const limit =
        field.maxBytes >= 1_048_576
          ? `${Math.floor(field.maxBytes / 1_048_576)} MB`
          : `${Math.floor(field.maxBytes / 1_024)} KB`;
      throw refuse.tooLarge(`${field.label} can have at most ${limit}`, fieldName);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The last part of a given name without anything a file system or a header could stumble over. */
export function safeName(given: string, extension: string): string {
  const base = maskAadhaar(given.split(/[\\/]/).at(-1) ?? '');
  const stem = base
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // oxlint-disable-next-line no-control-regex -- control characters and direction overrides are what must go
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069"<>:|?*]/g, '')
    .replace(/^[.\s]+|\s+$/g, '')
    .slice(0, 100);
  return `${stem || 'file'}.${extension}`;
}
