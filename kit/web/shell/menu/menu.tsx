import { Link, useRouterState } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { type MenuGroup, menuGroups } from '#kit/contract/menu.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { iconOf } from '../../icons.ts';
import { formatNumber, said, useT } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';
import { useWorkCounts } from './work.ts';
import { Logo } from '../logo.tsx';
import { groupPages, placesOf, tabsBeside, usePermitted } from './page-places.ts';

/** Every entry asks for the whole menu. */
const menuOf = oncePer((modules: PermittedModule[]) => {
  const groups = menuGroups(modules, groupPages());
  const entries = new Set(groups.flatMap(({ items }) => items.map(({ route }) => route)));
  const routeOf = (key: string | undefined) => modules.find((one) => one.key === key)?.route ?? undefined;
  /** The entry that stands for a page: its own, that of the page it is a tab of, or that of the page which lists its group. */
  const entryOf = ({ key, route, parentId }: PermittedModule) => {
    const group = modules.find((one) => one.id === parentId)?.key ?? '';
    return (
      [route, ...placesOf(key).map(routeOf), groupPages()[group]].find(
        (one) => typeof one === 'string' && entries.has(one),
      ) ?? undefined
    );
  };
  const places = modules.flatMap((module) => (module.route === null ? [] : [[module.route, entryOf(module)] as const]));
  const pages = Object.values(groupPages()).map((path) => [path, path] as const);
  return { groups, places: [...places, ...pages] };
});
const useWhole = () => menuOf(usePermitted());

/** The entry that the address belongs to: where one page lies below another, that of the nearer one. */
export function useHere(): string | undefined {
  const { places } = useWhole();
  return useRouterState({
    select: ({ location: { pathname } }) =>
      places
        .filter(([route]) => pathname === route || pathname.startsWith(`${route}/`))
        .reduce<(typeof places)[number] | undefined>(
          (nearest, place) => (place[0].length > (nearest?.[0].length ?? 0) ? place : nearest),
          undefined,
        )?.[1],
  });
}

export const useMenu = (): MenuGroup[] => useWhole().groups;

/** Every page that the reader may open, those without an entry in the menu as well, with the name of its group. */
export function usePages(): { module: PermittedModule; group: string }[] {
  const modules = usePermitted();
  const { groups } = useWhole();
  const inMenu = groups.flatMap((group) => group.items.map((module) => ({ module, group: group.name ?? '' })));
  const nameOf = (id: string | null) => modules.find((one) => one.id === id)?.name ?? '';
  const others = modules
    .map((module) => ({ ...module, route: module.route ?? groupPages()[module.key] ?? null }))
    .filter((module) => module.route !== null && !inMenu.some((one) => one.module.id === module.id));
  return [...inMenu, ...others.map((module) => ({ module, group: nameOf(module.parentId) }))];
}

/** Drawn anew only where the address enters or leaves it: there are forty of them. */
export const MenuItem = memo(function MenuItem({
  module,
  className = 'item',
  onClick,
}: {
  module: PermittedModule;
  className?: string;
  onClick?: () => void;
}) {
  const Icon = iconOf(module.icon);
  const here = useHere();
  const counts = useWorkCounts();
  const modules = usePermitted();
  const isClient = useKept('userData')[0]?.kind === 'client';
  // Work of pages that are tabs of this one is found through it.
  const beside = tabsBeside(modules, module.key, isClient).filter(({ key, isMenu }) => key !== module.key && !isMenu);
  const work = [module, ...beside].reduce((sum, { key }) => sum + (counts[key] ?? 0), 0);
  const t = useT();
  return (
    <Link
      to={module.route ?? '/'}
      className={className}
      activeOptions={{ exact: here !== module.route }}
      activeProps={{ 'aria-current': 'page' }}
      {...(here === module.route ? { 'aria-current': 'page' as const } : {})}
      title={module.name}
      // Beside its name, which stays what it is.
      {...(work > 0 ? { 'aria-description': t('shell.toDo', { number: formatNumber(work) }) } : {})}
      {...(onClick ? { onClick } : {})}
    >
      <Icon className="i" aria-hidden="true" />
      <span className="lbl cut">{module.name}</span>
      {work > 0 ? (
        <span className="n" aria-hidden="true">
          {formatNumber(work)}
        </span>
      ) : null}
    </Link>
  );
});

/** What stays to be seen beyond the current entry of a menu that scrolls, in pixels. */
const aroundPx = 12;

/** The vertical menu. */
export function Menu({ label }: { label: string }) {
  const groups = useMenu();
  const [user] = useKept('userData');
  const nav = useRef<HTMLElement>(null);
  const here = useHere();
  // A menu that is longer than the window shows where one is. The page beside it stays where it is: `scrollIntoView` moves both.
  useEffect(() => {
    const item = nav.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    const seen = nav.current?.getBoundingClientRect();
    if (!item || !seen) return;
    const [above, below] = [seen.top - item.top, item.bottom - seen.bottom];
    if (above > 0) nav.current?.scrollBy({ top: -above - aroundPx });
    else if (below > 0) nav.current?.scrollBy({ top: below + aroundPx });
  }, [here]);
  return (
    <nav ref={nav} className="menu" aria-label={label}>
      <Link to="/dashboard" className="brand" activeProps={{}}>
        <Logo />
        <span>
          Roadkeeper
          <small>{user?.orgName ?? said(user?.roleName ?? '')}</small>
        </span>
      </Link>
      {groups.map((group) => (
        <div key={group.key} className="col" style={{ gap: 2 }}>
          {group.name ? <h2>{group.name}</h2> : null}
          {group.items.map((module) => (
            <MenuItem key={module.id} module={module} />
          ))}
        </div>
      ))}
    </nav>
  );
}
