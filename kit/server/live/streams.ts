import { liveCodes, type LiveParams, type LiveRequest } from '#kit/contract/live.ts';
import { Refusal } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { Peer } from './subscriptions.ts';
import type { Stream, StreamFeed } from './topics.ts';

/** A stream that somebody follows. */
interface Following {
  stream: Stream<unknown>;
  params: unknown;
  /** The parameters as they came, for the answers. */
  given: LiveParams | undefined;
  /** Undefined while it is being decided. */
  feed: StreamFeed<unknown> | undefined;
}

/** Who follows which stream. Each socket follows each stream at most once; to follow it again is to change its parameters. */
export function createStreams(log: (line: string) => void) {
  const streams = new Map<string, Stream<unknown>>();
  const followed = new Map<Peer, Map<string, Following>>();

  const logFault = (name: string, error: unknown) =>
    log(`live stream ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  const describe = ({ stream, given }: Following) => ({ topic: stream.name, ...(given ? { params: given } : {}) });
  const stop = (following: Following) => {
    const { feed } = following;
    following.feed = undefined;
    try {
      feed?.close();
    } catch (error) {
      logFault(following.stream.name, error);
    }
  };
  const isCurrent = (peer: Peer, following: Following, session: Session) =>
    followed.get(peer)?.get(following.stream.name) === following && peer.live.session === session;

  const begin = (peer: Peer, following: Following) => {
    const { stream } = following;
    const { session } = peer.live;
    const { out } = peer.connection;
    out.say({ type: 'subscribed', ...describe(following) });
    const fail = () => peer.connection.close(liveCodes.later, 'Come again shortly');
    following.feed = stream.open(session, following.params, {
      // What a feed still has in hand when rights change goes to nobody.
      send: (frame) => isCurrent(peer, following, session) && out.stream(frame),
      fail: () => {
        if (isCurrent(peer, following, session)) fail();
      },
    });
  };
  const decide = (peer: Peer, following: Following) => {
    const { stream } = following;
    const { session } = peer.live;
    stop(following);
    const conclude = (isAllowed: boolean) => {
      if (!isCurrent(peer, following, session)) return;
      if (isAllowed) return begin(peer, following);
      followed.get(peer)?.delete(stream.name);
      peer.connection.out.say({ type: 'refused', ...describe(following) });
    };
    const failed = (error: unknown) => {
      if (!isCurrent(peer, following, session)) return;
      if (error instanceof Refusal && error.code !== 'unavailable') return conclude(false);
      logFault(stream.name, error);
      peer.connection.close(liveCodes.later, 'Come again shortly');
    };
    void Promise.resolve()
      .then(() => stream.authorise(session, following.params))
      .then(conclude)
      .catch(failed);
  };

  return {
    add<P>(stream: Stream<P>): void {
      if (streams.has(stream.name)) throw new Error(`Two live streams are called ${stream.name}`);
      for (const { code, name } of streams.values())
        if (code === stream.code) throw new Error(`Streams ${name} and ${stream.name} have the same code`);
      streams.set(stream.name, stream as Stream<unknown>);
    },
    has: (name: string): boolean => streams.has(name),
    /** @returns what is wrong with the message. */
    hear(peer: Peer, request: Exclude<LiveRequest, { type: 'ticket' }>): string | undefined {
      const stream = streams.get(request.topic);
      if (!stream) return 'Unknown topic';
      const own = followed.get(peer);
      const known = own?.get(stream.name);
      if (request.type === 'unsubscribe') {
        own?.delete(stream.name);
        if (known) stop(known);
        return undefined;
      }
      const parsed = stream.params.safeParse(request.params ?? {});
      if (!parsed.success) return 'Wrong parameters';
      if (known) {
        known.params = parsed.data;
        known.given = request.params;
        known.feed?.change(parsed.data);
        return undefined;
      }
      const following: Following = { stream, params: parsed.data, given: request.params, feed: undefined };
      followed.set(peer, (own ?? new Map()).set(stream.name, following));
      decide(peer, following);
      return undefined;
    },
    /** Its rights have changed: what it follows ends, and is decided anew. */
    decideAgain(peer: Peer): void {
      for (const following of followed.get(peer)?.values() ?? []) decide(peer, following);
    },
    leave(peer: Peer): void {
      for (const following of followed.get(peer)?.values() ?? []) stop(following);
      followed.delete(peer);
    },
  };
}
