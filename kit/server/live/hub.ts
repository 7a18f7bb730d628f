import type { WebSocket } from 'ws';
import { liveCodes } from '#kit/contract/live.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { LiveSession, Session, SessionStore } from '#kit/server/sessions/session.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Figures, newFigures } from './figures.ts';
import { type LiveLimits, liveLimits } from './limits.ts';
import { createSubscriptions, type Peer } from './subscriptions.ts';
import { createTickets } from './tickets.ts';
import type { Audience, Topic } from './topics.ts';

/** Pushes messages to open browsers: to whom they are for, as long as their sessions live and their rights allow it. */
export interface Hub {
  /** Adds something that browsers can follow. Throws when the name is taken. */
  addTopic<P>(topic: Topic<P>): void;
  /**
   * Tells everybody in the audience who follows the topic. Whoever has not taken the last message of the same key yet gets
   * this one instead. Throws when there is no such topic.
   * @param data anything that JSON can carry.
   */
  publish(topic: string, audience: Audience, key: string, data: unknown): void;
  /** A ticket that lets one socket of this session in. */
  ticket(session: Session): { ticket: string; expiresAt: Date };
  /** Takes over a socket that was just upgraded. */
  take(socket: WebSocket): void;
  readonly figures: Readonly<Figures>;
  readonly limits: LiveLimits;
  /** Sends everybody away, to come again when there is another server. */
  stop(): void;
}

const personOf = ({ live: { session } }: Peer) => session.actor?.id ?? session.user.id;

export function createHub(options: {
  sessions: SessionStore;
  clock: Clock;
  log: (line: string) => void;
  limits?: Partial<LiveLimits>;
}): Hub {
  const { sessions, log } = options;
  const limits: LiveLimits = { ...liveLimits, ...options.limits };
  const figures = newFigures();
  const tickets = createTickets(options.clock, limits);
  const subscriptions = createSubscriptions(limits, log);
  const connections = new Set<Connection>();
  const waiting = new Set<Connection>();
  /** By who sits there: whoever acts as somebody else takes no socket from them. */
  const byPerson = new Map<string, Set<Peer>>();
  const bySession = new Map<string, Set<Peer>>();

  const enter = (peer: Peer) => {
    const { id } = peer.live.session;
    const person = personOf(peer);
    const own = byPerson.get(person) ?? new Set();
    byPerson.set(person, own.add(peer));
    bySession.set(id, (bySession.get(id) ?? new Set()).add(peer));
    subscriptions.enter(peer);
    const [oldest] = own;
    if (own.size > limits.socketsPerPerson) oldest?.connection.close(liveCodes.replaced, 'Opened elsewhere');
  };
  const leave = (peer: Peer) => {
    for (const [map, key] of [
      [byPerson, personOf(peer)],
      [bySession, peer.live.session.id],
    ] as const) {
      const own = map.get(key);
      own?.delete(peer);
      if (own?.size === 0) map.delete(key);
    }
    subscriptions.leave(peer);
  };

  /** What was found of a session, told to its sockets. */
  const apply = (sessionId: string, found: LiveSession | undefined, askedAt: number) => {
    for (const peer of bySession.get(sessionId) ?? []) {
      // It came in after the question was asked, and knows better.
      if (peer.confirmedAt > askedAt) continue;
      if (!found) {
        peer.connection.out.say({ type: 'ended' });
        peer.connection.close(liveCodes.ended, 'The session has ended');
        continue;
      }
      peer.confirmedAt = askedAt;
      if (peer.live.rights !== found.rights) {
        peer.live = found;
        peer.connection.out.say({ type: 'rights' });
        subscriptions.decideAgain(peer);
      }
      peer.connection.out.flush();
    }
  };
  const due = new Set<string>();
  let looking = false;
  let isAway = false;
  /** Looks at the sessions that are due, one round after the other: what was due while a round was on its way is not in it. */
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      while (due.size > 0) {
        const ids = [...due];
        due.clear();
        const askedAt = performance.now();
        const found = await sessions.stillLive(ids);
        for (const id of ids) apply(id, found.get(id), askedAt);
        isAway = false;
      }
    } catch (error) {
      // Nobody's session ends because the database is away; until it is back, nothing is told to anybody.
      if (!isAway) log(`live sessions not checked: ${error instanceof Error ? error.message : String(error)}`);
      isAway = true;
    } finally {
      looking = false;
    }
  };
  const lookAtAll = () => {
    for (const id of bySession.keys()) due.add(id);
    void look();
  };
  const unlisten = sessions.onForget((id) => {
    if (id === undefined) return lookAtAll();
    if (!bySession.has(id)) return;
    due.add(id);
    void look();
  });
  const timers = [
    setInterval(lookAtAll, limits.checkMs).unref(),
    setInterval(() => {
      const now = performance.now();
      for (const connection of connections) connection.tick(now);
    }, limits.tickMs).unref(),
  ];
  subscriptions.add({ name: 'me', authorise: () => true });

  return {
    figures,
    limits,
    addTopic: (topic) => subscriptions.add(topic),
    publish: (topic, audience, key, data) => subscriptions.publish(topic, audience, key, data),
    ticket: (session) => tickets.give(session.id),
    take(socket) {
      let peer: Peer | undefined;
      const connection = openConnection(socket, {
        limits,
        figures,
        hearing: {
          async admit(ticket) {
            const sessionId = tickets.take(ticket);
            if (sessionId === undefined) return undefined;
            const askedAt = performance.now();
            const live = (await sessions.stillLive([sessionId])).get(sessionId);
            return (
              live &&
              (() => {
                waiting.delete(connection);
                peer = { connection, live, confirmedAt: askedAt, subscriptions: new Map() };
                enter(peer);
              })
            );
          },
          hear(request) {
            try {
              return peer && subscriptions.hear(peer, request);
            } catch (error) {
              log(`live message failed: ${error instanceof Error ? error.message : String(error)}`);
              return 'Something went wrong!';
            }
          },
          closed() {
            connections.delete(connection);
            waiting.delete(connection);
            if (peer) leave(peer);
          },
          isHeld: () => peer !== undefined && performance.now() - peer.confirmedAt > limits.believedMs,
          isFor: (message) => peer !== undefined && subscriptions.isFor(peer, message),
        },
      });
      connections.add(connection);
      waiting.add(connection);
      const [oldest] = waiting;
      if (waiting.size > limits.waitingSockets) oldest?.close(liveCodes.later, 'Too many are waiting');
    },
    stop() {
      unlisten();
      for (const timer of timers) clearInterval(timer);
      for (const connection of connections) connection.close(liveCodes.restart, 'The server restarts');
    },
  };
}
