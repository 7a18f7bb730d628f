/**
 * How glibc keeps memory for the server. Left to itself it raises the size from which a buffer has pages of its own to 32 MB once one such was freed, and gives each thread a heap: after a while of
 * large uploads a process that uses 170 MB holds 820. With these settings it holds 570 (`npm run bench -- attack`, `documents`).
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Starts the program anew, in the same process and once, with these settings: they are read before any of it runs. Nothing is done on other systems, where an operator has set one of them, and in a
 * child that has a channel to its parent, which would be lost.
 */
export function settleMalloc(): void {
  const isSet = Object.keys(mallocSettings).some((name) => name in process.env);
  if (process.platform !== 'linux' || isSet || process.send !== undefined) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...mallocSettings,
  });
}
