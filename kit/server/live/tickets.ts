import { randomBytes } from 'node:crypto';
import type { Clock } from '#kit/server/clock.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import type { LiveLimits } from './limits.ts';

export interface Tickets {
  /** A ticket that lets one socket in, for this session. */
  give(sessionId: string): { ticket: string; expiresAt: Date };
  /** The session of a ticket, which is used up by that; undefined when it is unknown, used or too old. */
  take(ticket: string): string | undefined;
}

/** Most that are remembered at all. */
const most = 50_000;

/** Tickets for sockets, 256 bits each. They live in this process only, and only as hashes. */
export function createTickets(clock: Clock, limits: LiveLimits): Tickets {
  // In the order in which they end.
  const open = new Map<string, { sessionId: string; expiresAt: number }>();
  const bySession = new Map<string, Set<string>>();
  const keyOf = (ticket: string) => hashToken(ticket).toString('base64');

  const drop = (key: string): { sessionId: string; expiresAt: number } | undefined => {
    const found = open.get(key);
    if (!found) return undefined;
    open.delete(key);
    const own = bySession.get(found.sessionId);
    own?.delete(key);
    if (own?.size === 0) bySession.delete(found.sessionId);
    return found;
  };
  const sweep = (now: number) => {
    for (const [key, { expiresAt }] of open) {
      if (expiresAt > now && open.size < most) return;
      drop(key);
    }
  };
  return {
    give(sessionId) {
      const now = clock.now().getTime();
      sweep(now);
      const ticket = `rkt_${randomBytes(32).toString('base64url')}`;
      const expiresAt = now + limits.ticketLifeMs;
      const key = keyOf(ticket);
      open.set(key, { sessionId, expiresAt });
      const own = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, own.add(key));
      const [oldest] = own;
      if (own.size > limits.ticketsPerSession && oldest !== undefined) drop(oldest);
      return { ticket, expiresAt: new Date(expiresAt) };
    },
    take(ticket) {
      const found = drop(keyOf(ticket));
      return found && clock.now().getTime() < found.expiresAt ? found.sessionId : undefined;
    },
  };
}
