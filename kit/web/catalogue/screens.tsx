import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { lazyPage } from '../lazy.ts';
import type { Screen } from '../screens.ts';
import type { AreaActions } from './area-actions.tsx';
import type { CatalogueViews } from './views.tsx';

/** The pages of every catalogue: list, form, record and trash below the catalogue's path. */
export const catalogueScreens = (all: readonly AnyCatalogue[], views: CatalogueViews, actions: AreaActions): Screen[] =>
  all.map((definition) => ({
    path: `/${definition.path}`,
    nested: true,
    component: lazyPage(async () => {
      const { CatalogueSpace } = await import('./space.tsx');
      return () => (
        <CatalogueSpace
          key={definition.path}
          definition={definition}
          all={all}
          views={views[definition.path] ?? []}
          actions={actions[definition.path] ?? []}
        />
      );
    }),
  }));
