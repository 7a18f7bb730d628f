import { lazyPage } from '#kit/web/lazy.ts';

/** The page with answers for everybody, which asks for no session. */
export const open = {
  '/answers': lazyPage(async () => (await import('./public-help.page.tsx')).PublicHelp),
};
