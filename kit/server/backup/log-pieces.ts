import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lsn } from './lsn.ts';
import { logFolder, namesIn } from './place.ts';

/** A stretch of the log of writes without a gap, of one database between two breaks. */
export interface Series {
  id: string;
  /** PostgreSQL's number of the cluster. */
  system: string;
  timeline: number;
  segmentBytes: number;
  startedAt: string;
}

/** A file of the archive: the log from one place to another one, both in the same segment. */
export interface Piece {
  name: string;
  from: Lsn;
  to: Lsn;
}

/** How far the archive of a series is known to reach: what was committed before `at` is in it. */
export interface Reached {
  at: string;
  /** In PostgreSQL's form. */
  to: string;
}

export const seriesFile = 'series.json';
export const reachedFile = 'reached.json';

const hex16 = (lsn: Lsn) => lsn.toString(16).toUpperCase().padStart(16, '0');
export const pieceName = (from: Lsn, to: Lsn): string => `${hex16(from)}-${hex16(to)}.wal.zst.age`;

export async function listPieces(folder: string): Promise<Piece[]> {
  const pieces = (await namesIn(folder)).flatMap((name) => {
    const [, from, to] = /^([0-9A-F]{16})-([0-9A-F]{16})\.wal\.zst\.age$/.exec(name) ?? [];
    return from && to ? [{ name, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) }] : [];
  });
  return pieces.sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
}

/** Pieces that together hold the log from a place on without a gap, as few as possible, and where they end. */
export function chainFrom(pieces: readonly Piece[], from: Lsn): { chain: Piece[]; end: Lsn } {
  const chain: Piece[] = [];
  let end = from;
  for (let at = 0; ; ) {
    let longest: Piece | undefined;
    for (let piece = pieces[at]; piece && piece.from <= end; piece = pieces[(at += 1)])
      if (piece.to > (longest?.to ?? end)) longest = piece;
    if (!longest) return { chain, end };
    chain.push(longest);
    end = longest.to;
  }
}

const readJson = async <T>(path: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

export const readSeries = (place: string, id: string): Promise<Series | undefined> =>
  readJson(join(logFolder(place, id), seriesFile));
export const readReached = (place: string, id: string): Promise<Reached | undefined> =>
  readJson(join(logFolder(place, id), reachedFile));
