import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { daysOf, monthBefore } from './board.rules.ts';
import { type ChallanBoard, deadlineBands } from './challan-board.contract.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-27T06:00:00Z' });
}, 60_000);
afterAll(() => product?.close());

const boardOf = async (token: string) =>
  (await product.call('GET', '/challan/board', { token })).json.data as ChallanBoard;

/** Every row of a list, added up. */
async function listed(token: string, to: string) {
  const { status, json, text } = await product.call('GET', `${to}&take=100`, { token });
  expect(status, `${to} ${text}`).toBe(200);
  const rows = json.data as { challanStatus: string; amountPaise: number; paidPaise: number; refundedPaise: number }[];
  const payable = rows.filter(({ challanStatus }) =>
    ['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD'].includes(challanStatus),
  );
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    count: json.count,
    duePaise: sum(payable.map(({ amountPaise, paidPaise }) => amountPaise - paidPaise)),
    paidPaise: sum(rows.map(({ paidPaise }) => paidPaise)),
    refundedPaise: sum(rows.map(({ refundedPaise }) => refundedPaise)),
  };
}

test.each(['admin@roadkeeper.test', 'safety@roadkeeper.test', 'client@roadkeeper.test', 'deccan@roadkeeper.test'])(
  '%s: every number is what its list adds up to',
  async (email) => {
    const token = await product.login(email);
    const board = await boardOf(token);
    const parts = [
      board.open,
      ...board.bands,
      ...board.statuses,
      ...board.sources,
      ...board.vehicles,
      ...board.drivers,
    ];
    for (const { to, count, duePaise } of parts) expect(await listed(token, to), to).toMatchObject({ count, duePaise });
    for (const { to, count } of [...board.repeatVehicles, ...board.repeatDrivers])
      expect((await listed(token, to)).count, to).toBe(count);
    for (const { dueTo, duePaise, paidTo, paidPaise, refundedTo, refundedPaise } of board.months) {
      expect((await listed(token, dueTo)).duePaise, dueTo).toBe(duePaise);
      expect((await listed(token, paidTo)).paidPaise, paidTo).toBe(paidPaise);
      expect((await listed(token, refundedTo)).refundedPaise, refundedTo).toBe(refundedPaise);
    }
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    expect([sum(board.statuses), sum(board.sources)]).toEqual([board.open.count, board.open.count]);
    expect(board.open.count).toBeGreaterThan(0);
  },
);

test('of the demo each band, the one who does it again, and the money of months are there', async () => {
  const board = await boardOf(await product.login('client@roadkeeper.test'));
  const counts = Object.fromEntries(board.bands.map(({ band, count }) => [band, count]));
  for (const band of ['PAST', 'TODAY', 'IN_3', 'IN_7', 'IN_15', 'IN_45'] as const)
    expect(counts[band], band).toBeGreaterThan(0);
  expect(board.repeatVehicles[0]).toMatchObject({ offence: 'No safety belt', count: 2 });
  expect(board.months.map(({ month }) => month).at(-1)).toBe('2026-11');
  for (const what of ['duePaise', 'paidPaise', 'refundedPaise'] as const)
    expect(Math.max(...board.months.map((month) => month[what])), what).toBeGreaterThan(0);
});

test('a client is told nothing of drafts that nobody asked about, nor of what others have', async () => {
  const drafts = async (email: string) =>
    (await boardOf(await product.login(email))).statuses.find(({ status }) => status === 'DRAFT')?.count;
  expect([await drafts('admin@roadkeeper.test'), await drafts('client@roadkeeper.test')]).toEqual([3, 2]);
  const before = JSON.stringify(await boardOf(await product.login('deccan@roadkeeper.test')));
  await transact(product.product.db, everything, (db) =>
    db.query(
      `update challan set place = 'Elsewhere', status = 0 where org_id = (select id from organisation where name = 'Sahyadri Logistics')`,
    ),
  );
  expect(JSON.stringify(await boardOf(await product.login('deccan@roadkeeper.test')))).toBe(before);
});

test('bands follow each other without a gap, and months are counted back over the year', () => {
  const days = deadlineBands.map((band) => daysOf(band, '2026-11-27'));
  for (const [at, { from }] of days.entries())
    if (at > 0) {
      const before = days[at - 1]?.to ?? '';
      expect(Date.parse(from ?? '') - Date.parse(before)).toBe(86_400_000);
    }
  expect([monthBefore('2026-11-27', 11), monthBefore('2026-01-31', 1), monthBefore('2026-12-05', -1)]).toEqual([
    '2025-12-01',
    '2025-12-01',
    '2027-01-01',
  ]);
});
