import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findPostmaster, foreign, postmasterOf } from '../support/kills.ts';
import { moneyStorm, readBooks, type StormJournal } from './money-storm.ts';
import { demoDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { call, login } from '../support/writers.ts';

/** How much is asked for: enough to notice in the suite, and as much as one says for a proof. */
const wanted = Number(process.env['WALLET_STORM'] ?? 800);
const kills = Number(process.env['WALLET_KILLS'] ?? 2);
const workers = 50;

test.skipIf(foreign)(
  `${wanted} credits, payments, holds, refunds and reversals from ${workers} connections, with the product and PostgreSQL killed amid them, leave every paisa where it belongs`,
  { timeout: Math.max(600_000, wanted * 60) },
  async () => {
    const dataDir = await demoDataDir();
    let product: RunningProduct = await startProduct(dataDir);
    try {
      let token = await login(product.url);
      const wallets = await openWallets(product.url, token);
      const before = await readBooks(product.url, token);
      const journal: StormJournal = { made: new Map(), refused: new Map(), answers: new Map(), asked: 0 };
      const storm = moneyStorm(() => product, wallets, { wanted, workers, journal });
      const killing = (async () => {
        for (let round = 1; round <= kills; round += 1) {
          const due = (wanted * round) / (kills + 1);
          await expect.poll(() => journal.asked, { timeout: wanted * 60, interval: 20 }).toBeGreaterThan(due);
          if (round % 2 === 1) {
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

      // Each that was acknowledged is there, once, and nothing else is.
      const after = await readBooks(product.url, token);
      const known = new Set(before.rows.map(({ id }) => id));
      const since = after.rows.filter(({ id }) => !known.has(id));
      expect(new Set(since.map(({ id }) => id))).toEqual(new Set(journal.made.keys()));
      expect(since.length).toBe(journal.made.size);
      expect(new Set(journal.made.values())).toEqual(new Set(['credit', 'payment', 'hold', 'refund', 'reverse']));
      for (const wallet of after.wallets) {
        expect(wallet.availablePaise).toBeGreaterThanOrEqual(0);
        const moved = after.rows.filter(({ walletId, status }) => walletId === wallet.id && [1, 3].includes(status));
        const sum = moved.reduce(
          (total, row) => total + (row.transactionType === 1 ? 1 : -1) * (row.capturedPaise ?? row.amountPaise),
          0,
        );
        expect(sum).toBe(wallet.balancePaise);
      }
      await call(product.url, token, 'POST', '/wallet/books/proof');
      const proof = async () => (await call(product.url, token, 'GET', '/wallet/books'))?.json.data.proofs[0];
      await expect.poll(async () => (await proof())?.state, { timeout: 600_000, interval: 500 }).toBe('WHOLE');
      expect(await proof()).toMatchObject({ sumPaise: 0, faults: [] });
      expect([...journal.answers.keys()].filter((code) => ![0, 200, 201, 409, 429, 503].includes(code))).toEqual([]);
      if (process.env['WALLET_STORM'] !== undefined) console.log('storm:', journal.made.size, 'made', told(journal));
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

async function openWallets(url: string, token: string): Promise<string[]> {
  const organisations = (await call(url, token, 'GET', '/organisation?take=4'))?.json.data as { id: string }[];
  const wallets: string[] = [];
  for (const { id } of organisations)
    wallets.push((await call(url, token, 'POST', '/wallet', { body: { orgId: id } }))?.json.data.id);
  return wallets;
}

/** What was made, refused and answered, in numbers. */
function told({ made, refused, answers }: StormJournal): string {
  const byKind = Map.groupBy(made.values(), (kind) => kind);
  const kinds = [...byKind].map(([kind, all]) => [kind, all.length]);
  return JSON.stringify({ kinds, refused: [...refused], answers: [...answers] });
}
