import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealInSteps, unseal } from './seal.ts';

test('what is sealed in steps opens again, and its sum is that of the clear bytes', async () => {
  const master = randomBytes(32);
  for (const length of [0, 1, 512 * 1024, 512 * 1024 + 1, 3_000_000]) {
    const clear = randomBytes(length);
    const { sha256, ...sealed } = await sealInSteps(master, clear, 'a place');
    expect(unseal(master, sealed, 'a place').equals(clear)).toBe(true);
    expect(() => unseal(master, sealed, 'another place')).toThrow('unable to authenticate');
    expect(sha256).toBe(createHash('sha256').update(clear).digest('hex'));
  }
});

test('while something long is sealed, others have their turn again and again', async () => {
  let turns = 0;
  let isSealed = false;
  const turn = () => {
    turns += 1;
    if (!isSealed) setImmediate(turn);
  };
  setImmediate(turn);
  await sealInSteps(randomBytes(32), Buffer.alloc(25 * 1024 * 1024), 'a place');
  isSealed = true;
  expect(turns).toBeGreaterThanOrEqual(49);
});
