import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir, lockFile, lockHolder } from './data-lock.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'roadkeeper-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const module = JSON.stringify(join(import.meta.dirname, 'data-lock.ts'));
const script = `import { lockDataDir } from ${module};
try { await lockDataDir(process.argv[1]); console.log('won'); setInterval(() => undefined, 60_000); }
catch (error) { console.log(error.message); }`;

/** A process that tries to take the lock, keeps it if it can, and tells what it got. */
function contend() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const said = new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())));
  return { child, ended, said };
}

describe('the lock of a data folder', () => {
  it('goes to exactly one of many that start at once, over a lock left by a killed process', async () => {
    writeFileSync(lockFile(dataDir), JSON.stringify({ pid: process.pid, startMark: 'of an earlier process' }));
    const all = Array.from({ length: 6 }, contend);
    try {
      const said = await Promise.all(all.map((one) => one.said));
      expect(said.filter((line) => line === 'won')).toHaveLength(1);
      const winner = all[said.indexOf('won')]?.child.pid;
      expect(lockHolder(dataDir)).toBe(winner);
      for (const line of said.filter((one) => one !== 'won'))
        expect(line).toBe(
          `Roadkeeper already runs on ${dataDir} (process ${winner}): stop that one first, or set DATA_DIR to another folder.`,
        );
    } finally {
      for (const one of all) one.child.kill('SIGKILL');
      await Promise.all(all.map((one) => one.ended));
    }
    expect(lockHolder(dataDir)).toBeUndefined();
  });

  it('is free again after release(), and a late release() takes nobody else’s', async () => {
    const first = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(`process ${process.pid}`);
    first.release();
    expect(readdirSync(dataDir)).toEqual([]);
    const other = contend();
    try {
      expect(await other.said).toBe('won');
      first.release();
      expect(existsSync(lockFile(dataDir))).toBe(true);
    } finally {
      other.child.kill('SIGKILL');
      await other.ended;
    }
  });

  it('survives a torn lock file and a guard left by a process killed while taking it', async () => {
    writeFileSync(lockFile(dataDir), '{"pid":1');
    const guard = `${lockFile(dataDir)}.guard`;
    mkdirSync(guard);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(guard, longAgo, longAgo);
    const lock = await lockDataDir(dataDir);
    expect(lockHolder(dataDir)).toBe(process.pid);
    lock.release();
  });
});
