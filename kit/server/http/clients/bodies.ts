import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Refusal, refuse } from '#kit/server/refusals.ts';
import { placesOf } from '../places.ts';
import type { ClientLimits } from './limits.ts';

/** What one part of a form, with a file in it, keeps in memory at most; its parts are received one after the other. */
const largestForm = 36 * 1024 * 1024;

/** Room for the bodies of requests, which are in memory from their first byte until they are answered. */
export interface BodyRoom {
  hook: onRequestHookHandler;
  /** Bytes that are promised to bodies now. */
  readonly bytes: number;
}
interface Body {
  /** An account, or the address of a stranger. */
  who: string;
  isStranger: boolean;
  wanted: number;
}
interface Waiting extends Body {
  go: () => void;
}

/**
 * Keeps room for what a body announces, as long as its request lasts: one account cannot take all of it, and all accounts
 * together no more than there is. What finds none waits a while before its body is read, for whoever is refused at once comes
 * again at once; small bodies find room always, for lanes bound how many there are. Whoever has no session is a stranger: strangers
 * have one room of their own, whatever their number, for all that is longer than what any of them may send.
 * @throws 429 to an account that has no room left, 503 when nobody has, or no stranger.
 */
export function createBodyRoom(limits: ClientLimits): BodyRoom {
  const taken = { accounts: 0, strangers: 0 };
  const own = new Map<string, number>();
  const line = new Set<Waiting>();

  const lackOf = ({ who, isStranger, wanted }: Body): 'own' | 'all' | undefined => {
    const before = own.get(who) ?? 0;
    const fits = (held: number, most: number) => held === 0 || held + wanted <= most;
    if (isStranger) {
      const isFree = fits(before, limits.bodiesOfStrangers / 2) && fits(taken.strangers, limits.bodiesOfStrangers);
      return isFree ? undefined : 'all';
    }
    if (!fits(before, limits.bodiesOfOne)) return 'own';
    return wanted <= limits.smallBody || fits(taken.accounts, limits.bodies) ? undefined : 'all';
  };
  const take = ({ who, isStranger, wanted }: Body) => {
    taken[isStranger ? 'strangers' : 'accounts'] += wanted;
    own.set(who, (own.get(who) ?? 0) + wanted);
  };
  const giveBack = ({ who, isStranger, wanted }: Body) => {
    taken[isStranger ? 'strangers' : 'accounts'] -= wanted;
    const left = (own.get(who) ?? 0) - wanted;
    if (left > 0) own.set(who, left);
    else own.delete(who);
    for (const one of line) if (one.isStranger === isStranger && !lackOf(one)) one.go();
  };

  const hook: onRequestHookHandler = (request, reply, done) => {
    // Whoever left meanwhile is answered no more, and gives no room back.
    if (reply.raw.destroyed) return undefined;
    const body = bodyOf(request);
    // Next to nothing, and a stranger's: connections bound how many there are.
    if (!body || (body.isStranger && body.wanted <= limits.publicBody)) return done();
    const enter = () => {
      take(body);
      reply.raw.once('close', () => giveBack(body));
      done();
    };
    if (!lackOf(body)) return enter();

    const leave = () => {
      clearTimeout(timer);
      line.delete(waiting);
      reply.raw.off('close', leave);
    };
    const waiting: Waiting = {
      ...body,
      go() {
        leave();
        enter();
      },
    };
    const timer = setTimeout(() => {
      leave();
      done(noRoom(lackOf(body) === 'own'));
    }, limits.roomMs);
    line.add(waiting);
    reply.raw.once('close', leave);
  };
  return {
    hook,
    get bytes() {
      return taken.accounts + taken.strangers;
    },
  };
}

/** What a request announces; undefined where it has no body, or one that its route does not read. */
function bodyOf({ headers, session, bodySender, ip, routeOptions }: FastifyRequest): Body | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (length === undefined && encoding === undefined) return undefined;
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  if (isForm && !routeOptions.config.spec?.multipart) return undefined;
  const most = isForm ? largestForm : (routeOptions.bodyLimit ?? 0);
  // What is longer is refused by whoever reads it.
  const wanted = Math.min(length === undefined ? most : Number(length) || 0, most);
  const account = session ? (session.actor?.id ?? session.user.id) : bodySender;
  const isStranger = account === undefined;
  return { who: account ?? placesOf(ip).address, isStranger, wanted };
}

const noRoom = (ofOne: boolean): Refusal =>
  ofOne
    ? refuse.tooMany('Too much is being sent from this account at once. Try again in a moment', 5)
    : refuse.unavailable('Too much data is being sent at the moment. Try again in a moment', 5);
