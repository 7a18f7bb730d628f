import { IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { smallScreen, useMedia } from '../../shell/window.ts';
import { toast } from '../../toast.tsx';
import type { RowAction, useAreaActions } from '../area-actions.tsx';
import { StatusSwitch } from '../row-actions.tsx';
import { LateMenu } from '../../ui/floating/late-floating.tsx';
import { titleText } from '../spoken.ts';

/** What can be done with the record: in sight what is done often, the rest in a menu. */
export function RecordActions(props: {
  definition: AnyCatalogue;
  row: AnyRow;
  /** Actions of the area. */
  offered: ReturnType<ReturnType<typeof useAreaActions>>;
  /** Activates or deactivates it, for those who may; where lists have a switch, the page has one in sight. */
  status: RowAction | undefined;
  /** Nothing else on the page is done more often than to edit. */
  isEditFirst: boolean;
  onMerge: () => void;
  onRemove: () => void;
}) {
  const { definition, row, offered, status, isEditFirst, onMerge, onRemove } = props;
  const { path } = definition;
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  // On a phone the answer comes before what can be done: all of it is in the menu then.
  const isBrief = useMedia(smallScreen) && !isEditFirst;
  const inMenu = offered.filter((action) => isBrief || action.inMenu);
  return (
    <div className="acts">
      {definition.statusInRow ? <StatusSwitch definition={definition} row={row} /> : null}
      {can(path, 'edit', row) && !isBrief ? (
        <Link to={`/${path}/${row.id}/edit`} className={`btn ${isEditFirst ? 'p' : 'd'}`}>
          <IconPencil className="i s" aria-hidden="true" />
          {t('action.edit')}
        </Link>
      ) : null}
      {offered
        .filter((action) => !inMenu.includes(action))
        .map(({ key, label, run }) => (
          <button key={key} type="button" className="btn d" onClick={run}>
            {label}
          </button>
        ))}
      <LateMenu
        position="bottom-end"
        width={230}
        trigger={
          <button
            type="button"
            className="btn d ic"
            aria-label={t('catalogue.actionsFor', { title: titleText(path, row.title) })}
          >
            <IconDots className="i" aria-hidden="true" />
          </button>
        }
      >
        {(Menu) => (
          <>
            {isBrief && can(path, 'edit', row) ? (
              <Menu.Item onClick={() => void navigate({ to: `/${path}/${row.id}/edit` })}>{t('action.edit')}</Menu.Item>
            ) : null}
            {inMenu.map(({ key, label, run }) => (
              <Menu.Item key={key} onClick={run}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Item
              onClick={() => void navigator.clipboard.writeText(row.id).then(() => toast.success(t('record.idCopied')))}
            >
              {t('record.copyId')}
            </Menu.Item>
            {can(path, 'create') && !definition.ownWrites ? (
              <Menu.Item onClick={() => void navigate({ to: `/${path}/new`, search: { copy: row.id } })}>
                {t('action.duplicate')}
              </Menu.Item>
            ) : null}
            {status && !definition.statusInRow ? <Menu.Item onClick={status.run}>{status.label}</Menu.Item> : null}
            {definition.merge && can(path, 'delete', row) && can(path, 'edit', row) ? (
              <Menu.Item onClick={onMerge}>{t('merge.action')}</Menu.Item>
            ) : null}
            {can(path, 'delete', row) ? (
              <Menu.Item className="danger" onClick={onRemove}>
                {t('action.delete')}
              </Menu.Item>
            ) : null}
          </>
        )}
      </LateMenu>
    </div>
  );
}
