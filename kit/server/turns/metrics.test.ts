import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { measureTurns, topOf } from './metrics.ts';
import { createTurns } from './turns.ts';

const org = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

test('the tenants that take most have labels of their own, ten of them, and strangers have none', () => {
  const all = new Map(Array.from({ length: 50 }, (_, at) => [org(at), { going: at, waiting: 0 }]));
  all.set('203.0.113.9', { going: 1, waiting: 0 });
  all.set('2001:db8::7', { going: 1, waiting: 70 });
  all.set('', { going: 90, waiting: 0 });
  all.set('product 1', { going: 10, waiting: 0 });
  const top = topOf(all);
  expect(top.size).toBe(11);
  expect([...top.keys()].slice(0, 3)).toEqual(['public', 'product', org(49)]);
  expect(top.get('public')).toEqual({ going: 2, waiting: 70 });
  expect(top.get('others')?.going).toBe(Array.from({ length: 42 }, (_, at) => at).reduce((sum, at) => sum + at, 0));
});

test('turns show who has one, who waits, whose they are, and who went without', async () => {
  const register = new Registry();
  const turns = createTurns(2, 1);
  measureTurns(register, { lane: turns });
  void turns.take({ tenant: org(1), account: 'a' });
  const waiting = turns.take({ tenant: org(1), account: 'b' });
  expect(await turns.take({ tenant: org(1), account: 'c' }, 1)).toBeUndefined();
  const text = await register.metrics();
  for (const line of [
    'turns{of="lane",state="going"} 1',
    'turns{of="lane",state="waiting"} 1',
    'turns_limit{of="lane",whose="tenant"} 1',
    'turns_missed_total{of="lane"} 1',
    `tenant_turns{of="lane",tenant="${org(1)}",state="waiting"} 1`,
  ])
    expect(text).toContain(`${line}\n`);
  expect(waiting).toBeInstanceOf(Promise);
});

test('the product shows its pools, lanes, queues and how late its event loop is', async () => {
  const { db } = product.product;
  const now = product.clock.now().getTime();
  await transact(db, everything, (db) =>
    product.product.jobs.add(db, { name: 'mail', key: 'one that waits', runAt: new Date(now - 90_000) }),
  );
  const metrics = async () => (await product.product.app.inject('/metrics')).body;
  const text = await metrics();
  for (const line of [
    /^turns\{of="quick connections",state="going"\} \d+$/m,
    /^turns_limit\{of="long connections",whose="all"\} 6$/m,
    /^turns\{of="bodies",state="waiting"\} 0$/m,
    /^database_connections\{room="quick",state="waiting"\} 0$/m,
    /^queue_waiting\{queue="job mail"\} [12]$/m,
    /^queue_oldest_seconds\{queue="job mail"\} 90$/m,
    /^queue_waiting\{queue="mail"\} 0$/m,
    /^nodejs_eventloop_lag_p50_seconds \d/m,
    /^nodejs_eventloop_lag_p99_seconds \d/m,
  ])
    expect(text).toMatch(line);
});
