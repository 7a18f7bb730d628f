import { lazyPage } from '../lazy.ts';
import type { CatalogueView } from './views.tsx';

/** The view that orders the rows of a catalogue with a `position`. */
export const arrange: CatalogueView = {
  slug: 'arrange',
  label: 'views.arrange',
  needs: 'edit',
  component: lazyPage(async () => (await import('./arrange.tsx')).CatalogueArrange),
};
