import { pipeline, Readable, type TransformOptions } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip, gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { type Database, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { seal, unseal, unsealed } from '#kit/server/files/seal.ts';

/** What a part holds: lines of the file to be fetched, or cells of a workbook that is still to be made. */
export type PartKind = 'file' | 'cells';

const squeeze = promisify(gzip);
const unsqueeze = promisify(gunzip);
/** A part moved below another export's id, or to another place in it, no longer opens. */
const about = (exportId: string, kind: PartKind, part: number) => `export|${exportId}|${kind}|${part}`;

/**
 * A part as it is stored: compressed, then sealed. It lies in the database and not among the files, so that a part and the
 * progress it stands for are one transaction.
 */
export async function closePart(master: Buffer, exportId: string, kind: PartKind, part: number, clear: Buffer) {
  // What is compressed is text of the caller's own rows, stored once: its length tells nobody anything.
  const squeezed = await squeeze(clear, { level: constants.Z_BEST_SPEED });
  return seal(master, squeezed, about(exportId, kind, part));
}

/** The bytes of a part in clear, or undefined when it is not there. Throws when a byte of it was changed. */
export async function openPart(
  db: Queryable,
  master: Buffer,
  exportId: string,
  kind: PartKind,
  part: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ cipher: Buffer; wrappedKey: Buffer; iv: Buffer; tag: Buffer }>(
    `select cipher, wrapped_key as "wrappedKey", iv, tag from export_part where export_id = $1 and part = $2 and cipher is not null`,
    [exportId, part],
  );
  return row && unsqueeze(unseal(master, row, about(exportId, kind, part)));
}

/** Bytes that are fetched of a part at a time, and handed on at a time. */
const fetchedBytes = 32 * 1024;
const pieceBytes = 16 * 1024;

/**
 * A part of a file in clear, a few bytes at a time: none of it is in memory but these. Each is fetched in a transaction of its
 * own, since whoever takes them may be slow.
 * @returns undefined when the part is not there. What it gives throws before its first piece when a byte was changed.
 */
export async function partPieces(
  database: Database,
  scope: Scope,
  master: Buffer,
  exportId: string,
  part: number,
): Promise<AsyncGenerator<Buffer> | undefined> {
  const [row] = await transact(database, scope, (db) =>
    db.query<{ wrappedKey: Buffer; iv: Buffer; tag: Buffer }>(
      `select wrapped_key as "wrappedKey", iv, tag from export_part where export_id = $1 and part = $2 and cipher is not null`,
      [exportId, part],
    ),
  );
  const read = async (from: number, most: number) => {
    const [some] = await transact(database, scope, (db) =>
      db.query<{ cipher: Buffer }>(
        'select substring(cipher from $3 for $4) as cipher from export_part where export_id = $1 and part = $2 and cipher is not null',
        [exportId, part, from + 1, most],
      ),
    );
    // Whoever fetches it must not take half a file for all of it.
    if (!some) throw new Error('An export was removed while it was fetched');
    return some.cipher;
  };
  return row && unpacked(unsealed(master, row, about(exportId, 'file', part), read, undefined, fetchedBytes));
}

async function* unpacked(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false, highWaterMark: pieceBytes });
  const small: ZlibOptions & TransformOptions = { chunkSize: pieceBytes, highWaterMark: pieceBytes };
  const clear = createGunzip(small);
  // Whichever ends first takes the other with it.
  pipeline(source, clear, () => undefined);
  yield* clear as AsyncIterable<Buffer>;
}
