import type { onRequestHookHandler } from 'fastify';
import { type Refusal, refuse } from '#kit/server/refusals.ts';
import type { ClientLimits } from './limits.ts';

/** What one part of a form, with a file in it, keeps in memory at most; its parts are received one after the other. */
const largestForm = 36 * 1024 * 1024;

/** Room for the bodies of requests, which are in memory from their first byte until they are answered. */
export interface BodyRoom {
  hook: onRequestHookHandler;
  /** Bytes that are promised to bodies now. */
  readonly bytes: number;
}
interface Waiting {
  who: string;
  wanted: number;
  go: () => void;
}

/**
 * Keeps room for what a body announces, as long as its request lasts: one account cannot take all of it, and all accounts
 * together no more than there is. What finds none waits a while before its body is read, for whoever is refused at once comes
 * again at once; small bodies find room always, for lanes bound how many there are. For callers with a session; those without
 * one may send next to nothing.
 * @throws 429 to an account that has no room left, 503 when nobody has.
 */
export function createBodyRoom(limits: ClientLimits): BodyRoom {
  let bytes = 0;
  const own = new Map<string, number>();
  const line = new Set<Waiting>();

  const lackOf = (who: string, wanted: number): 'own' | 'all' | undefined => {
    const before = own.get(who) ?? 0;
    if (before > 0 && before + wanted > limits.bodiesOfOne) return 'own';
    return wanted > limits.smallBody && bytes > 0 && bytes + wanted > limits.bodies ? 'all' : undefined;
  };
  const take = (who: string, wanted: number) => {
    bytes += wanted;
    own.set(who, (own.get(who) ?? 0) + wanted);
  };
  const giveBack = (who: string, wanted: number) => {
    bytes -= wanted;
    const left = (own.get(who) ?? 0) - wanted;
    if (left > 0) own.set(who, left);
    else own.delete(who);
    for (const one of line) if (!lackOf(one.who, one.wanted)) one.go();
  };

  const hook: onRequestHookHandler = (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const { session } = request;
    if (!session || (length === undefined && encoding === undefined)) return done();
    const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '');
    const most = isForm ? largestForm : (request.routeOptions.bodyLimit ?? 0);
    // What is longer is refused by whoever reads it.
    const wanted = Math.min(length === undefined ? most : Number(length) || 0, most);
    const who = session.actor?.id ?? session.user.id;
    const enter = () => {
      take(who, wanted);
      reply.raw.once('close', () => giveBack(who, wanted));
      done();
    };
    if (!lackOf(who, wanted)) return enter();

    const leave = () => {
      clearTimeout(timer);
      line.delete(waiting);
      reply.raw.off('close', leave);
    };
    const waiting: Waiting = {
      who,
      wanted,
      go() {
        leave();
        enter();
      },
    };
    const timer = setTimeout(() => {
      leave();
      done(noRoom(lackOf(who, wanted) === 'own'));
    }, limits.roomMs);
    line.add(waiting);
    reply.raw.once('close', leave);
  };
  return {
    hook,
    get bytes() {
      return bytes;
    },
  };
}

const noRoom = (ofOne: boolean): Refusal =>
  ofOne
    ? refuse.tooMany('Too much is being sent from this account at once. Try again in a moment', 5)
    : refuse.unavailable('Too much data is being sent at the moment. Try again in a moment', 5);
