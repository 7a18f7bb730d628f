import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  connectionOf,
  familyOf,
  fewRounds,
  findPostmaster,
  frozenMs,
  foreign,
  postmasterItself,
  postmasterOf,
  rounds,
  twoRounds,
  wanted,
  workUntil,
} from './support/kills.ts';
import { startProduct } from './support/product.ts';
import { call, compare, login } from './support/writers.ts';

/** What /livez may take in its slowest hundredth while the database stands still. */
const liveP99Ms = 50;
const livePauseMs = 25;
/** Where timers are later than this in their slowest hundredth, the machine has no time to measure with. */
const busyMs = 20;
const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** By `signals` in turn. `isOver`: the server itself ends, and another one takes its place. */
const ends: readonly {
  what: string;
  rounds: number;
  signals: readonly NodeJS.Signals[];
  victimOf: (postmaster: number, round: number) => number;
  isOver: boolean;
}[] = [
  { what: 'PostgreSQL is killed', rounds, signals: ['SIGKILL'], victimOf: postmasterItself, isOver: true },
  {
    what: 'a connection of PostgreSQL is killed',
    rounds: fewRounds,
    signals: ['SIGKILL'],
    victimOf: connectionOf,
    isOver: false,
  },
  // As pg_ctl does: smart takes nobody new and waits until everybody has left, fast sends everybody away.
  {
    what: 'PostgreSQL is shut down in both ways',
    rounds: twoRounds,
    signals: ['SIGTERM', 'SIGINT'],
    victimOf: postmasterItself,
    isOver: true,
  },
];

test.skipIf(foreign).each(ends)(
  '$what $rounds times amid writes: only 503 meanwhile, nobody signed out, nothing lost',
  { timeout: rounds * 30_000 },
  async ({ what, rounds, signals, victimOf, isOver }) => {
    const product = await startProduct();
    try {
      const total = { acknowledged: 0, lost: 0, doubled: 0 };
      const token = await login(product.url);
      let longest = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const prefix = `Power${round}x`;
        const before = postmasterOf(product.dataDir);
        const back = async () => {
          const start = Date.now();
          if (isOver)
            await expect
              .poll(() => findPostmaster(product.dataDir), { timeout: 15_000, interval: 20 })
              .not.toSatisfy((now: number | undefined) => now === undefined || now === before);
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
          () => void process.kill(victimOf(before, round), signals[(round - 1) % signals.length]),
          back,
        );
        const seen = await compare(product.url, token, journal, prefix);
        const codes = [...journal.answers.keys()].sort((a, b) => a - b);
        console.log(
          `${what}, round ${round}: ${seen.acknowledged} acknowledged, ${seen.lost} lost, ${seen.doubled} doubled, answers ${codes.join(' ')}`,
        );
        expect(codes.filter((code) => ![200, 201, 503].includes(code))).toEqual([]);
        expect(seen.acknowledged).toBeGreaterThanOrEqual(wanted);
        expect(product.ended()).toBe(false);
        total.acknowledged += seen.acknowledged;
        total.lost += seen.lost;
        total.doubled += seen.doubled;
      }
      console.log(
        `${what} ${rounds} times: ${total.acknowledged} acknowledged, ${total.lost} lost, ${total.doubled} doubled, writable again after at most ${longest} ms`,
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
      // First what makes connections: one that is made meanwhile would go on.
      process.kill(postmaster, 'SIGSTOP');
      const family = familyOf(postmaster);
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
      const lives: number[] = [];
      /** How late this process was woken up: whether the machine had time for anybody. */
      const late: number[] = [];
      try {
        const end = Date.now() + frozenMs;
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
            const start = performance.now();
            expect((await fetch(`${product.url}/livez`)).status).toBe(200);
            lives.push(performance.now() - start);
            const slept = performance.now();
            await pause(livePauseMs);
            late.push(performance.now() - slept - livePauseMs);
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
      const thawedAt = Date.now();
      // For a second after the last look a session is still believed: /token then needs no database.
      const worst = Math.max(...seen.map((one) => one.ms));
      const codes = new Set(seen.map((one) => one.status));
      expect([...codes].filter((code) => code !== 503 && code !== 200)).toEqual([]);
      expect(seen.filter((one) => one.status === 503).length).toBeGreaterThan(5);
      expect(worst).toBeLessThan(3_000);
      await expect
        .poll(async () => (await call(product.url, token, 'GET', '/rto?take=1'))?.status, { timeout: 5_000 })
        .toBe(200);
      const backMs = Date.now() - thawedAt;
      // A machine that lets this process wait for a processor lets the product wait as well.
      if (p99(late) < busyMs) expect(p99(lives)).toBeLessThanOrEqual(liveP99Ms);
      else
        console.log(`/livez is not held to ${liveP99Ms} ms: this process was woken up ${p99(late).toFixed(0)} ms late`);
      expect((await call(product.url, token, 'GET', '/token'))?.status).toBe(200);
      console.log(
        `PostgreSQL frozen ${frozenMs / 1_000} s: ${seen.length} requests, answers ${[...codes].join(' ')}, slowest ${worst} ms; ` +
          `/livez p99 ${p99(lives).toFixed(1)} ms of ${lives.length}, ${Math.max(...lives).toFixed(0)} ms at most; reads again ${backMs} ms after`,
      );
    } finally {
      await product.stop();
    }
  },
);
