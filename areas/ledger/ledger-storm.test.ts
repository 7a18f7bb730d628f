import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { clientConfig, everything, openDatabase, type Queryable, transact } from '#kit/server/db/database.ts';
import { testDatabase } from '#kit/server/testing/database.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { capture, giveBack, move, reserve, voidHold } from './ledger.store.ts';
import { brokenAt, prove, someAccounts, standingOf, within } from './testing/books.ts';

let product: TestProduct;
let orgId: string;
beforeAll(async () => {
  product = await startTestProduct();
  [{ id: orgId }] = (await within(product, (db) => db.query('select id from organisation order by id limit 1'))) as [
    { id: string },
  ];
}, 60_000);
afterAll(() => product?.close());

const now = () => product.clock.now();
const by = () => ({ madeBy: null, now: now() });

/** What the ledger should hold, by the plainest arithmetic. */
class Model {
  readonly balance = new Map<string, number>();
  readonly transfers = new Map<
    string,
    { from: string; to: string; paise: number; kind: string; left: number; reversed: boolean; of?: string }
  >();
  readonly holds = new Map<string, { from: string; to: string; paise: number; open: boolean }>();
  readonly bounded: ReadonlySet<string>;
  constructor(bounded: readonly string[]) {
    this.bounded = new Set(bounded);
  }
  held(id: string): number {
    return [...this.holds.values()].reduce((sum, one) => sum + (one.open && one.from === id ? one.paise : 0), 0);
  }
  private can(from: string, paise: number, freed = 0): boolean {
    return !this.bounded.has(from) || (this.balance.get(from) ?? 0) - this.held(from) + freed >= paise;
  }
  private put(from: string, to: string, paise: number): void {
    this.balance.set(from, (this.balance.get(from) ?? 0) - paise);
    this.balance.set(to, (this.balance.get(to) ?? 0) + paise);
  }
  move(id: string, from: string, to: string, paise: number): boolean {
    if (from === to || !this.can(from, paise)) return false;
    this.put(from, to, paise);
    this.transfers.set(id, { from, to, paise, kind: 'TRANSFER', left: paise, reversed: false });
    return true;
  }
  giveBack(id: string, kind: 'REFUND' | 'REVERSAL', of: string, paise: number): boolean {
    const one = this.transfers.get(of);
    if (!one || one.reversed || one.kind === 'REVERSAL') return false;
    if (kind === 'REFUND' ? one.kind === 'REFUND' || paise > one.left : one.left < one.paise) return false;
    const moved = kind === 'REFUND' ? paise : one.paise;
    if (!this.can(one.to, moved)) return false;
    this.put(one.to, one.from, moved);
    if (kind === 'REFUND') one.left -= moved;
    else {
      one.reversed = true;
      const first = one.of === undefined ? undefined : this.transfers.get(one.of);
      if (first) first.left += moved;
    }
    this.transfers.set(id, { from: one.to, to: one.from, paise: moved, kind, left: moved, reversed: false, of });
    return true;
  }
  reserve(id: string, from: string, to: string, paise: number): boolean {
    if (from === to || !this.can(from, paise)) return false;
    this.holds.set(id, { from, to, paise, open: true });
    return true;
  }
  capture(id: string, hold: string, paise: number): boolean {
    const one = this.holds.get(hold);
    if (!one?.open || paise > one.paise) return false;
    one.open = false;
    this.put(one.from, one.to, paise);
    this.transfers.set(id, { from: one.from, to: one.to, paise, kind: 'TRANSFER', left: paise, reversed: false });
    return true;
  }
  void(hold: string): boolean {
    const one = this.holds.get(hold);
    if (!one?.open) return false;
    one.open = false;
    return true;
  }
}

type Step =
  | { do: 'move' | 'reserve'; from: number; to: number; paise: number }
  | { do: 'refund' | 'reverse' | 'capture'; of: number; paise: number }
  | { do: 'void'; of: number };
const amount = fc.integer({ min: 1, max: 900 });
const place = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), from: place, to: place, paise: amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reserve' as const), from: place, to: place, paise: amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('refund', 'reverse', 'capture'),
      of: fc.nat({ max: 11 }),
      paise: amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), of: fc.nat({ max: 5 }) }) },
);

test('does what plain arithmetic does, whatever is asked in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const purses = await someAccounts(product, orgId, 3);
      const [house] = (await someAccounts(product, null, 1)) as [string];
      const at = [house, ...purses];
      const model = new Model(purses);
      const accepted = async (work: (db: Queryable) => Promise<unknown>) => {
        try {
          await within(product, work);
          return true;
        } catch (error) {
          if (error instanceof Refusal && ['conflict', 'not_found'].includes(error.code)) return false;
          throw error;
        }
      };
      for (const one of steps) {
        const id = randomUUID();
        let [told, should]: [boolean, boolean] = [false, false];
        if (one.do === 'move' || one.do === 'reserve') {
          const [from, to] = [at[one.from] as string, at[one.to] as string];
          const given = { id, from, to, paise: one.paise, reason: 'TEST' };
          const expiresAt = new Date(now().getTime() + 86_400_000);
          told = await accepted((db) =>
            one.do === 'move' ? move(db, given, by()) : reserve(db, { ...given, expiresAt }, by()),
          );
          should = model[one.do](id, from, to, one.paise);
        } else if (one.do === 'capture' || one.do === 'void') {
          const hold = [...model.holds.keys()][one.of];
          if (!hold) continue;
          const wasOpen = model.holds.get(hold)?.open === true;
          if (one.do === 'capture') {
            told = await accepted((db) => capture(db, { id, hold, paise: one.paise }, by()));
            should = model.capture(id, hold, one.paise);
          } else {
            // One that was voided before is voided: only a captured one refuses.
            if (!wasOpen) continue;
            told = await accepted((db) => voidHold(db, hold, now()));
            should = model.void(hold);
          }
        } else {
          const of = 'of' in one ? [...model.transfers.keys()][one.of] : undefined;
          if (!of) continue;
          const kind = one.do === 'refund' ? 'REFUND' : 'REVERSAL';
          const paise = one.do === 'refund' ? one.paise : null;
          told = await accepted((db) => giveBack(db, { id, kind, of, paise, reason: kind }, by()));
          should = model.giveBack(id, kind, of, one.paise);
        }
        expect([one, told]).toEqual([one, should]);
      }
      for (const id of at)
        expect(await within(product, (db) => standingOf(db, id))).toMatchObject({
          balance: model.balance.get(id) ?? 0,
          held: model.held(id),
        });
    }),
    { numRuns: 25, seed: 25 },
  );
  expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0 });
}, 120_000);

test('a thousand payments at once never spend more than there is', async () => {
  const [purse] = (await someAccounts(product, orgId, 1)) as [string];
  const [house] = (await someAccounts(product, null, 1)) as [string];
  await within(product, (db) =>
    move(db, { id: randomUUID(), from: house, to: purse, paise: 25_000, reason: 'TEST' }, by()),
  );
  const db = openDatabase(product.database.app, { connections: 20, log: () => undefined });
  const pay = () =>
    transact(db, everything, (db) =>
      move(db, { id: randomUUID(), from: purse, to: house, paise: 100, reason: 'TEST' }, by()),
    );
  let [paid, refused] = [0, 0];
  const payers = Array.from({ length: 20 }, async () => {
    for (let number = 0; number < 50; number += 1)
      await pay().then(
        () => (paid += 1),
        (error: unknown) => {
          if (!(error instanceof Refusal && error.message === 'Insufficient funds')) throw error;
          refused += 1;
        },
      );
  });
  await Promise.all(payers);
  await db.close();
  expect([paid, refused]).toEqual([250, 750]);
  expect(await within(product, (db) => standingOf(db, purse))).toMatchObject({ balance: 0, entries: 251 });
}, 60_000);

test('one id that a hundred ask for at once moves money once', async () => {
  const [purse] = (await someAccounts(product, orgId, 1)) as [string];
  const [house] = (await someAccounts(product, null, 1)) as [string];
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      within(product, (db) => move(db, { id, from: house, to: purse, paise: 700, reason: 'TEST' }, by())),
    ),
  );
  expect(answers.filter(({ wasThere }) => !wasThere)).toHaveLength(1);
  expect(new Set(answers.map(({ toBalance }) => toBalance))).toEqual(new Set([700]));
}, 60_000);

test('connections that are cut amid everything lose nothing that was acknowledged, and do nothing twice', async () => {
  const purses = await someAccounts(product, orgId, 6);
  const [house] = (await someAccounts(product, null, 1)) as [string];
  for (const to of purses)
    await within(product, (db) => move(db, { id: randomUUID(), from: house, to, paise: 5_000, reason: 'TEST' }, by()));
  const db = openDatabase(product.database.app, { connections: 10, log: () => undefined });
  const acknowledged = new Set<string>();
  const asked = new Set<string>();
  const holds: string[] = [];
  const over = new AbortController();
  let dice = 25;
  const roll = (sides: number) => (dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648) % sides;
  const worker = async () => {
    for (let number = 0; number < 80; number += 1) {
      const [id, from, to, paise] = [randomUUID(), purses[roll(6)] as string, purses[roll(6)] as string, 1 + roll(900)];
      const [kind, of] = [roll(6), [...acknowledged][roll(acknowledged.size + 1)]];
      const hold = holds[roll(holds.length + 1)];
      // Whoever was not answered asks again with the same id, as a client does.
      for (let attempt = 0; attempt < 12; attempt += 1) {
        asked.add(id);
        try {
          await transact(db, everything, async (db) => {
            const given = { id, from, to: kind === 1 ? house : to, paise, reason: 'TEST' };
            if (kind === 2 && of) await giveBack(db, { id, kind: 'REFUND', of, paise, reason: 'REFUND' }, by());
            else if (kind === 3 && of)
              await giveBack(db, { id, kind: 'REVERSAL', of, paise: null, reason: 'REVERSAL' }, by());
            else if (kind === 4)
              await reserve(db, { ...given, to: house, expiresAt: new Date(now().getTime() + 60_000) }, by());
            else if (kind === 5 && hold) await capture(db, { id, hold, paise }, by());
            else await move(db, given, by());
          });
          if (kind === 4) holds.push(id);
          else acknowledged.add(id);
          break;
        } catch (error) {
          if (error instanceof Refusal && ['conflict', 'not_found'].includes(error.code)) break;
          // Of what was cut off nobody knows whether it was done.
          if (
            !(error instanceof Refusal && error.code === 'unavailable') &&
            !/cut|terminat|ended|closed/i.test(String(error))
          )
            throw error;
        }
      }
    }
  };
  const killer = (async () => {
    const client = new pg.Client(clientConfig(testDatabase().admin, 5_000));
    await client.connect();
    let killed = 0;
    while (!over.signal.aborted) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and query like '%ledger_%' order by random() limit 2`,
        [product.database.name],
      );
      killed += rowCount ?? 0;
      await new Promise((done) => setTimeout(done, 25));
    }
    await client.end();
    return killed;
  })();
  try {
    await Promise.all(Array.from({ length: 10 }, worker));
  } finally {
    over.abort();
  }
  expect(await killer).toBeGreaterThan(5);
  await db.close();
  const stored = await within(product, (db) =>
    db.query<{ id: string }>('select id from ledger_transfer where id = any($1::uuid[])', [[...asked]]),
  );
  const ids = stored.map(({ id }) => id);
  expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
  for (const id of purses) {
    const { balance, held } = await within(product, (db) => standingOf(db, id));
    expect(balance - held).toBeGreaterThanOrEqual(0);
    expect(await within(product, (db) => brokenAt(db, id))).toBeUndefined();
  }
  expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0, faults: [] });
}, 120_000);
