import { afterAll, beforeAll, expect, it } from 'vitest';
import { prove } from '#areas/ledger/testing/books.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { type ChallanRow, contest, startChallans } from '../testing/challans.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
beforeAll(async () => {
  its = await startChallans();
}, 120_000);
afterAll(() => its?.close());

const arrows: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['ISSUED'],
  ISSUED: ['NOTIFIED'],
  NOTIFIED: ['PAID', 'CONTESTED', 'DEEMED_ACCEPTED'],
  CONTESTED: ['UPHELD', 'CANCELLED', 'LAPSED'],
  UPHELD: ['PAID', 'COURT', 'CLOSED'],
  DEEMED_ACCEPTED: ['PAID', 'COURT', 'CLOSED'],
  COURT: ['UPHELD', 'CANCELLED'],
  PAID: ['REFUNDED'],
};
const reachable = (from: string): ReadonlySet<string> => {
  const found = new Set([from]);
  for (const one of found) for (const next of arrows[one] ?? []) found.add(next);
  return found;
};

/** What wallets hold of challans, those of the demo with them: they go by the clock as well. */
const heldPaise = async () => {
  const text = `select coalesce(sum(paid_paise), 0)::int as paise from challan where payment = 'WALLET' and org_id = (select org_id from wallet where id = $1)`;
  const [row] = await transact(its.product.product.db, everything, (db) =>
    db.query<{ paise: number }>(text, [its.wallet]),
  );
  return row?.paise ?? 0;
};

/** What anybody may try at any time, with the right values and with wrong ones. */
const acts: Readonly<Record<string, (row: ChallanRow) => Promise<{ status: number; text: string }>>> = {
  ask: ({ id }) => its.call('safety', 'POST', `/challan/ask/${id}`),
  answer: ({ id }) => its.call('client', 'POST', `/challan/answer/${id}`, { answer: 'I did not see the sign.' }),
  issue: ({ id, amountPaise }) => its.call('safety', 'POST', `/challan/issue/${id}`, { amountPaise }),
  issueMore: ({ id, amountPaise }) =>
    its.call('safety', 'POST', `/challan/issue/${id}`, { amountPaise: amountPaise * 9 }),
  notify: ({ id }) => its.call('safety', 'POST', `/challan/notify/${id}`, { by: 'EMAIL' }),
  contest: ({ id }) => its.call('client', 'POST', '/challan-contest', contest(id)),
  pay: ({ id, amountPaise, paidPaise }) =>
    its.call('client', 'POST', `/challan/pay/${id}`, { walletId: its.wallet, amountPaise: amountPaise - paidPaise }),
  uphold: ({ id }) => decide(id, 'UPHOLD'),
  cancel: ({ id }) => decide(id, 'CANCEL'),
  court: ({ id, amountPaise }) =>
    its.call('client', 'POST', `/challan/court/${id}`, {
      walletId: its.wallet,
      depositPaise: Math.ceil(amountPaise / 2),
    }),
  courtUpholds: ({ id }) => courtDecides(id, 'UPHOLD'),
  courtCancels: ({ id }) => courtDecides(id, 'CANCEL'),
  refund: ({ id, paidPaise }) =>
    its.call('finance', 'POST', `/challan/refund/${id}`, { amountPaise: Math.max(1, paidPaise), note: 'Given back' }),
  refundPart: ({ id }) =>
    its.call('finance', 'POST', `/challan/refund/${id}`, { amountPaise: 100, note: 'A part of it' }),
  change: (row) => its.call('safety', 'PUT', `/challan/${row.id}`, { place: 'Somewhere else' }),
  remove: ({ id }) => its.call('client', 'DELETE', `/challan/${id}`),
};
const decide = (id: string, decision: string) =>
  its.call('safety', 'POST', `/challan/decide/${id}`, {
    decision,
    reason: 'As it is',
    orderText: 'As the papers show it.',
  });

const courtDecides = (id: string, decision: string) =>
  its.call('safety', 'POST', `/challan/court-decision/${id}`, { decision, note: 'As the court has it' });

it('whatever anybody does, and however long they wait, challans go along their arrows, and all money is accounted for', async () => {
  const random = randomFrom(27);
  const below = (most: number) => Math.floor(random() * most);
  const from = Date.parse('2026-11-22T06:00:00Z');
  await its.at(new Date(from).toISOString());
  const rows: string[] = [];
  for (let at = 0; at < 6; at += 1) rows.push((await its.draft(95 + at * 5)).id);
  for (let at = 0; at < 3; at += 1) await its.fill(500_000);
  const rule = new Map<string, readonly unknown[]>();
  const before = (await its.balance()) + (await heldPaise());
  // What leads on is tried more often, so that all states are reached.
  const names = [...Object.keys(acts), 'issue', 'notify', 'contest', 'uphold', 'court', 'courtUpholds', 'courtCancels'];
  const seenStates = new Set<string>();
  for (let step = 0; step < 220; step += 1) {
    const id = rows[below(rows.length)] as string;
    const row = await its.seen(id);
    const many = below(4) === 0 ? 2 : 1;
    const chosen = Array.from({ length: many }, () => names[below(names.length)] as string);
    const answers = await Promise.all(chosen.map((name) => (acts[name] as (typeof acts)[string])(row)));
    for (const [at, { status, text }] of answers.entries())
      expect(
        [200, 201, 400, 403, 409, ...(row.challanStatus === 'DRAFT' ? [404] : [])],
        `${chosen[at]}: ${text}`,
      ).toContain(status);
    if (below(6) === 0)
      await its.at(new Date(its.product.clock.now().getTime() + below(40) * 86_400_000).toISOString());
    if (below(3) === 0) await its.tick();
    const after = await its.seen(id);
    seenStates.add(after.challanStatus);
    expect(
      reachable(row.challanStatus),
      `${row.challanStatus} became ${after.challanStatus} by ${chosen.join()}`,
    ).toContain(after.challanStatus);
    if (after.challanStatus !== 'DRAFT') {
      const asked = [after.ruleId, after.ruleVersion, after.amountPaise];
      expect(rule.get(id) ?? asked, 'what was asked for stays').toEqual(asked);
      rule.set(id, asked);
    }
    expect(after.paidPaise).toBeGreaterThanOrEqual(0);
    expect(after.paidPaise).toBeLessThanOrEqual(after.amountPaise);
  }
  expect(seenStates.size, [...seenStates].join()).toBeGreaterThanOrEqual(9);
  expect((await its.balance()) + (await heldPaise())).toBe(before);
  expect((await prove(its.product)).state).toBe('WHOLE');
}, 240_000);
