import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RunningProduct, startProduct } from './product.ts';
import { call, compare, login, newJournal, write } from './writers.ts';

const rounds = 20;
const writers = 6;
const wanted = 50;

/** With a database of the user's own there is no server of ours to kill. */
const foreign = process.env['DATABASE_URL'] !== undefined;
if (foreign) console.log('DATABASE_URL is set: the kill tests are skipped, because the database is not ours to kill');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The postmaster of a data folder: the first line of its pid file. */
function postmasterOf(dataDir: string): number {
  const pointer = join(dataDir, 'postgres.location');
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Lets writers work until enough was acknowledged and a little longer, does `harm`, and gives the journal. */
async function workUntil(
  product: RunningProduct,
  token: string,
  prefix: string,
  harm: () => Promise<void> | void,
  after: () => Promise<void> = async () => {},
) {
  const journal = newJournal();
  let stopped = false;
  const working = Array.from({ length: writers }, () => write(product.url, token, journal, prefix, () => stopped));
  while (journal.acknowledged < wanted) await pause(5);
  await pause(Math.random() * 60);
  await harm();
  await after();
  stopped = true;
  await Promise.all(working);
  return journal;
}

test.skipIf(foreign)(
  `killing the product ${rounds} times amid writes loses nothing and doubles nothing`,
  { timeout: 400_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rk-kill-'));
    let product = await startProduct(dataDir);
    try {
      const total = { acknowledged: 0, lost: 0, doubled: 0 };
      const token = await login(product.url);
      for (let round = 1; round <= rounds; round += 1) {
        const prefix = `Kill${round}x`;
        const running = product;
        const journal = await workUntil(running, token, prefix, () => running.kill());
        product = await startProduct(dataDir);
        const seen = await compare(product.url, token, journal, prefix);
        console.log(
          `product killed, round ${round}: ${seen.acknowledged} acknowledged, ${seen.lost} lost, ${seen.doubled} doubled`,
        );
        expect(seen.acknowledged).toBeGreaterThanOrEqual(wanted);
        total.acknowledged += seen.acknowledged;
        total.lost += seen.lost;
        total.doubled += seen.doubled;
      }
      console.log(
        `product killed ${rounds} times: ${total.acknowledged} acknowledged, ${total.lost} lost, ${total.doubled} doubled`,
      );
      expect(total).toMatchObject({ lost: 0, doubled: 0 });
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

test.skipIf(foreign)(
  `killing PostgreSQL ${rounds} times amid writes: only 503 meanwhile, nobody signed out, nothing lost`,
  { timeout: 600_000 },
  async () => {
    const product = await startProduct();
    try {
      const total = { acknowledged: 0, lost: 0, doubled: 0 };
      const token = await login(product.url);
      let longest = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const prefix = `Power${round}x`;
        const back = async () => {
          const start = Date.now();
          while (
            (
              await call(product.url, token, 'POST', '/vehicle-type', {
                body: { name: `Back ${round} ${Date.now()}`, wheels: 4, speedClass: 'N' },
              })
            )?.status !== 201
          ) {
            expect(Date.now() - start).toBeLessThan(15_000);
            await pause(50);
          }
          longest = Math.max(longest, Date.now() - start);
        };
        const journal = await workUntil(
          product,
          token,
          prefix,
          () => void process.kill(postmasterOf(product.dataDir), 'SIGKILL'),
          back,
        );
        const seen = await compare(product.url, token, journal, prefix);
        const codes = [...journal.answers.keys()].sort((a, b) => a - b);
        console.log(
          `PostgreSQL killed, round ${round}: ${seen.acknowledged} acknowledged, ${seen.lost} lost, ${seen.doubled} doubled, answers ${codes.join(' ')}`,
        );
        expect(codes.filter((code) => ![200, 201, 503].includes(code))).toEqual([]);
        expect(seen.acknowledged).toBeGreaterThanOrEqual(wanted);
        expect(product.ended()).toBe(false);
        total.acknowledged += seen.acknowledged;
        total.lost += seen.lost;
        total.doubled += seen.doubled;
      }
      console.log(
        `PostgreSQL killed ${rounds} times: ${total.acknowledged} acknowledged, ${total.lost} lost, ${total.doubled} doubled, writable again after at most ${longest} ms`,
      );
      expect(total).toMatchObject({ lost: 0, doubled: 0 });
    } finally {
      await product.stop();
    }
  },
);

test.skipIf(foreign)(
  'a frozen PostgreSQL: every answer is a 503 within 3 s, the process stays alive, and all is well after',
  async () => {
    const product = await startProduct();
    try {
      const token = await login(product.url);
      const postmaster = postmasterOf(product.dataDir);
      const family = [
        postmaster,
        ...execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
          .trim()
          .split(/\s+/)
          .map(Number),
      ];
      const signal = (name: NodeJS.Signals) => {
        for (const pid of family) {
          try {
            process.kill(pid, name);
          } catch {
            // A backend that ended meanwhile needs no signal.
          }
        }
      };
      signal('SIGSTOP');
      const seen: { status: number; ms: number }[] = [];
      try {
        const end = Date.now() + 6_000;
        const ask = async (method: string, path: string, body?: unknown) => {
          while (Date.now() < end) {
            const start = Date.now();
            const answer = await call(product.url, token, method, path, { body });
            seen.push({ status: answer?.status ?? 0, ms: Date.now() - start });
            await pause(100);
          }
        };
        const alive = (async () => {
          while (Date.now() < end) {
            expect((await fetch(`${product.url}/livez`)).status).toBe(200);
            await pause(200);
          }
        })();
        await Promise.all([
          alive,
          ask('GET', '/rto?take=5'),
          ask('GET', '/vehicle-model?option=true&take=5'),
          ask('GET', '/token'),
          ask('POST', '/vehicle-type', { name: 'Frozen', wheels: 4, speedClass: 'N' }),
          ask('POST', '/login', { email: 'clerk@roadkeeper.test', password: 'x' }),
        ]);
      } finally {
        signal('SIGCONT');
      }
      // For a second after the last look a session is still believed: /token then needs no database.
      const worst = Math.max(...seen.map((one) => one.ms));
      const codes = new Set(seen.map((one) => one.status));
      console.log(`PostgreSQL frozen: ${seen.length} requests, answers ${[...codes].join(' ')}, slowest ${worst} ms`);
      expect([...codes].filter((code) => code !== 503 && code !== 200)).toEqual([]);
      expect(seen.filter((one) => one.status === 503).length).toBeGreaterThan(5);
      expect(worst).toBeLessThan(3_000);
      await expect
        .poll(async () => (await call(product.url, token, 'GET', '/rto?take=1'))?.status, { timeout: 5_000 })
        .toBe(200);
      expect((await call(product.url, token, 'GET', '/token'))?.status).toBe(200);
    } finally {
      await product.stop();
    }
  },
);
