import { expect, test } from 'vitest';
import type { ArchiveWord } from './archive-worker.ts';
import { backupAttention } from './state.ts';

const started = new Date('2026-11-21T06:00:00Z');
const minutes = (count: number) => new Date(started.getTime() + count * 60_000);
const well: ArchiveWord = {
  reachedAt: started.toISOString(),
  problem: null,
  baseAt: started.toISOString(),
  baseProblem: null,
};
const needed = (word: Partial<ArchiveWord>, now: Date, everyHours = 24) => {
  const archiver = { status: () => ({ ...well, ...word }), stop: async () => undefined };
  return backupAttention(archiver, everyHours, started, now).map(({ name, text }) => `${name}: ${text}`);
};

test('a backup that keeps up needs nobody', () => {
  expect(needed({}, minutes(4))).toEqual([]);
  expect(needed({ problem: 'The disk of /mnt is full' }, minutes(4))).toEqual([]);
});

test('after five minutes without a way for what is written somebody has to see to it', () => {
  expect(needed({ problem: 'The disk of /mnt is full' }, minutes(6))).toEqual([
    'backup_log_behind: The backup has nothing written after 2026-11-21T06:00:00.000Z: The disk of /mnt is full',
  ]);
});

test('a backup that never began says at once why, and that there is none after five minutes', () => {
  const nothing = { reachedAt: null, baseAt: null };
  expect(needed(nothing, minutes(4))).toEqual([]);
  expect(needed({ ...nothing, problem: 'no key' }, minutes(1))).toEqual([
    'backup_log_behind: The backup has nothing written so far: no key',
  ]);
  expect(needed(nothing, minutes(6)).at(-1)).toBe('backup_old: There is no base backup');
});

test('a base backup is late six hours after its day, or after its week where they are made by command', () => {
  const now = (hours: number) => ({ reachedAt: minutes(hours * 60).toISOString() });
  expect(needed(now(30), minutes(30 * 60))).toEqual([]);
  expect(needed(now(31), minutes(31 * 60))).toEqual([
    'backup_old: The last base backup is of 2026-11-21T06:00:00.000Z',
  ]);
  expect(needed(now(31), minutes(31 * 60), 0)).toEqual([]);
  expect(needed(now(175), minutes(175 * 60), 0)).toHaveLength(1);
});
