import { Link, useRouterState } from '@tanstack/react-router';
import { useT } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';
import { tabsBeside, usePermitted } from './page-places.ts';

const exactly = { exact: true, includeSearch: false };

/**
 * Tabs of the pages that belong to the one that is open, where more than one of them may be seen; below its title.
 * @param othersOnly where the page has tabs of its own: only the ways to the others.
 * @param at the page that is open, where the address is one below it
 */
export function PageTabs({ othersOnly = false, at }: { othersOnly?: boolean; at?: string }) {
  const t = useT();
  const modules = usePermitted();
  const isClient = useKept('userData')[0]?.kind === 'client';
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const path = at ?? pathname;
  const here = modules.find((module) => module.route === path);
  const tabs = here ? tabsBeside(modules, here.key, isClient) : [];
  if (tabs.length < 2) return null;
  return (
    <nav className="tabs" aria-label={t('shell.tabs')}>
      {tabs
        .filter(({ route }) => !othersOnly || route !== path)
        .map(({ id, name, route }) => (
          <Link key={id} to={route ?? '/'} activeOptions={exactly} aria-current={route === path ? 'page' : undefined}>
            <bdi>{name}</bdi>
          </Link>
        ))}
    </nav>
  );
}
