import { Counter, Gauge, type Registry } from 'prom-client';
import type { BodyRoom } from './bodies.ts';
import type { SendingFigures } from './sending.ts';

/** What is known of the clients of the HTTP server. */
export interface Clients {
  sending: Readonly<SendingFigures>;
  bodies: Pick<BodyRoom, 'bytes'>;
}

/** Shows among the product's measurements what clients take of the server. */
export function measureClients(register: Registry, { sending, bodies }: Clients): void {
  const registers = [register];
  const gauge = (name: string, help: string, value: () => number) => {
    const shown: Gauge = new Gauge({ name, help, registers, collect: () => shown.set(value()) });
  };
  gauge('http_waiting_answers', 'Answers that clients have not taken', () => sending.waiting);
  gauge('http_unsent_bytes', 'Bytes kept of answers that clients have not taken', () => sending.bytes);
  gauge('http_body_bytes', 'Bytes that bodies of requests may take now', () => bodies.bytes);
  const cut = new Counter({
    name: 'http_connections_cut_total',
    help: 'Connections whose client did not take its answer, by reason: stuck, or crowded out for others',
    labelNames: ['reason'],
    registers,
    collect() {
      cut.reset();
      for (const reason of ['stuck', 'crowded'] as const) cut.inc({ reason }, sending[reason]);
    },
  });
}
