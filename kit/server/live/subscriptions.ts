import { liveCodes, type LiveParams, type LiveRequest } from '#kit/contract/live.ts';
import { Refusal } from '#kit/server/refusals.ts';
import type { LiveSession } from '#kit/server/sessions/session.ts';
import type { Connection } from './connection.ts';
import type { LiveLimits } from './limits.ts';
import type { Outgoing } from './outbox.ts';
import { type Audience, isIn, type Topic } from './topics.ts';

/** A socket of somebody. */
export interface Peer {
  connection: Connection;
  live: LiveSession;
  /** When the database was last asked for what `live` says, by `performance.now()`. */
  confirmedAt: number;
  /** When it was said last, by the same clock, that the session may have ended or changed. */
  doubtedAt: number;
  /** When the session ends by itself, milliseconds by the product's clock. */
  expiresAt: number;
  subscriptions: Map<string, Subscription>;
}
interface Subscription {
  peer: Peer;
  topic: Followed;
  params: unknown;
  /** The parameters as they came, for the answers. */
  given: LiveParams | undefined;
}
/** A topic with those who follow it. */
interface Followed extends Topic<unknown> {
  followers: Set<Subscription>;
}

/** Who follows what, and what they are told of it. */
export function createSubscriptions(limits: LiveLimits, log: (line: string) => void) {
  const topics = new Map<string, Followed>();
  const topicOf = (name: string) => {
    const topic = topics.get(name);
    if (!topic) throw new Error(`No live topic ${name}`);
    return topic;
  };
  const describe = ({ topic, given }: Subscription) => ({ topic: topic.name, ...(given ? { params: given } : {}) });
  const keyOf = (topic: Followed, params: unknown) => `${topic.name} ${JSON.stringify(params ?? null)}`;

  const outgoing = (topic: Followed, audience: Audience, key: string, data: unknown): Outgoing => ({
    topic: topic.name,
    key,
    audience,
    bytes: Buffer.from(JSON.stringify({ type: 'data', topic: topic.name, key, data })),
  });
  /** What goes wrong in a topic is not the fault of whoever publishes. */
  const concerns = (topic: Followed, params: unknown, key: string, data: unknown): boolean => {
    try {
      return topic.concerns?.(params, key, data) ?? true;
    } catch (error) {
      log(`live topic ${topic.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };
  const conclude = (subscription: Subscription, isAllowed: boolean) => {
    const { peer, topic, params } = subscription;
    const { out } = peer.connection;
    if (!isAllowed) {
      peer.subscriptions.delete(keyOf(topic, params));
      topic.followers.delete(subscription);
      return out.say({ type: 'refused', ...describe(subscription) });
    }
    if (topic.followers.has(subscription)) return;
    topic.followers.add(subscription);
    out.say({ type: 'subscribed', ...describe(subscription) });
    for (const { key, data } of topic.opening?.(peer.live.session, params) ?? [])
      out.offer(outgoing(topic, {}, key, data));
  };
  /** Asks the topic. While it thinks about it, the subscription is told nothing. */
  const decide = (subscription: Subscription) => {
    const { peer, topic, params } = subscription;
    const { session } = peer.live;
    const isStale = () =>
      peer.live.session !== session || peer.subscriptions.get(keyOf(topic, params)) !== subscription;
    const failed = (error: unknown) => {
      if (error instanceof Refusal && error.code !== 'unavailable') return conclude(subscription, false);
      log(`live topic ${topic.name} could not be decided: ${error instanceof Error ? error.message : String(error)}`);
      peer.connection.close(liveCodes.later, 'Come again shortly');
    };
    try {
      const answer = topic.authorise(session, params);
      if (typeof answer === 'boolean') return conclude(subscription, answer);
      topic.followers.delete(subscription);
      answer
        .then((isAllowed) => isStale() || conclude(subscription, isAllowed))
        .catch((error: unknown) => isStale() || failed(error));
    } catch (error) {
      failed(error);
    }
  };

  return {
    add<P>(topic: Topic<P>): void {
      if (topics.has(topic.name)) throw new Error(`Two live topics are called ${topic.name}`);
      topics.set(topic.name, { ...(topic as Topic<unknown>), followers: new Set() });
    },
    has: (name: string): boolean => topics.has(name),
    publish(name: string, audience: Audience, key: string, data: unknown): void {
      const topic = topicOf(name);
      let message: Outgoing | undefined;
      const notified = new Set<Peer>();
      for (const { peer, params } of topic.followers) {
        if (notified.has(peer) || !isIn(audience, peer.live.session)) continue;
        if (!concerns(topic, params, key, data)) continue;
        notified.add(peer);
        message ??= outgoing(topic, audience, key, data);
        peer.connection.out.offer(message);
      }
    },
    /** Everybody follows what is about themselves. */
    enter(peer: Peer): void {
      const topic = topicOf('me');
      const own: Subscription = { peer, topic, params: undefined, given: undefined };
      peer.subscriptions.set(keyOf(topic, undefined), own);
      topic.followers.add(own);
    },
    leave(peer: Peer): void {
      for (const subscription of peer.subscriptions.values()) subscription.topic.followers.delete(subscription);
      peer.subscriptions.clear();
    },
    /** @returns what is wrong with the message. */
    hear(peer: Peer, request: Exclude<LiveRequest, { type: 'ticket' }>): string | undefined {
      const topic = topics.get(request.topic);
      if (!topic) return 'Unknown topic';
      const parsed = topic.params?.safeParse(request.params ?? {});
      if (parsed ? !parsed.success : request.params !== undefined) return 'Wrong parameters';
      const params = parsed?.data;
      const key = keyOf(topic, params);
      const known = peer.subscriptions.get(key);
      if (known) topic.followers.delete(known);
      peer.subscriptions.delete(key);
      if (request.type === 'unsubscribe') return undefined;
      if (peer.subscriptions.size >= limits.subscriptionsPerSocket) return 'Too many subscriptions';
      const subscription: Subscription = { peer, topic, params, given: request.params };
      peer.subscriptions.set(key, subscription);
      decide(subscription);
      return undefined;
    },
    /** Its rights have changed: each subscription is decided anew. */
    decideAgain(peer: Peer): void {
      for (const subscription of peer.subscriptions.values()) decide(subscription);
    },
    /** Whether a message that waited in the queue may still be told. */
    isFor: (peer: Peer, { topic, audience }: Outgoing): boolean =>
      isIn(audience, peer.live.session) &&
      [...peer.subscriptions.values()].some((one) => one.topic.name === topic && one.topic.followers.has(one)),
  };
}
