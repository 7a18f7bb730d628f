import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

test('of two who turn a ticket at once, the second is dated after the first, though it came in before', async () => {
  const { id } = await it.ask();
  await it.reply('agent', id, 'We look into it.');
  // Somebody holds the ticket while two calls come in: the earlier one waits for longer than the later one.
  let earlier: Promise<Json> | undefined;
  await transact(product.product.db, everything, async (db) => {
    await db.query('select from help_desk where id = $1 for no key update', [id]);
    earlier = it.must(it.turn('agent', id, 4, 'It is solved.'));
    await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBeGreaterThan(0);
    // What the other one did meanwhile is a minute later by the clock.
    product.clock.move(60_000);
    await db.query(
      `insert into help_desk_turn (ticket_id, org_id, no, at, clock, from_status, to_status, actor, by_staff)
       select id, org_id, 3, $2, 'PAUSE', '1', '2', 'Another agent', true from help_desk where id = $1`,
      [id, product.clock.now().toISOString()],
    );
    await db.query(`update help_desk set request_status = '2' where id = $1`, [id]);
  });
  await earlier;
  const turns = (await it.talk(id)).filter(({ kind }) => kind === 'STATUS');
  expect(turns.map(({ toStatus }) => toStatus)).toEqual([0, 1, 2, 4]);
  const row = await it.ticket(id);
  expect(row['requestStatus']).toBe(4);
  expect(Date.parse(row['resolvedAt'])).toBe(Date.parse(turns.at(-1)?.at ?? ''));
  expect(Date.parse(row['resolvedAt'])).toBe(product.clock.now().getTime());
  // The pause comes before the end in the clock as well.
  const why = await it.get('agent', `/help-desk/due/${id}`);
  expect(why['solution'].state).toBe('STOPPED');
});

/** Statements that wait for a lock. */
const waiting = () =>
  transact(product.product.db, everything, (db) =>
    db.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'`),
  );
