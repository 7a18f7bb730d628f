import { api } from '../api.ts';
import { beginLeaving, isActing } from '../session.ts';
import { store } from '../storage/store.ts';

/** Ends the session on the server; of whoever acts as somebody else, both. */
export async function signOut(): Promise<void> {
  beginLeaving();
  if (isActing()) return (await import('../impersonation.ts')).leave();
  await api.post('/logout', { quiet: true }).catch(() => undefined);
  if (store.get('pushedTo') !== null) await (await import('../live/browser-push.ts')).endPush();
}
