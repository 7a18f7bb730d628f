import { liveCodes } from '#kit/contract/live.ts';
import type { LiveLimits } from './limits.ts';
import type { createSubscriptions, Peer } from './subscriptions.ts';

const personOf = ({ live: { session } }: Peer) => session.actor?.id ?? session.user.id;

/** The sockets that were let in, by person and by session. */
export interface Peers {
  /** Lets a socket in; of a person who has too many, the oldest is closed. */
  enter(peer: Peer): void;
  leave(peer: Peer): void;
  ofSession(sessionId: string): Iterable<Peer>;
  sessionIds(): Iterable<string>;
  hasSession(sessionId: string): boolean;
}

export function createPeers(limits: LiveLimits, subscriptions: ReturnType<typeof createSubscriptions>): Peers {
  /** By who sits there: whoever acts as somebody else takes no socket from them. */
  const byPerson = new Map<string, Set<Peer>>();
  const bySession = new Map<string, Set<Peer>>();
  return {
    enter(peer) {
      const { id } = peer.live.session;
      const person = personOf(peer);
      const own = byPerson.get(person) ?? new Set();
      byPerson.set(person, own.add(peer));
      bySession.set(id, (bySession.get(id) ?? new Set()).add(peer));
      subscriptions.enter(peer);
      const [oldest] = own;
      if (own.size > limits.socketsPerPerson) oldest?.connection.close(liveCodes.replaced, 'Opened elsewhere');
    },
    leave(peer) {
      for (const [map, key] of [
        [byPerson, personOf(peer)],
        [bySession, peer.live.session.id],
      ] as const) {
        const own = map.get(key);
        own?.delete(peer);
        if (own?.size === 0) map.delete(key);
      }
      subscriptions.leave(peer);
    },
    ofSession: (sessionId) => bySession.get(sessionId) ?? [],
    sessionIds: () => bySession.keys(),
    hasSession: (sessionId) => bySession.has(sessionId),
  };
}
