import type { onSendHookHandler } from 'fastify';
import { closeSoon } from '../end-with.ts';
import type { ClientLimits } from './limits.ts';

/**
 * Answers that do not wait for a long body end the connection: to read on would cost as much as to take the body, for nothing. The
 * client has a moment to fetch the answer.
 */
export const closeUnread =
  (limits: ClientLimits): onSendHookHandler =>
  (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || reply.statusCode < 400 || lengthOf(raw.headers) <= limits.unreadBody)
      return done(null, payload);
    reply.header('connection', 'close');
    const { socket } = raw;
    // Node reads what nobody has asked for, unless it is told that somebody does.
    raw.unpipe();
    raw.pause();
    Object.assign(raw, { _consuming: true });
    socket.destroySoon = () => closeSoon(socket);
    done(null, payload);
  };

const lengthOf = ({ 'content-length': length, 'transfer-encoding': encoding }: Record<string, unknown>): number =>
  encoding === undefined ? Number(length ?? 0) : Number.POSITIVE_INFINITY;
