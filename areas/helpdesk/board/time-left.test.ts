import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 17:30 in India: the desk of the tests shuts at 18:30 and opens at 09:30.
  product = await startTestProduct({ at: '2026-11-23T12:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const left = async (ids: readonly string[]): Promise<Json[]> =>
  (await it.get('agent', `/help-desk/time-left?ids=${ids.join(',')}`)) as Json[];

test('what is left of a ticket is counted in the hours of the desk, and goes on below zero', async () => {
  const [one, waits] = [await it.ask(), await it.ask()] as [Json, Json];
  const id = one['id'] as string;
  await it.must(it.turn('agent', waits['id'], 2, 'Which one?'));
  // An hour until the first answer, which is due when the desk shuts.
  expect(await left([id, waits['id']])).toEqual([{ id, minutes: 60 }]);
  product.clock.move(30 * 60_000);
  expect(await left([id])).toEqual([{ id, minutes: 30 }]);
  // Two hours after it shut nothing more has passed than was left.
  product.clock.move(150 * 60_000);
  expect(await left([id])).toEqual([{ id, minutes: 0 }]);
  // 10:15 in the morning: late by three quarters of an hour of open time.
  product.clock.move(Date.parse('2026-11-24T04:45:00Z') - product.clock.now().getTime());
  expect(await left([id])).toEqual([{ id, minutes: -45 }]);
});

test('it is for the desk alone, and says nothing of tickets that are not there', async () => {
  expect((await it.call('client', 'GET', '/help-desk/time-left')).status).toBe(403);
  expect((await it.call('agent', 'GET', '/help-desk/time-left?ids=7')).status).toBe(400);
  expect(await left(['01a21ef4-b5a1-789b-8ee3-edf089714db1'])).toEqual([]);
});
