import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProduct } from '../support/product.ts';
import { type CallAnswer, call, login } from '../support/writers.ts';

/** What a storm has been told, to be held against the books afterwards. */
export interface StormJournal {
  /** Transactions that were acknowledged, by what was asked. */
  made: Map<string, string>;
  /** How often the product refused, by its words. */
  refused: Map<string, number>;
  /** Every status code with its count; 0 for no answer. */
  answers: Map<number, number>;
  asked: number;
}

/** What one is asked for, out of twenty: as much is paid in as goes out, and there is always a hold to end and a payment to give back. */
const shares = [
  ['credit', 6],
  ['payment', 4],
  ['hold', 3],
  ['end', 3],
  ['refund', 2],
  ['reverse', 2],
] as const;
type Kind = (typeof shares)[number][0];
const kinds = shares.flatMap(([kind, share]) => Array.from<Kind>({ length: share }).fill(kind));

/** Dice that fall the same way in every run. */
export function diceOf(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}

/**
 * Moves money from many connections at once until so much was asked for. Whoever has no answer, or is told to come later, asks
 * for the same again with the same key, as a good client does. @throws for any answer that is neither done nor refused
 */
export async function moneyStorm(
  product: () => RunningProduct,
  wallets: readonly string[],
  { wanted, workers, journal }: { wanted: number; workers: number; journal: StormJournal },
): Promise<void> {
  let token = await login(product().url);
  let signedInAt = Date.now();
  const payments: string[] = [];
  const holds: string[] = [];
  const ask = async (path: string, body: object): Promise<CallAnswer> => {
    const key = randomUUID();
    for (;;) {
      // Before the token is as old as tokens get.
      if (Date.now() - signedInAt > 300_000) {
        signedInAt = Date.now();
        token = (await login(product().url).catch(() => undefined)) ?? token;
      }
      const answer = await call(product().url, token, 'POST', path, { body, key });
      const status = answer?.status ?? 0;
      journal.answers.set(status, (journal.answers.get(status) ?? 0) + 1);
      const isBusy = status === 409 && /still being worked on/.test(String(answer?.json.message));
      if (answer && ![429, 503].includes(status) && !isBusy) return answer;
      await pause(40);
    }
  };
  const take = (list: string[], dice: (sides: number) => number): string | undefined =>
    list.length === 0 ? undefined : list.splice(dice(list.length), 1)[0];
  const one = async (dice: (sides: number) => number): Promise<void> => {
    const walletId = wallets[dice(wallets.length)];
    const amountPaise = 100 + dice(20_000);
    let kind = kinds[dice(kinds.length)] as Kind;
    const of = kind === 'end' ? take(holds, dice) : payments[dice(payments.length || 1)];
    if (of === undefined && ['end', 'refund', 'reverse'].includes(kind)) kind = 'payment';
    const note = 'Storm';
    const pay = { walletId, amountPaise, reason: 'CHALLAN', subject: note };
    const asks: Record<Kind, () => Promise<CallAnswer>> = {
      credit: () => ask('/wallet/adjustment', { walletId, transactionType: 1, amountPaise, note }),
      payment: () => ask('/wallet/payment', pay),
      hold: () => ask('/wallet/payment', { ...pay, holdHours: 2 }),
      end: () => ask(`/wallet-transaction/${of}/${dice(3) === 0 ? 'void' : 'capture'}`, {}),
      refund: () => ask(`/wallet-transaction/${of}/refund`, { note, amountPaise: 100 + dice(300) }),
      reverse: () => ask(`/wallet-transaction/${of}/reverse`, { note }),
    };
    const { status, json } = await asks[kind]();
    if (status === 409) journal.refused.set(json.message, (journal.refused.get(json.message) ?? 0) + 1);
    else if (status === 201) {
      journal.made.set(json.data.id, kind);
      if (kind === 'hold') holds.push(json.data.id);
      if (kind === 'payment') payments.push(json.data.id);
    } else if (status !== 200) throw new Error(`${kind} was answered ${status}: ${JSON.stringify(json)}`);
  };
  await Promise.all(
    Array.from({ length: workers }, async (_, number) => {
      const dice = diceOf(number * 7_919 + 25);
      while (journal.asked < wanted) {
        journal.asked += 1;
        await one(dice);
      }
    }),
  );
}

export interface StoredTransaction {
  id: string;
  walletId: string;
  status: number;
  transactionType: number;
  amountPaise: number;
  capturedPaise: number | null;
}

/** All wallets and transactions, as staff see them. */
export async function readBooks(url: string, token: string) {
  const get = async (path: string) => {
    for (;;) {
      const answer = await call(url, token, 'GET', path);
      if (answer?.status === 200) return answer.json;
      if (answer?.status !== 429 && answer?.status !== 503)
        throw new Error(`${path} was answered ${answer?.status}: ${JSON.stringify(answer?.json)}`);
      await pause(250);
    }
  };
  const take = 100;
  /** The transactions begun from one time to another, halved where a list does not reach to its end. */
  const read = async (from: number, to: number): Promise<StoredTransaction[]> => {
    const pageAt = (skip: number) =>
      get(
        `/wallet-transaction?take=${take}&skip=${skip}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`,
      );
    const first = await pageAt(0);
    if (first.count > 5_000 && to > from) {
      const middle = Math.floor((from + to) / 2);
      return [...(await read(from, middle)), ...(await read(middle + 1, to))];
    }
    const rows: StoredTransaction[] = first.data;
    while (rows.length < first.count) rows.push(...(await pageAt(rows.length)).data);
    return rows;
  };
  const rows = await read(0, Date.now() + 1_000);
  const wallets = (await get(`/wallet?take=${take}`)).data as {
    id: string;
    balancePaise: number;
    availablePaise: number;
  }[];
  return { rows, wallets };
}
