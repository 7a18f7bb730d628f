import { liveCodes } from '#kit/contract/live.ts';
import type { LiveSession, SessionStore } from '#kit/server/sessions/session.ts';
import type { Peers } from './peers.ts';
import type { Peer } from './subscriptions.ts';

/** Keeps sockets in step with their sessions: closes those whose session ended, and tells the others of changed rights. */
export interface SessionWatch {
  /** Has every session with a socket looked up. */
  lookAtAll(): void;
  /** Takes a socket in, and has its session looked up once more where some were forgotten since it was asked for. */
  enter(peer: Peer): void;
  /** Looks no more at sessions that are forgotten from now on. */
  stop(): void;
}

export function watchSessions(options: {
  sessions: SessionStore;
  peers: Peers;
  /** Decides anew what a socket follows. */
  decideAgain: (peer: Peer) => void;
  log: (line: string) => void;
}): SessionWatch {
  const { sessions, peers, decideAgain, log } = options;

  /** What was found of a session, told to its sockets. */
  const apply = (sessionId: string, found: LiveSession | undefined, askedAt: number) => {
    for (const peer of peers.ofSession(sessionId)) {
      // It came in after the question was asked, and knows better.
      if (peer.confirmedAt > askedAt) continue;
      if (!found) {
        peer.connection.out.say({ type: 'ended' });
        peer.connection.close(liveCodes.ended, 'The session has ended');
        continue;
      }
      peer.confirmedAt = askedAt;
      peer.expiresAt = found.expiresAt;
      if (peer.live.rights !== found.rights) {
        // Whoever is told asks at once, and must not get what was believed until now. What is found is looked at once more.
        sessions.forget(sessionId);
        peer.live = found;
        peer.connection.out.say({ type: 'rights' });
        decideAgain(peer);
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
    for (const id of peers.sessionIds()) due.add(id);
    void look();
  };
  let forgottenAt = Number.NEGATIVE_INFINITY;
  const enter = (peer: Peer) => {
    peers.enter(peer);
    if (forgottenAt < peer.confirmedAt) return;
    peer.doubtedAt = forgottenAt;
    due.add(peer.live.session.id);
    void look();
  };
  const stop = sessions.onForget((id) => {
    const ids = id === undefined ? [...peers.sessionIds()] : peers.hasSession(id) ? [id] : [];
    const doubtedAt = performance.now();
    forgottenAt = doubtedAt;
    for (const one of ids) {
      due.add(one);
      // What is said from now on waits for the answer.
      for (const peer of peers.ofSession(one)) peer.doubtedAt = doubtedAt;
    }
    void look();
  });
  return { lookAtAll, enter, stop };
}
