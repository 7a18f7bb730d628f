import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  chainFrom,
  listPieces,
  type Piece,
  pieceName,
  reachedFile,
  readSeries,
  type Series,
  seriesFile,
} from './log-pieces.ts';
import { formatLsn, type Lsn, parseLsn, segmentName } from './lsn.ts';
import { logFolder, makeFolder, writeWhole } from './place.ts';
import { poolCopier } from './pool.ts';
import { sealBytes } from './recovery-key.ts';
import { advanceSlot, findSlot, makeSlot, type Slot } from './slot.ts';

export interface ArchiveOptions {
  /** Connected as superuser, with the lock of the archive taken. */
  client: pg.Client;
  clusterDir: string;
  /** Folder of the stored files. */
  files: string;
  place: string;
  recipient: string;
  /** The series ends with the connection. */
  temporary?: boolean;
}

/** Carries PostgreSQL's log of writes to the backup, and stored files before the rows that name them. */
export interface Archive {
  series: string;
  /** Place in the log up to which all of it is there. */
  reached(): Lsn;
  /** Carries over what was written since the last time. @returns the moment up to which everything is there. */
  round(): Promise<Date>;
}

/** So many pieces of one segment are put together into one. */
const mostPieces = 32;
/** An idle database is said to be archived this often. */
const sayEveryMs = 10_000;

/** Goes on with the series that is under way, or begins one when there is none or its archive is not there. */
export async function openArchive(options: ArchiveOptions): Promise<Archive> {
  const { client, clusterDir, files, place, recipient } = options;
  await makeFolder(logFolder(place));
  const { series, slot, end: begin } = await openSeries(options);
  const folder = logFolder(place, series.id);
  const size = BigInt(series.segmentBytes);
  const segmentOf = (lsn: Lsn) => lsn - (lsn % size);
  const pool = poolCopier(files, place);
  let end = begin;
  let parts = (await listPieces(folder)).filter((piece) => piece.from >= segmentOf(end));
  let said = 0;

  /** Puts what follows in one segment, up to its end or `most`, into one file. */
  async function putPiece(most: Lsn): Promise<void> {
    const segment = segmentOf(end);
    const to = most < segment + size ? most : segment + size;
    const from = to === segment + size || parts.length >= mostPieces ? segment : end;
    const path = join(clusterDir, 'pg_wal', segmentName(series.timeline, segment, size));
    const bytes = await readStretch(path, Number(from - segment), Number(to - from));
    const piece: Piece = { name: pieceName(from, to), from, to };
    await writeWhole(join(folder, piece.name), await sealBytes(recipient, bytes));
    if (from === segment) {
      for (const { name } of parts) if (name !== piece.name) await rm(join(folder, name), { force: true });
      parts = [];
    }
    parts = to === segment + size ? [] : [...parts, piece];
    end = to;
  }

  return {
    series: series.id,
    reached: () => end,
    async round() {
      const { rows } = await client.query(
        'select clock_timestamp() as now, pg_current_wal_flush_lsn()::text as flushed',
      );
      const { now, flushed } = rows[0] as { now: Date; flushed: string };
      const most = parseLsn(flushed);
      const before = end;
      await pool.copyNew();
      while (end < most) await putPiece(most);
      if (segmentOf(end) > segmentOf(before)) await advanceSlot(client, slot, segmentOf(end));
      if (end > before || now.getTime() - said > sayEveryMs) {
        const reached = { at: now.toISOString(), to: formatLsn(end) };
        await writeWhole(join(folder, reachedFile), JSON.stringify(reached));
        said = now.getTime();
      }
      return now;
    },
  };
}

async function openSeries(options: ArchiveOptions): Promise<{ series: Series; slot: Slot; end: Lsn }> {
  const { client, place, temporary = false } = options;
  const known = await findSlot(client);
  const series = known && (await readSeries(place, known.series));
  if (known && series) {
    const pieces = await listPieces(logFolder(place, series.id));
    const last = pieces.at(-1);
    const begin = last ? last.from - (last.from % BigInt(series.segmentBytes)) : known.from;
    const { end } = chainFrom(pieces, begin);
    if (end >= known.from) return { series, slot: known, end };
  }
  const slot = await makeSlot(client, temporary);
  const { rows } = await client.query(
    `select system_identifier::text as system, (pg_control_checkpoint()).timeline_id as timeline,
            pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes", now() as now
       from pg_control_system()`,
  );
  const { now, ...facts } = rows[0] as Omit<Series, 'id' | 'startedAt'> & { now: Date };
  const made: Series = { id: slot.series, ...facts, startedAt: now.toISOString() };
  await makeFolder(logFolder(place, made.id));
  await writeWhole(join(logFolder(place, made.id), seriesFile), JSON.stringify(made));
  return { series: made, slot, end: slot.from - (slot.from % BigInt(made.segmentBytes)) };
}

async function readStretch(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length; ) {
      const { bytesRead } = await file.read(bytes, read, length - read, from + read);
      if (bytesRead === 0) throw new Error(`${path} is shorter than PostgreSQL says`);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
