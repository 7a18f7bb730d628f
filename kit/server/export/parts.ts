import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Queryable } from '#kit/server/db/database.ts';
import { seal, unseal } from '#kit/server/files/seal.ts';

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
