import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/server/refusals.ts';
import { noteCall } from '#kit/server/turns/breath.ts';
import { createTurns, type Turns } from '#kit/server/turns/turns.ts';
import { callerOf, type RouteSpec } from './route.ts';

/** Requests that are worked on at a time, and those of one tenant: the others of it wait, and nobody else does. */
const requests = { atOnce: 256, perTenant: 8 };
/** Bodies of many megabytes that are read and worked on at a time: each may take a hundred times as much memory as others. */
const bodies = { atOnce: 3, perTenant: 1, fromBytes: 2 * 1024 * 1024 };
/** How long a request waits for its turn before it is refused. */
const waitMs = 15_000;

export interface Lanes {
  /** Waits for the turn of an admitted request, before its body is read; the turn ends with `leave`, or with the connection. */
  enter(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
  /** Whether the turn of an admitted request would begin at once: one that is answered right now needs none of its own. */
  isFree(request: FastifyRequest): boolean;
  /** Its answer is there. How long the client takes to fetch it is no reason to keep others waiting. */
  leave(reply: FastifyReply): void;
  /** By what they are turns at. */
  readonly turns: Readonly<Record<'requests' | 'bodies', Turns>>;
}

const isLarge = (spec: RouteSpec | undefined): boolean => (spec?.bodyLimit ?? 0) > bodies.fromBytes;

export function createLanes(): Lanes {
  const lanes = {
    requests: createTurns(requests.atOnce, requests.perTenant),
    bodies: createTurns(bodies.atOnce, bodies.perTenant),
  };

  /** What ends the turns that an answer has. */
  const held = new WeakMap<object, (() => void)[]>();
  const leave = ({ raw }: FastifyReply) => {
    for (const end of held.get(raw) ?? []) end();
    held.delete(raw);
  };
  const take = (turns: Turns, request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const taken = turns.take(callerOf(request), waitMs);
    const hold = (end: (() => void) | undefined) => {
      if (!end) throw refuse.tooMany('Too many requests in progress. Wait for some of them to finish', 5);
      // Whoever went away while waiting has no answer that would end.
      if (reply.raw.destroyed) return end();
      const ends = held.get(reply.raw);
      if (ends) ends.push(end);
      else {
        held.set(reply.raw, [end]);
        reply.raw.once('close', () => leave(reply));
      }
    };
    return typeof taken === 'function' ? hold(taken) : taken.then(hold);
  };
  return {
    leave,
    isFree: (request) => lanes.requests.isFree(callerOf(request)),
    enter(request, reply) {
      const isOpen = request.session === undefined;
      // Without a session nobody is known: sign-in has bounds of its own, and pages are shared by all behind one address.
      if (isOpen) return undefined;
      if (request.routeOptions.config.spec?.long !== true) noteCall();
      const entered = take(lanes.requests, request, reply);
      if (!isLarge(request.routeOptions.config.spec)) return entered;
      return Promise.resolve(entered).then(() => take(lanes.bodies, request, reply));
    },
    turns: lanes,
  };
}
