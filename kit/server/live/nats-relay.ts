import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Relay } from './relay.ts';

/** Before the name of every subject: other products may use the same server. */
const prefix = 'roadkeeper';
const againMs = 2_000;

/**
 * Tells other processes over a NATS server. While that is away nothing is told, and what was missed is not told later: whoever
 * listens has another way to learn it. The connection is made, and made again, by itself.
 * @param url nats://host:port, with user and password where the server asks for them; several are separated by commas.
 */
export function createNatsRelay(url: string, log: (line: string) => void): Relay {
  const listeners = new Map<string, Set<(bytes: Uint8Array) => void>>();
  const subscriptions = new Map<string, Subscription>();
  /** What this process said itself is not heard: it is named in the subject. */
  const self = randomUUID();
  let connection: NatsConnection | undefined;
  let isOver = false;

  const listen = (subject: string) => {
    if (!connection || subscriptions.has(subject)) return;
    subscriptions.set(
      subject,
      connection.subscribe(`${prefix}.${subject}.*`, {
        callback: (error, message) => {
          if (error || message.subject.endsWith(self)) return;
          for (const listener of listeners.get(subject) ?? []) {
            try {
              listener(message.data);
            } catch (fault) {
              log(`nats: a message was not taken: ${fault instanceof Error ? fault.message : String(fault)}`);
            }
          }
        },
      }),
    );
  };
  const open = async () => {
    connection = await connect({
      servers: url.split(',').map((one) => one.trim()),
      name: 'roadkeeper',
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: againMs,
    });
    if (isOver) {
      await connection.close();
      return;
    }
    log('nats: connected');
    for (const subject of listeners.keys()) listen(subject);
    for await (const { type } of connection.status())
      if (type === 'disconnect') log('nats: away');
      else if (type === 'reconnect') log('nats: back');
  };
  const opening = open().catch((error: unknown) => {
    if (!isOver) log(`nats: not connected: ${error instanceof Error ? error.message : String(error)}`);
  });

  return {
    isShared: true,
    tell(subject, bytes) {
      if (connection && !connection.isClosed()) connection.publish(`${prefix}.${subject}.${self}`, bytes);
    },
    hear(subject, listener) {
      const own = listeners.get(subject) ?? new Set();
      listeners.set(subject, own.add(listener));
      listen(subject);
      return () => {
        own.delete(listener);
        if (own.size > 0) return;
        listeners.delete(subject);
        subscriptions.get(subject)?.unsubscribe();
        subscriptions.delete(subject);
      };
    },
    async close() {
      isOver = true;
      await connection?.close();
      if (connection) await opening;
    },
  };
}
