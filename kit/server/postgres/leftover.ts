import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockHolder } from './data-lock.ts';
import { endPostmaster, findPostmaster } from './postmaster.ts';
import { dropSocketFolder } from './socket-folder.ts';

/**
 * Ends the server that a killed test run left on its data folder, and removes the folder. Does nothing while a product or
 * test run that still lives holds it. For temporary folders only: the data is gone afterwards.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const folder = await realpath(dataDir);
  if (!folder.startsWith(await realpath(tmpdir()))) throw new Error(`${folder} is not a temporary folder`);
  if (lockHolder(folder) !== undefined) return;
  const server = findPostmaster(join(folder, 'postgres'));
  if (server) {
    await endPostmaster(server);
    await dropSocketFolder(server.socketDir);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Longer than any test leaves its folder untouched without holding its lock. */
const oldMs = 10 * 60_000;

/** The same for every temporary folder whose name starts with `prefix` and that has not changed for 10 minutes. */
export async function endOldLeftovers(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix)) continue;
    // Another run may be clearing the same folder, and one of another user's is not ours to clear.
    try {
      if (Date.now() - (await stat(folder)).mtimeMs > oldMs) await endLeftover(folder);
    } catch {}
  }
}
