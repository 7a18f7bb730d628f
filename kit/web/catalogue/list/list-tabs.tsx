import { Link } from '@tanstack/react-router';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { useRows } from '../data.ts';
import { namedIn, filtersIn } from './use-views.ts';
import type { View } from './view.ts';

/** The views of a list that everybody needs, as tabs with the number of their records. Words, order and page size stay when one goes from tab to tab. */
export function ListTabs({ definition, view }: { definition: AnyCatalogue; view: View }) {
  const t = useT();
  const tabs = definition.readyViews.filter(({ tab }) => tab === true);
  const shown = filtersIn(view.filters);
  const kept = {
    ...(view.params['q'] === undefined ? {} : { q: view.params['q'] }),
    ...(view.params['sort'] === undefined ? {} : { sort: view.params['sort'] }),
    ...(view.size === 25 ? {} : { size: String(view.size) }),
  };
  const all = { name: t('catalogue.all'), search: {} };
  return (
    <nav className="tabs" aria-label={definition.many}>
      {[all, ...tabs].map(({ name, search }) => {
        const filters = namedIn(search);
        return (
          <Link
            key={name}
            to={`/${definition.path}`}
            search={{ ...kept, ...filters } as never}
            // What is current goes by the filters alone, not by the page.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={filtersIn(filters) === shown ? 'page' : undefined}
          >
            {name} <TabCount definition={definition} filters={filters} />
          </Link>
        );
      })}
    </nav>
  );
}

/** As many as the tab lists; its place is there before it is known. */
function TabCount({ definition, filters }: { definition: AnyCatalogue; filters: Record<string, string> }) {
  const { data } = useRows(definition, { ...filters, take: '1' });
  return <span className="n">{data ? formatNumber(data.count) : ''}</span>;
}
