import { expect, test } from 'vitest';
import { unreachableDatabase } from '#kit/server/testing/unreachable.ts';
import { questionsOf } from './driver-lookup.store.ts';

test('questions that could not be written are forgotten once they count no more', async () => {
  const db = await unreachableDatabase();
  const questions = questionsOf(db);
  const asker = { accountId: 'somebody', orgId: 'some organisation' };
  const from = Date.parse('2026-11-21T06:00:00Z');
  const dayMs = 86_400_000;
  for (let day = 0; day < 30; day += 1)
    for (let at = 0; at < 10; at += 1) questions.note(asker, new Date(from + day * dayMs + at * 1_000));
  expect(questions.waiting).toBe(10);
  await db.close();
});
