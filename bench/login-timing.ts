import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeKinds, distinguishable } from '#areas/identity/testing/timing.ts';
import { createProduct } from '#apps/server/product.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { manualClock } from '#kit/server/clock.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';

// Can somebody tell by the time of the answer whether an account exists? A thousand tries each at a known and an unknown one.
const rounds = 1_000;
/** Smaller than this is told apart. */
const least = 0.01;

const dataDir = await mkdtemp(join(tmpdir(), 'roadkeeper-bench-'));
const postgres = await startPostgres({ dataDir, log: (line) => console.error(`postgres: ${line}`) });
try {
  const directory = join(import.meta.dirname, '../db/migrations');
  await migrate(postgres.owner, { directory, app: postgres.app });
  const clock = manualClock('2026-11-21T06:00:00Z');
  const wiring = { alone: true, demo: true, secure: false, log: false } as const;
  const product = await createProduct({ ...wiring, database: postgres.app, dataDir, clock });
  await loadReference(product.db, clock.now());
  await loadDemo(product.db, product.passwords, clock.now());
  await product.app.ready();
  const post = (path: string, body: object) => () =>
    product.app.inject({ method: 'POST', url: `/api/v1${path}`, payload: body });
  const calls = {
    '/login': (email: string) => post('/login', { email, password: 'not the right one' }),
    '/password/forgot': (email: string) => post('/password/forgot', { email }),
  };
  for (const [path, call] of Object.entries(calls)) {
    const kinds = {
      unknown: call('nobody@roadkeeper.test'),
      control: call('nobody.else@roadkeeper.test'),
      known: call('clerk@roadkeeper.test'),
    };
    const times = await timeKinds(kinds, rounds, () => clock.move(1_000_000));
    const p = distinguishable(times, 'unknown');
    console.table(
      Object.entries(times).map(([kind, values]) => ({ path, kind, ...quarters(values), p: p[kind] ?? '' })),
    );
    if (Math.min(...Object.values(p)) <= least) process.exitCode = 1;
  }
  await product.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Milliseconds that a twentieth, a quarter … of the answers stay under. */
function quarters(values: readonly number[]): Record<string, string> {
  const sorted = values.toSorted((a, b) => a - b);
  return Object.fromEntries(
    [5, 25, 50, 75, 95].map((percent) => [
      `${percent} %`,
      (sorted[Math.floor((percent / 100) * sorted.length)] ?? 0).toFixed(2),
    ]),
  );
}
