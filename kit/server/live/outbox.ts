import type { WebSocket } from 'ws';
import type { LiveMessage } from '#kit/contract/live.ts';
import type { Figures } from './metrics.ts';
import type { LiveLimits } from './limits.ts';
import type { Audience } from './topics.ts';

/** A message of a topic; one object for everybody it goes to. */
export interface Outgoing {
  topic: string;
  key: string;
  audience: Audience;
  bytes: Buffer;
}

export interface Outbox {
  /** Sends it as soon as the socket takes it; until then a newer message of the same topic and key takes its place. */
  offer(message: Outgoing): void;
  /** Sends bytes of a stream now or not at all. @returns whether they were sent. */
  stream(bytes: Buffer): boolean;
  /** The hub's own words, which wait for nothing. */
  say(message: LiveMessage): void;
  ping(): void;
  /** Sends what waits, as far as the socket takes it. */
  flush(): void;
  /** Forgets what waits. */
  clear(): void;
  /** Bytes that wait: in the socket, and in the queue. */
  readonly bytes: number;
  /** For how long the socket has taken nothing of what it was given. */
  stuckMs(now: number): number;
}

/**
 * The way out of one socket.
 * @param isHeld true while nothing may be told.
 * @param isFor whether a message that waited may still be told.
 */
export function createOutbox(
  socket: WebSocket,
  options: {
    limits: LiveLimits;
    figures: Figures;
    isHeld: () => boolean;
    isFor: (message: Outgoing) => boolean;
  },
): Outbox {
  const { limits, figures, isHeld, isFor } = options;
  const queue = new Map<string, Outgoing>();
  let queuedBytes = 0;
  let progressAt = 0;

  /** Before anything is given to the socket: what it is given when it is empty, it has from now on. */
  const begin = () => {
    if (socket.bufferedAmount === 0) progressAt = performance.now();
  };
  const write = (bytes: Buffer | string, binary = false) => {
    begin();
    figures.sent += 1;
    socket.send(bytes, { binary }, (error) => {
      progressAt = performance.now();
      if (!error && queue.size > 0) flush();
    });
  };
  const isFull = ({ bytes }: Outgoing) =>
    isHeld() || (socket.bufferedAmount > 0 && socket.bufferedAmount + bytes.length > limits.bufferedBytes);
  const clear = () => {
    queue.clear();
    queuedBytes = 0;
  };
  /** It is so far behind that it is better off starting anew. */
  const giveUp = () => {
    clear();
    socket.terminate();
  };
  const flush = () => {
    for (const [name, message] of queue) {
      if (isFull(message) || socket.readyState !== socket.OPEN) return;
      queue.delete(name);
      queuedBytes -= message.bytes.length;
      if (isFor(message)) write(message.bytes);
    }
  };
  return {
    flush,
    clear,
    offer(message) {
      if (socket.readyState !== socket.OPEN) return;
      if (queue.size === 0 && !isFull(message)) return write(message.bytes);
      const name = `${message.topic}\n${message.key}`;
      const older = queue.get(name);
      if (older) figures.replaced += 1;
      queuedBytes += message.bytes.length - (older?.bytes.length ?? 0);
      queue.set(name, message);
      if (queuedBytes > limits.queuedBytes) giveUp();
    },
    stream(bytes) {
      if (socket.readyState !== socket.OPEN || isHeld() || socket.bufferedAmount > limits.bufferedBytes) return false;
      write(bytes, true);
      return true;
    },
    say(message) {
      if (socket.readyState !== socket.OPEN) return;
      // Its own questions are answered as well, and somebody may ask without ever reading.
      if (socket.bufferedAmount > limits.bufferedBytes + limits.queuedBytes) giveUp();
      else write(JSON.stringify(message));
    },
    get bytes() {
      return socket.bufferedAmount + queuedBytes;
    },
    ping() {
      if (socket.readyState !== socket.OPEN) return;
      begin();
      socket.ping();
    },
    stuckMs: (now) => (socket.bufferedAmount === 0 ? 0 : now - progressAt),
  };
}
