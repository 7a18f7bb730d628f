import type { Relay } from '#kit/server/live/relay.ts';
import type { SessionStore } from './session.ts';

const subject = 'sessions';

/**
 * What one process forgets of sessions the others forget as well, before they hear what is told after it: whoever signed out in one of them
 * gets nothing more from another.
 */
export function forgetEverywhere(sessions: SessionStore, relay: Relay): void {
  if (!relay.isShared) return;
  let isHeard = false;
  sessions.onForget((id) => {
    if (!isHeard) relay.tell(subject, Buffer.from(id ?? ''));
  });
  relay.hear(subject, (bytes) => {
    const id = Buffer.from(bytes).toString();
    isHeard = true;
    try {
      if (id === '') sessions.forgetAll();
      else sessions.forget(id);
    } finally {
      isHeard = false;
    }
  });
}
