import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { capture, expireHolds, freezeAccount, giveBack, move, reserve, voidHold } from './ledger.store.ts';
import { brokenAt, prove, someAccounts, standingOf, within } from './testing/books.ts';

let product: TestProduct;
let orgId: string;
let otherOrgId: string;
let house: string;
beforeAll(async () => {
  product = await startTestProduct();
  const orgs = await within(product, (db) =>
    db.query<{ id: string }>('select id from organisation order by id limit 2'),
  );
  [orgId, otherOrgId] = orgs.map(({ id }) => id) as [string, string];
  [house] = (await someAccounts(product, null, 1)) as [string];
}, 60_000);
afterAll(() => product?.close());

const now = () => product.clock.now();
const by = () => ({ madeBy: null, now: now() });
const later = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
/** An account with money. */
async function purse(paise: number, of = orgId): Promise<string> {
  const [id] = (await someAccounts(product, of, 1)) as [string];
  if (paise > 0) await pay(house, id, paise);
  return id;
}
const pay = (
  from: string,
  to: string,
  paise: number,
  id: string = randomUUID(),
  more: { note?: string; reason?: string } = {},
) => within(product, (db) => move(db, { id, from, to, paise, reason: 'TEST', ...more }, by()));
const refund = (of: string, paise: number | null, id: string = randomUUID()) =>
  within(product, (db) => giveBack(db, { id, kind: 'REFUND', of, paise, reason: 'REFUND' }, by()));
const reverse = (of: string, id: string = randomUUID()) =>
  within(product, (db) => giveBack(db, { id, kind: 'REVERSAL', of, paise: null, reason: 'REVERSAL' }, by()));
const hold = (from: string, paise: number, minutes = 60, id: string = randomUUID()) =>
  within(product, async (db) => {
    await reserve(db, { id, from, to: house, paise, reason: 'TEST', expiresAt: later(minutes) }, by());
    return id;
  });
const take = (of: string, paise: number | null, id: string = randomUUID()) =>
  within(product, (db) => capture(db, { id, hold: of, paise }, by()));
const standing = (id: string) => within(product, (db) => standingOf(db, id));

describe('a transfer', () => {
  test('takes from one account what it adds to another, and stands in the chains of both', async () => {
    const [from, to] = [await purse(10_000), await purse(0)];
    expect(await pay(from, to, 2_500)).toEqual({ fromBalance: 7_500, toBalance: 2_500, wasThere: false });
    expect(await standing(from)).toEqual({ balance: 7_500, held: 0, entries: 2 });
    expect(await standing(to)).toEqual({ balance: 2_500, held: 0, entries: 1 });
    expect(await within(product, (db) => brokenAt(db, from))).toBeUndefined();
    expect(await within(product, (db) => brokenAt(db, to))).toBeUndefined();
  });

  test('asked for again with its id is the same one; another with its id is refused', async () => {
    const [from, to, id] = [await purse(10_000), await purse(0), randomUUID()];
    const first = await pay(from, to, 100, id, { note: 'For June' });
    expect(await pay(from, to, 100, id, { note: 'For June' })).toEqual({ ...first, wasThere: true });
    // Also when it could not be paid any more.
    await pay(from, to, 9_900);
    expect(await pay(from, to, 100, id, { note: 'For June' })).toEqual({ ...first, wasThere: true });
    for (const other of [
      () => pay(from, to, 101, id, { note: 'For June' }),
      () => pay(from, house, 100, id, { note: 'For June' }),
      () => pay(from, to, 100, id, { note: 'For July' }),
      () => pay(from, to, 100, id, { note: 'For June', reason: 'OTHER' }),
    ])
      await expect(other()).rejects.toMatchObject({
        code: 'conflict',
        message: 'This id was used for another transfer',
      });
    expect((await standing(to)).balance).toBe(10_000);
  });

  test('is refused where there is too little, and nothing changes; the id can be used later', async () => {
    const [from, to, id] = [await purse(99), await purse(0), randomUUID()];
    await expect(pay(from, to, 100, id)).rejects.toMatchObject({ code: 'conflict', message: 'Insufficient funds' });
    expect(await standing(from)).toEqual({ balance: 99, held: 0, entries: 1 });
    await pay(house, from, 1);
    expect(await pay(from, to, 100, id)).toMatchObject({ fromBalance: 0, wasThere: false });
  });

  test('leaves a frozen account alone, but reaches it', async () => {
    const from = await purse(500);
    await within(product, (db) => freezeAccount(db, from, true));
    await expect(pay(from, house, 100)).rejects.toThrow('frozen');
    await expect(hold(from, 100)).rejects.toThrow('frozen');
    expect(await pay(house, from, 100)).toMatchObject({ toBalance: 600 });
    await within(product, (db) => freezeAccount(db, from, false));
    expect(await pay(from, house, 600)).toMatchObject({ fromBalance: 0 });
  });

  test('above a limit wants a second person, who is not the first', async () => {
    await withClient(product.database.owner, (client) =>
      client.query(`insert into ledger_limit values ('GUARDED', 1000) on conflict do nothing`),
    );
    const [to, one, two] = [await purse(0), randomUUID(), randomUUID()];
    const guarded = (paise: number, approvedBy: string | null, madeBy: string | null = one) =>
      within(product, (db) =>
        move(db, { id: randomUUID(), from: house, to, paise, reason: 'GUARDED' }, { madeBy, approvedBy, now: now() }),
      );
    await guarded(1_000, null);
    for (const [approvedBy, madeBy] of [
      [null, one],
      [one, one],
      [two, null],
    ] as const)
      await expect(guarded(1_001, approvedBy, madeBy)).rejects.toThrow('second person');
    await guarded(1_001, two);
    expect((await standing(to)).balance).toBe(2_001);
  });

  test('goes by the time of its accounts where the clock went back', async () => {
    const [from, to] = [await purse(100), await purse(0)];
    const early = new Date(now().getTime() - 3_600_000);
    await within(product, (db) =>
      move(db, { id: randomUUID(), from, to, paise: 1, reason: 'TEST' }, { madeBy: null, now: early }),
    );
    const times = await within(product, (db) =>
      db.query<{ at: string }>('select at from ledger_posting where account_id = $1 order by seq', [from]),
    );
    expect(times[1]?.at).toBe(times[0]?.at);
  });
});

describe('what is given back', () => {
  test('is at most the rest, however often it is asked for', async () => {
    const [from, id, first] = [await purse(1_000), randomUUID(), randomUUID()];
    await pay(from, house, 1_000, id);
    expect(await refund(id, 400, first)).toMatchObject({ toBalance: 400 });
    // The same refund again is that one; another one is another.
    expect(await refund(id, 400, first)).toMatchObject({ wasThere: true });
    await expect(refund(id, 601)).rejects.toThrow('more than what is left');
    expect(await refund(id, 600)).toMatchObject({ toBalance: 1_000 });
    await expect(refund(id, 1)).rejects.toThrow('more than what is left');
    await expect(refund(id, null)).rejects.toThrow('more than what is left');
    expect((await standing(from)).balance).toBe(1_000);
  });

  test('by fifty at once is one refund', async () => {
    const [from, id] = [await purse(1_000), randomUUID()];
    await pay(from, house, 1_000, id);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => refund(id, null)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await standing(from)).balance).toBe(1_000);
  });

  test('as a reversal is all of it, once, and excludes refunds; a wrong refund is reversed itself', async () => {
    const [from, id, back] = [await purse(1_000), randomUUID(), randomUUID()];
    await pay(from, house, 1_000, id);
    await refund(id, 300, back);
    await expect(reverse(id)).rejects.toThrow('Reverse the refunds first');
    expect(await reverse(back)).toMatchObject({ fromBalance: 0 });
    const undo = randomUUID();
    expect(await reverse(id, undo)).toMatchObject({ toBalance: 1_000 });
    await expect(reverse(id)).rejects.toThrow('already reversed');
    await expect(refund(id, 1)).rejects.toThrow('already reversed');
    await expect(reverse(undo)).rejects.toThrow('cannot be refunded or reversed');
    await expect(refund(back, 1)).rejects.toThrow('cannot be refunded or reversed');
    expect((await standing(from)).balance).toBe(1_000);
  });

  test('is kept within the bounds as well: what was spent cannot be reversed', async () => {
    const [to, id] = [await purse(0), randomUUID()];
    await pay(house, to, 500, id);
    await pay(to, house, 200);
    await expect(reverse(id)).rejects.toThrow('Insufficient funds');
    expect((await standing(to)).balance).toBe(300);
  });
});

describe('a hold', () => {
  test('is not to be spent, by payments, other holds or reversals', async () => {
    const [from, id] = [await purse(0), randomUUID()];
    await pay(house, from, 1_000, id);
    await hold(from, 700);
    expect(await standing(from)).toMatchObject({ balance: 1_000, held: 700 });
    await expect(pay(from, house, 301)).rejects.toThrow('Insufficient funds');
    await expect(hold(from, 301)).rejects.toThrow('Insufficient funds');
    await expect(reverse(id)).rejects.toThrow('Insufficient funds');
    await pay(from, house, 300);
  });

  test('is captured once, wholly or in part, and the rest is free again', async () => {
    const from = await purse(1_000);
    const [part, captured] = [await hold(from, 600), randomUUID()];
    await expect(take(part, 601)).rejects.toThrow('more than what is left');
    expect(await take(part, 250, captured)).toMatchObject({ fromBalance: 750 });
    expect(await take(part, 250, captured)).toMatchObject({ fromBalance: 750, wasThere: true });
    expect(await standing(from)).toMatchObject({ balance: 750, held: 0 });
    await expect(take(part, 1)).rejects.toThrow('already captured or voided');
    await expect(within(product, (db) => voidHold(db, part, now()))).rejects.toThrow('already captured or voided');
    const whole = await hold(from, 750);
    expect(await take(whole, null)).toMatchObject({ fromBalance: 0 });
    // What was captured can be refunded like any payment.
    expect(await refund(captured, 250)).toMatchObject({ toBalance: 250 });
  });

  test('is voided once, and asking again is no harm', async () => {
    const from = await purse(100);
    const id = await hold(from, 100);
    const drop = () => within(product, (db) => voidHold(db, id, now()));
    expect(await drop()).toMatchObject({ wasThere: false });
    expect(await drop()).toMatchObject({ wasThere: true });
    await expect(take(id, 1)).rejects.toThrow('already captured or voided');
    expect(await standing(from)).toMatchObject({ balance: 100, held: 0 });
  });

  test('that has expired reserves nothing, whether a sweep came by or not', async () => {
    const from = await purse(100);
    const [taken, swept] = [await hold(from, 60, 10), await hold(from, 40, 20)];
    product.clock.move(10 * 60_000);
    await expect(take(taken, 1)).rejects.toThrow('expired');
    expect(await pay(from, house, 60)).toMatchObject({ fromBalance: 40 });
    await expect(pay(from, house, 1)).rejects.toThrow('Insufficient funds');
    product.clock.move(10 * 60_000);
    await within(product, (db) => expireHolds(db, now()));
    expect(await standing(from)).toMatchObject({ balance: 40, held: 0 });
    await expect(take(swept, 1)).rejects.toThrow('expired');
    await pay(from, house, 40);
  });

  test('with the id of another is refused, and asked for again is the same', async () => {
    const from = await purse(100);
    const id = await hold(from, 60);
    await hold(from, 60, 60, id);
    expect(await standing(from)).toMatchObject({ held: 60 });
    await expect(hold(from, 61, 60, id)).rejects.toThrow('another transfer');
  });
});

describe('whose money it is', () => {
  test('a client’s transaction moves that of its own organisation only', async () => {
    const [own, other] = [await purse(100), await purse(100, otherOrgId)];
    const asClient = (from: string, to: string) =>
      within(product, (db) => move(db, { id: randomUUID(), from, to, paise: 1, reason: 'TEST' }, by()), { orgId });
    expect(await asClient(own, house)).toMatchObject({ wasThere: false });
    for (const [from, to] of [
      [other, house],
      [house, other],
      [own, other],
      [other, own],
      [house, (await someAccounts(product, null, 1))[0] as string],
    ] as const)
      await expect(asClient(from, to)).rejects.toMatchObject({ code: 'not_found' });
    // And no other organisation’s through the staff either: it goes through the house.
    await expect(pay(own, other, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a client’s transaction sees its own accounts, and none of the house', async () => {
    const own = await purse(100);
    await purse(100, otherOrgId);
    const seen = await within(
      product,
      async (db) => [
        await db.query<{ org: string }>('select distinct org_id as org from ledger_account'),
        await db.query<{ org: string }>('select distinct org_id as org from ledger_posting'),
        await db.query<{ org: string }>('select distinct org_id as org from ledger_transfer'),
      ],
      { orgId },
    );
    expect(seen).toEqual(Array.from({ length: 3 }, () => [{ org: orgId }]));
    expect(own).toBeTruthy();
  });
});

describe('what was written', () => {
  const asOwner = (sql: string) => withClient(product.database.owner, (client) => client.query(sql));

  test('the product itself may only read, and the owner of the tables changes nothing by accident', async () => {
    await purse(100);
    for (const sql of [
      'insert into ledger_account (id, code, kind, created_at) values (gen_random_uuid(), gen_random_uuid()::text, $$X_X$$, now())',
      'update ledger_account set balance_paise = 1, credited_paise = 1',
      'update ledger_transfer set paise = 1',
      'delete from ledger_posting',
      'update ledger_hold set paise = 1',
      'update ledger_limit set alone_paise = 1',
    ])
      await expect(within(product, (db) => db.query(sql))).rejects.toThrow('permission denied');
    for (const sql of [
      'update ledger_transfer set paise = paise + 1',
      'delete from ledger_transfer',
      'update ledger_posting set paise = paise',
      'delete from ledger_posting',
      'truncate ledger_posting',
      'truncate ledger_transfer cascade',
    ])
      await expect(asOwner(sql)).rejects.toThrow('append-only');
    const resolved = await hold(await purse(10), 10);
    await take(resolved, null);
    await expect(
      asOwner(`update ledger_hold set state = 'VOIDED', captured_paise = null where id = '${resolved}'`),
    ).rejects.toThrow('resolves once');
    await expect(
      asOwner('update ledger_account set balance_paise = -1, debited_paise = credited_paise + 1 where floor_paise = 0'),
    ).rejects.toThrow('ledger_account_floor');
  });

  test('a proof finds whatever was changed in spite of that, and says where', async () => {
    const [from, to] = [await purse(10_000), await purse(0)];
    for (const paise of [1, 2, 3]) await pay(from, to, paise);
    expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0, faults: [] });
    const code = `test:${from}`;
    const tables = ['ledger_transfer', 'ledger_posting', 'ledger_account'];
    const harm = async (sql: string, undo: string) => {
      const run = (text: string) =>
        asOwner(
          tables.map((one) => `alter table ${one} disable trigger user`).join(';') +
            `; ${text}; ` +
            tables.map((one) => `alter table ${one} enable trigger user`).join(';'),
        );
      await run(sql);
      const proof = await prove(product);
      await run(undo);
      return proof.faults.map(({ kind, account, seq }) => (account === code ? `${kind} ${seq}` : `${kind} elsewhere`));
    };
    const own = `account_id = '${from}'`;
    expect(
      await harm(
        `update ledger_posting set paise = -3 where ${own} and seq = 3`,
        `update ledger_posting set paise = -2 where ${own} and seq = 3`,
      ),
    ).toEqual(expect.arrayContaining(['BALANCE 3']));
    expect(
      await harm(
        `update ledger_transfer set note = 'x' where from_id = '${from}' and paise = 2`,
        `update ledger_transfer set note = '' where from_id = '${from}' and paise = 2`,
      ),
    ).toEqual(expect.arrayContaining(['CHAIN 3', 'CHAIN elsewhere']));
    expect(
      await harm(
        `update ledger_account set balance_paise = balance_paise + 5, credited_paise = credited_paise + 5 where id = '${from}'`,
        `update ledger_account set balance_paise = balance_paise - 5, credited_paise = credited_paise - 5 where id = '${from}'`,
      ),
    ).toEqual(expect.arrayContaining(['SUM elsewhere', 'BALANCE 4']));
    expect(
      await harm(
        `update ledger_account set held_paise = 5 where id = '${from}'`,
        `update ledger_account set held_paise = 0 where id = '${from}'`,
      ),
    ).toEqual(['HELD 4']);
    expect(
      await harm(
        `create temporary table gone as select * from ledger_posting where ${own} and seq = 4; delete from ledger_posting where ${own} and seq = 4`,
        'select 1',
      ),
    ).toEqual(expect.arrayContaining(['ORDER 4', 'OTHER_SIDE elsewhere']));
  });
});
