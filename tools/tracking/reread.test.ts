import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs the command on a data folder that holds nothing. */
function reread(...given: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['tools/tracking/reread.ts', ...given], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: join(tmpdir(), 'roadkeeper-nowhere') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said: said.split('\n')[0] ?? '' })));
}

test('what is asked is looked at before a database is started, which a refusal would leave behind', async () => {
  expect(await reread('--from', 'yesterday')).toEqual({ code: 2, said: '--from is a time' });
  const { code, said } = await reread('--from', '2026-11-20T00:00:00Z', '--dry-run');
  expect(code).toBe(2);
  expect(said).toMatch(/^There is no database in /);
});
