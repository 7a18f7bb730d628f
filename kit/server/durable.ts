import { open } from 'node:fs/promises';

/** Makes names that were added to a folder, or taken from it, survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
