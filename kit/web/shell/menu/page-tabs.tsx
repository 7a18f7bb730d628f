import { IconArrowRight, IconChevronDown, IconLink } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { useT } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';
import { LateMenu } from '../../ui/floating/late-floating.tsx';
import { tabsBeside, usePermitted } from './page-places.ts';

const exactly = { exact: true, includeSearch: false };

/** The page that is open, and the pages that belong to it; none where nobody may see more than one of them. */
function usePagesBeside(at: string | undefined): { path: string; pages: readonly PermittedModule[] } {
  const modules = usePermitted();
  const isClient = useKept('userData')[0]?.kind === 'client';
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const path = at ?? pathname;
  const here = modules.find((module) => module.route === path);
  const pages = here ? tabsBeside(modules, here.key, isClient) : [];
  return { path, pages: pages.length < 2 ? [] : pages };
}

/**
 * Tabs of the pages that belong to the one that is open, where more than one of them may be seen; below its title.
 * @param at the page that is open, where the address is one below it
 */
export function PageTabs({ at }: { at?: string }) {
  const t = useT();
  const { path, pages } = usePagesBeside(at);
  if (pages.length === 0) return null;
  return (
    <nav className="tabs" aria-label={t('shell.tabs')}>
      {pages.map(({ id, name, route }) => (
        <Link key={id} to={route ?? '/'} activeOptions={exactly} aria-current={route === path ? 'page' : undefined}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  );
}

/** The way to the pages beside one that has tabs of its own. They are no tabs of it, and do not look like them: a link, or a menu of several. */
export function PagesBeside() {
  const t = useT();
  const { path, pages } = usePagesBeside(undefined);
  const others = pages.filter(({ route }) => route !== path);
  const [first] = others;
  if (!first) return null;
  return (
    <nav className="pages-beside" aria-label={t('shell.tabs')}>
      {others.length === 1 ? (
        <Link to={first.route ?? '/'} className="btn g sm">
          <bdi>{first.name}</bdi>
          <IconArrowRight className="i s flip" aria-hidden="true" />
        </Link>
      ) : (
        <LateMenu
          position="bottom-end"
          width={230}
          trigger={
            <button type="button" className="btn g sm">
              <IconLink className="i s" aria-hidden="true" />
              <span className="beside-name">{t('shell.tabs')}</span>
              <IconChevronDown className="i s" aria-hidden="true" />
            </button>
          }
        >
          {(Menu) =>
            others.map(({ id, name, route }) => (
              <Menu.Item key={id} component={Link} to={route ?? '/'}>
                <bdi>{name}</bdi>
              </Menu.Item>
            ))
          }
        </LateMenu>
      )}
    </nav>
  );
}
