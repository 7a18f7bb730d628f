import type { WebSocket } from 'ws';
import { liveCodes, type LiveRequest } from '#kit/contract/live.ts';
import type { Figures } from './metrics.ts';
import type { LiveLimits } from './limits.ts';
import { createOutbox, type Outbox, type Outgoing } from './outbox.ts';
import { readRequest } from './requests.ts';

/** One socket: what comes in is bounded and read strictly, what goes out waits its turn, and silence ends it. */
export interface Connection {
  out: Outbox;
  /** Closes it with a reason of at most 123 bytes. What it says from now on is not heard. */
  close(code: number, reason: string): void;
  /** Looks whether it is still alive and reads what it is sent; to be called every now and then. */
  tick(now: number): void;
}

/** How the figures call a socket that was closed for its frames. */
const brokenFrame = 1002;

type State = 'waiting' | 'admitting' | 'open' | 'over';

export interface Hearing {
  /** What lets the bearer of a ticket in; undefined when it is not good. A rejection asks to come again later. */
  admit(ticket: string): Promise<(() => void) | undefined>;
  /** A message of somebody who was let in. @returns what is wrong with it, which closes the socket. */
  hear(request: Exclude<LiveRequest, { type: 'ticket' }>): string | undefined;
  /** It is over, or about to be. */
  closed(): void;
  isHeld(): boolean;
  isFor(message: Outgoing): boolean;
}

/**
 * Takes over a socket that was just upgraded. Whoever sends anything but a ticket first, or nothing, or a ticket that is not
 * good, is refused.
 */
export function openConnection(
  socket: WebSocket,
  { limits, figures, hearing }: { limits: LiveLimits; figures: Figures; hearing: Hearing },
): Connection {
  const out = createOutbox(socket, {
    limits,
    figures,
    isHeld: () => hearing.isHeld(),
    isFor: (message) => hearing.isFor(message),
  });
  let state: State = 'waiting';
  let lastMessageAt = performance.now();
  let pingedAt = lastMessageAt;
  let allowance = limits.messagesPerSecond;
  let allowedAt = lastMessageAt;
  let closedWith: number | undefined;
  let timer = setTimeout(() => refuse('No ticket came'), limits.ticketWaitMs).unref();

  const counted = () => (state === 'open' ? 'open' : state === 'over' ? undefined : 'waiting');
  const move = (to: State) => {
    const before = counted();
    if (before) figures[before] -= 1;
    state = to;
    const after = counted();
    if (after) figures[after] += 1;
  };
  /** Nothing more is heard or told. A peer that does not answer the close frame is cut off. */
  const end = () => {
    if (state === 'over') return;
    move('over');
    out.clear();
    hearing.closed();
    clearTimeout(timer);
    timer = setTimeout(() => socket.terminate(), limits.closeMs).unref();
  };
  const close = (code: number, reason: string) => {
    if (state === 'over') return;
    closedWith = code;
    socket.close(code, reason);
    end();
  };
  const refuse = (reason: string) => close(liveCodes.refused, reason);

  /** Takes note of a sign of life. Gives false when there are too many of them. */
  const note = (): boolean => {
    const now = performance.now();
    lastMessageAt = now;
    allowance = Math.min(limits.messagesPerSecond, allowance + ((now - allowedAt) * limits.messagesPerSecond) / 1_000);
    allowedAt = now;
    if (allowance < 1) {
      refuse('Too many messages');
      // What else it sends stays in its own buffers until the connection is cut.
      socket.pause();
      return false;
    }
    allowance -= 1;
    return true;
  };
  const admit = async (ticket: string) => {
    move('admitting');
    clearTimeout(timer);
    try {
      const enter = await hearing.admit(ticket);
      if ((state as State) === 'over') return;
      if (!enter) return refuse('The ticket is not good');
      move('open');
      out.say({ type: 'ready' });
      enter();
    } catch {
      close(liveCodes.later, 'Come again shortly');
    }
  };

  figures.waiting += 1;
  socket.on('message', (data, isBinary) => {
    if (state === 'over' || !note()) return;
    figures.received += 1;
    if (isBinary) return refuse('Only text is taken');
    const request = readRequest((data as Buffer).toString('utf8'));
    if (typeof request === 'string') return refuse(request);
    if (request.type === 'ticket') {
      if (state !== 'waiting') return refuse('A second ticket');
      void admit(request.ticket);
      return;
    }
    if (state !== 'open') return refuse('The ticket comes first');
    const wrong = hearing.hear(request);
    if (wrong !== undefined) refuse(wrong);
  });
  socket.on('ping', () => state !== 'over' && note());
  socket.on('pong', () => state !== 'over' && note());
  // What ws finds wrong with a frame, it closes the socket for by itself.
  socket.on('error', () => {
    closedWith ??= brokenFrame;
    end();
  });
  socket.on('close', (code) => {
    end();
    clearTimeout(timer);
    // A client may name any code; of those, only whether it went or was cut off is counted.
    const counts = closedWith ?? (code === 1006 ? 1006 : 1000);
    figures.closed.set(counts, (figures.closed.get(counts) ?? 0) + 1);
  });

  return {
    out,
    close,
    tick(now) {
      if (state === 'over') return;
      if (now - lastMessageAt > limits.silentMs || out.stuckMs(now) > limits.stuckMs) return socket.terminate();
      if (now - pingedAt < limits.pingMs) return;
      pingedAt = now;
      out.ping();
      // A browser cannot see pings: this is how it knows that the server is there.
      if (state === 'open') out.say({ type: 'beat' });
    },
  };
}
