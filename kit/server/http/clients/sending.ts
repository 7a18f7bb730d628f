import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { onRequestHookHandler, onSendHookHandler } from 'fastify';
import { kernelQueues } from './kernel-queues.ts';
import { type BytesOut, LongBytes } from './bytes-out.ts';
import type { ClientLimits } from './limits.ts';
import { Pieces } from './pieces.ts';

/** What was handed over to the system by a moment, and how much of it the system still held, where that was asked for. */
interface Mark {
  at: number;
  sent: number;
  queued: number | undefined;
}

/** An answer that is not sent to its end. */
interface Sending {
  socket: Socket;
  source: Pieces | LongBytes | undefined;
  /** Of the last `stuckMs`, oldest first; none while the server is the one who is waited for. */
  marks: Mark[];
}

/** Watches over clients that take their answers slowly. */
export interface SendingWatch {
  /** Notes each answer. */
  begin: onRequestHookHandler;
  /** Has long answers go out piece by piece. */
  cut: onSendHookHandler;
  /** Sends bytes that lie ready; long ones piece by piece as well. */
  out: BytesOut;
  stop(): void;
  readonly figures: Readonly<SendingFigures>;
}
export interface SendingFigures {
  /** Answers that clients have not taken, now. */
  waiting: number;
  /** Bytes that the process holds of them: in connections' own buffers, and what their sources have read ahead. */
  bytes: number;
  /** Connections that were cut off, by why. */
  stuck: number;
  crowded: number;
}

/** The part of a socket that knows how much of what is being written the system has not taken; `net` itself asks it. */
interface WithHandle {
  _handle?: { writeQueueSize: number } | null;
}

/** Bytes that were handed over to the system. */
function sentOf(socket: Socket): number {
  // Of a large piece that is on its way, part is handed over already.
  const unsent = (socket as unknown as WithHandle)._handle?.writeQueueSize || socket.writableLength;
  return socket.bytesWritten - Math.min(unsent, socket.writableLength);
}

/** How many marks a `stuckMs` has. */
const marksInTime = 10;

/** Whether a client took too little in its time. */
function isStuck({ marks }: Sending, now: number, limits: ClientLimits): boolean {
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last || now - first.at < limits.stuckMs) return false;
  if (last.sent - first.sent >= limits.taken) return false;
  const known = marks.filter(({ queued }) => queued !== undefined);
  const [from] = known;
  const to = known.at(-1);
  if (!from || !to || to.at <= from.at) return true;
  const taken = to.sent - (to.queued ?? 0) - (from.sent - (from.queued ?? 0));
  return taken < (limits.taken * (to.at - from.at)) / limits.stuckMs;
}

export function watchSending(limits: ClientLimits): SendingWatch {
  const open = new Map<ServerResponse, Sending>();
  const figures: SendingFigures = { waiting: 0, bytes: 0, stuck: 0, crowded: 0 };
  const markMs = limits.stuckMs / marksInTime;

  const cutOff = (sending: Sending, why: 'stuck' | 'crowded') => {
    figures[why] += 1;
    // What the system holds for it is let go as well.
    sending.socket.resetAndDestroy();
  };
  /** Notes how far an answer is. Gives whether the system is to be asked what it holds. */
  const note = ({ socket, marks }: Sending, now: number, isBeat: boolean): boolean => {
    if (marks.length > 0 && !isBeat) return false;
    const mark = { at: now, sent: sentOf(socket), queued: undefined };
    marks.push(mark);
    // One older than the time stays, so that the whole of it is looked at.
    while (marks[1] && now - marks[1].at >= limits.stuckMs) marks.shift();
    const since = marks[0]?.at ?? now;
    return now - since >= limits.stuckMs / 3 && mark.sent - (marks.at(-2)?.sent ?? 0) < limits.taken / marksInTime;
  };
  const rateOf = ({ socket, marks: [first] }: Sending, now: number): number =>
    first ? ((sentOf(socket) - first.sent) * 1_000) / Math.max(1, now - first.at) : 0;

  /** The memory of whole answers is given back, beginning with whoever takes least. */
  const makeRoom = (slow: readonly Sending[], held: Map<ArrayBufferLike, Sending[]>, now: number) => {
    let left = [...held.keys()].reduce((sum, buffer) => sum + buffer.byteLength, 0);
    if (left <= limits.held) return;
    const byRate = slow
      .filter(({ source, marks: [first] }) => source?.held && first && now - first.at >= limits.tickMs)
      .map((sending) => ({ sending, rate: rateOf(sending, now) }))
      .filter(({ rate }) => rate < limits.slowRate)
      .sort((a, b) => a.rate - b.rate);
    for (const { sending } of byRate) {
      if (left <= limits.held) return;
      const buffer = sending.source?.held;
      const others = (buffer && held.get(buffer))?.filter((one) => one !== sending) ?? [];
      cutOff(sending, 'crowded');
      // Several may be sent the same bytes.
      if (buffer && others.length === 0) left -= buffer.byteLength;
      if (buffer) held.set(buffer, others);
    }
  };

  // Marks are made in step: what the system holds is asked for all of them at once, which takes as long as for one.
  let beatAt = Number.NEGATIVE_INFINITY;
  const tick = async () => {
    const now = performance.now();
    const isBeat = now - beatAt >= markMs;
    if (isBeat) beatAt = now;
    const slow: Sending[] = [];
    const held = new Map<ArrayBufferLike, Sending[]>();
    let bytes = 0;
    const unclear: Sending[] = [];
    for (const sending of open.values()) {
      const { socket, source } = sending;
      // A call that tests inject has no length.
      if (!socket.writableLength) {
        sending.marks = [];
        continue;
      }
      bytes += socket.writableLength + (source?.readableLength ?? 0);
      const buffer = source?.held;
      const sharers = buffer && held.get(buffer);
      if (sharers) sharers.push(sending);
      else if (buffer) held.set(buffer, [sending]);
      slow.push(sending);
      if (note(sending, now, isBeat)) unclear.push(sending);
    }
    figures.waiting = slow.length;
    figures.bytes = [...held.keys()].reduce((sum, buffer) => sum + buffer.byteLength, bytes);
    makeRoom(slow, held, now);
    if (unclear.length > 0) {
      const queueOf = await kernelQueues();
      for (const { socket, marks } of unclear) {
        const mark = marks.at(-1);
        if (mark) mark.queued = queueOf(socket);
      }
    }
    for (const sending of slow)
      if (isStuck(sending, now, limits) && !sending.socket.destroyed) cutOff(sending, 'stuck');
  };

  let ticking: Promise<void> | undefined;
  const timer = setInterval(() => {
    ticking ??= tick().finally(() => (ticking = undefined));
  }, limits.tickMs).unref();
  return {
    figures,
    stop: () => clearInterval(timer),
    begin(request, reply, done) {
      const response = reply.raw;
      open.set(response, { socket: request.raw.socket, source: undefined, marks: [] });
      response.once('close', () => open.delete(response));
      done();
    },
    cut(_, reply, payload, done) {
      let body: unknown = payload;
      if ((typeof body === 'string' || Buffer.isBuffer(body)) && Buffer.byteLength(body) > limits.whole) {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
        reply.header('content-length', bytes.length);
        body = new Pieces(bytes, limits.piece);
      }
      const sending = open.get(reply.raw);
      if (sending && body instanceof Pieces) sending.source = body;
      done(null, body);
    },
    out(response, bytes) {
      // One that waits behind another answer of its connection has none of its own yet, and a call that tests inject never has one.
      if (bytes.length <= limits.whole || !(response.socket instanceof Socket)) return void response.end(bytes);
      const source = new LongBytes(response, bytes, limits);
      const sending = open.get(response);
      if (sending) sending.source = source;
      source.begin();
    },
  };
}
