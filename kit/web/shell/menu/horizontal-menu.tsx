import { Menu as Dropdown } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { MenuGroup } from '#kit/contract/menu.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { iconOf } from '../../icons.ts';
import { useT } from '../../i18n.ts';
import { MenuItem, useHere, useMenu } from './menu.tsx';
import { useFitting } from './use-fitting.ts';

/** The menu in the navbar: single pages as links, groups as drop-downs, and what finds no room under "More". */
export function HorizontalMenu({ label }: { label: string }) {
  const t = useT();
  const entries = useMenu().flatMap<MenuGroup>((group) =>
    group.name === null ? group.items.map((module) => ({ ...group, key: module.id, items: [module] })) : [group],
  );
  const { ref, count } = useFitting(entries.length, entries.map(({ key, name }) => `${key} ${name ?? ''}`).join());
  const rest = entries.slice(count);
  return (
    <nav ref={ref} className="hnav" aria-label={label}>
      {entries.slice(0, count).map((group) => {
        const [only] = group.items;
        return group.name === null && only ? (
          <MenuItem key={group.key} module={only} className="row" />
        ) : (
          <MenuDropdown key={group.key} name={group.name ?? ''} groups={[group]} />
        );
      })}
      {rest.length > 0 || count === entries.length ? (
        <span className={rest.length > 0 ? undefined : 'unseen'} aria-hidden={rest.length > 0 ? undefined : true}>
          <MenuDropdown name={t('shell.more')} groups={rest} isMore />
        </span>
      ) : null}
    </nav>
  );
}

/** A group of the menu that opens downwards; several have their names above their pages. */
function MenuDropdown({ name, groups, isMore = false }: { name: string; groups: MenuGroup[]; isMore?: boolean }) {
  const here = useHere();
  const isIn = (module: PermittedModule) => module.route !== null && module.route === here;
  return (
    <Dropdown position={isMore ? 'bottom-end' : 'bottom-start'} transitionProps={{ duration: 90 }}>
      <Dropdown.Target>
        <button
          type="button"
          tabIndex={groups.length === 0 ? -1 : undefined}
          className={groups.some(({ items }) => items.some(isIn)) ? 'row here' : 'row'}
        >
          {name}
          <IconChevronDown className="i s" aria-hidden="true" />
        </button>
      </Dropdown.Target>
      <Dropdown.Dropdown className={isMore ? 'hnav-more' : ''}>
        {groups.map((group) => (
          <Fragment key={group.key}>
            {isMore && group.name !== null ? <Dropdown.Label>{group.name}</Dropdown.Label> : null}
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
          </Fragment>
        ))}
      </Dropdown.Dropdown>
    </Dropdown>
  );
}
