import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

/** Sends calls one after the other while the road is held, so that each has begun before any of them gets it; then lets it go. */
async function atOnce<T>(roadId: string, asks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { db } = roads.product.product;
  const waiting = async () => {
    const [row] = await db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count;
  };
  const answers: Promise<T>[] = [];
  await transact(db, everything, async (holder) => {
    await holder.query('select from road where id = $1 for update', [roadId]);
    for (const ask of asks) {
      answers.push(ask());
      await expect.poll(waiting, { interval: 5 }).toBe(answers.length);
    }
  });
  return Promise.all(answers);
}

it.each([
  ['before the split goes along', 'rule'],
  ['while it waits for the split is refused', 'split'],
])('a rule that is saved %s', async (_, first) => {
  const { id } = await roads.road();
  const rule = () => roads.call('POST', '/road-speed-rule', roads.ruleBody(id));
  const split = () => roads.call('POST', `/road/${id}/split`, { atM: 4_000, name: 'East part' });
  const answers = await atOnce(id, first === 'rule' ? [rule, split] : [split, rule]);
  const [saved, parts] = first === 'rule' ? answers : answers.toReversed();
  expect(parts?.status, parts?.text).toBe(201);
  const rulesOf = async (roadId: string) =>
    (await roads.call('GET', `/road-speed-rule?roadId=${roadId}&take=10`)).json.data.length;
  const { first: west, second: east } = parts?.json.data ?? {};
  const counts = [await rulesOf(west.id), await rulesOf(east.id)];
  if (first === 'rule') expect([saved?.status, counts]).toEqual([201, [1, 1]]);
  else {
    expect([saved?.status, counts]).toEqual([409, [0, 0]]);
    expect(saved?.json.message).toContain('at the same moment');
  }
});
