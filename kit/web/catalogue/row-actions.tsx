import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { toast } from '../toast.tsx';
import { Switch } from '../ui/parts.tsx';
import { writes } from './data.ts';
import { useRemove } from './remove.tsx';

/** Active or inactive. The switch moves at once and moves back when the server refuses; the message always shows. */
export function StatusSwitch({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const can = useCan();
  const [pending, setPending] = useState<0 | 1>();
  const status = pending ?? row.status;
  const words = t(status === 1 ? 'catalogue.active' : 'catalogue.inactive');
  if (!can(definition.path, 'status')) return <span className={`st ${status === 1 ? 'ok' : 'off'}`}>{words}</span>;
  const flip = async () => {
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
      name={row.title}
      onToggle={() => void flip()}
      disabled={pending !== undefined}
    />
  );
}

/** What can be done with one row. */
export function RowMenu({ definition, row, onGone }: { definition: AnyCatalogue; row: AnyRow; onGone: () => void }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const { remove, dialog } = useRemove(definition, onGone);
  const { path } = definition;
  return (
    <>
      <Menu position="bottom-end" width={190} transitionProps={{ duration: 90 }}>
        <Menu.Target>
          <button type="button" className="btn g ic sm" aria-label={t('catalogue.actionsFor', { title: row.title })}>
            <IconDots className="i s" aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: `/${path}/${row.id}` })}>{t('action.open')}</Menu.Item>
          {can(path, 'edit') ? (
            <Menu.Item onClick={() => void navigate({ to: `/${path}/${row.id}/edit` })}>{t('action.edit')}</Menu.Item>
          ) : null}
          {can(path, 'status') ? (
            <Menu.Item
              onClick={() =>
                writes.flip(definition, row).then(
                  (message) => toast.success(message),
                  () => undefined,
                )
              }
            >
              {t(row.status === 1 ? 'catalogue.deactivate' : 'catalogue.activate')}
            </Menu.Item>
          ) : null}
          {can(path, 'create') ? (
            <Menu.Item onClick={() => void navigate({ to: `/${path}/new`, search: { copy: row.id } })}>
              {t('action.duplicate')}
            </Menu.Item>
          ) : null}
          {can(path, 'delete') ? (
            <Menu.Item className="danger" onClick={() => void remove(row)}>
              {t('action.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
