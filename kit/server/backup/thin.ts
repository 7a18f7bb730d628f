import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partNames } from './base.ts';
import { listPieces, readSeries } from './log-pieces.ts';
import { parseLsn } from './lsn.ts';
import { baseFolder, listBases, logFolder, namesIn, poolFolder } from './place.ts';
import { parseList } from './pool.ts';

export interface Thinned {
  bases: number;
  pieces: number;
  files: number;
}

/**
 * Keeps the newest base backups, and of the log and of stored files what one of them can need.
 * @param keep how many base backups.
 * @param current series that is under way.
 */
export async function thin(place: string, keep: number, current?: string): Promise<Thinned> {
  const all = await listBases(place);
  const kept = all.slice(-keep);
  const oldest = kept[0];
  if (!oldest) return { bases: 0, pieces: 0, files: 0 };
  for (const { id } of all.slice(0, -keep)) await rm(baseFolder(place, id), { recursive: true, force: true });
  return {
    bases: all.length - kept.length,
    pieces: await thinLog(),
    files: await thinFiles(Date.parse(oldest.startedAt)),
  };

  async function thinLog(): Promise<number> {
    let removed = 0;
    for (const id of await namesIn(logFolder(place))) {
      const folder = logFolder(place, id);
      const first = kept.find(({ database }) => database?.series === id)?.database;
      const series = await readSeries(place, id);
      if (!first) {
        if (id === current) continue;
        removed += (await listPieces(folder)).length;
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      if (!series) continue;
      const from = parseLsn(first.from);
      const segment = from - (from % BigInt(series.segmentBytes));
      for (const { name, to } of await listPieces(folder))
        if (to <= segment) {
          await rm(join(folder, name), { force: true });
          removed += 1;
        }
    }
    return removed;
  }

  async function thinFiles(since: number): Promise<number> {
    const needed = new Set<string>();
    for (const { id } of kept)
      for (const name of parseList(await readFile(join(baseFolder(place, id), partNames.files), 'utf8')).keys())
        needed.add(name);
    let removed = 0;
    for (const sub of await namesIn(poolFolder(place)))
      for (const name of await namesIn(join(poolFolder(place), sub))) {
        const path = join(poolFolder(place), sub, name);
        // Copied later than the oldest backup that is kept: a moment between two backups may need it.
        if (needed.has(name) || ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) >= since) continue;
        await rm(path, { force: true });
        removed += 1;
      }
    return removed;
  }
}
