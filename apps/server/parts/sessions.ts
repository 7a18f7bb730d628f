import { loadLiveSessions, loadSession } from '#areas/identity/sessions/session-loader.store.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { createSessionStore, type SessionStore } from '#kit/server/sessions/session.ts';
import type { Base } from './base.ts';

/** Sessions, with what somebody may do who acts as somebody else: rights hang on some catalogues, which they may only look at. */
export function openSessions({ db, clock }: Base, catalogues: readonly AnyCatalogue[]): SessionStore {
  const lookOnly = new Set(['module', ...catalogues.filter(({ sensitive }) => sensitive).map(({ path }) => path)]);
  return createSessionStore({ clock, load: loadSession(db, lookOnly), loadLive: loadLiveSessions(db, lookOnly) });
}
