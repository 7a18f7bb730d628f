import { Link, useRouterState } from '@tanstack/react-router';
import { useT } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';
import { tabsBeside } from './page-places.ts';

const exactly = { exact: true, includeSearch: false };

/** Tabs of the pages that belong to the one that is open, where more than one of them may be seen; below its title. */
export function PageTabs() {
  const t = useT();
  const [modules] = useKept('_accessible');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const here = modules?.find((module) => module.route === path);
  const keys = here ? tabsBeside(here.key) : [];
  const tabs = keys.flatMap((key) => modules?.find((module) => module.key === key && module.route) ?? []);
  if (tabs.length < 2) return null;
  return (
    <nav className="tabs" aria-label={t('shell.tabs')}>
      {tabs.map(({ id, name, route }) => (
        <Link key={id} to={route ?? '/'} activeOptions={exactly} aria-current={route === path ? 'page' : undefined}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  );
}
