import { api } from '../api.ts';
import { isActing } from '../session.ts';

/** Ends the session on the server; whoever acts as somebody else returns to their own account. */
export async function signOut(): Promise<void> {
  if (isActing()) await (await import('../impersonation.ts')).leave();
  else await api.post('/logout', { quiet: true }).catch(() => undefined);
}
