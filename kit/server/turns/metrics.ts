import { Counter, Gauge, type Registry } from 'prom-client';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { PoolFigures } from '#kit/server/db/database.ts';
import type { Turns } from './turns.ts';

/** Tenants that have a label of their own: those that take and wait for most. The others are one. */
const mostTenants = 10;

/** Turns by what they are at: a room of database connections, or a lane of requests. */
export type Measured = Readonly<Record<string, Turns>>;

/**
 * Shows who has turns and who waits: of all, and of the tenants that take most, by the id of the organisation or of the member
 * of staff. Addresses of strangers are no labels: they are one, 'public', and the product itself is 'product'.
 */
export function measureTurns(register: Registry, measured: Measured): void {
  const registers = [register];
  const turns = new Gauge({
    name: 'turns',
    help: 'Who has a turn at something (going) or waits for one: database connections for quick and for long work, requests and large bodies under way',
    labelNames: ['of', 'state'],
    registers,
    collect() {
      for (const [of, one] of entries(measured))
        for (const [state, count] of entries(one.figures())) turns.set({ of, state }, count);
    },
  });
  const limit = new Gauge({
    name: 'turns_limit',
    help: 'Most turns at a time, of all and of one tenant',
    labelNames: ['of', 'whose'],
    registers,
    collect() {
      for (const [of, { limits }] of entries(measured)) {
        limit.set({ of, whose: 'all' }, limits.atOnce);
        limit.set({ of, whose: 'tenant' }, limits.perTenant);
      }
    },
  });
  const missed = new Counter({
    name: 'turns_missed_total',
    help: 'Turns that did not come in time: the request was refused',
    labelNames: ['of'],
    registers,
    collect() {
      missed.reset();
      for (const [of, one] of entries(measured)) missed.inc({ of }, one.missed());
    },
  });
  const tenants = new Gauge({
    name: 'tenant_turns',
    help: `Turns of the ${mostTenants} tenants with most of them; the rest is 'others'`,
    labelNames: ['of', 'tenant', 'state'],
    registers,
    collect() {
      tenants.reset();
      for (const [of, one] of entries(measured))
        for (const [tenant, { going, waiting }] of topOf(one.tenants())) {
          tenants.set({ of, tenant, state: 'going' }, going);
          tenants.set({ of, tenant, state: 'waiting' }, waiting);
        }
    },
  });
}

/** Shows connections to the database by room: in use, idle, and what waits for one. */
export function measurePools(register: Registry, rooms: Readonly<Record<string, () => PoolFigures>>): void {
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections for transactions: in use, idle, and requests that wait for one',
    labelNames: ['room', 'state'],
    registers: [register],
    collect() {
      for (const [room, figures] of entries(rooms))
        for (const [state, count] of entries<number>({ ...figures() })) connections.set({ room, state }, count);
    },
  });
}

type Count = Readonly<{ going: number; waiting: number }>;

/** The tenants with most turns, all others together. @param all by tenant as callers name it. */
export function topOf(all: ReadonlyMap<string, Count>): Map<string, Count> {
  const named = new Map<string, Count>();
  const add = (name: string, { going, waiting }: Count) => {
    const so = named.get(name) ?? { going: 0, waiting: 0 };
    named.set(name, { going: so.going + going, waiting: so.waiting + waiting });
  };
  for (const [tenant, count] of all)
    add(isId(tenant) ? tenant : /^(product .*)?$/.test(tenant) ? 'product' : 'public', count);
  const order = [...named].sort(([, a], [, b]) => b.waiting - a.waiting || b.going - a.going);
  named.clear();
  for (const [at, [name, count]] of order.entries()) add(at < mostTenants ? name : 'others', count);
  return named;
}

const entries = <Value>(of: Readonly<Record<string, Value>>): [string, Value][] => Object.entries(of);
