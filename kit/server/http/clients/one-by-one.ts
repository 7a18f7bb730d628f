import type { ServerResponse } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import type { ClientLimits } from './limits.ts';

interface Line {
  last: ServerResponse;
  waiting: number;
}

/**
 * Requests of one connection are worked on one after the other, also where a client sends many without reading what it is
 * answered: a piece of the wire holds hundreds of them, and their answers would all lie in memory.
 */
export function oneByOne(limits: ClientLimits): onRequestHookHandler {
  const lines = new WeakMap<object, Line>();
  return (request, reply, done) => {
    const { socket } = request.raw;
    const line = lines.get(socket);
    const before = line?.last;
    if (!line || !before || before.writableFinished || before.closed) {
      lines.set(socket, { last: reply.raw, waiting: 0 });
      return done();
    }
    line.last = reply.raw;
    line.waiting += 1;
    if (line.waiting > limits.waitingRequests) {
      socket.destroy();
      return;
    }
    before.once('close', () => {
      line.waiting -= 1;
      // Nobody is there to be answered.
      if (!socket.destroyed) done();
    });
  };
}
