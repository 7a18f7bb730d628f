import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { lazyPage } from '../lazy.ts';
import type { Screen } from '../screens.ts';
import type { AreaActions } from './area-actions.tsx';
import type { RecordTabs } from './record/record-tabs.tsx';
import type { CatalogueViews } from './views.tsx';

/** What areas bring to the pages of catalogues, each by the path of its catalogue. */
interface Brought {
  views: CatalogueViews;
  actions: AreaActions;
  tabs: RecordTabs;
}

/** The pages of every catalogue: list, form, record and trash below the catalogue's path. */
export const catalogueScreens = (all: readonly AnyCatalogue[], { views, actions, tabs }: Brought): Screen[] =>
  all.map((definition) => ({
    path: `/${definition.path}`,
    nested: true,
    component: lazyPage(async () => {
      const { CatalogueSpace, fetchPartOf } = await import('./space.tsx');
      // Where a visit begins at a record or a form, that is drawn with the first page. What failed is asked for once more there.
      await fetchPartOf(location.pathname).catch(() => undefined);
      return () => (
        <CatalogueSpace
          key={definition.path}
          definition={definition}
          all={all}
          views={views[definition.path] ?? []}
          actions={actions[definition.path] ?? []}
          tabs={tabs[definition.path] ?? { tabs: [] }}
        />
      );
    }),
  }));
