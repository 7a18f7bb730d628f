import { expect, test } from 'vitest';
import { historyActions } from '#kit/contract/history.ts';
import { createCappedActs } from './capped-acts.ts';
import { manualClock } from './clock.ts';
import { unreachableDatabase } from './testing/unreachable.ts';

test('what is noted while the database is away does not grow with every minute', async () => {
  const db = await unreachableDatabase();
  const clock = manualClock('2026-11-21T06:00:00Z');
  const acts = createCappedActs({ db, clock, log: () => undefined });
  for (let minute = 0; minute < 120; minute += 1) {
    for (const action of historyActions) acts.count(action);
    clock.move(60_000);
  }
  await expect(acts.flush()).rejects.toThrow('The database is not available');
  expect(acts.waiting).toBeGreaterThan(60);
  expect(acts.waiting).toBeLessThanOrEqual(120 + historyActions.length);
  await db.close();
});
