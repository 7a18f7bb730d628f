import type { WebSocket } from 'ws';
import { liveCodes } from '#kit/contract/live.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { Session, SessionStore } from '#kit/server/sessions/session.ts';
import { type Connection, openConnection } from './connection.ts';
import { createGuests, type Guest } from './guests.ts';
import { type Figures, newFigures } from './metrics.ts';
import { type LiveLimits, liveLimits } from './limits.ts';
import { createPeers } from './peers.ts';
import { watchSessions } from './session-watch.ts';
import { createStreams } from './streams.ts';
import { createSubscriptions, type Peer } from './subscriptions.ts';
import { createTickets } from './tickets.ts';
import type { Audience, Stream, Topic } from './topics.ts';

/** Pushes messages to open browsers: to whom they are for, as long as their sessions live and their rights allow it. */
export interface Hub {
  /** Adds something that browsers can follow. Throws when the name is taken. */
  addTopic<P>(topic: Topic<P>): void;
  /** Adds something that browsers can follow as bytes. Throws when its name or its code is taken. */
  addStream<P>(stream: Stream<P>): void;
  /**
   * Tells everybody in the audience who follows the topic. Whoever has not taken the last message of the same key yet gets
   * this one instead. Throws when there is no such topic.
   * @param data anything that JSON can carry.
   */
  publish(topic: string, audience: Audience, key: string, data: unknown): void;
  /** A ticket that lets one socket of this session in. */
  ticket(session: Session): { ticket: string; expiresAt: Date };
  /** A ticket that lets one socket of somebody without a session in, who hears one thing and nothing else. */
  guestTicket(guest: Guest): { ticket: string; expiresAt: Date };
  /** Takes over a socket that was just upgraded. */
  take(socket: WebSocket): void;
  readonly figures: Readonly<Figures>;
  readonly limits: LiveLimits;
  /** Sends everybody away, to come again when there is another server. */
  stop(): void;
}

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
  const guests = createGuests(limits, () => options.clock.now().getTime());
  const subscriptions = createSubscriptions(limits, log);
  const streams = createStreams(log);
  const peers = createPeers(limits, subscriptions);
  const decideAgain = (peer: Peer) => {
    subscriptions.decideAgain(peer);
    streams.decideAgain(peer);
  };
  /** Whether its session is known to live: only then is it told anything. */
  const isSure = ({ confirmedAt, doubtedAt, expiresAt }: Peer) =>
    confirmedAt >= doubtedAt &&
    performance.now() - confirmedAt <= limits.believedMs &&
    options.clock.now().getTime() < expiresAt;
  const watch = watchSessions({ sessions, peers, decideAgain, log });
  const connections = new Set<Connection>();
  const waiting = new Set<Connection>();
  const timers = [
    setInterval(() => watch.lookAtAll(), limits.checkMs).unref(),
    setInterval(() => {
      const now = performance.now();
      let unsent = 0;
      for (const connection of connections) {
        connection.tick(now);
        unsent += connection.out.bytes;
      }
      figures.unsent = unsent;
    }, limits.tickMs).unref(),
  ];
  subscriptions.add({ name: 'me', authorise: () => true });

  return {
    figures,
    limits,
    addTopic(topic) {
      if (streams.has(topic.name)) throw new Error(`Two live topics are called ${topic.name}`);
      subscriptions.add(topic);
    },
    addStream(stream) {
      if (subscriptions.has(stream.name)) throw new Error(`Two live topics are called ${stream.name}`);
      streams.add(stream);
    },
    publish: (topic, audience, key, data) => subscriptions.publish(topic, audience, key, data),
    ticket: (session) => tickets.give(session.id),
    guestTicket: (guest) => tickets.give(guests.name(guest)),
    take(socket) {
      let peer: Peer | undefined;
      /** Of a guest: what is done when they are gone. */
      let gone: (() => void) | undefined;
      const enterGuest = (guest: Guest) => () => {
        waiting.delete(connection);
        const leave = guests.enter(guest, connection);
        if (connections.has(connection)) gone = leave;
        else leave();
      };
      const connection = openConnection(socket, {
        limits,
        figures,
        hearing: {
          async admit(ticket) {
            const sessionId = tickets.take(ticket);
            if (sessionId === undefined) return undefined;
            const guest = guests.find(sessionId);
            if (guest) return enterGuest(guest);
            const askedAt = performance.now();
            const live = (await sessions.stillLive([sessionId])).get(sessionId);
            return (
              live &&
              (() => {
                waiting.delete(connection);
                const { expiresAt } = live;
                const doubtedAt = Number.NEGATIVE_INFINITY;
                peer = { connection, live, confirmedAt: askedAt, doubtedAt, expiresAt, subscriptions: new Map() };
                watch.enter(peer);
              })
            );
          },
          hear(request) {
            if (!peer) return 'Guests only listen';
            try {
              return (streams.has(request.topic) ? streams : subscriptions).hear(peer, request);
            } catch (error) {
              log(`live message failed: ${error instanceof Error ? error.message : String(error)}`);
              return 'Something went wrong!';
            }
          },
          closed() {
            connections.delete(connection);
            waiting.delete(connection);
            gone?.();
            gone = undefined;
            if (!peer) return;
            peers.leave(peer);
            streams.leave(peer);
          },
          isHeld: () => peer !== undefined && !isSure(peer),
          isFor: (message) => (peer ? subscriptions.isFor(peer, message) : gone !== undefined),
        },
      });
      connections.add(connection);
      waiting.add(connection);
      const [oldest] = waiting;
      if (waiting.size > limits.waitingSockets) oldest?.close(liveCodes.later, 'Too many are waiting');
    },
    stop() {
      watch.stop();
      for (const timer of timers) clearInterval(timer);
      for (const connection of connections) connection.close(liveCodes.restart, 'The server restarts');
    },
  };
}
