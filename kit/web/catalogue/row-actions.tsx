import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { useOffers } from '../offers.ts';
import { useCan } from '../rights.ts';
import { toast } from '../toast.tsx';
import { LateMenu, type MenuParts } from '../ui/floating/late-floating.tsx';
import { Switch } from '../ui/parts.tsx';
import { type RowAction, useAreaActions } from './area-actions.tsx';
import { writes } from './data.ts';
import { mayFlip } from './flip.ts';
import { useRemove } from './remove.tsx';
import { titleText } from './spoken.ts';

/** Active or inactive. The switch moves at once and moves back when the server refuses; the message always shows. */
export function StatusSwitch({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const can = useCan();
  const [pending, setPending] = useState<0 | 1>();
  const status = pending ?? row.status;
  const words = t(status === 1 ? 'catalogue.active' : 'catalogue.inactive');
  if (!can(definition.path, 'status', row)) return <span className={`st ${status === 1 ? 'ok' : 'off'}`}>{words}</span>;
  const flip = async () => {
    if (!(await mayFlip(definition, row))) return;
    setPending(row.status === 1 ? 0 : 1);
    try {
      toast.success(await writes.flip(definition, row));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Switch
      on={status === 1}
      label={words}
      name={titleText(definition.path, row.title)}
      onToggle={() => void flip()}
      disabled={pending !== undefined}
    />
  );
}

/** What one may do with a row, for its menu and for the palette. `remove` deletes it and says so. */
export function useRowActions(
  definition: AnyCatalogue,
  remove: (row: AnyRow) => Promise<void>,
): (row: AnyRow) => RowAction[] {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const areaActions = useAreaActions(definition);
  const { path, ownWrites } = definition;
  const flip = async (row: AnyRow) => {
    if (!(await mayFlip(definition, row))) return;
    await writes.flip(definition, row).then(
      (message) => toast.success(message),
      () => undefined,
    );
  };
  return (row) => {
    const to = (rest: string, search = {}) => void navigate({ to: `/${path}/${rest}`, search });
    return [
      { key: 'open', label: t('action.open'), run: () => to(row.id) },
      ...(can(path, 'edit', row) ? [{ key: 'edit', label: t('action.edit'), run: () => to(`${row.id}/edit`) }] : []),
      ...(can(path, 'status', row)
        ? [
            {
              key: 'status',
              label: t(row.status === 1 ? 'catalogue.deactivate' : 'catalogue.activate'),
              run: () => void flip(row),
            },
          ]
        : []),
      ...(!ownWrites && can(path, 'create')
        ? [{ key: 'duplicate', label: t('action.duplicate'), run: () => to('new', { copy: row.id }) }]
        : []),
      ...areaActions(row),
      ...(can(path, 'delete', row)
        ? [{ key: 'delete', label: t('action.delete'), run: () => void remove(row), isDangerous: true }]
        : []),
    ];
  };
}

/** Offers in the palette what can be done with the row that `current` gives when it is opened. */
export function useRowOffers(
  { path }: AnyCatalogue,
  actionsOf: (row: AnyRow) => RowAction[],
  current: () => AnyRow | undefined,
): void {
  const t = useT();
  useOffers(() => {
    const row = current();
    if (!row) return [];
    return actionsOf(row).map(({ key, label, run }) => ({
      key: `${row.id}-${key}`,
      name: t('palette.with', { action: label, what: titleText(path, row.title) }),
      run,
    }));
  });
}

/** What can be done with one row. A list has as many menus as rows: what is in one is found out when it is opened. */
export function RowMenu({ definition, row, onGone }: { definition: AnyCatalogue; row: AnyRow; onGone: () => void }) {
  const t = useT();
  const { remove, dialog } = useRemove(definition, onGone);
  return (
    <>
      <LateMenu
        position="bottom-end"
        width={230}
        trigger={
          <button
            type="button"
            className="btn g ic sm"
            aria-label={t('catalogue.actionsFor', { title: titleText(definition.path, row.title) })}
          >
            <IconDots className="i s" aria-hidden="true" />
          </button>
        }
      >
        {(Menu) => <RowItems Menu={Menu} definition={definition} row={row} remove={remove} />}
      </LateMenu>
      {dialog}
    </>
  );
}

function RowItems({
  Menu,
  definition,
  row,
  remove,
}: {
  Menu: MenuParts;
  definition: AnyCatalogue;
  row: AnyRow;
  remove: (row: AnyRow) => Promise<void>;
}) {
  return useRowActions(
    definition,
    remove,
  )(row).map(({ key, label, run, isDangerous }) => (
    <Menu.Item key={key} className={isDangerous ? 'danger' : ''} onClick={run}>
      {label}
    </Menu.Item>
  ));
}
