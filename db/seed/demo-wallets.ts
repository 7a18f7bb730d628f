import { uuidv7 } from 'uuidv7';
import { giveBack, move, openAccount, reserve } from '#areas/ledger/ledger.server.ts';
import { house, refOf } from '#areas/wallet/wallet.rules.ts';
import type { Queryable } from '#kit/server/db/database.ts';

/** What happens in a wallet of the demo, so many days before the first start. */
interface Step {
  daysAgo: number;
  organisation: string;
  do: 'TOPUP' | 'FAILED' | 'CHALLAN' | 'FEE' | 'REFUND' | 'HOLD' | 'ASK';
  rupees: number;
  subject?: string;
}

const day = 86_400_000;
/** Half a year, a week a turn. */
const weeks = 26;

/** Fines and fees of a fleet, with a top-up whenever a month begins. Always the same. */
function stepsOf(organisation: string, size: number): Step[] {
  const steps: Step[] = [];
  const add = (daysAgo: number, what: Step['do'], rupees: number, subject?: string) =>
    steps.push({ daysAgo, organisation, do: what, rupees, ...(subject ? { subject } : {}) });
  for (let week = 0; week < weeks; week += 1) {
    const from = (weeks - week) * 7;
    if (week % 4 === 0) add(from, 'TOPUP', size * 10_000);
    if (week % 9 === 4) add(from - 1, 'FAILED', size * 5_000);
    const number = `CH-${String(4_100 + week * 37 + size * 11)}`;
    if (size > 1 || week % 5 === 2) add(from - 2, 'CHALLAN', [500, 1_000, 2_000, 1_500][week % 4] as number, number);
    if (size > 2 && week % 2 === 1) add(from - 3, 'CHALLAN', 500, `${number}B`);
    if (week % 8 === 3) add(from - 4, 'FEE', size * 590, `Tracker subscription ${week}`);
    if (week % 6 === 5) add(from - 5, 'FEE', 118, `Permit fee ${week}`);
    // Contested with success.
    if (size > 1 && week % 10 === 7) add(from - 6, 'REFUND', 0);
  }
  return steps;
}

const fleets: readonly [organisation: string, size: number][] = [
  ['Sahyadri Logistics', 4],
  ['Deccan Cold Chain', 2],
  ['Kulkarni family', 1],
];
/** As things are at the first start. */
const open: readonly Step[] = [
  { daysAgo: 2, organisation: 'Sahyadri Logistics', do: 'HOLD', rupees: 2_000, subject: 'CH-5072' },
  { daysAgo: 1, organisation: 'Sahyadri Logistics', do: 'ASK', rupees: 7_500, subject: 'Toll paid twice in September' },
  { daysAgo: 1, organisation: 'Deccan Cold Chain', do: 'HOLD', rupees: 500, subject: 'CH-5081' },
];

interface Purse {
  id: string;
  orgId: string;
  madeBy: string;
  madeByName: string;
  /** The last payment that can be refunded. */
  paid?: { id: string; paise: number; subject: string | undefined };
}

/** Wallets of the demo's organisations with half a year of movement, in the order of time: the books go by it. */
export async function addDemoWallets(db: Queryable, now: Date): Promise<void> {
  const steps = [...fleets.flatMap(([name, size]) => stepsOf(name, size)), ...open].toSorted(
    (a, b) => b.daysAgo - a.daysAgo,
  );
  const purses = new Map<string, Purse>();
  for (const [at, step] of steps.entries()) {
    const then = new Date(now.getTime() - step.daysAgo * day + (at % 400) * 60_000);
    const purse = purses.get(step.organisation) ?? (await openPurse(db, step.organisation, then));
    if (!purse) continue;
    purses.set(step.organisation, purse);
    await take(db, purse, step, then);
  }
}

async function openPurse(db: Queryable, organisation: string, at: Date): Promise<Purse | undefined> {
  const [found] = await db.query<Omit<Purse, 'id'>>(
    `select o.id as "orgId", a.id as "madeBy", a.name as "madeByName" from organisation o
       join account a on a.org_id = o.id where o.name = $1 order by a.profile_type = '1' desc, a.id limit 1`,
    [organisation],
  );
  if (!found) return undefined;
  const { orgId } = found;
  const id = await openAccount(db, { id: uuidv7(), orgId, code: `wallet:${orgId}`, kind: 'WALLET', floorPaise: 0 }, at);
  await db.query('insert into wallet (id, org_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    id,
    orgId,
    at.toISOString(),
  ]);
  return { id, ...found };
}

async function take(db: Queryable, purse: Purse, step: Step, at: Date): Promise<void> {
  const id = uuidv7();
  const paise = step.rupees * 100;
  const by = { madeBy: purse.madeBy, now: at };
  const keep = (row: Record<string, unknown>) => keepTransaction(db, purse, { id, paise, at, ...row });
  switch (step.do) {
    case 'TOPUP': {
      const moved = await move(
        db,
        { id, from: house.GATEWAY, to: purse.id, paise, reason: 'TOPUP' },
        { madeBy: null, now: at },
      );
      return keep({
        type: 1,
        reason: 'TOPUP',
        balance: moved.toBalance,
        orderId: `order_demo${id.slice(-12)}`,
        paymentId: `pay_demo${id.slice(-12)}`,
      });
    }
    case 'FAILED':
      return keep({
        type: 1,
        reason: 'TOPUP',
        status: 2,
        why: 'The payment was declined',
        orderId: `order_demo${id.slice(-12)}`,
      });
    case 'CHALLAN':
    case 'FEE': {
      const moved = await move(db, { id, from: purse.id, to: house[step.do], paise, reason: step.do }, by);
      if (step.do === 'CHALLAN') purse.paid = { id, paise, subject: step.subject };
      return keep({ type: 2, reason: step.do, subject: step.subject, balance: moved.fromBalance });
    }
    case 'REFUND': {
      const { paid } = purse;
      if (!paid) return;
      delete purse.paid;
      const note = 'Contested with success';
      const moved = await giveBack(
        db,
        { id, kind: 'REFUND', of: paid.id, paise: paid.paise, reason: 'REFUND', note },
        by,
      );
      return keep({ type: 1, reason: 'REFUND', paise: paid.paise, note, ofId: paid.id, balance: moved.toBalance });
    }
    case 'HOLD': {
      const until = new Date(at.getTime() + 14 * day);
      await reserve(db, { id, from: purse.id, to: house.CHALLAN, paise, reason: 'CHALLAN', expiresAt: until }, by);
      return keep({ type: 2, reason: 'CHALLAN', status: 0, subject: step.subject, holdUntil: until.toISOString() });
    }
    case 'ASK': {
      const [finance] = await db.query<{ id: string; name: string }>(
        `select id, name from account where email = 'finance@roadkeeper.test'`,
      );
      return keep({
        type: 1,
        reason: 'ADJUSTMENT',
        status: 0,
        note: step.subject,
        needsApproval: true,
        madeBy: finance?.id ?? purse.madeBy,
        madeByName: finance?.name ?? purse.madeByName,
      });
    }
  }
}

async function keepTransaction(
  db: Queryable,
  purse: Purse,
  row: { id: string; paise: number; at: Date } & Record<string, unknown>,
): Promise<void> {
  const status = (row['status'] as number | undefined) ?? 1;
  await db.query(
    `insert into wallet_transaction (id, ref, org_id, wallet_id, transaction_type, status, paise, reason, subject, note, of_id, is_hold, hold_until,
       needs_approval, order_id, payment_id, why, balance_paise, made_by, made_by_name, by_staff, created_at, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      row.id,
      refOf(row.id),
      purse.orgId,
      purse.id,
      row['type'] as number,
      status,
      row.paise,
      row['reason'] as string,
      (row['subject'] as string | undefined) ?? null,
      (row['note'] as string | undefined) ?? null,
      (row['ofId'] as string | undefined) ?? null,
      row['holdUntil'] !== undefined,
      (row['holdUntil'] as string | undefined) ?? null,
      row['needsApproval'] === true,
      (row['orderId'] as string | undefined) ?? null,
      (row['paymentId'] as string | undefined) ?? null,
      (row['why'] as string | undefined) ?? null,
      (row['balance'] as number | undefined) ?? null,
      (row['madeBy'] as string | undefined) ?? purse.madeBy,
      (row['madeByName'] as string | undefined) ?? purse.madeByName,
      row['needsApproval'] === true,
      row.at.toISOString(),
      status === 0 ? null : row.at.toISOString(),
    ],
  );
}
