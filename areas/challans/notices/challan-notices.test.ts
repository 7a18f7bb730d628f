import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { startChallans } from '../testing/challans.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
beforeAll(async () => {
  its = await startChallans();
}, 120_000);
afterAll(() => its?.close());

/** Whom a challan told what since, by their addresses. */
async function told(id: string, title: RegExp): Promise<string[]> {
  await its.product.product.jobs.runDue();
  const rows = await transact(its.product.product.db, everything, (db) =>
    db.query<{ topic: string; email: string | null; what: string | null }>(
      `select n.topic, a.email, n.params->>'what' as what from notice n join account a on a.id = n.account_id
       where n.record_id = $1 order by a.email`,
      [id],
    ),
  );
  return rows
    .filter(({ topic, what }) => title.test(`${topic} ${what ?? ''}`))
    .map(({ email }) => email?.split('@')[0] ?? '');
}

test('a contest is told to staff who may decide it, and not to the client who wrote it', async () => {
  const { id } = await its.contested();
  expect(await told(id, /^challan-contested/)).toEqual(expect.arrayContaining(['admin', 'safety']));
  expect(await told(id, /^challan-contested/)).not.toContain('client');
  expect(await told(id, /It was contested/)).not.toContain('client');
});

test('a payment from the wallet is not told to who made it; one that the company notes is told to the client', async () => {
  const paid = await its.notified();
  await its.fill(paid.amountPaise);
  await its.must(
    its.call('client', 'POST', `/challan/pay/${paid.id}`, { walletId: its.wallet, amountPaise: paid.amountPaise }),
  );
  expect(await told(paid.id, /A notice of the company|challan-notice/)).toContain('client');
  expect(await told(paid.id, /It is paid/)).not.toContain('client');
  const noted = await its.notified();
  const on = its.product.clock.now().toISOString().slice(0, 10);
  await its.must(its.call('finance', 'POST', `/challan/paid/${noted.id}`, { on, receiptNo: 'R 1' }));
  expect(await told(noted.id, /It is paid/)).toContain('client');
});
