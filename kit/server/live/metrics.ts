import { Counter, Gauge, type Registry } from 'prom-client';

/** What the hub counts. */
export interface Figures {
  /** Sockets that have not shown a ticket yet. */
  waiting: number;
  /** Sockets of somebody. */
  open: number;
  /** Bytes that wait for sockets to take them. */
  unsent: number;
  sent: number;
  /** Messages that never left, because a newer one took their place. */
  replaced: number;
  received: number;
  /** Closed sockets by the code the server closed them with; 1000 went by themselves, 1006 were cut off. */
  closed: Map<number, number>;
}

export const newFigures = (): Figures => ({
  waiting: 0,
  open: 0,
  unsent: 0,
  sent: 0,
  replaced: 0,
  received: 0,
  closed: new Map(),
});

/** Shows the figures among the product's measurements. */
export function measureLive(register: Registry, figures: Figures): void {
  const registers = [register];
  const sockets = new Gauge({
    name: 'live_sockets',
    help: 'Sockets of browsers: of somebody, or waiting for a ticket',
    labelNames: ['state'],
    registers,
    collect() {
      sockets.set({ state: 'open' }, figures.open);
      sockets.set({ state: 'waiting' }, figures.waiting);
    },
  });
  const unsent = new Gauge({
    name: 'live_unsent_bytes',
    help: 'Bytes that wait for sockets to take them',
    registers,
    collect() {
      unsent.set(figures.unsent);
    },
  });
  const messages = new Counter({
    name: 'live_messages_total',
    help: 'Messages on sockets: received, sent, or replaced by a newer one before they left',
    labelNames: ['kind'],
    registers,
    collect() {
      messages.reset();
      for (const kind of ['received', 'sent', 'replaced'] as const) messages.inc({ kind }, figures[kind]);
    },
  });
  const closed = new Counter({
    name: 'live_sockets_closed_total',
    help: 'Sockets that were closed, by close code',
    labelNames: ['code'],
    registers,
    collect() {
      closed.reset();
      for (const [code, count] of figures.closed) closed.inc({ code }, count);
    },
  });
}
