import { randomInt } from 'node:crypto';
import { type Ask, jsonOf, openLine, type Outcome } from './asks.ts';
import type { Statuses } from './flood.ts';

/** What somebody's ordinary work is made of: records of their own. */
export interface Desk {
  token: string;
  drivers: readonly { id: string; mobile: string }[];
}
export interface OrdinaryOrder {
  url: string;
  desks: readonly Desk[];
  /** Of all desks together. */
  perSecond: number;
  /** Calls of /readyz. */
  readyPerSecond: number;
  seconds: number;
}
export interface OrdinaryFigures {
  /** Milliseconds from when each request was due to the end of its answer. */
  taken: number[];
  ready: number[];
  /** Everything that was not answered 2xx. */
  failures: Statuses;
  readyFailures: number;
}

const api = '/api/v1';
const words = ['ra', 'ganesh', 'mh', 'shed', 'kulkarni', 'ts09', '12'];

/** A list page, one record, a search and a write, in turn. */
function* workOf({ drivers }: Desk): Generator<Ask> {
  for (let at = randomInt(1_000); ; at += 1) {
    const driver = drivers[at % drivers.length] as Desk['drivers'][number];
    yield { method: 'GET', path: `${api}/${at % 2 ? 'drivers' : 'vehicle'}?take=25&sort=-createdAt&skip=${at % 3}` };
    yield { method: 'GET', path: `${api}/drivers/${driver.id}` };
    yield { method: 'GET', path: `${api}/search?q=${words[at % words.length]}` };
    yield {
      method: 'PUT',
      path: `${api}/drivers/${driver.id}`,
      ...jsonOf({ name: `Ordinary ${at}`, mobile: driver.mobile }),
    };
  }
}

/**
 * Ordinary requests at a steady pace, whatever becomes of those before: whoever has to wait is counted from when it was due,
 * as people count.
 */
export async function workOrdinarily(order: OrdinaryOrder): Promise<OrdinaryFigures> {
  const figures: OrdinaryFigures = { taken: [], ready: [], failures: {}, readyFailures: 0 };
  const desks = order.desks.map((desk) => ({ work: workOf(desk), line: openLine(order.url, desk.token, 64) }));
  const health = openLine(order.url, '', 64);
  const fail = (outcome: Outcome) => {
    figures.failures[outcome] = (figures.failures[outcome] ?? 0) + 1;
  };
  const pending = new Set<Promise<void>>();
  const note = (due: number, outcome: Promise<Outcome>, into: number[], failed: (outcome: Outcome) => void) => {
    const one = outcome.then((given) => {
      into.push(performance.now() - due);
      if (typeof given !== 'number' || given >= 300) failed(given);
      pending.delete(one);
    });
    pending.add(one);
  };
  const pace = (perSecond: number, send: (due: number, at: number) => void) =>
    new Promise<void>((resolve) => {
      const from = performance.now();
      const count = Math.floor(perSecond * order.seconds);
      let at = 0;
      const timer = setInterval(() => {
        for (; at < count && performance.now() >= from + (at * 1_000) / perSecond; at += 1)
          send(from + (at * 1_000) / perSecond, at);
        if (at < count) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
  await Promise.all([
    pace(order.perSecond, (due, at) => {
      const desk = desks[at % desks.length] as (typeof desks)[number];
      note(due, desk.line.ask(desk.work.next().value as Ask).outcome, figures.taken, fail);
    }),
    pace(order.readyPerSecond, (due) => {
      const { outcome } = health.ask({ method: 'GET', path: '/readyz', isOpen: true });
      note(due, outcome, figures.ready, () => (figures.readyFailures += 1));
    }),
  ]);
  await Promise.all(pending);
  for (const { line } of desks) line.close();
  health.close();
  return figures;
}
