import { lazyPage } from '#kit/web/lazy.ts';

/** Pages that ask for no session. */
export const open = {
  '/invited': lazyPage(async () => (await import('./invitations/public-invitation.page.tsx')).Invited),
};
