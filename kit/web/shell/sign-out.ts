import { api } from '../api.ts';
import { beginLeaving, isActing } from '../session.ts';

/** Ends the session on the server; of whoever acts as somebody else, both. */
export async function signOut(): Promise<void> {
  beginLeaving();
  if (isActing()) await (await import('../impersonation.ts')).leave();
  else await api.post('/logout', { quiet: true }).catch(() => undefined);
}
