import { posix } from 'node:path';
import { report, sourceFiles } from './source-files.ts';

/** Most files directly in one folder: more are not seen at a glance, and hide rooms of their own. */
export const folderBudget = 25;

/** Facts and steps of one kind, whose number nobody chooses, and the root, where tools look for their settings. */
const exempt = new Set(['db/seed', 'db/migrations', '.']);

/** Every folder below `root` that holds too many files. Folders in it do not count. */
export function crowdedFolders(root: string): string[] {
  const counts = new Map<string, number>();
  for (const path of sourceFiles(root)) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > folderBudget && !exempt.has(folder))
    .map(([folder, count]) => `${folder} holds ${count} files; ${folderBudget} is the most: which rooms are in it?`);
}

if (import.meta.main) report(crowdedFolders(process.cwd()));
