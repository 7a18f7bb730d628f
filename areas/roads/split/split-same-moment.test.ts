import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

it('a rule that is saved in the moment of a split holds for both parts, or is refused', async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 12; round += 1) {
    const { id } = await roads.road();
    const rule = () => roads.call('POST', '/road-speed-rule', roads.ruleBody(id));
    const split = () => roads.call('POST', `/road/${id}/split`, { atM: 4_000, name: 'East part' });
    const asked = round % 2 === 0 ? [split(), rule()] : [rule(), split()];
    const answers = await Promise.all(asked);
    const [parts, saved] = round % 2 === 0 ? answers : answers.toReversed();
    expect(parts?.status, parts?.text).toBe(201);
    outcomes.add(saved?.status ?? 0);
    const { first, second } = parts?.json.data ?? {};
    const rulesOf = async (roadId: string) =>
      (await roads.call('GET', `/road-speed-rule?roadId=${roadId}&take=10`)).json.data.length;
    const counts = await Promise.all([rulesOf(first.id), rulesOf(second.id)]);
    if (saved?.status === 201) expect(counts, `round ${round}`).toEqual([1, 1]);
    else {
      expect([saved?.status, saved?.json.message]).toEqual([409, expect.stringContaining('at the same moment')]);
      expect(counts).toEqual([0, 0]);
    }
  }
  expect([...outcomes].every((status) => status === 201 || status === 409)).toBe(true);
});
