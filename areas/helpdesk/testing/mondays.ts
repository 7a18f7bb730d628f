import { beforeEach } from 'vitest';
import { startTestProduct } from '#apps/server/testing.ts';
import { planTickets } from '../tickets/tickets.job.ts';
import { deskOf, type Json } from './tickets.ts';

/**
 * A desk whose tests begin on Mondays at 09:30 in India, each a week later than the one before: the desk of the tests opens. Its questions
 * have an hour until the first answer, and four until the solution. To be called as the file begins.
 */
export async function deskOnMondays() {
  const product = await startTestProduct({ at: '2026-11-22T06:00:00Z' });
  const it = await deskOf(product);
  const agent = (await it.get('admin', '/user?q=operations'))[0] as Json;
  let weeks = 0;
  beforeEach(async () => {
    const monday = Date.parse('2026-11-23T04:00:00Z') + weeks * 7 * 86_400_000;
    weeks += 1;
    product.clock.move(monday - product.clock.now().getTime());
    await planTickets(product.product.db, product.product.jobs, product.clock.now());
  });
  return {
    product,
    it,
    agent,
    /** Goes on by so many minutes, and lets the look-out have its round. */
    later: async (minutes: number): Promise<void> => {
      product.clock.move(minutes * 60_000);
      await product.product.jobs.runDue();
    },
  };
}
