import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findPostmaster, foreign, postmasterOf } from '../support/kills.ts';
import { diceOf, readBooks } from './money-storm.ts';
import { demoDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { type CallAnswer, call, login } from '../support/writers.ts';

const challans = 24;
const workers = 12;
const wanted = 360;

/** Lines of a timeline that may follow each other. */
const next: Readonly<Record<string, readonly string[]>> = {
  DRAFTED: ['ASKED', 'ISSUED'],
  ASKED: ['ANSWERED', 'ISSUED'],
  ANSWERED: ['ISSUED'],
  ISSUED: ['NOTIFIED'],
  NOTIFIED: ['CONTESTED', 'PAID'],
  CONTESTED: ['DEPOSITED', 'UPHELD', 'CANCELLED', 'REFUNDED'],
  DEPOSITED: ['UPHELD', 'REFUNDED'],
  UPHELD: ['PAID', 'COURT'],
  COURT: ['REFUNDED', 'COURT_UPHELD'],
  COURT_UPHELD: ['PAID'],
  COURT_CANCELLED: [],
  PAID: ['REFUNDED'],
  REFUNDED: ['CANCELLED', 'REFUNDED', 'COURT_CANCELLED'],
  CANCELLED: [],
};

interface Row {
  id: string;
  challanNo: string;
  challanStatus: string;
  amountPaise: number;
  paidPaise: number;
}

test.skipIf(foreign)(
  'challans that everybody works on at once, with the product and PostgreSQL killed amid it, go along their arrows, and every paisa is accounted for',
  { timeout: 300_000 },
  async () => {
    const dataDir = await demoDataDir();
    let product: RunningProduct = await startProduct(dataDir);
    try {
      let token = await login(product.url);
      /** Asks until there is an answer, with the same key, as a good client does. */
      const ask = async (method: string, path: string, body?: unknown): Promise<CallAnswer> => {
        const key = randomUUID();
        for (;;) {
          const answer = await call(product.url, token, method, path, { body, key });
          const isBusy = answer?.status === 409 && /still being worked on/.test(String(answer.json.message));
          if (answer && ![429, 503].includes(answer.status) && !isBusy) return answer;
          await pause(40);
        }
      };
      const must = async (method: string, path: string, body?: unknown) => {
        const { status, json } = await ask(method, path, body);
        if (status !== 200 && status !== 201)
          throw new Error(`${path} was answered ${status}: ${JSON.stringify(json)}`);
        return json.data;
      };
      const { walletId, rows } = await begin(must);
      const before = await readBooks(product.url, token);
      let asked = 0;
      const answers = new Map<number, number>();
      const court = byTurns('UPHOLD', 'CANCEL');
      const storm = Promise.all(
        Array.from({ length: workers }, async (_, number) => {
          const dice = diceOf(number * 104_729 + 27);
          while (asked < wanted) {
            asked += 1;
            const id = rows[dice(rows.length)] as string;
            const { status, json } = await act(ask, dice, await must('GET', `/challan/${id}`), walletId, court);
            answers.set(status, (answers.get(status) ?? 0) + 1);
            // Somebody else may have refunded a part since it was read.
            const isLate = status === 400 && json?.fields?.amountPaise === 'More than can be refunded';
            if (![200, 201, 409].includes(status) && !isLate) throw new Error(`${status}: ${JSON.stringify(json)}`);
          }
        }),
      );
      const killing = (async () => {
        for (const [round, share] of [0.3, 0.6].entries()) {
          await expect.poll(() => asked, { timeout: 120_000, interval: 20 }).toBeGreaterThan(wanted * share);
          if (round === 0) {
            await product.kill();
            product = await startProduct(dataDir);
          } else {
            const postmaster = postmasterOf(dataDir);
            process.kill(postmaster, 'SIGKILL');
            await expect
              .poll(() => findPostmaster(dataDir), { timeout: 30_000, interval: 20 })
              .not.toSatisfy((now: number | undefined) => now === undefined || now === postmaster);
          }
        }
      })();
      await Promise.all([storm, killing]);
      token = await login(product.url);

      const seen = new Set<string>();
      let paid = 0;
      for (const id of rows) {
        const row: Row = await must('GET', `/challan/${id}`);
        const lines = (await must('GET', `/challan/timeline/${id}`)) as { what: string }[];
        for (const [at, { what }] of lines.entries()) {
          seen.add(what);
          if (at > 0)
            expect(
              next[lines[at - 1]?.what ?? ''],
              `${row.challanNo}: ${lines.map((line) => line.what).join()}`,
            ).toContain(what);
        }
        paid += row.paidPaise;
      }
      expect([...seen].toSorted()).toEqual(
        expect.arrayContaining([
          'CANCELLED',
          'CONTESTED',
          'COURT',
          'COURT_UPHELD',
          'ISSUED',
          'PAID',
          'REFUNDED',
          'UPHELD',
        ]),
      );
      const after = await readBooks(product.url, token);
      const balance = ({ wallets }: typeof after) => wallets.find(({ id }) => id === walletId)?.balancePaise ?? NaN;
      expect(balance(before) - balance(after)).toBe(paid);
      await must('POST', '/wallet/books/proof');
      const proof = async () => (await must('GET', '/wallet/books')).proofs[0];
      await expect.poll(async () => (await proof())?.state, { timeout: 60_000, interval: 500 }).toBe('WHOLE');
      expect(await proof()).toMatchObject({ sumPaise: 0, faults: [] });
      expect(answers.get(200) ?? 0).toBeGreaterThan(challans);
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
type Must = (method: string, path: string, body?: unknown) => Promise<any>;

/** A wallet with money, and drafts for an offence with a fixed fine, of one organisation. */
async function begin(must: Must): Promise<{ walletId: string; rows: string[] }> {
  const [vehicle] = await must('GET', '/vehicle?take=1&status=1');
  const types = (await must('GET', '/challan-type?take=100&status=1')) as { id: string }[];
  let challanTypeId = '';
  for (const { id } of types) {
    const { rule } = await must('GET', `/challan-rule/test?challanTypeId=${id}&on=2026-11-20&state=MH`);
    if (rule?.action === 'FINE' && rule.amountPaise >= 50_000 && rule.amountPaise <= 100_000) {
      challanTypeId = id;
      break;
    }
  }
  const { id: walletId } = await must('POST', '/wallet', { orgId: vehicle.orgId });
  for (let round = 0; round < 10; round += 1)
    await must('POST', '/wallet/adjustment', { walletId, transactionType: 1, amountPaise: 500_000, note: 'Storm' });
  const rows: string[] = [];
  for (let at = 0; at < challans; at += 1) {
    const body = {
      source: 'INTERNAL',
      challanTypeId,
      vehicleId: vehicle.id,
      liable: 'OWNER',
      offenceOn: '2026-11-20',
      offenceTime: `10:${String(at).padStart(2, '0')}`,
      state: 'MH',
      place: 'Gate of the depot',
    };
    rows.push((await must('POST', '/challan', body)).id);
  }
  return { walletId, rows };
}

/** Few come as far as a court: each way out is taken in its turn, and none is left to luck. */
function byTurns<T>(...ways: [T, ...T[]]): () => T {
  let turn = 0;
  return () => ways[turn++ % ways.length] as T;
}

/** What somebody tries with a challan as they see it: mostly what can be done next. */
function act(
  ask: (method: string, path: string, body?: unknown) => Promise<CallAnswer>,
  dice: (sides: number) => number,
  { id, challanStatus, amountPaise, paidPaise }: Row,
  walletId: string,
  court: () => string,
): Promise<CallAnswer> {
  const post = (what: string, body?: unknown) => ask('POST', `/challan/${what}/${id}`, body);
  const pay = () => post('pay', { walletId, amountPaise: Math.max(1, amountPaise - paidPaise) });
  const refund = () => post('refund', { amountPaise: Math.max(1, paidPaise), note: 'Storm' });
  const decide = () =>
    post('decide', {
      decision: dice(2) === 0 ? 'UPHOLD' : 'CANCEL',
      reason: 'As it is',
      orderText: 'As the papers have it.',
    });
  const contest = () =>
    ask('POST', '/challan-contest', { challanId: id, grounds: 'OTHER', text: 'The gate stood open that day.' });
  const usual: Readonly<Record<string, () => Promise<CallAnswer>>> = {
    DRAFT: () => post('issue', { amountPaise }),
    ISSUED: () => post('notify', { by: 'POST' }),
    NOTIFIED: () => (dice(3) === 0 ? pay() : contest()),
    CONTESTED: () => (dice(4) === 0 ? pay() : decide()),
    UPHELD: () => (dice(4) === 0 ? pay() : post('court', { walletId, depositPaise: Math.ceil(amountPaise / 2) })),
    PAID: refund,
    COURT: () => post('court-decision', { decision: court(), note: 'As the court has it' }),
  };
  const any = [pay, refund, decide, contest];
  return (dice(5) === 0 ? undefined : usual[challanStatus])?.() ?? (any[dice(any.length)] as typeof pay)();
}
