import { uuidv7 } from 'uuidv7';
import type { FileRef } from '#kit/contract/fields.ts';
import { release } from '#kit/server/bounded/release.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createCheckedFiles } from './checked-files.ts';
import { openDisk } from './disk.ts';
import {
  addFile,
  addMadeFiles,
  attachedFile,
  attachFiles,
  doomFiles,
  fileOwner,
  type FileOwner,
  filesAmong,
  type MadeFileRow,
  removeLostFiles,
  usedBytes,
} from './file-rows.ts';
import { inspect } from './inspect.ts';
import { sealInSteps, unsealed } from './seal.ts';
import { collect, safeName, type Upload } from './upload.ts';

export interface StoredFile {
  ref: FileRef;
  sha256: string;
  /** Its bytes, a few at a time. Throws before the first when they are missing or were changed. */
  pieces(): AsyncGenerator<Buffer>;
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
  /** An attached file within the scope, or undefined. */
  find(scope: Scope, id: string): Promise<StoredFile | undefined>;
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

const hourMs = 3_600_000;
/** Files written at a time: each waits for the disk. */
const keptAtOnce = 24;

/** What the encryption of a file is bound to, so that bytes cannot be passed off as another's. */
const sealedFor = (id: string, orgId: string | null) => `${orgId ?? ''}|${id}`;

export async function openFileStore(options: FileStoreOptions): Promise<FileStore> {
  const { db: database, clock, masterKey, keyId } = options;
  const quota = options.quotaBytes ?? { organisation: 2 * 1024 ** 3, user: 500 * 1024 ** 2 };
  const disk = await openDisk(options.directory);
  const checkedFiles = createCheckedFiles();

  const checkQuota = async (upload: Upload, bytes: number) => {
    const used = await transact(database, everything, (db) => usedBytes(db, upload.orgId, upload.actorId));
    if (used.organisation + bytes > quota.organisation || used.own + bytes > quota.user)
      throw refuse.tooLarge('There is no room left for your files. Remove some first', upload.fieldName);
  };
  const writeMade = async ({ content, ...file }: MadeFile, id: string): Promise<MadeFileRow> => {
    const sealed = await sealInSteps(masterKey, content, sealedFor(id, file.orgId));
    await disk.write(id, sealed.cipher);
    return {
      ...file,
      id,
      bytes: content.length,
      sha256: sealed.sha256,
      key: sealed.wrappedKey.toString('hex'),
      iv: sealed.iv.toString('hex'),
      tag: sealed.tag.toString('hex'),
    };
  };

  return {
    async receive(upload) {
      const clear = await collect(upload);
      const found = await inspect(upload.field, upload.fieldName, clear, upload.name, upload.declaredMime);
      // The process that looked into it has read it to its end.
      if (found.content !== clear) release(clear);
      await checkQuota(upload, found.content.length);
      const id = uuidv7();
      const { orgId, actorId } = upload;
      const { content, mime, width, height } = found;
      const bytes = content.length;
      // In its own place: the clear bytes are not needed any more.
      const { cipher, ...sealed } = await sealInSteps(masterKey, content, sealedFor(id, orgId), content);
      await disk.write(id, cipher);
      release(cipher);
      const ref = {
        id,
        name: safeName(upload.name, found.extension),
        mime,
        bytes,
        width,
        height,
      };
      const row = { ...ref, ...sealed, orgId, actorId, keyId };
      await transact(database, { orgId }, (db) => addFile(db, row, clock.now())).catch(async (error: unknown) => {
        await disk.remove(id);
        throw error;
      });
      return ref;
    },
    async keep(db, files) {
      const ids = files.map(() => uuidv7());
      const rows: MadeFileRow[] = [];
      for (let from = 0; from < files.length; from += keptAtOnce)
        rows.push(
          ...(await Promise.all(
            files.slice(from, from + keptAtOnce).map((file, at) => writeMade(file, ids[from + at] as string)),
          )),
        );
      await addMadeFiles(db, rows, keyId, clock.now());
      return ids;
    },
    attach: (db, ids, owner) => attachFiles(db, ids, owner, clock.now()),
    doom: (db, ids) => doomFiles(db, ids, clock.now()),
    ownerOf: (scope, id) => transact(database, scope, (db) => fileOwner(db, id)),
    async find(scope, id) {
      const row = await transact(database, scope, (db) => attachedFile(db, id));
      if (!row) return undefined;
      const { name, mime, bytes, width, height, sha256 } = row;
      const sealed = { wrappedKey: row.wrapped_key, iv: row.iv, tag: row.tag };
      async function* pieces() {
        const file = await disk.open(id);
        try {
          yield* unsealed(
            masterKey,
            sealed,
            sealedFor(id, row?.org_id ?? null),
            (from, most) => file.read(from, most),
            (check) => checkedFiles.check(id, file.state, check),
          );
        } finally {
          await file.close();
        }
      }
      return { ref: { id, name, mime, bytes, width, height }, sha256, pieces };
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - hourMs).toISOString();
      // The row goes first: bytes without a row are found below, a row without bytes would be a broken record.
      const gone = await transact(database, everything, (db) => removeLostFiles(db, before));
      for (const id of gone) await disk.remove(id);
      const known = (ids: readonly string[]) => transact(database, everything, (db) => filesAmong(db, ids));
      return gone.length + (await disk.sweepStray(before, known));
    },
  };
}
