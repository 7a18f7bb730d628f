import { liveCodes } from '#kit/contract/live.ts';
import type { Connection } from './connection.ts';
import type { LiveLimits } from './limits.ts';

/** Somebody without a session, who is let in to hear one thing and says nothing. Whoever lets them in ends it when its time is over. */
export interface Guest {
  /** What they hear: of the tickets for one thing only the latest few are good. */
  key: string;
  /** They are there. @returns what is done when they are gone. */
  begin(way: GuestWay): () => void;
}

/** The way to one guest. */
export interface GuestWay {
  /** Tells them, or as soon as their socket takes it; until then a newer message of the same key takes its place. */
  send(topic: string, key: string, data: unknown): void;
  /** It is over: they are told so, and the socket closes. */
  end(): void;
  /** Ends the connection with the word to come again: nothing more can be told now. */
  fail(): void;
}

export interface Guests {
  /** The name under which a guest is given a ticket. */
  name(guest: Guest): string;
  /** The guest of a name, if it is one. */
  find(name: string): Guest | undefined;
  /** Lets a guest in. @returns what is done when they are gone. */
  enter(guest: Guest, connection: Connection): () => void;
}

/** Ids of sessions do not begin with it. */
const prefix = 'guest:';

/** @param now milliseconds, by the clock that tickets go by */
export function createGuests(limits: LiveLimits, now: () => number): Guests {
  const waiting = new Map<string, { guest: Guest; until: number }>();
  let inside = 0;
  return {
    name(guest) {
      const name = prefix + guest.key;
      for (const [other, { until }] of waiting) if (until <= now()) waiting.delete(other);
      waiting.set(name, { guest, until: now() + limits.ticketLifeMs });
      return name;
    },
    find: (name) => waiting.get(name)?.guest,
    enter(guest, connection) {
      const { out } = connection;
      if (inside >= limits.guestSockets) {
        connection.close(liveCodes.later, 'Too many guests');
        return () => undefined;
      }
      inside += 1;
      const leave = guest.begin({
        send: (topic, key, data) =>
          out.offer({
            topic,
            key,
            audience: {},
            bytes: Buffer.from(JSON.stringify({ type: 'data', topic, key, data })),
          }),
        end() {
          out.say({ type: 'ended' });
          connection.close(liveCodes.ended, 'It is over');
        },
        fail: () => connection.close(liveCodes.later, 'Come again shortly'),
      });
      return () => {
        inside -= 1;
        leave();
      };
    },
  };
}
