import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { packTar, type TarSource } from 'modern-tar/fs';
import { requestFiles } from './request.ts';
import { unfinishedFile } from './unfinished.ts';

/** What of a data folder is in a backup by itself, or is of no use after a restore. */
const left = new Set([
  'postgres',
  'postgres.location',
  'postgres.reserve',
  'postgres.log',
  'postgres.log.1',
  'files',
  'roadkeeper.lock',
  'roadkeeper.lock.guard',
  unfinishedFile,
  ...requestFiles,
]);
const isLeft = (name: string) => left.has(name) || /^(replaced-|postgres\.(draft|secret)-)|\.(new|part)$/.test(name);

/** The rest of a data folder as a tar: keys, the database's passwords, the head of the history, the public key of backups. */
export async function packInstallation(dataDir: string): Promise<Readable> {
  const sources: TarSource[] = [];
  await walk('');
  return packTar(sources);

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
      const target = folder ? `${folder}/${entry.name}` : entry.name;
      if (isLeft(target)) continue;
      if (entry.isDirectory()) await walk(target);
      else if (entry.isFile()) {
        // All of them are small; a draft may be gone meanwhile.
        const content = await readFile(join(dataDir, target)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        });
        if (content) sources.push({ type: 'content', content, target, mode: 0o600 });
      }
    }
  }
}
