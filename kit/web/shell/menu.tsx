import { Menu as Dropdown } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type MenuGroup, menuGroups } from '#kit/contract/menu.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { iconOf } from '../icons.ts';
import { useKept } from '../storage/store.ts';
import { Logo } from './logo.tsx';

export const useMenu = (): MenuGroup[] => menuGroups(useKept('_accessible')[0] ?? []);

export function MenuItem({
  module,
  className = 'item',
  onClick,
}: {
  module: PermittedModule;
  className?: string;
  onClick?: () => void;
}) {
  const Icon = iconOf(module.icon);
  return (
    <Link
      to={module.route ?? '/'}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      title={module.name}
      {...(onClick ? { onClick } : {})}
    >
      <Icon className="i" aria-hidden="true" />
      <span className="lbl cut">{module.name}</span>
    </Link>
  );
}

/** The menu in the navbar: single pages as links, groups as drop-downs. */
export function HorizontalMenu({ label }: { label: string }) {
  const groups = useMenu();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isIn = (module: PermittedModule) =>
    module.route !== null && (path === module.route || path.startsWith(`${module.route}/`));
  return (
    <nav className="hnav" aria-label={label}>
      {groups.map((group) =>
        group.name === null ? (
          group.items.map((module) => <MenuItem key={module.id} module={module} className="row" />)
        ) : (
          <Dropdown key={group.key} position="bottom-start" transitionProps={{ duration: 90 }}>
            <Dropdown.Target>
              <button type="button" className={group.items.some(isIn) ? 'row here' : 'row'}>
                {group.name}
                <IconChevronDown className="i s" aria-hidden="true" />
              </button>
            </Dropdown.Target>
            <Dropdown.Dropdown>
              {group.items.map((module) => {
                const Icon = iconOf(module.icon);
                return (
                  <Dropdown.Item
                    key={module.id}
                    component={Link}
                    to={module.route ?? '/'}
                    aria-current={isIn(module) ? 'page' : undefined}
                    leftSection={<Icon className="i s" aria-hidden="true" />}
                  >
                    {module.name}
                  </Dropdown.Item>
                );
              })}
            </Dropdown.Dropdown>
          </Dropdown>
        ),
      )}
    </nav>
  );
}

/** The vertical menu. */
export function Menu({ label }: { label: string }) {
  const groups = useMenu();
  const [user] = useKept('userData');
  return (
    <nav className="menu" aria-label={label}>
      <Link to="/dashboard" className="brand" activeProps={{}}>
        <Logo />
        <span>
          Roadkeeper
          <small>{user?.orgName ?? user?.roleName}</small>
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
