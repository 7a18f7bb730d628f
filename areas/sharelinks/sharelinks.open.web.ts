import { lazyPage } from '#kit/web/lazy.ts';

/** The page behind a link, which asks for no session. */
export const open = {
  '/s/$token': lazyPage(async () => (await import('./opened/shared.page.tsx')).Shared),
};
