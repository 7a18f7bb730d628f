import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mallocSettings } from './malloc.ts';

const run = promisify(execFile);
const module = pathToFileURL(join(import.meta.dirname, 'malloc.ts')).href;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rk-malloc-'));
  program = join(folder, 'program.ts');
  const told =
    '({ MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ }) => ({ MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ })';
  await writeFile(
    program,
    `import { settleMalloc } from '${module}';
console.log(process.pid);
settleMalloc();
console.log(JSON.stringify({ env: (${told})(process.env), argv: process.argv.slice(2), flags: process.execArgv }));
`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const started = async (env: Record<string, string>) => {
  const { stdout, stderr } = await run(process.execPath, ['--no-deprecation', program, '--demo', 'a b'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const lines = stdout.trim().split('\n');
  return { pids: lines.slice(0, -1), stderr, ...JSON.parse(lines.at(-1) ?? '') };
};

test.runIf(process.platform === 'linux')(
  'the server starts anew once, as the same process, with the settings and all that it was started with',
  async () => {
    const { pids, env, argv, flags, stderr } = await started({});
    expect(env).toEqual(mallocSettings);
    expect([argv, flags, stderr]).toEqual([['--demo', 'a b'], ['--no-deprecation'], '']);
    // Told twice, by one and the same.
    expect([pids.length, new Set(pids).size]).toEqual([2, 1]);
  },
);

test('what an operator has set stays', async () => {
  const { pids, env } = await started({ MALLOC_ARENA_MAX: '8' });
  expect([pids.length, env]).toEqual([1, { MALLOC_ARENA_MAX: '8' }]);
});
