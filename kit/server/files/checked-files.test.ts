import { expect, test } from 'vitest';
import { createCheckedFiles } from './checked-files.ts';

test('a file is looked through once, by however many it is asked for, until it is written anew', async () => {
  const files = createCheckedFiles();
  let times = 0;
  const look = async () => {
    times += 1;
    await Promise.resolve();
  };
  await Promise.all(Array.from({ length: 5 }, () => files.check('a', 'then', look)));
  await files.check('a', 'then', look);
  expect(times).toBe(1);
  await files.check('a', 'now', look);
  await files.check('b', 'now', look);
  expect(times).toBe(3);
});

test('one that is not as it was sealed is looked through each time, and never given', async () => {
  const files = createCheckedFiles();
  let times = 0;
  const fail = async () => {
    times += 1;
    throw new Error('changed');
  };
  for (let at = 0; at < 2; at += 1) await expect(files.check('a', 'then', fail)).rejects.toThrow('changed');
  expect(times).toBe(2);
});
