import { lazyPage } from '#kit/web/lazy.ts';

/** Pages that ask for no session. */
export const open = {
  '/login': lazyPage(async () => (await import('./sign-in/sign-in.page.tsx')).Login),
  '/setup': lazyPage(async () => (await import('./accounts/setup.page.tsx')).Setup),
  '/forgot': lazyPage(async () => (await import('./passwords/forgot-password.page.tsx')).Forgot),
  '/reset': lazyPage(async () => (await import('./passwords/reset-password.page.tsx')).Reset),
};
