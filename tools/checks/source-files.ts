import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Files that belong to the project: known to git, or new and not ignored. Where git does not answer (an unpacked archive, a
 * folder of another user), everything but what is installed, built or made at run time.
 * @returns paths below `root` with forward slashes, sorted; files that were deleted are left out.
 */
export function sourceFiles(root: string): string[] {
  return [...new Set(gitFiles(root) ?? walk(root))].filter((path) => existsSync(join(root, path))).sort();
}

function gitFiles(root: string): string[] | undefined {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list.split('\0').filter((path) => path !== '');
  } catch {
    return undefined;
  }
}

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.tmp']);
function walk(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(root, path) : [relative(root, path).split(sep).join('/')];
  });
}

/** Prints what is wrong, a line each, and makes the process fail when there is anything. */
export function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
