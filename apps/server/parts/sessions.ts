import { loadLiveSessions, loadSession } from '#areas/identity/sessions/session-loader.store.ts';
import { closedToKeys, loadKeySession } from '#areas/integrations/integrations.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { withApiKeys } from '#kit/server/sessions/api-keys.ts';
import { forgetEverywhere } from '#kit/server/sessions/forget-everywhere.ts';
import { createSessionStore, type SessionStore } from '#kit/server/sessions/session.ts';
import type { Base } from './base.ts';

/**
 * Sessions of people, with what somebody may do who acts as somebody else: rights hang on some catalogues, which they may only look at.
 * Beside them stand API keys, which come by the same door.
 */
export function openSessions({ db, clock, relay }: Base, catalogues: readonly AnyCatalogue[]): SessionStore {
  const lookOnly = new Set(['module', ...catalogues.filter(({ sensitive }) => sensitive).map(({ path }) => path)]);
  const people = createSessionStore({
    clock,
    load: loadSession(db, lookOnly),
    loadLive: loadLiveSessions(db, lookOnly),
  });
  const keys = createSessionStore({
    clock,
    load: loadKeySession(db, closedToKeys(catalogues)),
    // No socket lives as long as a key.
    loadLive: async () => new Map(),
    ended: 'This API key is not valid: it is unknown, has expired or was revoked',
  });
  const sessions = withApiKeys(people, keys);
  forgetEverywhere(sessions, relay);
  return sessions;
}
